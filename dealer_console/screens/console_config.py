"""What the console is told once, when it starts: the table's file, and what the house wants shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from dealer_console.game.engine import Round
from dealer_console.game.money import Cents
from dealer_console.messages import Words, words_of
from dealer_console.rulebook.tables import Chip, Table
from dealer_console.screens.mistakes import DealersMistakes


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerAction:
    """`name` is that of its words; `does` says whether the device did it."""

    device: str
    name: str
    does: Callable[[], bool] = field(compare=False)


class DrillQuestion(Protocol):
    """A question about a dealt round, with the engine's own answer among the choices."""

    @property
    def kind(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def asks(self) -> str: ...
    @property
    def choices(self) -> tuple[str, ...]: ...
    @property
    def answer(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def round(self) -> Round: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsoleConfig:
    title: str
    chips: tuple[Chip, ...]
    table: Table | None = None
    simulated: frozenset[str] = frozenset()  # kinds of devices that are no real ones
    training: bool = False
    remark: str = ""  # of a demonstration: whose PINs open what
    people: tuple[str, ...] = ()  # names that may be touched instead of typing a badge
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of these people, where they are known
    trainer: tuple[TrainerAction, ...] = ()  # of a demonstration: what a trainer may do to the devices
    mistakes: DealersMistakes | None = field(default=None, compare=False)  # of its dealer
    drill: Callable[[str, int], DrillQuestion] | None = field(default=None, compare=False)  # by language and number
    suits: bool = False  # the house wants every suit recorded

    def words(self, language: str) -> Words:
        """Of this language, with the table's currency in every sum."""
        return words_of(language, self.table.currency if self.table is not None else "")

    @property
    def denominations(self) -> tuple[Cents, ...]:
        return tuple(chip.cents for chip in self.chips)


def config_of(
    table: Table,
    *,
    simulated: frozenset[str] = frozenset(),
    training: bool = False,
    remark: str = "",
    people: tuple[str, ...] = (),
) -> ConsoleConfig:
    return ConsoleConfig(
        title=table.title,
        chips=table.chips,
        table=table,
        simulated=simulated,
        training=training,
        remark=remark,
        people=people,
    )
