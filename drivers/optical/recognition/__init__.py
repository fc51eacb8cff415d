"""From a picture to a card: outlines, poses, alignment, match scores, decision."""
