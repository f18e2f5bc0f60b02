"""Parts of the performance page."""
