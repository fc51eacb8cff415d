"""Texts of the rules and the table in another language, by templates with places for what changes.

A template is a pair: the English text with places, and the same in the other language. A place is written

    {hand}     taken over as it stands: a hand, a number, an amount, a name, a card; the name tells what can stand there
    {*rest}    itself a text, and translated
    {@word}    a code of the catalogue or a choice, by its name in the other language
    {#words}   several of these, separated by commas

The template with the longest fixed text wins, so the order of the list does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

OfTable: TypeAlias = Callable[[str], str]
_PLACE: Final = re.compile(r"\{([*@#]?)([a-z_]+)\}")
_ANYTHING: Final = r".+"
_NUMBER: Final = r"\d+"
_AMOUNT: Final = r"-?\d+(?:\.\d\d?)?"
_SHAPES: Final = {  # what can stand in a place of this name; in any other one anything
    "hand": r"\d[ab]\d?",
    "spot": _NUMBER,
    "bettor": _NUMBER,
    "count": _NUMBER,
    "most": _NUMBER,
    "number": _NUMBER,
    "total": r"(?:soft )?\d+|blackjack",
    "other_total": r"(?:soft )?\d+",
    "amount": _AMOUNT,
    "limit": _AMOUNT,
    "card": r"[A2-9TJQK?][cdhs?]",
    "rules": r"[a-z0-9-]+",
}
_SHAPE_OF_NAME: Final = r"[a-z0-9-]+"


class Template:
    __slots__ = ("fixed", "kinds", "pattern", "says")

    def __init__(self, english: str, says: str) -> None:
        self.says = says
        self.kinds = {name: kind for kind, name in _PLACE.findall(english)}
        self.fixed = len(_PLACE.sub("", english))
        parts = _PLACE.split(english)
        pattern = re.escape(parts[0])
        for kind, name, literal in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            shape = _SHAPE_OF_NAME if kind == "@" else _SHAPES.get(name, _ANYTHING)
            pattern += f"(?P<{name}>{shape})" + re.escape(literal)
        self.pattern = re.compile(pattern, re.DOTALL)


class Translation:
    """Texts of one language. What no template knows stands as it is."""

    def __init__(self, pairs: Iterable[tuple[str, str]], names: Mapping[str, str]) -> None:
        pairs = list(pairs)
        self._whole = {english: says for english, says in pairs if "{" not in english}
        made = [Template(english, says) for english, says in pairs if "{" in english]
        self._templates = sorted(made, key=lambda each: -each.fixed)
        self._names = names
        self._found = lru_cache(maxsize=4096)(self._find)

    def __call__(self, text: str) -> str:
        found = self._found(text)
        return text if found is None else found

    def knows(self, text: str) -> bool:
        return self._found(text) is not None

    def _find(self, text: str) -> str | None:
        if not text or not any(letter.isalpha() for letter in text):
            return text
        whole = self._whole.get(text) or self._names.get(text)
        if whole is not None:
            return whole
        sentences = text.split(". ")
        if len(sentences) > 1:
            told = [self._found(each) for each in sentences]
            if all(each is not None for each in told):
                return ". ".join(
                    each.rstrip(".") if at < len(told) - 1 else each for at, each in enumerate(told) if each
                )
        for template in self._templates:
            match = template.pattern.fullmatch(text)
            filled = self._fill(template, match) if match is not None else None
            if filled is not None:
                return filled
        return None

    def _fill(self, template: Template, match: re.Match[str]) -> str | None:
        values: dict[str, str] = {}
        for name, kind in template.kinds.items():
            found = self._value(kind, match[name])
            if found is None:
                return None
            values[name] = found
        return template.says.format(**values)

    def _value(self, kind: str, text: str) -> str | None:
        if kind == "*":
            return self._found(text)
        if kind == "@":
            return self._names.get(text)
        if kind == "#":
            return ", ".join(self._names.get(each, each) for each in text.split(", "))
        return text


@lru_cache(maxsize=1)
def spanish_of_table() -> Translation:
    """Made when it is first wanted: a console in English never reads it."""
    from dealer_console.messages import es_names, es_rules, es_table

    return Translation((*es_rules.RULES, *es_table.TABLE), es_names.NAMES)
