"""What all trace formats share on the way from documents to traces: recognition, archives, long files, what was read."""
