"""Spans and log records of observability, in any export and of any product -> traces."""
