"""A round of the past, dealt again and in words."""
