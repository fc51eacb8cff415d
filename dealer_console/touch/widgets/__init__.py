"""The fixed parts around the felt: top line, banners, prompt, side panel, buttons."""
