"""The catalogue of one language: its Fluent files, each entry parsed when it is first wanted.

A console at work uses a third of the entries. Parsing them all would cost a tenth of a second before its first screen.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

_ENTRY: Final = re.compile(r"^([a-zA-Z][\w-]*) *=.*(?:\n[ \t]+.*)*", re.MULTILINE)


class Catalogue:
    """The entries of one language by their keys. A missing key or field is our bug: a test finds it, not a dealer.

    Any thread may ask: table and window say their words at the same time.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._sources = dict(_entries(language))
        self._parsed: set[str] = set()
        self._bundle: FluentBundle | None = None
        self._making = threading.Lock()

    def __contains__(self, key: str) -> bool:
        return key in self._sources

    def sources(self) -> Mapping[str, str]:
        """Each entry as it stands in its file."""
        return self._sources

    def text(self, key: str, fields: Mapping[str, str | int]) -> str:
        source = self._sources[key]
        if "{" not in source and "\n" not in source:  # as it stands, without the library
            return source.partition("=")[2].strip()
        with self._making:  # of two bundles one would lack what the other has parsed
            bundle = self._made() if self._bundle is None else self._bundle
            if key not in self._parsed:
                self._parse(bundle, key)
        pattern = bundle.get_message(key).value
        assert pattern is not None  # noqa: S101 - an entry without a value is refused by the tests of the catalogues
        text, errors = bundle.format_pattern(pattern, {name: _plain(value) for name, value in fields.items()})
        if errors:
            raise KeyError(f"{self.language} {key}: {errors[0]}")
        return str(text)

    def _parse(self, bundle: FluentBundle, key: str) -> None:
        from fluent.runtime import FluentResource

        bundle.add_resource(FluentResource(self._sources[key]))
        self._parsed.add(key)

    def _made(self) -> FluentBundle:
        """Not at import: the library takes a fifth of a second, and half of the commands say nothing from here."""
        from fluent.runtime import FluentBundle, resolver

        resolver.MAX_PART_LENGTH = sys.maxsize  # 2,500 guards against strangers; a floor's tables fill a longer field
        self._bundle = FluentBundle([self.language], use_isolating=False)
        return self._bundle


def _plain(value: str | int) -> object:
    """A number can choose a plural and is never grouped; Fluent would write 1,000 for a thousand."""
    if isinstance(value, str):
        return value
    from fluent.runtime.types import fluent_number

    return fluent_number(value, useGrouping=False)


def _entries(language: str) -> Iterator[tuple[str, str]]:
    """A variant, as `en-GB`, says only what it says otherwise than its language; the last entry of a key counts."""
    base, variant, _ = language.partition("-")
    if variant:
        yield from _entries(base)
    for file in sorted(files(__package__).joinpath(language).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".ftl"):
            yield from ((entry[1], entry[0]) for entry in _ENTRY.finditer(file.read_text(encoding="utf-8")))
