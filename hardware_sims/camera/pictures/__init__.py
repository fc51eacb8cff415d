"""From a scene to a photograph: layout, lens, light, noise."""
