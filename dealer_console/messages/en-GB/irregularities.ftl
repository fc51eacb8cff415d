# British English: only what is said otherwise than in `en`.
choice-name-spot-out = box out
choice-name-spot-play = box play
