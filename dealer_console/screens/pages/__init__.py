"""The pages and pads over the felt, one module each: what they show, and what their touches lead to."""
