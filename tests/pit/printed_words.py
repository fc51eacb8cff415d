"""What stands on a paper: its words, caught on their way into the PDF, whose own letters are numbers of a font."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import pytest
from reportlab.platypus import KeepTogether, Paragraph, Table


def words_of_story(story: Iterable[Any]) -> list[str]:
    said: list[str] = []
    for part in story:
        if isinstance(part, str):
            said.append(part)
        elif isinstance(part, Paragraph):
            said.append(part.getPlainText())
        elif isinstance(part, Table):
            said += words_of_story(cell for row in part._cellvalues for cell in row)
        elif isinstance(part, KeepTogether):
            said += words_of_story(part._content)
        elif isinstance(part, list | tuple):
            said += words_of_story(part)
    return said


def printed_by(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The papers that this module makes from now on, each with its words."""
    papers: list[list[str]] = []
    real = module.pdf

    def caught(title: str, footer: str, story: list[Any], *more: Any) -> bytes:
        papers.append(words_of_story(story))
        return bytes(real(title, footer, story, *more))

    monkeypatch.setattr(module, "pdf", caught)
    return papers
