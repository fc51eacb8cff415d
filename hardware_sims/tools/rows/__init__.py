"""Bytes of a line as rows: decoded, formatted, printed."""
