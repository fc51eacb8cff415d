"""The protocol engineer's bench: record, replay, decode, convert, fuzz, check and monitor a line."""
