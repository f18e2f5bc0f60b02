"""The parts of the Safety page."""
