"""What the house expects (`alerts.toml`): gaming day, thresholds, worth of the main game. All faults at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dealer_console.game.message import Message
from dealer_console.game.money import BadAmount, parse_amount
from dealer_console.game.similar_names import did_you_mean
from dealer_console.rulebook.load import config_folder, read_toml, rule_set_names
from dealer_console.rulebook.problems import BadFile, BadValue, Problem, problems_of
from dealer_console.rulebook.table_form import Currency

FILE_NAME: Final = "alerts.toml"


def _exact(value: object) -> object:
    """Figures are decimals in quotes: a float would not be what was written."""
    if not isinstance(value, str):
        raise BadValue(Message("file-write-decimal"))
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise BadValue(Message("file-no-decimal")) from None


def _not_negative(value: Fraction) -> Fraction:
    if value < 0:
        raise BadValue(Message("file-not-below-zero"))
    return value


def _positive(value: Fraction) -> Fraction:
    if value <= 0:
        raise BadValue(Message("file-above-zero"))
    return value


def _clock(value: object) -> object:
    try:
        return time.fromisoformat(str(value))
    except ValueError:
        raise BadValue(Message("file-write-time")) from None


def _zone(value: object) -> object:
    if value == "UTC":
        return UTC
    try:
        return ZoneInfo(str(value))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadValue(Message("file-no-such-time-zone")) from None


def _dollars(value: object) -> object:
    if not isinstance(value, str):
        raise BadValue(Message("file-write-dollars"))
    try:
        return int(parse_amount(value))
    except BadAmount as error:
        raise BadValue(error.message) from None


Exact = Annotated[Fraction, BeforeValidator(_exact)]
Share = Annotated[Exact, AfterValidator(_not_negative)]
Above = Annotated[Exact, AfterValidator(_positive)]
Dollars = Annotated[int, BeforeValidator(_dollars)]
Count = Annotated[int, Field(strict=True, ge=1, le=100_000)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class GamingDayForm(_Form):
    begins: Annotated[time, BeforeValidator(_clock)]
    time_zone: Annotated[tzinfo, BeforeValidator(_zone)]


class MoneyForm(_Form):
    currency: Currency


class PaceForm(_Form):
    fewest_rounds_per_hour: Count
    most_rounds_per_hour: Count
    fewest_minutes: Annotated[int, Field(strict=True, ge=1, le=60)]


class WinForm(_Form):
    deviations: Above
    fewest_wagers: Count


class HoldForm(_Form):
    within: Above
    fewest_drop: Dollars


class PerShiftForm(_Form):
    per_shift: Count


class IrregularitiesForm(_Form):
    per_hundred_rounds: Above
    fewest: Count


class MainGameForm(_Form):
    edge: Exact
    deviation: Above
    correlation: Share
    hold: Share


class RatingsForm(_Form):
    comp: Share


class CashLogForm(_Form):
    threshold: Dollars


class SoftCountForm(_Form):
    within: Dollars


class ExpectationsForm(_Form):
    gaming_day: GamingDayForm
    money: MoneyForm = MoneyForm(currency="USD")  # as files of before have none
    pace: PaceForm
    win: WinForm
    hold: HoldForm
    corrections: PerShiftForm
    device_errors: PerShiftForm
    irregularities: IrregularitiesForm
    ratings: RatingsForm
    cash_log: CashLogForm = CashLogForm(threshold="10000")  # type: ignore[arg-type]  # as files of before have none
    soft_count: SoftCountForm = SoftCountForm(within="0")  # type: ignore[arg-type]
    main_game: dict[str, MainGameForm]


@dataclass(frozen=True, slots=True, kw_only=True)
class MainGame:
    """Edge and deviation for one unit of a starting wager; how far two hands of a round win and lose together;

    the share of the drop that is expected to stay.
    """

    edge: Fraction
    deviation: Fraction
    correlation: Fraction
    hold: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingDay:
    """Days of the house begin at a time of day in its own zone.

    When the clocks are set that time may not exist, and the day begins with the first moment after it; or it comes
    twice, and the day begins with the first of the two.
    """

    begins: time
    zone: tzinfo

    def day_of(self, at_ms: int) -> date:
        day = datetime.fromtimestamp(at_ms // 1000, self.zone).date()
        while at_ms < self._begin(day):
            day -= timedelta(days=1)
        while at_ms >= self._begin(day + timedelta(days=1)):
            day += timedelta(days=1)
        return day

    def bounds(self, day: date) -> tuple[int, int]:
        """The first millisecond, and the first one of the next day."""
        return self._begin(day), self._begin(day + timedelta(days=1))

    def _begin(self, day: date) -> int:
        begins = datetime.combine(day, self.begins, self.zone)
        first, last = round(begins.replace(fold=1).timestamp()), round(begins.timestamp())
        if first < last:  # only where the clock jumps over it: the two are before and after the jump
            before = datetime.fromtimestamp(first, self.zone).utcoffset()
            while last - first > 1:
                middle = (first + last) // 2
                if datetime.fromtimestamp(middle, self.zone).utcoffset() == before:
                    first = middle
                else:
                    last = middle
        return last * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectations:
    """Everything that the house has decided."""

    gaming_day: GamingDay
    currency: str  # as ISO 4217 writes it
    fewest_rounds_per_hour: int
    most_rounds_per_hour: int
    fewest_minutes: int
    deviations: Fraction
    fewest_wagers: int
    hold_within: Fraction
    fewest_drop: int  # in cents
    corrections_per_shift: int
    device_errors_per_shift: int
    irregularities_per_hundred: Fraction
    fewest_irregularities: int
    comp: Fraction  # the share of a player's theo that the house gives back
    cash_threshold: int  # in cents, of a card and a gaming day, in or out
    soft_count_within: int  # in cents: a larger difference is an alert
    main_game: Mapping[str, MainGame]


@cache
def load_expectations() -> Expectations:
    """Those of the configuration folder. Raises `BadFile` with all problems."""
    return expectations_from_file(config_folder() / FILE_NAME)


def expectations_from_file(file: Path) -> Expectations:
    data = read_toml(file)
    problems = _names(data)
    try:
        form = ExpectationsForm.model_validate(data)
    except ValidationError as error:
        raise BadFile(file, [*problems, *problems_of(error, data, _known(data))]) from None
    if form.pace.fewest_rounds_per_hour > form.pace.most_rounds_per_hour:
        most, fewest = form.pace.most_rounds_per_hour, form.pace.fewest_rounds_per_hour
        reason = Message("file-below-fewest", most=most, fewest=fewest)
        problems.append(Problem(key="pace.most_rounds_per_hour", reason=reason))
    problems += [
        Problem(key=f"main_game.{name}.correlation", reason=Message("file-correlation"))
        for name, game in form.main_game.items()
        if game.correlation > 1
    ]
    if problems:
        raise BadFile(file, problems)
    return _expectations(form)


def set_house(file: Path, *, time_zone: str, begins: str, currency: str) -> None:
    """Only these values change; remarks stay. Raises `BadFile` for what is none of them, and `OSError`."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    _set(lines, "gaming_day", {"time_zone": time_zone, "begins": begins})
    _set(lines, "money", {"currency": currency})
    fresh = file.with_name(f".{file.name}.new")
    try:
        fresh.write_text("".join(lines), encoding="utf-8")
        expectations_from_file(fresh)
        fresh.replace(file)
    finally:
        fresh.unlink(missing_ok=True)


def _set(lines: list[str], section: str, values: Mapping[str, str]) -> None:
    """A section that a file of before does not have comes to its end."""
    if f"[{section}]\n" not in lines:
        lines += ["\n", f"[{section}]\n", *(f'{name} = "{value}"\n' for name, value in values.items())]
        return
    start = lines.index(f"[{section}]\n")
    end = next((at for at in range(start + 1, len(lines)) if lines[at].startswith("[")), len(lines))
    for at in range(start + 1, end):
        name = lines[at].split("=")[0].strip()
        if name in values:
            remark = lines[at].partition("#")[2]
            lines[at] = f'{name} = "{values[name]}"' + (f"  # {remark.strip()}" if remark else "") + "\n"


def _known(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    games = data.get("main_game")
    names = list(games) if isinstance(games, dict) else []
    sections = {key: field.annotation for key, field in ExpectationsForm.model_fields.items() if key != "main_game"}
    return {
        "": tuple(ExpectationsForm.model_fields),
        **{key: tuple(form.model_fields) for key, form in sections.items() if form is not None},
        **{f"main_game.{name}": tuple(MainGameForm.model_fields) for name in names},
    }


def _names(data: Mapping[str, Any]) -> list[Problem]:
    """Every rule set needs its figures, and nothing else has any."""
    games = data.get("main_game")
    if not isinstance(games, dict):
        return []
    known = rule_set_names()
    missing = [name for name in known if name not in games]
    unknown = [
        Problem(
            key=f"main_game.{name}", reason=Message("file-unknown-rule-set", hint=did_you_mean(name, missing or known))
        )
        for name in games
        if name not in known
    ]
    return [*unknown, *(Problem(key=f"main_game.{name}", reason=Message("file-rule-set-missing")) for name in missing)]


def _expectations(form: ExpectationsForm) -> Expectations:
    return Expectations(
        gaming_day=GamingDay(begins=form.gaming_day.begins, zone=form.gaming_day.time_zone),
        currency=form.money.currency,
        fewest_rounds_per_hour=form.pace.fewest_rounds_per_hour,
        most_rounds_per_hour=form.pace.most_rounds_per_hour,
        fewest_minutes=form.pace.fewest_minutes,
        deviations=form.win.deviations,
        fewest_wagers=form.win.fewest_wagers,
        hold_within=form.hold.within,
        fewest_drop=form.hold.fewest_drop,
        corrections_per_shift=form.corrections.per_shift,
        device_errors_per_shift=form.device_errors.per_shift,
        irregularities_per_hundred=form.irregularities.per_hundred_rounds,
        fewest_irregularities=form.irregularities.fewest,
        comp=form.ratings.comp,
        cash_threshold=form.cash_log.threshold,
        soft_count_within=form.soft_count.within,
        main_game={
            name: MainGame(edge=game.edge, deviation=game.deviation, correlation=game.correlation, hold=game.hold)
            for name, game in form.main_game.items()
        },
    )
