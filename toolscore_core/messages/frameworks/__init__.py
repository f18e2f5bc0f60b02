"""What agent frameworks keep of a run: messages of typed parts, streams of events, steps with their results."""
