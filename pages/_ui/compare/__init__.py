"""The pieces of the Compare page."""
