"""Credentials: what they look like, where they are in a text or call, and everything without them."""
