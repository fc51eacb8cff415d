"""The dispute's PDF: what was wagered, the felt after every step with prompt and clause, who ruled, what was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportlab.platypus import Flowable, KeepTogether, Spacer
from sqlalchemy import select

from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.messages import recorded
from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.dispute.felt_drawing import felt_drawing
from dealer_console.pit.pages.plainly import bets_in_words, choice_in_words, prompt_in_words, step_in_words
from dealer_console.pit.paper import BODY, HEAD, SECTION, SMALL, TITLE, WIDTH, grid, paragraph, pdf
from dealer_console.pit.round_replay import Replay, Step
from dealer_console.table.shift.report import clock

# Before the words of a step, where these do not say what it is.
_KINDS: Final = {
    "opened": "No more bets: ",
    "irregularity": "Irregularity: ",
    "ruling": "Ruling: ",
    "undo": "Taken back: ",
    "closed": "Paid: ",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """An irregularity or a correction of the round, and who decided."""

    at_ms: int
    what: str
    asked_by: str
    decision: str
    decided_by: str


def rulings_of(archive: Archive, replay: Replay) -> tuple[Ruling, ...]:
    names = archive.names()
    with archive.engine.connect() as connection:
        called = connection.execute(
            select(t.irregularities).where(t.irregularities.c.round_id == replay.found.id)
        ).all()
        put_right = connection.execute(select(t.corrections).where(t.corrections.c.round_id == replay.found.id)).all()
    found = [
        Ruling(
            at_ms=row.at_ms,
            what=recorded(CATALOGUE[row.code].message) if row.code in CATALOGUE else row.code,
            asked_by=names.get(row.called_by, row.called_by) or "a device",
            decision=choice_in_words(row.ruling) if row.ruling else "none",
            decided_by=names.get(row.ruled_by, row.ruled_by) or "nobody",
        )
        for row in called
    ]
    found += [
        Ruling(
            at_ms=row.at_ms,
            what=f"correction of entry {row.corrects}",
            asked_by=names.get(row.requested_by, row.requested_by),
            decision=f"{in_dollars(row.cents)} to the bettor: {row.reason}",
            decided_by=names.get(row.approved_by, row.approved_by),
        )
        for row in put_right
    ]
    return tuple(sorted(found, key=lambda each: each.at_ms))


def dispute_pdf(archive: Archive, replay: Replay, public_key: str) -> bytes:
    found = replay.found
    title = f"Round {found.number}, table {found.table}"
    story: list[Flowable] = [
        paragraph(title, TITLE),
        paragraph(f"{clock(found.opened_ms)} to {clock(found.closed_ms)} UTC. {replay.rules_title}.", SMALL),
        Spacer(1, 6),
        *_facts(replay, public_key),
        *_rulings(rulings_of(archive, replay)),
        *_settlements(replay),
        paragraph("Step by step", SECTION),
    ]
    names = archive.names()
    story += _steps([replace(step, who=names.get(step.who, step.who)) for step in replay.steps])
    return pdf(title, f"{title}, entries {found.first_entry} to {found.last_entry} of journal {found.log}", story)


def _facts(replay: Replay, public_key: str) -> list[Flowable]:
    found = replay.found
    rows = [
        ("Dealer", found.dealer or "nobody recorded"),
        ("Wagers", bets_in_words(found.bets)),
        ("House", in_dollars(found.house)),
        (
            "Results",
            "; ".join(f"spot {place.removesuffix('/1')}: {in_dollars(amount)}" for place, amount in replay.nets),
        ),
        ("Rule set", replay.rules),
        ("Entries", f"{found.first_entry} to {found.last_entry}"),
        ("Journal", found.log),
        ("Public key", public_key),
    ]
    return [grid(("", "The round"), rows, (), [WIDTH * 0.18, WIDTH * 0.82])]


def _rulings(rulings: Sequence[Ruling]) -> list[Flowable]:
    if not rulings:
        return [Spacer(1, 6), paragraph("No irregularity was called in this round, and nothing was corrected.", BODY)]
    rows = [(clock(each.at_ms) or "", each.what, each.asked_by, each.decision, each.decided_by) for each in rulings]
    head = ("Time", "What", "Asked by", "Decision", "Decided by")
    return [paragraph("Irregularities and corrections", SECTION), grid(head, rows, ())]


def _settlements(replay: Replay) -> list[Flowable]:
    rows = [
        (
            each.hand or f"spot {each.spot}",
            str(each.bettor),
            each.wager,
            in_dollars(each.stake),
            each.outcome,
            in_dollars(each.takes),
            in_dollars(each.pays),
            each.rule,
        )
        for each in replay.settlements
    ]
    head = ("Hand", "Bettor", "Wager", "Stake", "Outcome", "Taken", "Paid", "Rule")
    return [paragraph("Settlements", SECTION), grid(head, rows, (3, 5, 6))]


def _steps(steps: Sequence[Step]) -> Iterator[Flowable]:
    for step in steps:
        yield KeepTogether([*_words(step), felt_drawing(step.felt), Spacer(1, 6)])


def _words(step: Step) -> list[Flowable]:
    who = f" ({step.who})" if step.who else ""
    told = f"{step.number}. {_KINDS.get(step.kind, '')}{step_in_words(step)}{who}"
    said = f"“{prompt_in_words(step.say)}” " if step.say else ""
    then = f"{said}Next: {prompt_in_words(step.do)}."
    clause = f" [{step.clause}]" if step.clause else ""
    lines = [paragraph(told, HEAD), paragraph(f"{clock(step.at_ms)} UTC, entry {step.entry}. {then}{clause}", SMALL)]
    return [*lines, *(paragraph(each, SMALL) for each in step.settled)]
