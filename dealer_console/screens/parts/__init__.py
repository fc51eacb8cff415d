"""The parts around the felt: top line, banners, prompt, actions, menu, side panel."""
