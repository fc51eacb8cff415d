"""Cards: where they are due, faces that cannot be, suits that a wager needs, the burn, the hole card, a turned card."""

from __future__ import annotations

from dealer_console.game import effects, moves, phases
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.catalogue import ruling_for
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand, SpotLayout
from dealer_console.game.legality.lookup import hand_of
from dealer_console.game.side_bets import bounty_decided, is_twenty, trilux_decided
from dealer_console.game.state import BURN, HOLE_CARD, UP_CARD, Due, Round


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
        return Refusal("the hole card is dealt face down: write '??'", r.rules.cite("hole_card_dealt"))
    if r.looks_at_suits or r.shoe.copies[card.index] >= r.shoe.decks:
        return why_not_face(r, card, due)
    return None


def why_not_face(r: Round, card: Card, due: Due | None) -> Refusal | None:
    """A face that all copies of have come, or whose missing suit a wager looks at."""
    shoe = r.shoe
    if shoe.copies[card.index] >= shoe.decks and shoe.is_impossible(card):
        return Refusal(
            f"all {shoe.decks} copies of {card} are out already: call the irregularity card-impossible {card}",
            r.rules.cite("copies"),
        )
    if r.looks_at_suits and r.phase is not phases.PLAY:
        return _why_not_without_suit(r, card, due)
    return None


def nobody_is_due(r: Round) -> Refusal:
    if r.phase is phases.PLAY and r.hand is None:
        spot = r.spot_in_turn
        return Refusal(
            f"no card is due: spot {spot.number if spot else ''} answers the switch first", r.rules.cite("switch")
        )
    waits = (
        f"{r.hand.id} decides first" if r.phase is phases.PLAY and r.hand else f"the round waits for {r.phase.waits}"
    )
    return Refusal(f"no card is due: {waits}", r.rules.cite("card_due"))


def _why_not_unseen(r: Round, due: Due) -> Refusal | None:
    if due is HOLE_CARD or due is BURN:
        return None
    if isinstance(due, Hand) and due.doubled and r.rules.double_face_down:
        return None
    where = due.id if isinstance(due, Hand) else due.name
    topic = "double_card" if isinstance(due, Hand) and due.doubled else "face_up"
    return Refusal(f"the card for {where} is dealt face up: write its rank and suit", r.rules.cite(topic))


def _why_not_without_suit(r: Round, card: Card, due: Due | None) -> Refusal | None:
    if isinstance(due, Hand):
        return _suit_missing(r, due.spot, (*due.cards, card) if due.cards else (), r.up_card)
    if due is UP_CARD:
        for spot in r.spots:
            refusal = _suit_missing(r, spot, tuple(spot.hands[0].cards), card)
            if refusal is not None:
                return refusal
    return None


def _suit_missing(r: Round, spot: SpotLayout, two: tuple[Card, ...], up: Card | None) -> Refusal | None:
    if len(two) != 2:
        return None
    kinds = {wager.kind for wager in spot.side_wagers}
    ace_nine = r.rules.bounty_counts_ace_nine
    if "trilux" in kinds and up is not None and not trilux_decided((*two, up), ace_low=r.rules.trilux_ace_low):
        return Refusal(
            f"the trilux wager of spot {spot.number} looks at suits: record them", r.rules.cite("suits_trilux")
        )
    if (
        "bounty" in kinds
        and not spot.dealt
        and is_twenty(two, ace_nine=ace_nine)
        and not bounty_decided(two, ace_nine=ace_nine)
    ):
        return Refusal(
            f"the bounty wager of spot {spot.number} looks at suits: record them", r.rules.cite("suits_bounty")
        )
    return None


def why_not_burn(r: Round, move: moves.CardBurned) -> Refusal | None:
    if r.due is BURN or (r.phase is phases.OPEN and (not r.burned or r.rules.extra_burn == "play-on")):
        return None if move.card is UNSEEN else why_not_face(r, move.card, BURN)
    if r.phase is phases.OPEN:
        return Refusal("one card is burned, not more", r.rules.cite("burn"))
    return Refusal("a card is burned before the first card is dealt, or after a reshuffle", r.rules.cite("burn"))


def why_not_show(r: Round, move: moves.HoleCardShown) -> Refusal | None:
    if r.table.hole_card_comes_last:
        return Refusal(
            "the dealer has no hole card: the second card is drawn after the players", r.rules.cite("dealer_card")
        )
    if r.missed is not None:
        clause = ruling_for(r.rules, r.missed.code).clause
        return Refusal("the dealer's card is still missing: write 'resolve continue by NAME' first", clause)
    if move.card is UNSEEN:
        return Refusal("a card that is shown has a face", r.rules.cite("dealer_card"))
    known = r.hole_known
    if known is not None and known is not move.card:
        return Refusal(f"the hole card was seen before: it is {known}", r.rules.cite("dealer_card"))
    return None if known is not None else why_not_face(r, move.card, None)


def why_not_turn(r: Round, move: moves.DoubleCardTurned) -> Refusal | None:
    hand = hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    if not hand.face_down:
        return Refusal(f"{move.hand} has no card face down", r.rules.cite("turn"))
    if move.card is UNSEEN:
        return Refusal("a card that is turned has a face", r.rules.cite("turn"))
    return why_not_face(r, move.card, None)
