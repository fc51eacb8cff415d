"""Names that look alike: two letters of different scripts, a digit and a letter, a sign that nobody sees."""

from __future__ import annotations

import unicodedata
from typing import Final

_CYRILLIC: Final = dict(zip("абвгекмнорсстухѕіјԁԛԝѵһӏԍ", "a6brekmhopcctyxsijdqwvhlg", strict=True))
_GREEK: Final = dict(zip("αβγεηικνορτυχω", "abyenikvoptuxw", strict=True))
_ARMENIAN: Final = dict(zip("ոսօհցզ", "nuohgq", strict=True))
_DIGITS: Final = {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "ı": "l"}
_ALIKE: Final = str.maketrans({**_CYRILLIC, **_GREEK, **_ARMENIAN})
_ONE_STROKE: Final = str.maketrans(_DIGITS)


def skeleton(name: str) -> str:
    """What is left of a name for the eye. Two names with the same skeleton cannot be told apart on a screen."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(letter for letter in folded if unicodedata.category(letter) not in ("Cf", "Mn", "Me", "Cc"))
    return " ".join(seen.translate(_ALIKE).translate(_ONE_STROKE).split())
