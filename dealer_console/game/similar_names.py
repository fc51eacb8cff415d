"""Names that are nearly the same: the nearest known word for an unknown one, and names that look alike.

Alike are two letters of different scripts, a digit and a letter, and a name with or without a sign that nobody sees.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from dealer_console.game.message import Message, Quoted

_CYRILLIC: Final = dict(zip("абвгекмнорсстухѕіјԁԛԝѵһӏԍ", "a6brekmhopcctyxsijdqwvhlg", strict=True))
_GREEK: Final = dict(zip("αβγεηικνορτυχω", "abyenikvoptuxw", strict=True))
_ARMENIAN: Final = dict(zip("ոսօհցզ", "nuohgq", strict=True))
_LISU: Final = dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou", strict=True))
_CHEROKEE: Final = dict(zip("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏚᏙᏞᏟᏢᏦᏴ", "drtajewmhygzbrwsvlcpkb", strict=True))
_LATIN: Final = {"ɑ": "a", "ɡ": "g"}
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800")  # letters and signs by their category, and nothing to see
_DIGITS: Final = {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "ı": "l"}
_ALIKE: Final = str.maketrans({**_CYRILLIC, **_GREEK, **_ARMENIAN, **_LISU, **_CHEROKEE, **_LATIN})
_ONE_STROKE: Final = str.maketrans(_DIGITS)


def skeleton(name: str) -> str:
    """What is left of a name for the eye. Two names with the same skeleton cannot be told apart on a screen."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    hidden = {letter for letter in folded if unicodedata.category(letter) in ("Cf", "Mn", "Me", "Cc")} | _BLANK
    visible = "".join(letter for letter in folded if letter not in hidden)
    return " ".join(visible.translate(_ALIKE).translate(_ONE_STROKE).split())


_CLOSE = 0.5  # how alike two words must be; no money comes near it


def did_you_mean(word: str, known: Iterable[str]) -> Message | str:
    """The nearest word, or the list of what is known when nothing is near, after another message; or nothing."""
    words = sorted(known)
    near = get_close_matches(word, words, n=1, cutoff=_CLOSE)
    if near:
        return Message("did-you-mean", word=Quoted(near[0]))
    return Message("known-words", words=tuple(words)) if words else ""
