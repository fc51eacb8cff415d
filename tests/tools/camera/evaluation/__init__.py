"""How often the optical reader is right: thousands of painted pictures of designs that it was not tuned with."""
