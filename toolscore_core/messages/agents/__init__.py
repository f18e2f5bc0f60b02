"""How coding agents log their sessions: dialects of events, lines and documents -> messages and events."""
