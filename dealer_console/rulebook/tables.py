"""The file of a table: rule set and choices, chips, devices, people, thresholds, the policies of the house.

Every problem of a file is named at once, with its key, the clause where a document decides it, and the nearest known
word (`table_form`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from dealer_console.game.choices import choose
from dealer_console.game.message import Message, Quoted
from dealer_console.game.money import Cents
from dealer_console.game.rules import Rules, TableRules
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import MessageError
from dealer_console.rulebook.load import config_folder, read_hashed_toml
from dealer_console.rulebook.problems import BadFile, Problem, unlike_file_name
from dealer_console.rulebook.table_form import (
    TableForm,
    choices_of,
    game_of,
    problems_of_values,
    read_form,
    rules_of,
)

# What changes with a notice only: limits are posted; these options begin and end with notice by law (MA 9(c), 11(e)).
LIMITS: Final = ("minimum", "maximum", "side_bet_minimum", "side_bet_maximum")
OPTIONS: Final = ("surrender", "resplit_aces", "hands_per_split")
SAT_OUT_CLAUSE: Final = {"MA": "MA 5(h)"}


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
    rules_text: str = field(repr=False)  # of the rule set, as it was read: what the file says later is not played
    unannounced: tuple[str, ...] = ()  # options that the file says otherwise than they are in force

    @property
    def rules_hash(self) -> str:
        return sha256(self.rules_text.encode()).hexdigest()

    @property
    def head_apart(self) -> Path | None:
        return None if self.head_folder is None else Path(self.head_folder)

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


def load_table(name: str) -> Table:
    """The table of that name. Raises `UnknownTable` or `BadFile`."""
    known = table_names()
    if name not in known:
        raise UnknownTable(Message("rulebook-unknown-table", name=Quoted(name), hint=did_you_mean(name, known)))
    return table_from_file(config_folder() / "tables" / f"{name}.toml")


def table_from_file(file: Path, on: date | None = None) -> Table:
    """`on` is the day whose lawful limits count."""
    data, file_hash = read_hashed_toml(file)
    problems, sound = read_form(data)
    if "name" in sound and sound["name"] != file.stem:
        problems.append(Problem(key="name", reason=unlike_file_name(sound["name"], file)))
    rules = rules_of(sound, problems)
    game = game_of(rules, sound, on, problems) if rules is not None else None
    problems += problems_of_values(sound, rules, game)
    if problems or game is None:
        raise BadFile(file, problems)
    return _table(TableForm.model_validate(data), game, file_hash)


def _table(form: TableForm, game: TableRules, file_hash: str) -> Table:
    chips = sorted(form.chips, key=lambda chip: -int(chip.amount))
    return Table(
        name=form.name,
        title=form.title,
        choices=choices_of(form.choices, form.chips),
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
        rules_text=(config_folder() / "rulesets" / f"{game.rules.name}.toml").read_text("utf-8"),
    )
