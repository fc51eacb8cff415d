"""Settlements are computed again: an honest chain with a wrong payment in it is not genuine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, play, play_all
from dealer_console.game.moves import Move
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.state import Settlement
from dealer_console.journal import Draft, Journal, settlements
from dealer_console.journal.configuration import configuration
from dealer_console.journal.round_entries import appends_of_round, closed, moved, opened, undone
from dealer_console.journal.verification.verify import VerifyReport, verify
from dealer_console.rulebook import load_rules
from tests.journal.dealt import LOG, NOON, RULES, SEED

CHOICES: dict[str, object] = {"decks": 6, "hole_card": "reader", "surrender": True}
TABLE = choose(load_rules(RULES), CHOICES)
BETS = [parse_bet("1 25 match=5"), parse_bet("3 100")]
PLAY = [
    "??",
    "Th 5c 9d 8s 6h 6d Ks 9c 2d ??",
    "1 switch",
    "1a stand",
    "1b double",
    "9h",
    "3a stand",
    "3b stand",
    "reveal Th",
    "6c",
]
MOVES: list[Move] = [move for text in PLAY for move in parse_moves(text)]
SHOE = Draft(kind="shoe", data={"decks": 6, "change": "new"})


def journal_of(folder: Path, drafts: Sequence[Draft], *, checkpoint: bool = True) -> VerifyReport:
    path = folder / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        journal.append([configuration(RULES, CHOICES), SHOE, *drafts], at_ms=NOON)
        if checkpoint:
            journal.checkpoint(NOON)
    return verify(path)


def honest() -> list[Draft]:
    return [draft for part in appends_of_round(1, TABLE, BETS, MOVES, who="Ann") for draft in part]


FIRST = 4  # the entry of the first draft, behind genesis, configuration and shoe


def place_of(drafts: Sequence[Draft], kind: str, number: int = 0) -> int:
    return [place for place, draft in enumerate(drafts) if draft.kind == kind][number]


def test_an_honest_round_is_genuine(tmp_path: Path) -> None:
    report = journal_of(tmp_path, honest())
    assert report.problem is None
    assert (report.rounds, report.settlements) == (1, 6)


def paid_more(drafts: list[Draft]) -> int:
    place = place_of(drafts, "settlement", 2)
    drafts[place] = Draft(kind="settlement", data={**drafts[place].data, "pays": "500.00"})
    return place


def another_clause(drafts: list[Draft]) -> int:
    place = place_of(drafts, "settlement", 1)
    drafts[place] = Draft(kind="settlement", data={**drafts[place].data, "rule": "MA 99"})
    return place


def settlement_left_out(drafts: list[Draft]) -> int:
    place = place_of(drafts, "settlement", 1)
    del drafts[place]
    return place


def last_settlement_left_out(drafts: list[Draft]) -> int:
    place = place_of(drafts, "settlement", -1)
    del drafts[place]
    return place


def settlement_twice(drafts: list[Draft]) -> int:
    place = place_of(drafts, "settlement", -1)
    drafts.insert(place, drafts[place])
    return place + 1


def withdrawn_without_reason(drafts: list[Draft]) -> int:
    place = place_of(drafts, "settlement", -1)
    drafts.insert(place + 1, Draft(kind="settlement-withdrawn", data=drafts[place].data))
    return place + 1


def another_card(drafts: list[Draft]) -> int:
    """Every settlement that follows from it differs; the first one is named."""
    place = next(n for n, draft in enumerate(drafts) if draft.data.get("move") == "6c")
    drafts[place] = Draft(kind="move", data={"move": "4c"})
    return place + 1


def move_out_of_turn(drafts: list[Draft]) -> int:
    place = next(n for n, draft in enumerate(drafts) if draft.data.get("move") == "1a stand")
    drafts[place] = Draft(kind="move", data={"move": "3b stand"})
    return place


def no_move_at_all(drafts: list[Draft]) -> int:
    place = next(n for n, draft in enumerate(drafts) if draft.data.get("move") == "1a stand")
    drafts[place] = Draft(kind="move", data={"move": "1a stnad"})
    return place


def move_outside_a_round(drafts: list[Draft]) -> int:
    drafts.append(Draft(kind="move", data={"move": "Th"}))
    return len(drafts) - 1


def another_result(drafts: list[Draft]) -> int:
    drafts[-1] = Draft(kind="round-closed", data={"round": 1, "house_net": "1.00"})
    return len(drafts) - 1


def another_round_closed(drafts: list[Draft]) -> int:
    drafts[-1] = Draft(kind="round-closed", data={**drafts[-1].data, "round": 2})
    return len(drafts) - 1


def closed_too_early(drafts: list[Draft]) -> int:
    place = next(n for n, draft in enumerate(drafts) if draft.data.get("move") == "3a stand")
    drafts[place:] = [Draft(kind="round-closed", data={"round": 1, "house_net": "5.00"})]
    return place


def opened_inside_a_round(drafts: list[Draft]) -> int:
    place = place_of(drafts, "move", 3)
    drafts.insert(place, Draft(kind="round-opened", data={"round": 2, "bets": ["1 25"]}))
    return place


def the_same_number_again(drafts: list[Draft]) -> int:
    drafts += honest()
    return len(drafts) // 2


def wagers_that_cannot_stand(drafts: list[Draft]) -> int:
    drafts[0] = Draft(kind="round-opened", data={"round": 1, "bets": ["99 25"]})
    return 0


def wagers_that_are_none(drafts: list[Draft]) -> int:
    drafts[0] = Draft(kind="round-opened", data={"round": 1, "bets": ["one chip"]})
    return 0


def configured_inside_a_round(drafts: list[Draft]) -> int:
    drafts.insert(3, configuration(RULES, {}))
    return 3


def rules_that_do_not_fit_their_hash(drafts: list[Draft]) -> int:
    whole = configuration(RULES, {})
    drafts.insert(0, Draft(kind="configuration", data={**whole.data, "rules_text": "name = 'x'"}))
    return 0


def choices_that_do_not_fit_their_hash(drafts: list[Draft]) -> int:
    whole = configuration(RULES, {})
    drafts.insert(0, Draft(kind="configuration", data={**whole.data, "choices": {"decks": 8}}))
    return 0


def choices_that_the_rules_do_not_offer(drafts: list[Draft]) -> int:
    drafts.insert(0, configuration(RULES, {"decks": 77}))
    return 0


def rules_of_which_nothing_is_left(drafts: list[Draft]) -> int:
    whole = dict(configuration(RULES, {}).data)
    del whole["rules_text"]
    drafts.insert(0, Draft(kind="configuration", data={**whole, "rules_hash": "0" * 64}))
    return 0


def unknown_rules_without_text(drafts: list[Draft]) -> int:
    whole = dict(configuration(RULES, {}).data)
    del whole["rules_text"]
    drafts.insert(0, Draft(kind="configuration", data={**whole, "rules": "nowhere-switch"}))
    return 0


def an_undo_of_another_move(drafts: list[Draft]) -> int:
    place = place_of(drafts, "move", 5)
    drafts.insert(place, undone(FIRST + place - 2, "wrong hand", "Ann"))
    return place


def an_undo_of_nothing(drafts: list[Draft]) -> int:
    drafts.insert(0, undone(3, "wrong hand", "Ann"))
    return 0


def a_burned_card_that_is_none(drafts: list[Draft]) -> int:
    drafts.insert(0, Draft(kind="burn", data={"card": "Zz"}))
    return 0


WRONGS: list[Callable[[list[Draft]], int]] = [
    paid_more,
    another_clause,
    settlement_left_out,
    last_settlement_left_out,
    settlement_twice,
    withdrawn_without_reason,
    another_card,
    move_out_of_turn,
    no_move_at_all,
    move_outside_a_round,
    another_result,
    another_round_closed,
    closed_too_early,
    opened_inside_a_round,
    the_same_number_again,
    wagers_that_cannot_stand,
    wagers_that_are_none,
    configured_inside_a_round,
    rules_that_do_not_fit_their_hash,
    choices_that_do_not_fit_their_hash,
    choices_that_the_rules_do_not_offer,
    rules_of_which_nothing_is_left,
    unknown_rules_without_text,
    an_undo_of_another_move,
    an_undo_of_nothing,
    a_burned_card_that_is_none,
]


@pytest.mark.parametrize("wrong", WRONGS)
def test_a_wrong_entry_in_an_honest_chain_is_named(tmp_path: Path, wrong: Callable[[list[Draft]], int]) -> None:
    drafts = honest()
    place = wrong(drafts)
    report = journal_of(tmp_path, drafts)
    assert report.problem is not None
    assert report.problem.entry == FIRST + place, report.problem


def test_a_journal_that_ends_with_a_settlement_owed(tmp_path: Path) -> None:
    drafts = honest()
    report = journal_of(tmp_path, drafts[: place_of(drafts, "settlement", -1)])
    assert report.problem is not None
    assert report.problem.what.code == "verify-missing-after"


def test_an_open_round_is_no_fault(tmp_path: Path) -> None:
    assert journal_of(tmp_path, honest()[:13]).problem is None


def test_a_round_before_any_configuration(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED) as journal:
        journal.append([Draft(kind="burn", data={"card": "??"})], at_ms=NOON)
    assert str(verify(path).problem) == "entry 2: a card is burned before there is a shoe"
    with Journal.create(tmp_path / "b.journal", table="BJS 4", signing_key=SEED) as journal:
        journal.append(honest(), at_ms=NOON)
    assert str(verify(tmp_path / "b.journal").problem) == "entry 2: a round begins before any configuration"


def test_rules_from_the_house_when_the_journal_does_not_hold_them(tmp_path: Path) -> None:
    whole = dict(configuration(RULES, CHOICES).data)
    del whole["rules_text"]
    assert journal_of(tmp_path, [Draft(kind="configuration", data=whole), *honest()]).problem is None


# --- undo ------------------------------------------------------------------------------------------------------------


def played(upto: int) -> tuple[Round, list[Draft]]:
    """The round after so many moves, and its drafts."""
    drafts: list[Draft] = []
    r = Round(TABLE, BETS)
    drafts.append(opened(1, BETS))
    for move in MOVES[:upto]:
        before = list(r.settlements)
        play(r, move)
        drafts += [moved(move), *settlements.drafts(before, r.settlements)]
    return r, drafts


@pytest.mark.parametrize("upto", range(1, len(MOVES) + 1))
def test_a_move_taken_back_and_made_again(tmp_path: Path, upto: int) -> None:
    """Whatever the last move was: its settlements are withdrawn with it, and come again with it."""
    r, drafts = played(upto)
    before = list(r.settlements)
    last = FIRST + max(place for place, draft in enumerate(drafts) if draft.kind == "move")
    again = Round(TABLE, BETS)
    play_all(again, MOVES[: upto - 1])
    drafts += [undone(last, "slip of the finger", "Ann"), *settlements.drafts(before, again.settlements)]
    for move in MOVES[upto - 1 :]:
        known = list(again.settlements)
        play(again, move)
        drafts += [moved(move), *settlements.drafts(known, again.settlements)]
    drafts.append(closed(1, again))
    report = journal_of(tmp_path, drafts)
    assert report.problem is None
    assert report.rounds == 1


def test_cards_of_an_undone_move_are_in_the_shoe_again(tmp_path: Path) -> None:
    """Six kings of spades are in six decks: drawing one, taking it back and drawing it again is one king."""
    bets = [parse_bet("1 25")]
    drafts = [opened(1, bets)]
    for _ in range(6):
        drafts += [Draft(kind="move", data={"move": "Ks"}), undone(0, "misread", "Ann")]
    drafts = [
        Draft(kind="undo", data={"undoes": FIRST + place - 1, "why": "misread"}) if draft.kind == "undo" else draft
        for place, draft in enumerate(drafts)
    ]
    drafts += [Draft(kind="move", data={"move": "Ks"})]
    assert journal_of(tmp_path, drafts).problem is None


def test_seven_equal_cards_in_six_decks_are_refused_across_rounds(tmp_path: Path) -> None:
    burns = [Draft(kind="burn", data={"card": "Ks", "why": "dealer change"})] * 6
    drafts = [*burns, opened(1, [parse_bet("1 25")]), Draft(kind="move", data={"move": "Ks"})]
    report = journal_of(tmp_path, drafts)
    assert report.problem is not None
    assert report.problem.entry == FIRST + 7
    drafts.insert(6, SHOE)
    (tmp_path / "again").mkdir()
    assert journal_of(tmp_path / "again", drafts).problem is None


# --- the difference of settlements -----------------------------------------------------------------------------------


def settled(number: int) -> Settlement:
    r, _ = played(len(MOVES))
    return r.settlements[number]


def test_the_difference_of_settlements() -> None:
    a, b, c = settled(0), settled(1), settled(2)
    assert settlements.changes([], []) == []
    assert settlements.changes([a], [a, b]) == [("settlement", b)]
    assert settlements.changes([a, b], [a]) == [("settlement-withdrawn", b)]
    assert settlements.changes([a, b], [b]) == [("settlement-withdrawn", a)]
    assert settlements.changes([a, b], [a, c]) == [("settlement-withdrawn", b), ("settlement", c)]
    assert settlements.changes([a, b, c], []) == [("settlement-withdrawn", settlement) for settlement in (a, b, c)]
