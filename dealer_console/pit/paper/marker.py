"""A marker on paper: what the player owes, the chips received, who issued and approved it, room for the signatures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from reportlab.platypus import Flowable, Spacer

from dealer_console.game.money import Cents
from dealer_console.journal.entries import read
from dealer_console.journal.entries.money import MarkerIssued, MarkerVoided
from dealer_console.messages import Words
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.sources import one_row
from dealer_console.pit.money.marker_book import MarkerLine
from dealer_console.pit.paper.pages import HALF, SECTION, SMALL, STAMP, TITLE, grid, paragraph, pdf, signature_lines
from dealer_console.table.shift import chips


def marker_pdf(
    archive: Archive,
    line: MarkerLine,
    words: Words,
    names: Mapping[str, str],
    moment: Callable[[int], str],
    player: str = "",
) -> bytes:
    """The same marker gives the same bytes; `player` is the name of the house for this card. A voided one says so."""
    row = one_row(archive.source, line.log, line.entry)
    issued = read(MarkerIssued, json.loads(row.data))
    held = chips(issued.chips)
    title = words("marker-title", number=line.number)
    voided = words("slip-void") if line.void_entry is not None else ""
    rows = [
        (words.whole_money(worth), words.count(count), words.money(Cents(worth * count))) for worth, count in held.rows
    ]
    rows.append((words("report-all"), words.count(held.count), words.money(held.cents)))
    head = (words("slip-denomination"), words("slip-chips"), words("pit-amount"))
    who = names.get(row.who or "", row.who or "")
    approved = names.get(issued.approved_by, issued.approved_by)
    story: list[Flowable] = [
        paragraph(title, TITLE),
        paragraph(words("slip-of", table=line.table, shift=line.shift), SECTION),
        *([paragraph(voided, STAMP)] if voided else []),
        paragraph(words("marker-player", card=line.player, name=player, spot=issued.spot), SMALL),
        paragraph(words("marker-issued", who=who, approved=approved, time=moment(row.at_ms)), SMALL),
        *_voided(archive, line, words, names, moment),
        Spacer(1, 8),
        grid(head, rows, (0, 1, 2), room=HALF),
        Spacer(1, 8),
        paragraph(words("marker-owes", amount=words.money(issued.cents)), SECTION),
        *signature_lines(words, "marker-sign-player", "slip-sign-dealer"),
        *signature_lines(words, "slip-sign-supervisor", "slip-sign-cage"),
    ]
    return pdf(title, f"{title}, {line.table}, {line.log}", story, words, voided)


def _voided(
    archive: Archive, line: MarkerLine, words: Words, names: Mapping[str, str], moment: Callable[[int], str]
) -> list[Flowable]:
    if line.void_entry is None:
        return []
    row = one_row(archive.source, line.log, line.void_entry)
    voided = read(MarkerVoided, json.loads(row.data))
    who, approved = (names.get(person or "", person or "") for person in (row.who, voided.approved_by))
    return [
        paragraph(words("slip-cancelled", who=who, time=moment(row.at_ms)), SMALL),
        paragraph(words("slip-void-approved", who=approved, why=voided.why), SMALL),
    ]
