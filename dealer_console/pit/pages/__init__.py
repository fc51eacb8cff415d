"""What the supervisor sees and touches, as values: wording, flow and places, without a screen library."""
