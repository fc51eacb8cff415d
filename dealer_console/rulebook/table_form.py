"""The form of a table's file, and what its values mean together. Every problem of a file is found at once.

A section that is faulty in form is named and left out; all the others are still checked for their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from dealer_console.game import message
from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.message import Message, OneOf, Quoted
from dealer_console.game.money import show
from dealer_console.game.rules import Rules, TableRules
from dealer_console.rulebook.load import UnknownRules, load_rules
from dealer_console.rulebook.problems import BadFile, BadValue, Problem, problems_of, reason_of
from dealer_console.rulebook.schema import Amount, Text, YesNo

SHUFFLERS: Final = ("batch-shuffler", "continuous-shuffler")
PORTS: Final = ("/dev/", "socket://", "rfc2217://", "hwgrep://", "sim://", "unix:", "usb://", "usb+")
PICTURES: Final = ("v4l2:", "dir:", "file:", "sim:")  # where a camera's pictures come from
MOST_CHIPS: Final = 12
# What the documents say about policies that are no choice of the rule set itself.
CALLED_WAGERS_REFUSED: Final = {"CB": "CB placement 1"}  # a wager lies in its box, or it is none
MORE_SPOTS_ALLOWED: Final = "MA 14"  # the only document that lets the house permit more than its own number


def _time_zone(name: str) -> str:
    if name not in available_timezones():
        raise BadValue(Message("file-no-time-zone"))
    return name


Sentence = Annotated[str, StringConstraints(min_length=1, max_length=120, strict=True)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", strict=True)]
PublicKey = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", strict=True)]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$", strict=True)]
TimeZone = Annotated[str, AfterValidator(_time_zone)]
Minutes = Annotated[int, Field(strict=True, ge=0, le=7 * 24 * 60)]
Few = Annotated[int, Field(strict=True, ge=0, le=9)]
SatOut = Literal["may-wager", "wait-for-shuffle"]
DeviceKind = Literal["shoe", "batch-shuffler", "continuous-shuffler", "reader", "camera"]
Dialect = Literal["tablelink", "angel-eye"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ChipForm(_Form):
    amount: Amount
    name: Text
    colour: Text


class DeviceForm(_Form):
    kind: DeviceKind
    port: Text
    serial: Text
    dialect: Dialect = "tablelink"
    control: Text | None = None
    designs: tuple[Text, ...] = ()
    without_key: YesNo = False


class PeopleForm(_Form):
    dealer: Annotated[int, Field(strict=True, ge=1, le=1)] = 1
    supervisor: Few = 1
    pit_manager: Few = Field(default=0, alias="pit-manager")


class DifferenceForm(_Form):
    reaches: Amount
    says: Sentence


class NoticesForm(_Form):
    limits_minutes: Minutes
    options_minutes: Minutes


class PolicyForm(_Form):
    spots_per_player: Annotated[int, Field(strict=True, ge=1, le=7)]
    sat_out: SatOut
    called_wagers: YesNo
    dealer_cuts: YesNo = False
    supposed_hit: YesNo = True
    cage: YesNo = False


class TableForm(_Form):
    name: Slug
    title: Text
    rules: Text
    journal: Text
    floor: Text | None = None
    head_folder: Text | None = None
    directory_key: PublicKey | None = None
    currency: Currency = "USD"
    time_zone: TimeZone = "UTC"
    choices: dict[str, Any] = {}
    chips: Annotated[tuple[ChipForm, ...], Field(min_length=1, max_length=MOST_CHIPS)]
    devices: tuple[DeviceForm, ...] = ()
    people: PeopleForm
    differences: tuple[DifferenceForm, ...]
    notices: NoticesForm
    policy: PolicyForm


def read_form(data: Mapping[str, Any]) -> tuple[list[Problem], dict[str, Any]]:
    """The problems of the form, and the sections that have none."""
    try:
        form = TableForm.model_validate(data)
    except ValidationError as error:
        faulty = {str(detail["loc"][0]) for detail in error.errors(include_url=False)}
        return problems_of(error, data, _known_keys(data)), _sound(data, faulty)
    return [], {key: getattr(form, key) for key in TableForm.model_fields}


def _sound(data: Mapping[str, Any], faulty: set[str]) -> dict[str, Any]:
    """Each faultless section by itself: the others must not hide what is wrong with its meaning."""
    sections: dict[str, Any] = {}
    for key in data:
        if key in TableForm.model_fields and key not in faulty:
            form: TypeAdapter[Any] = TypeAdapter(TableForm.model_fields[key].rebuild_annotation())
            sections[key] = form.validate_python(data[key])
    return sections


def _known_keys(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    lists: dict[str, type[BaseModel]] = {"chips": ChipForm, "devices": DeviceForm, "differences": DifferenceForm}
    tables: dict[str, type[BaseModel]] = {"notices": NoticesForm, "policy": PolicyForm}
    known = {"": tuple(TableForm.model_fields), "people": ("dealer", "supervisor", "pit-manager")}
    known |= {key: tuple(form.model_fields) for key, form in tables.items()}
    for key, form in lists.items():
        rows = data.get(key)
        for number in range(len(rows) if isinstance(rows, list) else 0):
            known[f"{key}.{number}"] = tuple(form.model_fields)
    return known


# --- what the values mean together ---------------------------------------------------------------------------------


def rules_of(sound: Mapping[str, Any], problems: list[Problem]) -> Rules | None:
    if "rules" not in sound:
        return None
    try:
        return load_rules(sound["rules"])
    except UnknownRules as error:
        problems.append(Problem(key="rules", reason=reason_of(error)))
    except BadFile as error:
        problems.append(Problem(key="rules", reason=Message("file-rules-unusable", reason=error.messages)))
    return None


def game_of(rules: Rules, sound: Mapping[str, Any], on: date | None, problems: list[Problem]) -> TableRules | None:
    try:
        return choose(rules, choices_of(sound.get("choices", {}), sound.get("chips", ())), on)
    except BadChoices as error:
        problems += [
            Problem(key=f"choices.{problem.key}", reason=problem.refusal.message, clause=problem.refusal.clause)
            for problem in error.problems
        ]
    return None


def choices_of(named: Mapping[str, Any], chips: tuple[ChipForm, ...]) -> dict[str, Any]:
    """The choices as the file names them; the chip unit of a table with chips is its smallest one (MA 8(b))."""
    unit = {"chip_unit": show(min(chip.amount for chip in chips))} if chips else {}
    return {**unit, **named}


def _chips(sound: Mapping[str, Any], game: TableRules | None) -> list[Problem]:
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    chips = sound.get("chips", ())
    for number, chip in enumerate(chips):
        if chip.amount <= 0:
            problems.append(Problem(key=f"chips.{number}.amount", reason=Message("file-chip-worth")))
        for what, value in (("amount", show(chip.amount)), ("name", chip.name), ("colour", chip.colour.casefold())):
            before = seen.setdefault(f"{what} {value}", number)
            if before != number:
                reason = Message("file-chips-alike", value=value, chip=before)
                problems.append(Problem(key=f"chips.{number}.{what}", reason=reason))
    smallest = min((chip.amount for chip in chips), default=None)
    if game is not None and smallest is not None and smallest != game.chip_unit:
        reason = Message("file-chip-unit", smallest=message.Amount(smallest), unit=message.Amount(game.chip_unit))
        clause = game.rules.choices["chip_unit"].clause
        problems.append(Problem(key="choices.chip_unit", reason=reason, clause=clause))
    return problems


def _devices(sound: Mapping[str, Any], rules: Rules | None, game: TableRules | None) -> list[Problem]:
    problems: list[Problem] = []
    devices = sound.get("devices", ())
    for number, device in enumerate(devices):
        key = f"devices.{number}"
        problems += [*_port(device, key), *_twice(devices, number, key)]
        if device.kind in SHUFFLERS and rules is not None and "device" not in rules.shuffle_by:
            reason = Message("file-shuffled-by-hand", device=device.kind)
            problems.append(Problem(key=f"{key}.kind", reason=reason, clause=rules.values["shuffle_by"].clause))
        elif device.kind == "continuous-shuffler" and rules is not None and rules.cut_when == "always":
            reason = Message("file-cut-after-shuffle", device=device.kind)
            problems.append(Problem(key=f"{key}.kind", reason=reason, clause=rules.values["cut_when"].clause))
        if device.kind == "reader" and game is not None and game.hole_card != "reader":
            reason = Message("file-reader-needs-choice", choice=Quoted(str(game.hole_card)))
            problems.append(Problem(key=f"{key}.kind", reason=reason, clause=game.rules.choices["hole_card"].clause))
    if _has(devices, "shoe") and _has(devices, "continuous-shuffler"):
        problems.append(Problem(key="devices", reason=Message("file-shoe-or-continuous")))
    if game is not None and "devices" in sound and game.hole_card == "reader" and not _has(devices, "reader"):
        clause = game.rules.choices["hole_card"].clause
        problems.append(Problem(key="devices", reason=Message("file-choice-needs-reader"), clause=clause))
    return problems


def _port(device: DeviceForm, key: str) -> list[Problem]:
    """A place that can be opened; a plain-value shoe only by way of its keeper, never at its own port."""
    ports = PICTURES if device.kind == "camera" else PORTS
    if device.dialect == "angel-eye":
        if device.kind != "shoe":
            return [Problem(key=f"{key}.dialect", reason=Message("file-angel-eye-shoe", device=device.kind))]
        places = {"port": device.port, "control": device.control or ""}
        reason = Message("file-angel-eye-keeper")
        return [
            Problem(key=f"{key}.{name}", reason=reason) for name, at in places.items() if not at.startswith("unix:")
        ]
    if device.designs and device.kind != "camera":
        return [Problem(key=f"{key}.designs", reason=Message("file-designs-camera", device=device.kind))]
    if device.without_key and device.kind not in SHUFFLERS:
        return [Problem(key=f"{key}.without_key", reason=Message("file-only-with-key", device=device.kind))]
    if device.control is not None:
        return [Problem(key=f"{key}.control", reason=Message("file-control-keeper"))]
    if not device.port.startswith(ports):
        return [
            Problem(key=f"{key}.port", reason=Message("file-no-port", port=Quoted(device.port), known=OneOf(ports)))
        ]
    return []


def _twice(devices: tuple[DeviceForm, ...], number: int, key: str) -> list[Problem]:
    device = devices[number]
    problems = [
        Problem(key=f"{key}.{what}", reason=Message("file-stands-twice", value=Quoted(str(getattr(device, what)))))
        for what in ("kind", "port", "serial")
        if any(getattr(other, what) == getattr(device, what) for other in devices[:number])
    ]
    if device.kind in SHUFFLERS and any(device.kind in SHUFFLERS for device in devices[:number]):
        problems.append(Problem(key=f"{key}.kind", reason=Message("file-one-shuffler")))
    return problems


def _has(devices: tuple[DeviceForm, ...], kind: str) -> bool:
    return any(device.kind == kind for device in devices)


def _thresholds(sound: Mapping[str, Any]) -> list[Problem]:
    problems = []
    before = 0
    for number, threshold in enumerate(sound.get("differences", ())):
        if threshold.reaches <= before:
            reason = Message(
                "file-thresholds-rise", amount=message.Amount(threshold.reaches), before=message.Amount(before)
            )
            problems.append(Problem(key=f"differences.{number}.reaches", reason=reason))
        before = max(before, threshold.reaches)
    return problems


def _floor(sound: Mapping[str, Any]) -> list[Problem]:
    floor = sound.get("floor")
    if floor is None:
        return []
    try:
        parts = urlsplit(floor)
        password = parts.password
    except ValueError as error:
        return [Problem(key="floor", reason=Message("file-no-address", floor=Quoted(floor), reason=str(error)))]
    if parts.scheme not in ("postgresql", "postgres") or not parts.hostname:
        return [Problem(key="floor", reason=Message("file-floor-address"))]
    if password is not None:
        return [Problem(key="floor", reason=Message("file-no-password"))]
    return []


def _policy(sound: Mapping[str, Any], rules: Rules) -> list[Problem]:
    policy = sound.get("policy")
    if policy is None:
        return []
    problems = []
    clause = rules.values["spots_per_player"].clause
    if policy.spots_per_player > rules.spots_per_player and clause != MORE_SPOTS_ALLOWED:
        reason = Message("file-spots-per-player", most=rules.spots_per_player, spots=policy.spots_per_player)
        problems.append(Problem(key="policy.spots_per_player", reason=reason, clause=clause))
    if policy.called_wagers and rules.document in CALLED_WAGERS_REFUSED:
        reason = Message("file-called-wagers")
        refused = CALLED_WAGERS_REFUSED[rules.document]
        problems.append(Problem(key="policy.called_wagers", reason=reason, clause=refused))
    if policy.dealer_cuts and not rules.dealer_may_cut:
        reason = Message("file-dealer-cuts")
        clause = rules.values["dealer_may_cut"].clause
        problems.append(Problem(key="policy.dealer_cuts", reason=reason, clause=clause))
    return problems


def problems_of_values(sound: Mapping[str, Any], rules: Rules | None, game: TableRules | None) -> list[Problem]:
    """What the sections that are faultless in form mean together."""
    problems = [*_chips(sound, game), *_devices(sound, rules, game), *_thresholds(sound), *_floor(sound)]
    return problems if rules is None else [*problems, *_policy(sound, rules)]
