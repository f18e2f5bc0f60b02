"""The rows of the table of credential kinds, a file a field."""
