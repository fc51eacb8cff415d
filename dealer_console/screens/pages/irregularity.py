"""Something went wrong: what it can be now, in plain words; which hand, which card; then the lawful steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import Card, card
from dealer_console.game.hand import HandId, Spot
from dealer_console.game.irregularity.catalogue import CATALOGUE, ruling_for
from dealer_console.game.irregularity.irregularities import needs_supervisor, offered
from dealer_console.game.play.legal_moves import callable_irregularities
from dealer_console.game.state import OpenIrregularity, Round
from dealer_console.screens.effects import Change, Effect, Go, ShowText
from dealer_console.screens.pages.pads import in_the_row, rank_rows, suit_row
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Button, Overlay, Row, Text

OF_SPOTS: Final = ("spot-out", "spot-play")


@dataclass(frozen=True, slots=True, kw_only=True)
class CataloguePage:
    """`code` chosen, then the hand, then the card; the last answer calls it."""

    code: str = ""
    hand: str = ""
    rank: str = ""
    first: int = 0

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (self.hand,) if self.hand else ()

    def touched(self, builder: ScreenBuilder, hand: str, _spot: int) -> Effect | None:
        """The hand it happened to."""
        r = builder.snapshot.round
        if r is None or not self.code or not CATALOGUE[self.code].hand or HandId(hand) not in r.hands:
            return None
        return self._with_hand(builder, hand)

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        r = builder.snapshot.round
        rows: list[Row] = []
        if r is None:
            rows = [Row(elements=(Text(text=builder.words("irregularity-no_round")),))]
        elif not self.code:
            rows = list(self._codes(builder, r))
        elif CATALOGUE[self.code].hand and not self.hand:
            rows = [Row(elements=(Text(text=builder.words("irregularity-which_hand"), size="large"),))]
        else:
            rows = self._cards(builder)
        title = builder.words(CATALOGUE[self.code].message) if self.code else builder.words("irregularity-title")
        return builder.overlay("irregularity", title, rows, close=builder.close(), covers="pad")

    def _codes(self, builder: ScreenBuilder, r: Round) -> Iterator[Row]:
        """What happened stands in the row of actions; beside it what may be said as play goes on, and the ways out."""
        codes = callable_irregularities(r) if r.irregularity is None else []
        if not codes:
            yield Row(elements=(Text(text=builder.words("irregularity-none")),))
        yield from (Row(elements=(button,)) for button in _beside_play(builder, r))
        yield Row(elements=(late_button(builder),))
        if r.phase is not phases.COMPLETE:
            yield Row(elements=(void_button(builder),))
        yield from in_the_row(builder, codes, self.first, lambda code: self._code(builder, code), self._from)

    def _from(self, first: int) -> CataloguePage:
        return replace(self, first=first)

    def _code(self, builder: ScreenBuilder, code: str) -> Button:
        row = CATALOGUE[code]
        chosen = replace(self, code=code)
        does = builder.open(chosen) if row.hand or row.card else chosen._call(builder, None)
        return builder.button(f"code:{code}", builder.words(row.message), does, key="auto")

    def _with_hand(self, builder: ScreenBuilder, name: str) -> Effect:
        chosen = replace(self, hand=name)
        if CATALOGUE[self.code].card:
            return builder.open(chosen)
        refusal = builder.why_not(moves.IrregularityCalled(code=self.code, hand=HandId(name)))
        return chosen._call(builder, None) if refusal is None else ShowText(text=builder.words.refusal(refusal))

    def _cards(self, builder: ScreenBuilder) -> list[Row]:
        rows = [Row(elements=(Text(text=builder.words("irregularity-which_card")),))]
        rows += rank_rows(builder, lambda rank: builder.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(builder, self.rank, lambda face: self._call(builder, face)))
            only_rank = self._call(builder, card(f"{self.rank}?"))
            label = builder.words("irregularity-no_suit")
            rows.append(Row(elements=(builder.button("no-suit", label, only_rank, key="Return"),)))
        return rows

    def _call(self, builder: ScreenBuilder, face: Card | None) -> Effect:
        hand = HandId(self.hand) if self.hand else None
        return builder.play(moves.IrregularityCalled(code=self.code, hand=hand, card=face), then=closed)


def void_button(builder: ScreenBuilder) -> Button:
    void = builder.ask(moves.RoundVoided(by=builder.supervisor))
    return builder.button("void", builder.words("irregularity-void"), void, key="V", tone="danger", hold=True)


def late_button(builder: ScreenBuilder) -> Button:
    """It happened at an earlier card, and was seen only now."""
    from dealer_console.screens.pages.cards.late_call import LateCallPage  # its rulings are those of this page

    label = builder.words("late-open")
    page = builder.open(LateCallPage())
    return builder.button("late-call", label, page, key="F8", refusal=builder.snapshot.no_late_call)


def _beside_play(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    """What may be said while play goes on: the dealer's missed card, a spot that leaves after it, a refused card."""
    missed = moves.Ruled(choice="continue", by=builder.supervisor)
    if r.missed is not None and builder.why_not(missed) is None:
        yield builder.button("missed", builder.words("irregularity-missed"), builder.ask(missed), key="auto")
    for spot in r.spots:
        left = moves.SpotLeft(spot=spot.number)
        if r.irregularity is None and builder.why_not(left) is None:
            label = builder.words("choice-spot-out", spot=spot.number)
            yield builder.button(f"out:{spot.number}", label, builder.play(left, then=closed), key="auto")
    if r.exposed_lies and r.hand is not None:
        refused = moves.ExposedCardRefused(hand=r.hand.id)
        if r.irregularity is None and builder.why_not(refused) is None:
            label = builder.words("choice-hand-refuse", hand=builder.words.hand(r.hand.id))
            yield builder.button("refuse", label, builder.play(refused, then=closed), key="auto")


# --- the ruling ----------------------------------------------------------------------------------------------------


def ruling_name(r: Round) -> str:
    """One name per irregularity, so that a page put away stays away only for this one."""
    code = r.irregularity.code if r.irregularity is not None else "dispute"
    return f"ruling {code} {len(r.moves)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPage:
    """The lawful steps of an open irregularity. It opens by itself, also when a device has called it.

    Answers that hold for all stand in the row of actions; `of_spots` is what the next spot that is touched wants.
    """

    of_spots: str = ""

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return ()  # the hand in question has its frame already

    def touched(self, builder: ScreenBuilder, hand: str, spot: int) -> Effect | None:
        r = builder.snapshot.round
        chosen = self.of_spots or next(iter(_of_spots(r)), "")
        if r is None or not chosen or not hand or not spot:
            return None
        move = _of_a_spot(chosen, Spot(spot))
        refusal = builder.why_not(move)
        return builder.play(move) if refusal is None else ShowText(text=builder.words.refusal(refusal))

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        r = builder.snapshot.round
        rows: list[Row] = []
        title = ""
        if r is not None and r.irregularity is not None:
            title = builder.words(CATALOGUE[r.irregularity.code].message)
            rows = list(self._rows(builder, r, r.irregularity))
        elif r is not None and r.phase is phases.DISPUTE:
            title = builder.words("irregularity-dispute")
            rows = list(_dispute(builder, r))
        return builder.overlay("ruling", title, rows, close=Go(change=_put_away(r)), covers="pad", under_prompt=True)

    def _rows(self, builder: ScreenBuilder, r: Round, irregularity: OpenIrregularity) -> Iterator[Row]:
        yield Row(elements=(Text(text=what_the_rules_say(builder, r, irregularity.code)),))
        of_spots = _of_spots(r)
        if of_spots:
            yield Row(elements=(Text(text=builder.words("irregularity-touch_spot")),))
        ways = tuple(self._way(builder, choice, of_spots) for choice in of_spots)
        for_all = [answer for answer in _answers(builder, r, irregularity) if ":" not in answer.name]
        answers = (*ways, *(_button(builder, answer) for answer in for_all))
        if answers:
            yield Row(elements=answers, band=True)

    def _way(self, builder: ScreenBuilder, choice: str, of_spots: tuple[str, ...]) -> Button:
        chosen = builder.open(RulingPage(of_spots=choice))
        checked = choice == (self.of_spots or of_spots[0])
        label = builder.words(f"irregularity-{choice}")
        return builder.button(f"way:{choice}", label, chosen, key="auto", checked=checked)


def _of_spots(r: Round | None) -> tuple[str, ...]:
    """What each spot may choose for itself."""
    if r is None or r.irregularity is None:
        return ()
    choices = offered(r, r.irregularity)
    return tuple(choice for choice in OF_SPOTS if choice in choices)


def _of_a_spot(choice: str, spot: Spot) -> moves.Move:
    return moves.SpotLeft(spot=spot) if choice == "spot-out" else moves.SpotPlaysOn(spot=spot)


def what_the_rules_say(builder: ScreenBuilder, r: Round, code: str) -> str:
    """With the clause; where the document of this table is silent, that."""
    ruling = ruling_for(r.rules, code)
    if code not in r.rules.irregularities:
        return builder.words("irregularity-silent")
    return f"{builder.words.phrase(ruling.says)} [{builder.words.clause(ruling.clause)}]"


def _put_away(r: Round | None) -> Change:
    def change(ui: UiState) -> UiState:
        names = {ruling_name(r)} if r is not None else set()
        return replace(ui, page=None, put_away=ui.put_away | names)

    return change


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    name: str
    label: str
    move: moves.Move


def answers_of(
    builder: ScreenBuilder, r: Round, irregularity: OpenIrregularity
) -> Iterator[tuple[str, str, moves.Move]]:
    """Each answer with its name and its label; they name nobody who rules."""
    for answer in _answers(builder, r, irregularity):
        move = answer.move
        yield answer.name, answer.label, replace(move, by=None) if isinstance(move, _BY_SOMEBODY) else move


_BY_SOMEBODY: Final = (moves.Ruled, moves.ExposedCardTaken)


def _answers(builder: ScreenBuilder, r: Round, irregularity: OpenIrregularity) -> Iterator[_Answer]:
    """Each lawful answer; what holds for all first, then player by player."""
    choices = offered(r, irregularity)
    for choice in choices:
        if choice not in OF_SPOTS:
            label = builder.words(
                f"choice-{choice}", hand=irregularity.offered_to.id if irregularity.offered_to else ""
            )
            yield _Answer(name=choice, label=label, move=_move(builder, r, irregularity, choice))
    for spot in r.spots:
        for choice in OF_SPOTS:
            if choice in choices:
                label = builder.words(f"choice-{choice}", spot=spot.number)
                yield _Answer(name=f"{choice}:{spot.number}", label=label, move=_of_a_spot(choice, spot.number))


def _move(builder: ScreenBuilder, r: Round, irregularity: OpenIrregularity, choice: str) -> moves.Move:
    by = builder.supervisor if needs_supervisor(r, irregularity, choice) else None
    if choice == "hand-refuse" and irregularity.offered_to is not None:
        return moves.ExposedCardRefused(hand=irregularity.offered_to.id)
    if choice == "hand-accept" and irregularity.offered_to is not None:
        return moves.ExposedCardTaken(hand=irregularity.offered_to.id, by=by)
    return moves.Ruled(choice=choice, by=by)


def _button(builder: ScreenBuilder, answer: _Answer) -> Button:
    """One that a supervisor must make is asked for."""
    asks = getattr(answer.move, "by", None) is not None
    return builder.button(
        f"choice:{answer.name}",
        answer.label,
        builder.ask(answer.move) if asks else builder.play(answer.move, then=closed),
        key="auto",
        hint=builder.words("irregularity-supervisor") if asks else "",
        refusal=builder.why_not(answer.move),
        main=True,
    )


def _dispute(builder: ScreenBuilder, r: Round) -> Iterator[Row]:
    for code in callable_irregularities(r):
        called = moves.IrregularityCalled(code=code)
        label = builder.words(CATALOGUE[code].message)
        yield Row(elements=(builder.button(f"code:{code}", label, builder.play(called), key="auto", main=True),))
    yield Row(elements=(void_button(builder),))
