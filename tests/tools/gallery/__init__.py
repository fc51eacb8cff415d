"""Hand-made screens in every size, theme and mode."""
