"""What the tools do at a line: listen, split, redact, play back."""
