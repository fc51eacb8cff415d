"""The simulators' own reading of the two dialects on the line. Nothing here is shared with the drivers."""
