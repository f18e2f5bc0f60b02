"""The parts of the review page: header, verdict and chips, inspector, table, conversation, gold editor."""
