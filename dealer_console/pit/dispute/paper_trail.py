"""The dispute's PDF: what was wagered, the felt after every step with prompt and clause, who ruled, what was paid."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle
from sqlalchemy import select

from dealer_console.game.moves import IrregularityCalled
from dealer_console.game.prompt import settlement_message
from dealer_console.game.round_files.notation import write_move
from dealer_console.journal.entries import decode
from dealer_console.journal.entries.rounds import LateCallMade
from dealer_console.journal.entry import Row
from dealer_console.messages import Words
from dealer_console.pit.amounts import house_result
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.dispute.felt_drawing import felt_drawing
from dealer_console.pit.paper.pages import (
    BODY,
    HEAD,
    LINE,
    SECTION,
    SMALL,
    STAMP,
    TITLE,
    WIDTH,
    grid,
    paragraph,
    pdf,
    signature_lines,
)
from dealer_console.pit.round_replay import Replay, Step
from dealer_console.pit.round_words import (
    bets_words,
    choice_words,
    irregularity_words,
    settlement_words,
    step_words,
)
from dealer_console.rulebook.load import clause_words
from dealer_console.table.shift.report import clock

# Steps whose own words do not say what they are.
_NAMED: Final = ("opened", "irregularity", "ruling", "undo", "closed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """An irregularity or a correction of the round, and who decided."""

    at_ms: int
    what: str
    asked_by: str
    decision: str
    decided_by: str


def rulings_of(archive: Archive, replay: Replay, words: Words) -> tuple[Ruling, ...]:
    """Also the late calls that another one has set aside: who approved what stays on the paper."""
    names, late = archive.names(replay.round_row.log), _late_calls(replay)
    with archive.engine.connect() as connection:
        called = connection.execute(
            select(t.irregularities).where(t.irregularities.c.round_id == replay.round_row.id)
        ).all()
        put_right = connection.execute(
            select(t.corrections).where(t.corrections.c.round_id == replay.round_row.id)
        ).all()
    rulings = [
        Ruling(
            at_ms=row.at_ms,
            what=irregularity_words(words, row.code),
            asked_by=names.get(row.called_by, row.called_by) or words("dispute-a-device"),
            decision=choice_words(words, row.ruling) if row.ruling else words("dispute-none"),
            decided_by=names.get(row.ruled_by, row.ruled_by) or words("report-nobody"),
        )
        for row in called
        if row.entry not in late
    ]
    rulings += [_called_late(seq, row, call, late, names, words) for seq, (row, call) in late.items()]
    rulings += [
        Ruling(
            at_ms=row.at_ms,
            what=words("dispute-correction", entry=row.corrects),
            asked_by=names.get(row.requested_by, row.requested_by),
            decision=words("dispute-to-bettor", amount=words.money(row.cents), reason=row.reason),
            decided_by=names.get(row.approved_by, row.approved_by),
        )
        for row in put_right
    ]
    return tuple(sorted(rulings, key=lambda ruling: ruling.at_ms))


LateCalls = dict[int, tuple[Row, LateCallMade]]  # by their entries


def _late_calls(replay: Replay) -> LateCalls:
    rows = [row for row in replay.rows if row.kind == "late-call"]
    calls = [(row, decode(row.kind, row.version, json.loads(row.data))) for row in rows]
    return {row.seq: (row, call) for row, call in calls if isinstance(call, LateCallMade)}


def _called_late(
    seq: int, row: Row, call: LateCallMade, late: LateCalls, names: Mapping[str, str], words: Words
) -> Ruling:
    by = next((later for later, (_, other) in late.items() if seq in other.struck), None)
    ruled = "; ".join(choice_words(words, write_move(move).removeprefix("resolve ")) for move in call.rulings)
    what = write_move(call.call) if not isinstance(call.call, IrregularityCalled) else call.call.code
    return Ruling(
        at_ms=row.at_ms,
        what=words("dispute-late", what=irregularity_words(words, what), entry=call.place),
        asked_by=names.get(row.who or "", row.who or ""),
        decision=ruled if by is None else words("dispute-set-aside", decision=ruled, entry=by),
        decided_by=names.get(call.approved_by, call.approved_by),
    )


def dispute_pdf(archive: Archive, replay: Replay, public_key: str, words: Words, stamp: str = "") -> bytes:
    found_round = replay.round_row
    title = words("dispute-title", round=found_round.number, table=found_round.table)
    span = f"{clock(found_round.opened_ms)} – {clock(found_round.closed_ms)} UTC. {replay.rules_title}."
    story: list[Flowable] = [
        paragraph(title, TITLE),
        paragraph(span, SMALL),
        *([paragraph(stamp, STAMP)] if stamp else []),
        Spacer(1, 6),
        *_round_table(replay, public_key, words),
        *_rulings(rulings_of(archive, replay, words), words),
        *_settlements(replay, words),
        *_clauses(replay, words),
        *_statements(words),
        paragraph(words("dispute-steps"), SECTION),
    ]
    names = archive.names(found_round.log)
    story += _steps([replace(step, who=names.get(step.who, step.who)) for step in replay.steps], words)
    footer = words(
        "dispute-footer", title=title, first=found_round.first_entry, last=found_round.last_entry, log=found_round.log
    )
    return pdf(title, footer, story, words, stamp)


def _round_table(replay: Replay, public_key: str, words: Words) -> list[Flowable]:
    found_round = replay.round_row
    results = "; ".join(
        words("pit-spot-result", spot=place.removesuffix("/1"), amount=words.money(amount))
        for place, amount in replay.nets
    )
    rows = [
        (words("pit-col-dealer"), found_round.dealer or words("report-nobody")),
        (words("report-of-wagers"), bets_words(words, found_round.bets)),
        (words("pit-col-win-loss"), words.sentence(words(house_result(found_round.house)))),
        (words("dispute-results"), results),
        (words("report-col-rules"), replay.rules),
        (words("dispute-entries"), f"{found_round.first_entry} – {found_round.last_entry}"),
        (words("pit-col-journal"), found_round.log),
        (words("pit-col-key"), public_key),
    ]
    return [grid(("", words("dispute-round")), rows, (), [WIDTH * 0.18, WIDTH * 0.82])]


def _rulings(rulings: Sequence[Ruling], words: Words) -> list[Flowable]:
    if not rulings:
        return [Spacer(1, 6), paragraph(words("dispute-no-rulings"), BODY)]
    rows = [
        (clock(ruling.at_ms) or "", ruling.what, ruling.asked_by, ruling.decision, ruling.decided_by)
        for ruling in rulings
    ]
    head = tuple(words(f"dispute-col-{code}") for code in ("time", "what", "asked-by", "decision", "decided-by"))
    return [paragraph(words("dispute-rulings"), SECTION), grid(head, rows, ())]


def _settlements(replay: Replay, words: Words) -> list[Flowable]:
    rows = [
        (
            settlement.hand or words("pit-spot", spot=settlement.spot),
            str(settlement.bettor),
            words.wager_name(settlement.wager),
            words.money(settlement.stake),
            words(settlement_message(settlement.outcome, settlement.pays, settlement.takes)),
            words.money(settlement.takes),
            words.money(settlement.pays),
            settlement.rule,
        )
        for settlement in replay.settlements
    ]
    codes = ("hand", "bettor", "wager", "stake", "outcome", "taken", "paid", "rule")
    head = tuple(words(f"dispute-col-{code}") for code in codes)
    return [paragraph(words("dispute-settlements"), SECTION), grid(head, rows, (3, 5, 6))]


def cited(replay: Replay) -> dict[str, str]:
    """Every clause that the round rests on, with its words, in the order of their use."""
    clauses = [*(step.clause for step in replay.steps), *(settled.rule for settled in replay.settlements)]
    return {clause: clause_words(clause) for clause in dict.fromkeys(clauses) if clause and clause_words(clause)}


def _clauses(replay: Replay, words: Words) -> list[Flowable]:
    rows = list(cited(replay).items())
    head = (words("dispute-col-rule"), words("dispute-col-says"))
    return [paragraph(words("dispute-clauses"), SECTION), grid(head, rows, (), [WIDTH * 0.18, WIDTH * 0.82])]


def _statements(words: Words) -> list[Flowable]:
    """Room for what people say, by hand, and for their names."""
    statements: list[Flowable] = []
    for key in ("dispute-statement-player", "dispute-statement-dealer", "dispute-statement-supervisor"):
        lines = [[paragraph(words(key), HEAD)], *[[""] for _ in range(4)]]
        table = Table(lines, colWidths=[WIDTH], rowHeights=[16, *[18] * 4], hAlign="LEFT")
        table.setStyle(TableStyle([("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE), ("LEFTPADDING", (0, 0), (-1, -1), 0)]))
        statements.append(KeepTogether([table, *signature_lines(words, "dispute-signature", "dispute-date")]))
    return statements


def _steps(steps: Sequence[Step], words: Words) -> Iterator[Flowable]:
    for step in steps:
        yield KeepTogether([*_words(step, words), felt_drawing(step.felt, words), Spacer(1, 6)])


def _words(step: Step, words: Words) -> list[Flowable]:
    who = f" ({step.who})" if step.who else ""
    kind = words(f"pit-step-{step.kind}") + ": " if step.kind in _NAMED else ""
    spoken = words("pit-say", text=words(step.say)) + " " if step.say is not None else ""
    clause = f" [{words.clause(step.clause)}]" if step.clause else ""
    then = f"{spoken}{words('pit-do', text=words(step.do))}{clause}"
    when = words("pit-entry", entry=step.entry, when=f"{clock(step.at_ms)} UTC")
    lines = [
        paragraph(f"{step.number}. {kind}{step_words(words, step)}{who}", HEAD),
        paragraph(f"{when}. {then}", SMALL),
    ]
    return [*lines, *(paragraph(settlement_words(words, settled), SMALL) for settled in step.settled)]
