"""Cards by hand, corrections, shoe and shuffle."""
