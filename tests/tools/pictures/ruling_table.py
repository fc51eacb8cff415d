"""A table in the middle of a round that waits for a ruling: so that the pictures show one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dealer_console.demo.floor.quick_journal import QuickJournal
from dealer_console.game.cards import card
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, play
from dealer_console.game.moves import DRAWN
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Draft
from dealer_console.journal.configuration import configuration
from dealer_console.journal.round_entries import moved, opened
from dealer_console.rulebook import load_rules
from dealer_console.table.approvals.request import subject_hash
from dealer_console.table.people import Action

NAME: Final = "switch-14"
RULES: Final = "massachusetts-switch"
DEALER: Final = "Eva Novak"
BETS: Final = ("1 25", "2 50", "4 25")
CARDS: Final = ("Kh", "7c", "9d", "4s", "Ts", "Ah", "8d", "Jc", "3h")
BEGINS_MS: Final = 15 * 60_000
ASKED_MS: Final = 2 * 60_000
LASTS_MS: Final = 10 * 60_000


def asking_table(folder: Path, now_ms: int) -> None:
    """The shift is open, nine cards lie on the felt, and the dealer asks to void the round."""
    begin = now_ms - BEGINS_MS
    journal = QuickJournal(
        folder / f"{NAME}.journal", table=NAME, signing_key=bytes(range(32)), log=bytes([14] * 16), at_ms=begin
    )
    table = choose(load_rules(RULES), {})
    drafts = [
        configuration(RULES, {}),
        Draft(
            kind="shift",
            data={
                "step": "open",
                "table": NAME,
                "rules": RULES,
                "denominations": [10000, 2500, 500],
                "most_spots": 5,
                "verified_by": "Sue Adler",
            },
            who="Sue Adler",
        ),
        Draft(kind="money", data={"what": "opener", "cents": 1_000_000, "chips": {"10000": 100}}),
        Draft(kind="person-in", data={"person": "d5", "role": "dealer", "name": DEALER}, who="d5"),
        Draft(kind="shoe", data={"decks": table.decks, "change": "new"}),
        Draft(kind="device-link", data=_SHOE_AWAY),
    ]
    journal.append(drafts, at_ms=begin)
    journal.checkpoint(begin)
    bets = [parse_bet(bet) for bet in BETS]
    dealt = Round(table, bets)
    moves = [DRAWN[card(face)] for face in CARDS]
    for move in moves:
        play(dealt, move)
    journal.append([opened(1, bets, "d5"), *(moved(move, "d5") for move in moves)], at_ms=now_ms - 2 * ASKED_MS)
    journal.append([_request(now_ms)], at_ms=now_ms - ASKED_MS)
    journal.checkpoint(now_ms - ASKED_MS)
    journal.close()


_SHOE_AWAY: Final = {
    "device": "shoe",
    "state": "away",
    "serial": "S-200533-14",
    "model": "shoe M2",
    "firmware": "2.4.1",
    "reason": "the line is silent",
}


def _request(now_ms: int) -> Draft:
    return Draft(
        kind="request",
        data={
            "request": "R-1",
            "action": Action.VOID_ROUND.value,
            "subject": {"round": 1},
            "subject_hash": subject_hash(Action.VOID_ROUND, {"round": 1}),
            "requester": "d5",
            "reason": "two cards came out together, nobody knows their order",
            "asked_at_ms": now_ms - ASKED_MS,
            "expires_at_ms": now_ms + LASTS_MS,
        },
        who="d5",
    )
