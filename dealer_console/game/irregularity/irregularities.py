"""Irregularities (rulesets 10): what can be called, which rulings are offered, who must make them."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand
from dealer_console.game.irregularity.catalogue import CATALOGUE, PLAYERS_ANSWER, ruling_for
from dealer_console.game.irregularity.irregularity_places import WHERE, next_asked
from dealer_console.game.message import AnyOf, Field, Message, Quoted, Term
from dealer_console.game.play import flow
from dealer_console.game.similar_names import did_you_mean
from dealer_console.game.state import OpenIrregularity, Round

MOVES: Final = frozenset(
    {
        moves.IrregularityCalled,
        moves.Ruled,
        moves.ExposedCardTaken,
        moves.ExposedCardRefused,
        moves.SpotLeft,
        moves.SpotPlaysOn,
        moves.RoundVoided,
    }
)


_IN_DISPUTE: Final = frozenset({"dealer-blackjack-late", "reader-disagrees"})


# --- why a move around an irregularity is refused ------------------------------------------------------------------


def why_not(r: Round, move: moves.Move) -> Refusal | None:
    if isinstance(move, moves.RoundVoided):
        return _why_not_void(r, move)
    if isinstance(move, moves.IrregularityCalled):
        return why_not_call(r, move)
    if r.irregularity is None:
        return _why_not_afterwards(r, move)
    if isinstance(move, moves.Ruled):
        return _why_not_ruled(r, r.irregularity, move)
    if isinstance(move, moves.ExposedCardTaken | moves.ExposedCardRefused):
        return _why_not_answer_card(r, r.irregularity, move)
    if isinstance(move, moves.SpotLeft | moves.SpotPlaysOn):
        return _why_not_answer_spot(r, r.irregularity, move)
    code = r.irregularity.code
    return Refusal(
        Message("irregularity-open", code=Term("irregularity-name", code), what=awaited(r)),
        ruling_for(r.rules, code).clause,
    )


def _why_not_afterwards(r: Round, move: moves.Move) -> Refusal | None:
    """While play goes on: a missed dealer's card is noticed, a spot leaves after it, an exposed card is refused."""
    if isinstance(move, moves.ExposedCardRefused) and r.exposed_lies:
        return _why_not_refuse(r, move)
    if isinstance(move, moves.Ruled) and r.missed is not None:
        return _why_not_ruled(r, r.missed, move)
    if isinstance(move, moves.SpotLeft | moves.SpotPlaysOn) and (r.missed is not None or may_still_leave(r)):
        return _why_not_answer_spot(r, r.missed or OpenIrregularity("dealer-card-missed", None, None), move)
    return Refusal(Message("no-irregularity-open"), r.rules.cite("irregularities"))


def ruling_waits(r: Round) -> bool:
    """May something be ruled or answered, though no irregularity stops the round?"""
    return r.missed is not None or r.exposed_lies or may_still_leave(r)


def may_still_leave(r: Round) -> bool:
    """The dealer's missed cards have just come: before the next move each spot may still go out (CB 10)."""
    if r.missed_at < 0 or r.phase is phases.COMPLETE:
        return False
    since = [move for move in r.moves[r.missed_at + 1 :] if not isinstance(move, moves.SpotLeft | moves.SpotPlaysOn)]
    return len(since) <= r.missed_cards and all(isinstance(move, moves.CardDrawn) for move in since)


def _why_not_refuse(r: Round, move: moves.ExposedCardRefused) -> Refusal | None:
    """The hand in turn will not have the exposed card: its player gets none any more in this round."""
    clause = ruling_for(r.rules, "card-exposed").clause
    hand = r.hand if r.phase is phases.PLAY and r.due is None else None
    if hand is None or hand.id != move.hand:
        return Refusal(Message("hand-in-turn", hand=hand.id) if hand else Message("no-hand-in-turn"), clause)
    if hand.spot.no_more_cards:
        return Refusal(Message("spot-has-refused-card", spot=hand.spot.number), clause)
    return None


def _why_not_void(r: Round, move: moves.RoundVoided) -> Refusal | None:
    if not move.by:
        return Refusal(Message("supervisor-voids-round", void=moves.RoundVoided(by="NAME")), r.rules.cite("void"))
    if r.phase is phases.COMPLETE:
        return Refusal(Message("round-complete-and-settled"), r.rules.cite("complete"))
    return None


def why_not_call(r: Round, call: moves.IrregularityCalled) -> Refusal | None:
    row = CATALOGUE.get(call.code)
    if row is None:
        return Refusal(
            Message("unknown-irregularity", code=Quoted(call.code), hint=did_you_mean(call.code, CATALOGUE)),
            r.rules.cite("irregularities"),
        )
    clause = ruling_for(r.rules, call.code).clause
    if r.irregularity is not None:
        return Refusal(Message("irregularity-comes-first", code=Term("irregularity-name", r.irregularity.code)), clause)
    if row.hand and (call.hand is None or call.hand not in r.hands):
        hands = tuple(r.hands)
        if call.hand:
            return Refusal(Message("no-hand-write-one-of", hand=call.hand, hands=hands), clause)
        return Refusal(
            Message("irregularity-names-hand", code=Term("irregularity-name", call.code), hands=hands), clause
        )
    if row.card and (call.card is None or call.card is UNSEEN):
        return Refusal(Message("irregularity-names-card", code=Term("irregularity-name", call.code)), clause)
    if call.card is UNSEEN:
        return Refusal(Message("irregularity-names-seen-card", code=Term("irregularity-name", call.code)), clause)
    if not row.hand and call.hand is not None and "hand" not in row.may_name:
        return Refusal(Message("irregularity-names-no-hand", code=Term("irregularity-name", call.code)), clause)
    if not row.card and call.card is not None and "card" not in row.may_name:
        return Refusal(Message("irregularity-names-no-card", code=Term("irregularity-name", call.code)), clause)
    if r.phase is phases.DISPUTE and call.code not in _IN_DISPUTE:
        return Refusal(Message("round-waits", what=awaited(r)), clause)
    stands, where = WHERE[call.code]
    if not stands(r, call):
        return Refusal(Message("irregularity-stands", code=Term("irregularity-name", call.code), where=where), clause)
    if call.card is not None and call.code != "card-impossible" and r.shoe.is_impossible(call.card):
        return Refusal(Message("all-copies-out", card=call.card), r.rules.cite("copies"))
    return None


def offered(r: Round, irregularity: OpenIrregularity) -> tuple[str, ...]:
    """The choices that the rule set offers in this very case."""
    choices = ruling_for(r.rules, irregularity.code).choices
    code = irregularity.code
    if code == "reader-wrong-up-card" and code in r.rules.irregularities:
        return ("void",) if r.table.reader_can_leak else ("continue",)
    if code == "reader-disagrees":
        if not r.dealer.blackjack:
            return tuple(choice for choice in choices if choice != "counts-as-21")
        if "dealer-blackjack-late" in r.rules.irregularities:
            return ("counts-as-21",)
    if code == "card-misdelivered" and r.dealer.cards and code in r.rules.irregularities:
        return tuple(choice for choice in choices if choice != "back-one")
    if code == "card-exposed":
        return _exposed_choices(r, irregularity, choices)
    return choices


def _exposed_choices(r: Round, irregularity: OpenIrregularity, choices: tuple[str, ...]) -> tuple[str, ...]:
    """A document that offers the card to hands burns it only when none is left to ask; elsewhere a supervisor may."""
    if irregularity.offered_to is None:
        return tuple(choice for choice in choices if not choice.startswith("hand-"))
    if irregularity.code in r.rules.irregularities:
        return tuple(choice for choice in choices if choice != "burn")
    return choices


def needs_supervisor(r: Round, irregularity: OpenIrregularity, choice: str) -> bool:
    if choice in ruling_for(r.rules, irregularity.code).supervisor:
        return True
    return irregularity.code == "card-face-up-in-shoe" and second_face_up(r)


def second_face_up(r: Round) -> bool:
    """Was one found before, in this round or earlier in the same shoe?"""
    return r.rules.several_face_up == "void" and max(r.face_up_found, r.shoe.face_up) > 0


def awaited_ruling(r: Round) -> Message:
    """What the contradiction between check and hole card waits for."""
    codes = ("dealer-blackjack-late", "reader-disagrees") if r.dealer.blackjack else ("reader-disagrees",)
    return Message("awaits-ruling-on-hole-card", what=AnyOf(tuple(Term("irregularity-name", code) for code in codes)))


def awaited(r: Round) -> Message | AnyOf:
    """What the open irregularity, or the contradiction between check and hole card, waits for."""
    if r.irregularity is None:
        return awaited_ruling(r)
    asked_hand = r.irregularity.offered_to
    choices: list[Field] = []
    for choice in offered(r, r.irregularity):
        written = _as_written(choice, asked_hand)
        supervised = needs_supervisor(r, r.irregularity, choice) and choice != "hand-refuse"
        choices.append(Message("choice-by-supervisor", choice=written) if supervised else written)
    return AnyOf(tuple(choices))


def _as_written(choice: str, asked_hand: Hand | None) -> Message | Term:
    """A choice as a person writes it down: `1a accept`, `SPOT out`, `burn`."""
    who, _, act = choice.partition("-")
    if who == "hand" and asked_hand is not None and act in ("accept", "refuse"):
        return Message(f"written-hand-{act}", hand=asked_hand.id)
    return Message(f"written-{choice}") if choice in PLAYERS_ANSWER else Term("choice-name", choice)


def _why_not_ruled(r: Round, irregularity: OpenIrregularity, move: moves.Ruled) -> Refusal | None:
    clause = ruling_for(r.rules, irregularity.code).clause
    choices = offered(r, irregularity)
    if move.choice not in choices or move.choice.startswith(("hand-", "spot-")):
        known = did_you_mean(move.choice, choices) if move.choice not in CATALOGUE[irregularity.code].choices else ""
        return Refusal(
            Message(
                "irregularity-offers",
                code=Term("irregularity-name", irregularity.code),
                what=awaited(r),
                choice=Quoted(move.choice),
                hint=known,
            ),
            clause,
        )
    if not move.by and needs_supervisor(r, irregularity, move.choice):
        return Refusal(Message("choice-needs-supervisor", choice=Term("choice-name", move.choice)), clause)
    if move.choice == "accept" and face_up_taker(r) is None:
        return Refusal(Message("nobody-to-take-card"), clause)
    return None


def face_up_taker(r: Round) -> Hand | None:
    """Who may take a card found face up: the hand that is due it, else the hand in turn."""
    if r.due is not None:
        return r.due if isinstance(r.due, Hand) and not r.due.dead else None
    return r.hand if r.phase is phases.PLAY and r.hand is not None and not r.hand.split_ace else None


def _why_not_answer_card(
    r: Round, irregularity: OpenIrregularity, move: moves.ExposedCardTaken | moves.ExposedCardRefused
) -> Refusal | None:
    clause = ruling_for(r.rules, irregularity.code).clause
    if irregularity.code == "card-face-up-in-shoe" and isinstance(move, moves.ExposedCardTaken):
        taker = face_up_taker(r)
        if "accept" in offered(r, irregularity) and taker is not None and taker.id == move.hand:
            return _why_not_taken_alone(r, irregularity, move, "accept")
    if irregularity.code != "card-exposed":
        return Refusal(
            Message("irregularity-waits", code=Term("irregularity-name", irregularity.code), what=awaited(r)), clause
        )
    asked_hand = irregularity.offered_to
    if "hand-accept" not in offered(r, irregularity):
        return Refusal(
            Message("irregularity-waits", code=Term("irregularity-name", irregularity.code), what=awaited(r)), clause
        )
    if asked_hand is None or asked_hand.id != move.hand:
        return Refusal(
            Message("hand-asked-now", hand=asked_hand.id) if asked_hand else Message("no-hand-asked", what=awaited(r)),
            clause,
        )
    return _why_not_taken_alone(r, irregularity, move, "hand-accept")


def _why_not_taken_alone(
    r: Round, irregularity: OpenIrregularity, move: moves.ExposedCardTaken | moves.ExposedCardRefused, choice: str
) -> Refusal | None:
    """Taking the card ends the irregularity, so the supervisor is named with it; a refusal is the player's own."""
    if isinstance(move, moves.ExposedCardRefused) or move.by or not needs_supervisor(r, irregularity, choice):
        return None
    return Refusal(Message("taking-needs-supervisor"), ruling_for(r.rules, irregularity.code).clause)


def _why_not_answer_spot(
    r: Round, irregularity: OpenIrregularity, move: moves.SpotLeft | moves.SpotPlaysOn
) -> Refusal | None:
    ruling = ruling_for(r.rules, irregularity.code)
    if "spot-out" not in ruling.choices:  # whoever may leave may also say that they play on
        return Refusal(
            Message("irregularity-waits", code=Term("irregularity-name", irregularity.code), what=awaited(r)),
            ruling.clause,
        )
    spot = r.spot(move.spot)
    if spot is None or spot.out:
        code = "spot-has-left" if spot else "spot-has-no-wager"
        return Refusal(Message(code, spot=move.spot), ruling.clause)
    return None


def call(r: Round, move: moves.IrregularityCalled) -> None:
    hand = r.hands[move.hand] if move.hand else None
    r.irregular = True
    called = OpenIrregularity(move.code, hand, move.card)
    if move.code == "dealer-card-missed" and r.rules.missed_dealer_card == "now":
        r.missed = called
        flow.deal_on(r)
        return
    r.irregularity = called
    if move.code == "card-exposed" and "hand-accept" in ruling_for(r.rules, move.code).choices:
        called.offered_to = hand or next_asked(r, [])
