"""The file of a table: rule set and choices, chips, devices, people, thresholds, the policies of the house.

Every problem of a file is told at once, with its key, the clause where a document decides it, and the nearest known
word. A section that is faulty in form is told and left out; all the others are still checked for their meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.message import Message, Quoted
from dealer_console.game.money import Cents, show
from dealer_console.game.rules import Rules, TableRules
from dealer_console.game.suggestions import did_you_mean
from dealer_console.messages import MessageError, recorded
from dealer_console.rulebook.load import UnknownRules, config_folder, load_rules, read_toml
from dealer_console.rulebook.problems import BadFile, Problem, problems_of
from dealer_console.rulebook.schema import Amount, Text, YesNo

SHUFFLERS: Final = ("batch-shuffler", "continuous-shuffler")
PORTS: Final = ("/dev/", "socket://", "rfc2217://", "hwgrep://", "sim://", "unix:", "usb://", "usb+")
PICTURES: Final = ("v4l2:", "dir:", "file:", "sim:")  # where a camera's pictures come from
MOST_CHIPS: Final = 12
# What changes with a notice only: limits are posted; these options begin and end with notice by law (MA 9(c), 11(e)).
LIMITS: Final = ("minimum", "maximum", "side_bet_minimum", "side_bet_maximum")
OPTIONS: Final = ("surrender", "resplit_aces", "hands_per_split")

# What the documents say about policies that are no choice of the rule set itself.
CALLED_WAGERS_REFUSED: Final = {"CB": "CB placement 1"}  # a wager lies in its box, or it is none
SAT_OUT_CLAUSE: Final = {"MA": "MA 5(h)"}
MORE_SPOTS_ALLOWED: Final = "MA 14"  # the only document that lets the house permit more than its own number


def _time_zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"{name!r} is no time zone; write one like America/New_York")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """One denomination of the table's chips."""

    cents: Cents
    name: str
    colour: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A shoe that tells its cards in plain is met through its keeper: `port` and `control` are its two sockets.

    `designs` are those of the cards that a camera reads; none: all that are known. `without_key`: the house allows that
    this shuffler was never given one.
    """

    kind: str
    port: str
    serial: str
    dialect: str = "tablelink"
    control: str | None = None
    designs: tuple[str, ...] = ()
    without_key: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """From this difference on, over or short, this has to be done."""

    cents: Cents
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table as its file describes it. The meaning of every key is told in `docs/shift.md`."""

    name: str
    title: str
    choices: Mapping[str, Any]
    game: TableRules
    chips: tuple[Chip, ...]  # highest first
    devices: tuple[Device, ...]
    people: Mapping[str, int]
    differences: tuple[Threshold, ...]  # lowest first
    journal: str
    floor: str | None
    head_folder: str | None  # where the head of the journal is kept, too
    directory_key: str | None  # the only key by which the first directory of people may be signed
    currency: str  # as ISO 4217 writes it
    time_zone: str
    limits_notice_minutes: int
    options_notice_minutes: int
    spots_per_player: int
    sat_out: str
    called_wagers: bool
    dealer_cuts: bool
    supposed_hit: bool  # a card drawn while a hand is in turn counts as its hit
    cage: bool  # fills and credits go through the cage
    file_hash: str  # SHA-256 of the file, for the journal
    unannounced: tuple[str, ...] = ()  # options that the file says otherwise than they are in force

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def denominations(self) -> tuple[Cents, ...]:
        return tuple(chip.cents for chip in self.chips)

    def has_device(self, *kinds: str) -> bool:
        return any(device.kind in kinds for device in self.devices)

    def with_choices(self, changes: Mapping[str, Any], on: date | None = None) -> Table:
        """The table after a notice took effect. Raises `BadChoices` when the rule set does not offer it."""
        choices = {**self.choices, **changes}
        return replace(self, choices=choices, game=choose(self.rules, choices, on))

    def held_to(self, in_force: Mapping[str, Any], keys: Collection[str]) -> Table:
        """These choices as they are in force, whatever the file says. Raises `BadChoices` where that cannot be."""
        others = {key: value for key, value in self.choices.items() if key not in keys}
        choices = {**others, **{key: in_force[key] for key in keys if key in in_force}}
        game = choose(self.rules, choices)
        differ = tuple(key for key in OPTIONS if getattr(game, key) != getattr(self.game, key))
        return replace(self, choices=choices, game=game, unannounced=differ)


def table_names() -> list[str]:
    return sorted(file.stem for file in (config_folder() / "tables").glob("*.toml"))


class UnknownTable(MessageError, ValueError):
    """No table of that name."""


def load_table(name: str, on: date | None = None) -> Table:
    """The table of that name. Raises `UnknownTable` or `BadFile`."""
    known = table_names()
    if name not in known:
        raise UnknownTable(Message("rulebook-unknown-table", name=Quoted(name), hint=did_you_mean(name, known)))
    return table_from_file(config_folder() / "tables" / f"{name}.toml", on)


def table_from_file(file: Path, on: date | None = None) -> Table:
    """`on` is the day whose lawful limits count."""
    data = read_toml(file)
    problems, sound = _form(data)
    if "name" in sound and sound["name"] != file.stem:
        problems.append(Problem(key="name", reason=f"{sound['name']!r} does not fit the file name {file.name!r}"))
    rules = _rules(sound, problems)
    game = _game(rules, sound, on, problems) if rules is not None else None
    problems += [*_chips(sound, game), *_devices(sound, rules, game), *_thresholds(sound), *_floor(sound)]
    if rules is not None:
        problems += _policy(sound, rules)
    if problems or game is None:
        raise BadFile(file, problems)
    return _table(TableForm.model_validate(data), game, sha256(file.read_bytes()).hexdigest())


def _form(data: Mapping[str, Any]) -> tuple[list[Problem], dict[str, Any]]:
    """The problems of the form, and the sections that have none."""
    try:
        form = TableForm.model_validate(data)
    except ValidationError as error:
        faulty = {str(each["loc"][0]) for each in error.errors(include_url=False)}
        return problems_of(error, data, _known_keys(data)), _sound(data, faulty)
    return [], {key: getattr(form, key) for key in TableForm.model_fields}


def _sound(data: Mapping[str, Any], faulty: set[str]) -> dict[str, Any]:
    """Each faultless section by itself: the others must not hide what is wrong with its meaning."""
    found: dict[str, Any] = {}
    for key in data:
        if key in TableForm.model_fields and key not in faulty:
            form: TypeAdapter[Any] = TypeAdapter(TableForm.model_fields[key].rebuild_annotation())
            found[key] = form.validate_python(data[key])
    return found


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


def _rules(sound: Mapping[str, Any], problems: list[Problem]) -> Rules | None:
    if "rules" not in sound:
        return None
    try:
        return load_rules(sound["rules"])
    except UnknownRules as error:
        problems.append(Problem(key="rules", reason=str(error)))
    except BadFile as error:
        problems.append(Problem(key="rules", reason=f"the rule set cannot be used: {error}"))
    return None


def _game(rules: Rules, sound: Mapping[str, Any], on: date | None, problems: list[Problem]) -> TableRules | None:
    try:
        return choose(rules, _choices(sound.get("choices", {}), sound.get("chips", ())), on)
    except BadChoices as error:
        problems += [
            Problem(
                key=f"choices.{problem.key}", reason=recorded(problem.refusal.message), clause=problem.refusal.clause
            )
            for problem in error.problems
        ]
    return None


def _choices(named: Mapping[str, Any], chips: tuple[ChipForm, ...]) -> dict[str, Any]:
    """The choices as the file names them; the chip unit of a table with chips is its smallest one (MA 8(b))."""
    unit = {"chip_unit": show(min(chip.amount for chip in chips))} if chips else {}
    return {**unit, **named}


def _chips(sound: Mapping[str, Any], game: TableRules | None) -> list[Problem]:
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    chips = sound.get("chips", ())
    for number, chip in enumerate(chips):
        if chip.amount <= 0:
            problems.append(Problem(key=f"chips.{number}.amount", reason="a chip is worth more than 0.00"))
        for what, value in (("amount", show(chip.amount)), ("name", chip.name), ("colour", chip.colour.casefold())):
            before = seen.setdefault(f"{what} {value}", number)
            if before != number:
                reason = f"{value} stands for chip {before} already; two chips must never look or count alike"
                problems.append(Problem(key=f"chips.{number}.{what}", reason=reason))
    smallest = min((chip.amount for chip in chips), default=None)
    if game is not None and smallest is not None and smallest != game.chip_unit:
        reason = f"the chip unit is the smallest chip of the table, {show(smallest)}, not {show(game.chip_unit)}"
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
            reason = f"a {device.kind} cannot stand at this table: the cards are shuffled by hand only"
            problems.append(Problem(key=f"{key}.kind", reason=reason, clause=rules.values["shuffle_by"].clause))
        elif device.kind == "continuous-shuffler" and rules is not None and rules.cut_when == "always":
            reason = "a continuous-shuffler cannot stand at this table: the cards are cut after every shuffle"
            problems.append(Problem(key=f"{key}.kind", reason=reason, clause=rules.values["cut_when"].clause))
        if device.kind == "reader" and game is not None and game.hole_card != "reader":
            reason = f'a reader needs hole_card = "reader"; this table has {game.hole_card!r}'
            problems.append(Problem(key=f"{key}.kind", reason=reason, clause=game.rules.choices["hole_card"].clause))
    if _has(devices, "shoe") and _has(devices, "continuous-shuffler"):
        problems.append(Problem(key="devices", reason="a continuous shuffler stands in the place of a shoe: name one"))
    if game is not None and "devices" in sound and game.hole_card == "reader" and not _has(devices, "reader"):
        clause = game.rules.choices["hole_card"].clause
        problems.append(Problem(key="devices", reason='hole_card = "reader" needs a reader', clause=clause))
    return problems


def _port(device: DeviceForm, key: str) -> list[Problem]:
    """A place that can be opened; a plain-value shoe only by way of its keeper, never at its own port."""
    ports = PICTURES if device.kind == "camera" else PORTS
    if device.dialect == "angel-eye":
        if device.kind != "shoe":
            return [Problem(key=f"{key}.dialect", reason=f"a {device.kind} does not speak angel-eye; only a shoe does")]
        places = {"port": device.port, "control": device.control or ""}
        reason = 'a shoe that speaks angel-eye is met through its keeper: write "unix:" and the path of its socket'
        return [
            Problem(key=f"{key}.{name}", reason=reason) for name, at in places.items() if not at.startswith("unix:")
        ]
    if device.designs and device.kind != "camera":
        return [Problem(key=f"{key}.designs", reason=f"a {device.kind} sees no cards; only a camera has designs")]
    if device.without_key and device.kind not in SHUFFLERS:
        return [Problem(key=f"{key}.without_key", reason=f"a {device.kind} works only with its key")]
    if device.control is not None:
        return [Problem(key=f"{key}.control", reason='only the keeper of dialect = "angel-eye" has a control socket')]
    if not device.port.startswith(ports):
        return [Problem(key=f"{key}.port", reason=f"{device.port!r} is no port: begin with {_offer(ports)}")]
    return []


def _twice(devices: tuple[DeviceForm, ...], number: int, key: str) -> list[Problem]:
    device = devices[number]
    problems = [
        Problem(key=f"{key}.{what}", reason=f"{getattr(device, what)!r} stands twice")
        for what in ("kind", "port", "serial")
        if any(getattr(each, what) == getattr(device, what) for each in devices[:number])
    ]
    if device.kind in SHUFFLERS and any(device.kind in SHUFFLERS for device in devices[:number]):
        problems.append(Problem(key=f"{key}.kind", reason="a table has one shuffler"))
    return problems


def _has(devices: tuple[DeviceForm, ...], kind: str) -> bool:
    return any(device.kind == kind for device in devices)


def _offer(words: tuple[str, ...]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _thresholds(sound: Mapping[str, Any]) -> list[Problem]:
    problems = []
    before = 0
    for number, each in enumerate(sound.get("differences", ())):
        if each.reaches <= before:
            reason = f"{show(each.reaches)} must be above {show(before)}: thresholds rise from row to row"
            problems.append(Problem(key=f"differences.{number}.reaches", reason=reason))
        before = max(before, each.reaches)
    return problems


def _floor(sound: Mapping[str, Any]) -> list[Problem]:
    floor = sound.get("floor")
    if floor is None:
        return []
    try:
        parts = urlsplit(floor)
        password = parts.password
    except ValueError as error:
        return [Problem(key="floor", reason=f"{floor!r} is no address: {error}")]
    if parts.scheme not in ("postgresql", "postgres") or not parts.hostname:
        return [Problem(key="floor", reason="expected postgresql://host/database")]
    if password is not None:
        return [Problem(key="floor", reason="a password does not belong into this file; use a password file")]
    return []


def _policy(sound: Mapping[str, Any], rules: Rules) -> list[Problem]:
    policy = sound.get("policy")
    if policy is None:
        return []
    problems = []
    clause = rules.values["spots_per_player"].clause
    if policy.spots_per_player > rules.spots_per_player and clause != MORE_SPOTS_ALLOWED:
        most = "one spot" if rules.spots_per_player == 1 else f"{rules.spots_per_player} spots"
        reason = f"a player has at most {most}, not {policy.spots_per_player}"
        problems.append(Problem(key="policy.spots_per_player", reason=reason, clause=clause))
    if policy.called_wagers and rules.document in CALLED_WAGERS_REFUSED:
        reason = "called wagers with cash do not count here: a wager lies in its box"
        refused = CALLED_WAGERS_REFUSED[rules.document]
        problems.append(Problem(key="policy.called_wagers", reason=reason, clause=refused))
    if policy.dealer_cuts and not rules.dealer_may_cut:
        reason = "the dealer cuts only when every player has refused"
        clause = rules.values["dealer_may_cut"].clause
        problems.append(Problem(key="policy.dealer_cuts", reason=reason, clause=clause))
    return problems


def _table(form: TableForm, game: TableRules, file_hash: str) -> Table:
    chips = sorted(form.chips, key=lambda chip: -int(chip.amount))
    return Table(
        name=form.name,
        title=form.title,
        choices=_choices(form.choices, form.chips),
        game=game,
        chips=tuple(Chip(cents=chip.amount, name=chip.name, colour=chip.colour) for chip in chips),
        devices=tuple(Device(**device.model_dump()) for device in form.devices),
        people={role: needed for role, needed in form.people.model_dump(by_alias=True).items() if needed},
        differences=tuple(Threshold(cents=difference.reaches, says=difference.says) for difference in form.differences),
        journal=form.journal,
        floor=form.floor,
        head_folder=form.head_folder,
        directory_key=form.directory_key,
        currency=form.currency,
        time_zone=form.time_zone,
        limits_notice_minutes=form.notices.limits_minutes,
        options_notice_minutes=form.notices.options_minutes,
        spots_per_player=form.policy.spots_per_player,
        sat_out=form.policy.sat_out,
        called_wagers=form.policy.called_wagers,
        dealer_cuts=form.policy.dealer_cuts,
        supposed_hit=form.policy.supposed_hit,
        cage=form.policy.cage,
        file_hash=file_hash,
    )
