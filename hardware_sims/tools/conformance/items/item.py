"""The table of items: number, families, sentence, function. The report and the document are both read from it."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar

from hardware_sims.devices.setup import LETTERS

TABLELINK = "bcsr"
ANGEL_EYE = "a"
LETTER_OF_FAMILY = {family: letter for family, letter in LETTERS.items() if not family.endswith("-usb")}
FAMILY_OF_LETTER = {letter: family for family, letter in LETTER_OF_FAMILY.items()}

_MODULES = (
    "session",
    "framing",
    "events",
    "power",
    "batch_shuffler",
    "continuous_shuffler",
    "shoe",
    "shoe_cards",
    "reader",
    "angel_eye",
    "limits",
    "minor1",
    "self_reports",
)


FIELD_WITH_HANDS = {
    "b": frozenset({14, 22, 25, 27, 51}),
    "c": frozenset({14, 22, 30, 31, 51}),
    "s": frozenset({14, 22, 34, 36, 51}),
    "r": frozenset({22, 39, 40, 51}),
    "a": frozenset({44, 45, 47, 48}),
}
"""Of the items that need an operator, those of the profile `field`: at most 20 acts for each family."""


class AgainError(Exception):
    """The operator slipped: the item begins again."""


class FailedError(Exception):
    """The device did not do what the item asks; the text is the reason in the report."""


class BreachError(FailedError):
    """A frame broke what must hold in all of them: trying again does not mend it."""


class SkippedError(Exception):
    """The item cannot be judged here; the text says what is missing."""


BenchT = TypeVar("BenchT")


@dataclass(frozen=True, kw_only=True, slots=True)
class Item(Generic[BenchT]):
    number: int
    families: str
    sentence: str
    needs_operator: bool
    slow: bool
    judge: Callable[[BenchT], None]

    @property
    def name(self) -> str:
        return f"C{self.number}"


_TABLE: dict[int, Item[object]] = {}


def item(
    number: int, sentence: str, *, families: str = TABLELINK, operator: bool = False, slow: bool = False
) -> Callable[[Callable[[BenchT], None]], Callable[[BenchT], None]]:
    """Enters a function into the table."""

    def enter(judge: Callable[[BenchT], None]) -> Callable[[BenchT], None]:
        if number in _TABLE:
            raise RuntimeError(f"C{number} is written twice")
        entered = Item(
            number=number, families=families, sentence=sentence, needs_operator=operator, slow=slow, judge=judge
        )
        _TABLE[number] = entered  # type: ignore[assignment]  # the runner pairs each family with its own bench
        return judge

    return enter


def all_items() -> tuple[Item[object], ...]:
    for module in _MODULES:
        import_module(f"hardware_sims.tools.conformance.items.{module}")
    return tuple(_TABLE[number] for number in sorted(_TABLE))


def require(truth: bool, otherwise: str) -> None:
    if not truth:
        raise FailedError(otherwise)
