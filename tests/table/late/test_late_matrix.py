"""Every irregularity called late at every kind of table (rulesets 11), by touch: in the round, complete, or paid.

One kind of table for each code in the ordinary tests, in turn; the whole product in the proofs. What can have happened
is read from the list that the console itself offers at each card. The restart is taken after every ticked step; in the
end cards, money, verification and export must agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from dealer_console.game import moves
from dealer_console.game.cards import card
from dealer_console.game.engine import apply
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import CATALOGUE, DEALER_WAS_DONE
from dealer_console.game.irregularity.late_call import LateCall, at_the_call
from dealer_console.game.irregularity.late_call_choices import cards_of_round, possible_calls
from dealer_console.game.moves import Move
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal.late_calls import strikable_hits, supposed_hits
from dealer_console.table import commands as c
from dealer_console.table.commands.round.play import with_supervisor
from tests.rigs.continuous_table import ContinuousTable
from tests.rigs.open_table import MA
from tests.table.late.evening import (
    CARDS,
    Evening,
    LateTable,
    Opened,
    by_hand,
    camera_beside_shoe,
    continuous_shuffler,
    plain_shoe,
    sealed_shoe,
)
from tests.table.late.fingers import TouchedEvening

FACE_DOWN: Final[dict[str, str]] = {"hole_card": "face-down"}
BETS: Final = ("1 25 match=5", "2 50")
# An insured pair is split, one half doubled to 21, a hand breaks, a natural waits; the dealer draws to 18.
TOLD: Final = (
    "8h 9c Ah Th Ac 8d 7s Kd 6s (5d)",
    "1a insure 12.50",
    "insurance closed",
    "1 keep",
    "1a split",
    "3c",
    "1a1 double",
    "Tc",
    "Ks",
    "1a2 stand",
    "1b hit",
    "9s",
    "2 keep",
    "2b stand",
    "show",
    "2c",
)
# The same under an ace with a reader; under a six; a ten whose check said clear while an ace lay there.
READER: Final[dict[str, str]] = {"hole_card": "reader"}
TOLD_WITH_READER: Final[dict[str, tuple[str, ...]]] = {
    "reader-fault": (
        "8h 9c Th 9d Ac 7d 7s Kd 6s (5d)",
        "1a insure 12.50",
        "insurance closed",
        "check 5d",
        "1 keep",
        "1a hit",
        "9s",
        "1b stand",
        "2 keep",
        "2a stand",
        "2b stand",
        "show",
        "2c",
    ),
    "reader-wrong-up-card": (
        "8h 9c Th 9d 6c 7d 7s Kd 6s (5d)",
        "1 keep",
        "1a hit",
        "9s",
        "1b stand",
        "2 keep",
        "2a stand",
        "2b stand",
        "show",
        "Tc",
    ),
    "reader-disagrees": (
        "8h 9c Th 9d Kc 7d 7s Kd 6s (Ad)",
        "check 9h",
        "1 keep",
        "1a hit",
        "9s",
        "1b stand",
        "2 keep",
        "2a stand",
        "2b stand",
        "show",
        "resolve stands by Sue",
    ),
}
TOLD_WITH_READER["dealer-blackjack-late"] = TOLD_WITH_READER["reader-disagrees"]
# All had waved off and the dealer's 19 lay open when one more card came: a table with a shoe took it for a hit of 2b.
TOLD_TOO_MANY: Final = (
    "8h 9c Th 8d 9h Tc 7s Kd 6s (9d)",
    "1 keep",
    "1a stand",
    "1b stand",
    "2 keep",
    "2a stand",
    "2s",
    "2b stand",
    "show",
)
TELLS_EVERY_CARD: Final = ("sealed", "plain-value", "camera")
WHEN: Final = ("in the round", "complete", "paid")
KINDS: Final = ("sealed", "plain-value", "continuous shuffler", "by hand", "camera")
SHOWN_ONLY: Final = {"reader-disagrees", "dealer-blackjack-late"}  # found when the hole card is turned


@dataclass(frozen=True, kw_only=True)
class Case:
    code: str
    kind: str
    when: str
    answer: int  # which of the answers that the rules offer

    def __str__(self) -> str:
        return f"{self.code} [{self.kind}, {self.when}]"


def cases() -> Iterator[Case]:
    """One moment and one answer for each pair; over all kinds every moment and every answer comes up."""
    for number, code in enumerate(sorted(CATALOGUE)):
        for turn, kind in enumerate(KINDS):
            shoe_saw = kind in TELLS_EVERY_CARD  # the card was booked; else nobody entered it before the round was paid
            too_many = WHEN[1:] if shoe_saw else WHEN[2:]
            later = too_many if code == DEALER_WAS_DONE else WHEN[1:] if code in SHOWN_ONLY else WHEN
            when = later[(number + turn) % len(later)]
            yield Case(code=code, kind=kind, when=when, answer=number + turn)


def story(case: Case) -> tuple[str, ...]:
    if case.code == DEALER_WAS_DONE and case.kind in TELLS_EVERY_CARD:
        return TOLD_TOO_MANY
    return TOLD_WITH_READER.get(case.code, TOLD)


def told(case: Case) -> tuple[str, ...]:
    """A card that was exposed in error is one for which no hit was asked: a shoe's table supposed it, and where people
    enter the cards it was entered with one."""
    told = story(case)
    in_round = told[: told.index("9s") + 1] if case.when == "in the round" else ()
    words = in_round or (told if case.when == "complete" else (*told, "paid"))
    unasked = case.code == "card-exposed" and case.kind in TELLS_EVERY_CARD
    return tuple(word for word in words if word != "1b hit") if unasked else words


def opened(case: Case, folder: Path) -> LateTable:
    words, choices = story(case), READER if case.code in TOLD_WITH_READER else FACE_DOWN
    faces = [word.strip("()") for text in words if CARDS.fullmatch(text) for word in text.split()]
    if case.kind == "continuous shuffler":
        return continuous_shuffler(folder, BETS, choices["hole_card"])
    shoes: dict[str, Opened] = {
        "sealed": sealed_shoe,
        "plain-value": plain_shoe,
        "by hand": by_hand,
        "camera": camera_beside_shoe,
    }
    return shoes[case.kind](faces, MA, BETS, choices)


def called(evening: Evening, case: Case) -> c.CallLate:
    """The newest card at which it can have happened, and the answers up to the end of the irregularity."""
    dealt = evening.state.dealt
    assert dealt is not None
    by_hand = evening.state.cards_by_hand
    supposed = strikable_hits(dealt.standing)
    for lying in cards_of_round(dealt.table, dealt.bets, dealt.moves, supposed=supposed, shoe=dealt.shoe_before):
        offers = possible_calls(dealt.table, dealt.bets, dealt.moves, lying, shoe=dealt.shoe_before, by_hand=by_hand)
        for offer in offers:
            if offer.call.code != case.code:
                continue
            unentered = case.code == DEALER_WAS_DONE and offer.call.card is None
            call = replace(offer.call, card=card("4c")) if unentered else offer.call
            if case.code == "hole-card-exposed" and call.card is None:
                call = replace(call, card=card("5d"))
            late = LateCall(place=lying.place, call=call, rulings=(), by="Sue", not_asked=offer.not_asked)
            rulings = answered(evening, late, case.answer)
            if rulings is not None:
                place = dealt.standing[lying.place].seq
                who, unasked = evening.rig.dealer, offer.not_asked
                return c.CallLate(who=who, place=place, call=call, rulings=rulings, not_asked=unasked)
    raise AssertionError(f"{case} is offered at no card")


def answered(evening: Evening, late: LateCall, which: int) -> tuple[Move, ...] | None:
    dealt = evening.state.dealt
    assert dealt is not None
    supposed = supposed_hits(dealt.standing)
    at = at_the_call(dealt.table, dealt.bets, dealt.moves, late, supposed=supposed, shoe=dealt.shoe_before)
    if isinstance(at, Refusal):
        return None
    rulings: list[Move] = []
    while at.irregularity is not None:
        answers = [move for move in legal_moves(at) if not isinstance(move, moves.RoundVoided | moves.SpotPlaysOn)]
        answer = answers[(which + len(rulings)) % len(answers)]
        apply(at, answer)
        rulings.append(with_supervisor(answer, None))
    return tuple(rulings)


def the_call_ends_well(case: Case, folder: Path) -> None:
    shoe = opened(case, folder)
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = TouchedEvening(shoe)
    evening.tell(told(case))
    command = called(evening, case)
    evening.call_late(command)
    if command.call == parse_move(f"irregularity {DEALER_WAS_DONE} 4c"):
        evening.faces.append("4c")  # drawn, and entered with the call
    evening.finish()
    evening.keeps_its_promises(folder, out)
    if isinstance(shoe, ContinuousTable) and case.code != DEALER_WAS_DONE:
        shoe.put_back()
        left, inside = shoe.counts
        assert left == inside  # what the table counts is what the device holds


BY_CAMERA: Final = DEALER_WAS_DONE  # pictures take their time: one of them


def kind_in_turn(code: str) -> str:
    return "camera" if code == BY_CAMERA else KINDS[sorted(CATALOGUE).index(code) % (len(KINDS) - 1)]


IN_TURN: Final = [case for case in cases() if kind_in_turn(case.code) == case.kind]


@pytest.mark.parametrize("case", IN_TURN, ids=str)
def test_called_late(case: Case, tmp_path: Path) -> None:
    the_call_ends_well(case, tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize("case", [case for case in cases() if case not in IN_TURN], ids=str)
def test_called_late_at_the_other_tables(case: Case, tmp_path: Path) -> None:
    the_call_ends_well(case, tmp_path)


def test_the_matrix_names_every_irregularity_of_section_10() -> None:
    """Every code at every kind of table: nothing is left out."""
    for kind in KINDS:
        assert {case.code for case in cases() if case.kind == kind} == CATALOGUE.keys()
    assert {case.code for case in IN_TURN} == CATALOGUE.keys()
    assert {case.kind for case in IN_TURN} == {*KINDS}


@pytest.mark.parametrize("kind", ["sealed", "by hand"])
def test_two_calls_about_one_round_the_second_after_it_was_paid(kind: str, tmp_path: Path) -> None:
    """The hit that broke 1b had not been served: dead, its wager comes back. Then another card had lain face up."""
    case = Case(code="hit-missed", kind=kind, when="complete", answer=0)
    shoe = opened(case, tmp_path)
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell([*TOLD, "call 9s hit-missed 1b / dead-hand"])
    assert "1b main: give back 25.00" in " ".join(evening.changes)
    evening.finish()
    evening.tell(["call Ks card-face-up-in-shoe Ks / discard"])
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)
    assert sum(text.startswith("irregularity") for text in evening.amended) >= 2


def test_a_bust_that_was_taken_ticked_and_paid_becomes_a_hand_in_play_again_ma_15d(tmp_path: Path) -> None:
    """1a had waved off on 18 and was given a 5: its wager lies again, and the 5 is the dealer's next card."""
    cards = ["Th", "9c", "6h", "8d", "8s", "Kd", "5c", "Tc"]
    shoe = sealed_shoe(cards, MA, ("1 25",), FACE_DOWN)
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell(["Th 9c 6h 8d 8s (Kd)", "5c"])
    evening.account_for_what_moved(parse_move("irregularity card-exposed 5c"))
    bust = evening.state.settled[0]
    evening.do(c.SettlementDone(who="Dee", settlement=bust.seq))
    evening.tell(["1b stand", "show", "Tc", "paid", "call 5c card-exposed 5c / next-card"])
    assert "1a main: give back 25.00, lies again" in " ".join(evening.changes)
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)
    dealer = [face.text for face in evening.state.dealt.felt.dealer.cards] if evening.state.dealt is not None else []
    assert dealer == ["6h", "Kd", "5c"]  # 21: both hands lose after all
    assert evening.house == 5000


def test_an_added_wager_that_a_step_takes_is_not_taken_again_at_the_end_ma_10c(tmp_path: Path) -> None:
    """2a broke: its double lay marked and was due with the rest when the hole card turned out to have lain face up."""
    told = ["2c Tc 6c Ts Th 3c 9d 6h 9s (7s)", "1 keep", "4h", "4c", "1a stand", "1b stand"]
    told += ["2 keep", "2a double", "Kc", "2b stand", "show"]
    faces = [word.strip("()") for text in told if CARDS.fullmatch(text) for word in text.split()]
    shoe = sealed_shoe(faces, MA, ("1 25", "2 25"), FACE_DOWN)
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell([*told, "call 7s card-face-up-in-shoe 7s / discard"])
    assert "2a double: take 25.00" in " ".join(evening.changes)
    assert [(wager.wager, wager.done) for wager in evening.state.settled] == [("main", True), ("double", True)]
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)
