"""Cards: where they are due, faces that cannot be, suits that a wager needs, the burn, the hole card, a turned card."""

from __future__ import annotations

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand, SpotLayout
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.legality.lookup import hand_of
from dealer_console.game.message import Message, Term
from dealer_console.game.play import effects
from dealer_console.game.state import BURN, HOLE_CARD, UP_CARD, Due, Round
from dealer_console.game.wagers.side_bets import bounty_decided, is_twenty, trilux_decided


def why_not_card(r: Round, move: moves.CardDrawn) -> Refusal | None:
    card = move.card
    due = r.due
    if card is UNSEEN and (effects.burns(r) or r.hole_echo == len(r.moves)):
        return None
    if due is None:
        return nobody_is_due(r)
    if card is UNSEEN:
        return _why_not_unseen(r, due)
    if due is HOLE_CARD:
        return Refusal(
            Message("hole-card-dealt-face-down", unseen=moves.DRAWN[UNSEEN]), r.rules.cite("hole_card_dealt")
        )
    if r.looks_at_suits or r.shoe.copies[card.index] >= r.shoe.decks:
        return why_not_face(r, card, due)
    return None


def why_not_face(r: Round, card: Card, due: Due | None) -> Refusal | None:
    """A face that all copies of have come, or whose missing suit a wager looks at."""
    shoe = r.shoe
    if shoe.copies[card.index] >= shoe.decks and shoe.is_impossible(card):
        return Refusal(
            Message("all-copies-out-call", decks=shoe.decks, card=card),
            r.rules.cite("copies"),
        )
    if r.looks_at_suits and r.phase is not phases.PLAY:
        return _why_not_without_suit(r, card, due)
    return None


def nobody_is_due(r: Round) -> Refusal:
    if r.phase is phases.PLAY and r.hand is None:
        spot = r.spot_in_turn
        return Refusal(Message("no-card-due-spot-answers", spot=spot.number if spot else ""), r.rules.cite("switch"))
    clause = r.rules.cite("card_due")
    if r.phase is phases.PLAY and r.hand:
        return Refusal(Message("no-card-due-hand-decides", hand=r.hand.id), clause)
    return Refusal(Message("no-card-due", waits=r.phase.waits), clause)


def _why_not_unseen(r: Round, due: Due) -> Refusal | None:
    if due is HOLE_CARD or due is BURN:
        return None
    if isinstance(due, Hand) and due.doubled and r.rules.double_face_down:
        return None
    where = due.id if isinstance(due, Hand) else due.message
    topic = "double_card" if isinstance(due, Hand) and due.doubled else "face_up"
    return Refusal(Message("card-dealt-face-up", place=where), r.rules.cite(topic))


def _why_not_without_suit(r: Round, card: Card, due: Due | None) -> Refusal | None:
    if isinstance(due, Hand):
        return _suit_missing(r, due.spot, (*due.cards, card) if due.cards else (), r.up_card)
    if due is UP_CARD:
        for spot in r.spots:
            first = tuple(spot.hands[0].cards)
            refusal = _never_decided(r, spot, first, card) or _suit_missing(r, spot, first, card)
            if refusal is not None:
                return refusal
    return None


def _never_decided(r: Round, spot: SpotLayout, first: tuple[Card, ...], up: Card) -> Refusal | None:
    """Two cards of different ranks without a suit: no second card could decide the wager, so the up-card names its."""
    looks = any(wager.kind == "trilux" for wager in spot.side_wagers)
    if not looks or len(first) != 1 or first[0].suit_known or up.suit_known or first[0].rank == up.rank:
        return None
    return Refusal(_suits_of(spot, "trilux", (up,)), r.rules.cite("suits_trilux"))


def _suits_of(spot: SpotLayout, kind: str, cards: tuple[Card, ...]) -> Message:
    """The cards whose suit is missing; one that lies there already is corrected first."""
    missing = tuple(card for card in cards if not card.suit_known)
    return Message("wager-looks-at-suits", kind=Term("kind", kind), spot=spot.number, cards=missing)


def _suit_missing(r: Round, spot: SpotLayout, two: tuple[Card, ...], up: Card | None) -> Refusal | None:
    if len(two) != 2:
        return None
    kinds = {wager.kind for wager in spot.side_wagers}
    ace_nine = r.rules.bounty_counts_ace_nine
    if "trilux" in kinds and up is not None and not trilux_decided((*two, up), ace_low=r.rules.trilux_ace_low):
        return Refusal(_suits_of(spot, "trilux", (*two, up)), r.rules.cite("suits_trilux"))
    if (
        "bounty" in kinds
        and not spot.dealt
        and is_twenty(two, ace_nine=ace_nine)
        and not bounty_decided(two, ace_nine=ace_nine)
    ):
        return Refusal(_suits_of(spot, "bounty", two), r.rules.cite("suits_bounty"))
    return None


def why_not_burn(r: Round, move: moves.CardBurned) -> Refusal | None:
    if r.due is BURN or (r.phase is phases.OPEN and (not r.burned or r.rules.extra_burn == "play-on")):
        return None if move.card is UNSEEN else why_not_face(r, move.card, BURN)
    if r.phase is phases.OPEN:
        return Refusal(Message("one-card-burned-not-more"), r.rules.cite("burn"))
    return Refusal(Message("burn-before-first-card"), r.rules.cite("burn"))


def why_not_show(r: Round, move: moves.HoleCardShown) -> Refusal | None:
    if r.table.hole_card_comes_last:
        return Refusal(Message("dealer-has-no-hole-card"), r.rules.cite("dealer_card"))
    if r.missed is not None:
        clause = ruling_for(r.rules, r.missed.code).clause
        return Refusal(Message("dealers-card-missing", ruling=moves.Ruled(choice="continue", by="NAME")), clause)
    if move.card is UNSEEN:
        return Refusal(Message("card-shown-has-face"), r.rules.cite("dealer_card"))
    known = r.hole_known
    if known is not None and known is not move.card:
        return Refusal(Message("hole-card-was-seen-before", card=known), r.rules.cite("dealer_card"))
    return None if known is not None else why_not_face(r, move.card, None)


def why_not_turn(r: Round, move: moves.DoubleCardTurned) -> Refusal | None:
    hand = hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    if not hand.face_down:
        return Refusal(Message("no-card-face-down", hand=move.hand), r.rules.cite("turn"))
    if move.card is UNSEEN:
        return Refusal(Message("card-turned-has-face"), r.rules.cite("turn"))
    return why_not_face(r, move.card, None)
