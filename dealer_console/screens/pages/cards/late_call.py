"""A mistake seen too late: at which card, what happened, the ruling, what will change; then a supervisor is asked.

The round is dealt again on this side for every look: the page shows exactly what the table will record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import HandId
from dealer_console.game.irregularity.catalogue import CATALOGUE, DEALER_WAS_DONE
from dealer_console.game.irregularity.irregularities import offered
from dealer_console.game.irregularity.late_call import LateCall, at_the_call, surplus_was_booked
from dealer_console.game.irregularity.late_call_choices import (
    CardOfRound,
    PossibleCall,
    cards_of_round,
    possible_calls,
)
from dealer_console.game.moves import IrregularityCalled, Move
from dealer_console.game.state import OpenIrregularity, Round
from dealer_console.game.wagers.settlement_difference import money_to_move
from dealer_console.journal.late_calls import late_call_entry, strikable_hits, supposed_hits
from dealer_console.messages.move_words import move_words
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.cards.late_call_words import place_words, step_words
from dealer_console.screens.pages.irregularity import answers_of, what_the_rules_say
from dealer_console.screens.pages.pads import in_the_row, rank_rows, suit_row
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.snapshot import BookedRound
from dealer_console.table.state.late_call import faces_moved, steps_of, still_lying, why_not_without_cards

LINES: Final = 4  # of what will change, at a time
Line = tuple[Literal["card", "money", "loose", "struck"], str, str]  # of what will change: what it is, what to do
SOMEBODY: Final = "supervisor"  # in the place of who will approve it


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCallPage:
    """Step by step: the card, what happened, its hand, its face where nobody saw it, the ruling; then what changes."""

    place: int | None = None  # of the card, in the list of moves
    code: str = ""
    not_asked: bool = False
    hand: str = ""
    rank: str = ""
    face: Card | None = None
    rulings: tuple[Move, ...] = ()
    ruled: bool = False  # nothing more is ruled now
    of: str = ""  # the hand that was touched: its cards alone
    first: int = 0

    mark = "history-mark"
    shows_outcome = True

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        """A round that is over lies on the felt again; an open one lies there."""
        booked = builder.snapshot.booked
        return booked.dealt().felt if booked is not None and booked.closed else None

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (self.hand or self.of,) if self.hand or self.of else ()

    def touched(self, builder: ScreenBuilder, hand: str, _spot: int) -> Effect | None:
        """First the hand whose cards are asked for, then the hand to which it happened."""
        booked = builder.snapshot.booked
        if booked is None or not hand:
            return None
        if self.place is None:
            return builder.open(replace(self, of="" if hand == self.of else hand, first=0))
        if self.code and CATALOGUE[self.code].hand and hand != "dealer":
            return builder.open(replace(self, hand=hand, rulings=(), ruled=False, first=0))
        return None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        booked = builder.snapshot.booked
        done: Button | None = None
        if booked is None:
            rows = list(_not_now(builder))
        elif self.place is None:
            rows = list(self._cards(builder, booked))
        else:
            rows, done = self._at_card(builder, booked)
        title = builder.words(CATALOGUE[self.code].message) if self.code else builder.words("late-title")
        return builder.overlay("late-call", title, rows, close=builder.close(), done=done, covers="pad")

    # --- at which card ----------------------------------------------------------------------------------------------

    def _cards(self, builder: ScreenBuilder, booked: BookedRound) -> Iterator[Row]:
        yield Row(elements=(Text(text=builder.words("late-which_card")),))
        cards = [card for card in _cards_of(booked) if self.of in ("", card.lies_at)]
        yield from in_the_row(builder, cards, self.first, lambda card: self._card(builder, card), self._from)

    def _from(self, first: int) -> LateCallPage:
        return replace(self, first=first)

    def _card(self, builder: ScreenBuilder, card: CardOfRound) -> Button:
        label = f"{builder.words.card_short(card.card)} · {place_words(builder.words, card.lies_at)}"
        chosen = builder.open(replace(self, place=card.place, of=card.lies_at, first=0))
        return builder.button(f"late-card:{card.place}", label, chosen, key="auto")

    def _more(self, builder: ScreenBuilder, count: int, most: int) -> Iterator[Row]:
        if count > most:
            more = builder.open(replace(self, first=self.first + most if self.first + most < count else 0))
            key = builder.button("more", builder.words("page-more"), more, key="PgDown")
            yield Row(elements=(key,), band=True)

    # --- what happened there ----------------------------------------------------------------------------------------

    def _at_card(self, builder: ScreenBuilder, booked: BookedRound) -> tuple[list[Row], Button | None]:
        """The rows, and what ends the page once there is something to ask for."""
        card_called = next((card for card in _cards_of(booked) if card.place == self.place), None)
        if card_called is None:
            return list(_not_now(builder)), None
        row = CATALOGUE.get(self.code)
        if row is None:
            return list(self._calls(builder, booked, card_called)), None
        if row.hand and not self.hand:
            return list(self._hands(builder, booked)), None
        late = self._late(card_called)
        unentered = self.code == DEALER_WAS_DONE and not surplus_was_booked(_moves(booked), late)
        if row.card and (card_called.card is UNSEEN or unentered) and self.face is None:
            return list(self._face(builder)), None
        r = at_the_call(booked.table, booked.bets, _moves(booked), late, supposed=_supposed(booked), shoe=booked.shoe)
        if isinstance(r, Refusal):
            return [Row(elements=(Text(text=builder.words.refusal(r), tone="danger"),))], None
        if not self.ruled and r.irregularity is not None:
            return list(self._rulings(builder, r, r.irregularity)), None
        return self._preview(builder, booked, late)

    def _calls(self, builder: ScreenBuilder, booked: BookedRound, card_called: CardOfRound) -> Iterator[Row]:
        text = builder.words(
            "late-what",
            card=builder.words.card_short(card_called.card),
            place=place_words(builder.words, card_called.lies_at),
        )
        yield Row(elements=(Text(text=text),))
        calls = _possible(builder, booked, card_called)
        kinds = list(dict.fromkeys((call.call.code, call.not_asked) for call in calls))
        if not kinds:
            yield Row(elements=(Text(text=builder.words("irregularity-none")),))
        yield from in_the_row(builder, kinds, self.first, lambda kind: self._call(builder, *kind), self._from)

    def _call(self, builder: ScreenBuilder, code: str, not_asked: bool) -> Button:
        chosen = builder.open(replace(self, code=code, not_asked=not_asked, first=0))
        label = builder.words(CATALOGUE[code].message)
        hint = builder.words("late-not_asked") if not_asked else ""
        return builder.button(
            f"late-code:{code}{':unasked' if not_asked else ''}", label, chosen, key="auto", hint=hint
        )

    def _hands(self, builder: ScreenBuilder, booked: BookedRound) -> Iterator[Row]:
        yield Row(elements=(Text(text=builder.words("irregularity-which_hand")),))
        names = self._names(builder, booked)
        yield from in_the_row(builder, names, self.first, lambda name: self._which(builder, name), self._from)

    def _names(self, builder: ScreenBuilder, booked: BookedRound) -> list[str]:
        card_called = next((card for card in _cards_of(booked) if card.place == self.place), None)
        calls = _possible(builder, booked, card_called) if card_called is not None else ()
        named = (call.call.hand for call in calls if call.call.code == self.code and call.call.hand)
        return [str(name) for name in dict.fromkeys(named)]

    def _which(self, builder: ScreenBuilder, name: str) -> Button:
        chosen = builder.open(replace(self, hand=name, first=0))
        return builder.button(f"which:{name}", builder.words.hand(name), chosen, key="auto")

    def _face(self, builder: ScreenBuilder) -> Iterator[Row]:
        yield Row(elements=(Text(text=builder.words("irregularity-which_card")),))
        yield from rank_rows(builder, lambda rank: builder.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            yield suit_row(builder, self.rank, lambda face: builder.open(replace(self, face=face)))
            only_rank = builder.open(replace(self, face=card(f"{self.rank}?")))
            label = builder.words("irregularity-no_suit")
            yield Row(elements=(builder.button("no-suit", label, only_rank, key="Return"),))

    # --- the ruling -------------------------------------------------------------------------------------------------

    def _rulings(self, builder: ScreenBuilder, r: Round, irregularity: OpenIrregularity) -> Iterator[Row]:
        yield Row(elements=(Text(text=what_the_rules_say(builder, r, self.code)),))
        later = builder.open(replace(self, ruled=True, first=0))
        yield Row(elements=(builder.button("rule-later", builder.words("late-rule_later"), later, key="auto-letter"),))
        answers = list(answers_of(builder, r, irregularity))
        yield from in_the_row(builder, answers, self.first, lambda answer: self._answer(builder, *answer), self._from)

    def _answer(self, builder: ScreenBuilder, name: str, label: str, move: Move) -> Button:
        return builder.button(f"choice:{name}", label, builder.open(self._with(move)), key="auto", main=True)

    def _with(self, ruling: Move) -> LateCallPage:
        return replace(self, rulings=(*self.rulings, ruling), first=0)

    # --- what will change -------------------------------------------------------------------------------------------

    def _preview(self, builder: ScreenBuilder, booked: BookedRound, late: LateCall) -> tuple[list[Row], Button | None]:
        command = self._command(builder, booked, late)
        lines = preview_lines(builder, booked, command)
        if isinstance(lines, Refusal):
            return [Row(elements=(Text(text=builder.words.refusal(lines), tone="danger"),))], None
        shown = [f"• {what}: {does}" for _, what, does in lines[self.first : self.first + LINES]]
        rows = [
            Row(elements=(Text(text=builder.words("late-preview"), size="small"),)),
            Row(elements=(Text(text="\n".join(shown) or builder.words("late-nothing")),)),
            *self._more(builder, len(lines), LINES),
        ]
        ask: Effect = builder.submit(command, then=closed)
        return rows, builder.button("ok", builder.words("late-ask"), ask, key="Return", main=True, tone="go")

    def _late(self, card_called: CardOfRound) -> LateCall:
        row, face = CATALOGUE[self.code], self.face or card_called.card
        named = row.card or "card" in row.may_name
        hand = HandId(self.hand) if self.hand else None
        call = IrregularityCalled(code=self.code, hand=hand, card=face if named and face is not UNSEEN else None)
        return LateCall(place=card_called.place, call=call, rulings=self.rulings, by=SOMEBODY, not_asked=self.not_asked)

    def _command(self, builder: ScreenBuilder, booked: BookedRound, late: LateCall) -> c.CallLate:
        return c.CallLate(
            who=builder.who,
            place=booked.standing[late.place].seq,
            call=late.call,
            rulings=late.rulings,
            not_asked=late.not_asked,
        )


def hand_of_call(booked: BookedRound, command: c.CallLate) -> str:
    """The hand to which it happened, or where the card lies."""
    named = command.call.hand if isinstance(command.call, IrregularityCalled) else None
    lies = (card.lies_at for card in _cards_of(booked) if booked.standing[card.place].seq == command.place)
    return named or next(lies, "")


def _not_now(builder: ScreenBuilder) -> Iterator[Row]:
    refusal = builder.snapshot.no_late_call
    text = builder.words.refusal(refusal) if refusal is not None else builder.words("irregularity-no_round")
    yield Row(elements=(Text(text=text),))


def _moves(booked: BookedRound) -> list[Move]:
    return [move.move for move in booked.standing]


def _supposed(booked: BookedRound) -> frozenset[int]:
    return supposed_hits(booked.standing)


def _possible(builder: ScreenBuilder, booked: BookedRound, card_called: CardOfRound) -> tuple[PossibleCall, ...]:
    by_hand = builder.snapshot.by_hand
    return possible_calls(booked.table, booked.bets, _moves(booked), card_called, shoe=booked.shoe, by_hand=by_hand)


def _cards_of(booked: BookedRound) -> tuple[CardOfRound, ...]:
    strikable = strikable_hits(booked.standing)
    return cards_of_round(booked.table, booked.bets, _moves(booked), supposed=strikable, shoe=booked.shoe)


def preview_lines(builder: ScreenBuilder, booked: BookedRound, command: c.CallLate) -> list[Line] | Refusal:
    """What people will have to do when the call is approved, as the table will say it: about what, and what to do."""
    if not isinstance(command.call, IrregularityCalled):
        return []
    dealt = booked.dealt()
    outcome = late_call_entry(
        dealt,
        place=command.place,
        call=command.call,
        rulings=command.rulings,
        approved_by=SOMEBODY,
        not_asked=command.not_asked,
    )
    if isinstance(outcome, Refusal):
        return outcome
    entry, amended = outcome
    refusal = why_not_without_cards(amended, away=booked.away)
    if refusal is not None:
        return refusal
    lying = [] if booked.closed else still_lying(dealt, command.call)
    money = money_to_move(dealt.felt, amended.round, lying)
    steps = steps_of(entry, faces_moved(entry, booked.standing), money, away=booked.away)
    lines: list[Line] = [
        ("card" if step.card is not None else "money", *step_words(builder.words, step)) for step in steps
    ]
    loose = () if booked.away else amended.loose
    lines += [("loose", builder.words.card_short(face), builder.words("late-to-loose")) for face in loose]
    return [*lines, *_struck(builder, booked, entry.struck)]


def _struck(builder: ScreenBuilder, booked: BookedRound, struck: tuple[int, ...]) -> Iterator[Line]:
    for move in booked.standing:
        if move.seq in struck:
            yield "struck", move_words(builder.words, move.move), builder.words("late-struck")


# --- one touch -----------------------------------------------------------------------------------------------------


def not_asked_for(builder: ScreenBuilder) -> c.CallLate | None:
    """The newest card was drawn while a hand was in turn, and nobody asked for it: the call with its only ruling."""
    booked = builder.snapshot.booked
    if booked is None or booked.closed or len(booked.standing) < 2:
        return None
    last, before = booked.standing[-1], booked.standing[-2]
    supposed = isinstance(before.move, moves.HitAsked) and before.who is None
    if not supposed or not isinstance(last.move, moves.CardDrawn) or last.move.card is UNSEEN:
        return None
    call = IrregularityCalled(code="card-exposed", card=last.move.card)
    late = LateCall(place=len(booked.standing) - 1, call=call, rulings=(), by=SOMEBODY, not_asked=True)
    r = at_the_call(booked.table, booked.bets, _moves(booked), late, supposed=_supposed(booked), shoe=booked.shoe)
    if isinstance(r, Refusal) or r.irregularity is None:
        return None
    choices = offered(r, r.irregularity)
    rulings: tuple[Move, ...] = (moves.Ruled(choice=choices[0]),) if len(choices) == 1 else ()
    return c.CallLate(who=builder.who, place=last.seq, call=call, rulings=rulings, not_asked=True)
