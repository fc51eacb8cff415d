"""From a finger or a key to the flow."""
