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
_COPTIC: Final = dict(zip("ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭⳑ", "abehlkmnopctyxl", strict=True))
_LATIN: Final = {"ɑ": "a", "ɡ": "g", "ꞁ": "l", "ǀ": "l", "ɩ": "l", "ү": "y", "ⵏ": "l", "𐐭": "s", "∣": "l", "│": "l"}
# Capitals that look like another letter than the small one of the same name.
_CAPITALS: Final = str.maketrans("ΗΜΝΥΖ", "HMNYZ")
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("‘’ʼʹʻ′`´ʽˈ", "'"))
_MINUS: Final = dict.fromkeys("−˗⁃", "-")  # beside all dashes, which are a category
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800")  # letters and signs by their category, and nothing to see
_DIGITS: Final = {"0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "ı": "l"}
_SCRIPTS: Final = {**_CYRILLIC, **_GREEK, **_ARMENIAN, **_LISU, **_CHEROKEE, **_COPTIC, **_LATIN}
_ALIKE: Final = str.maketrans({**_SCRIPTS, **_MINUS})
_ONE_STROKE: Final = str.maketrans(_DIGITS)
_TWO_AS_ONE: Final = (("rn", "m"), ("vv", "w"))
_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "


def skeleton(name: str) -> str:
    """What is left of a name for the eye. Two names with the same skeleton cannot be told apart on a screen."""
    shown = name.translate(_APOSTROPHES)  # of some NFKC makes a space with an accent
    capitals = unicodedata.normalize("NFKC", shown).translate(_CAPITALS)
    folded = unicodedata.normalize("NFKC", capitals.casefold())
    hidden = {letter for letter in folded if unicodedata.category(letter) in ("Cf", "Mn", "Me", "Cc")} | _BLANK
    visible = "".join(_plain(letter) for letter in folded if letter not in hidden)
    alike = " ".join(visible.translate(_ALIKE).translate(_ONE_STROKE).split())
    for letters, letter in _TWO_AS_ONE:
        alike = alike.replace(letters, letter)
    return alike


def _plain(letter: str) -> str:
    """A digit of any script, a dash of any length, a capital that is written small."""
    if letter.isascii():
        return letter
    digit, name = unicodedata.decimal(letter, None), unicodedata.name(letter, "")
    if digit is not None:
        return str(digit)
    if unicodedata.category(letter) == "Pd":
        return "-"
    capital = name.removeprefix(_SMALL_CAPITAL).lower() if name.startswith(_SMALL_CAPITAL) else ""
    return capital if len(capital) == 1 else letter


_CLOSE = 0.5  # how alike two words must be; no money comes near it


def did_you_mean(word: str, known: Iterable[str]) -> Message | str:
    """The nearest word, or the list of what is known when nothing is near, after another message; or nothing."""
    words = sorted(known)
    near = get_close_matches(word, words, n=1, cutoff=_CLOSE)
    if near:
        return Message("did-you-mean", word=Quoted(near[0]))
    return Message("known-words", words=tuple(words)) if words else ""
