"""Fuzzing a device: strokes on the line, a referee that knows what the document allows, and the smallest proof."""
