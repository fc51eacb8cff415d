"""How everything looks: colours, letters, signs, text in boxes."""
