"""What is shown, as frozen values: the flow, the wording, the sizes. No Qt."""
