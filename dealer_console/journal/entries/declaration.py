"""Declares the classes of entries, and reads and writes them: the codec between typed entries and stored fields.

One frozen class for each kind, and for each step of a kind that has steps. What a field may hold stands in its
annotation, and its optionality in the usual way:

* `name: str`: always stored;
* `name: str | None`: always stored, as null for None;
* `name: str | None = None`: stored when it is not None.

Whatever a stored entry has beside its fields, or otherwise than they would be written today, is kept in `extra`, so
that reading and writing an entry gives the same bytes for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from types import MappingProxyType, NoneType
from typing import Any, Final, NamedTuple, TypeVar, cast, dataclass_transform, get_args, get_type_hints

from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.forms import Check, Form, Named, form_of, or_nothing
from dealer_console.journal.errors import BadEntry
from dealer_console.messages import recorded


class LeftOut(Enum):
    """In `extra`: a field that is null today does not stand in this entry at all."""

    LEFT_OUT = "left out"


_NOTHING: Final[Mapping[str, Json | LeftOut]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryData:
    """What every typed entry is. `extra`: what is stored beside the fields, or instead of them."""

    extra: Mapping[str, Json | LeftOut] = field(default_factory=lambda: _NOTHING, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherEntry(EntryData):
    """A step that this program does not know, or, with its `fault`, one with other fields. All of it is `extra`."""

    kind: str
    version: int
    fault: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the journal asks of a kind in one version. `more`: further fields may stand beside these."""

    says: str
    must: Mapping[str, Check]
    may: Mapping[str, Check]
    more: bool

    def why_not(self, data: Mapping[str, object]) -> str | None:
        """None, or what is wrong with the fields."""
        for name, check in self.must.items():
            if name not in data:
                return f"the field {name!r} is missing"
            if not check(data[name]):
                return f"the field {name!r} cannot be {data[name]!r}"
        if len(data) == len(self.must):
            return None
        for name, value in data.items():
            if name in self.must:
                continue
            optional = self.may.get(name)
            if optional is None and not self.more:
                return f"unknown field {name!r}{recorded(did_you_mean(name, (*self.must, *self.may)))}"
            if optional is not None and not optional(value):
                return f"the field {name!r} cannot be {value!r}"
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """One field of a class: its name there, its stored name and form, and what None means."""

    name: str
    stored: str
    form: Form
    nullable: bool
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """How one class is stored. `constants` are what tells its step."""

    kind: str
    version: int
    constants: Mapping[str, Json]
    fields: tuple[_Field, ...]
    names: frozenset[str]


Choose = Callable[[Mapping[str, Json]], type[EntryData] | None]

KINDS: Final[dict[tuple[str, int], Kind]] = {}
_DECLARED: Final[dict[type[EntryData], Declared]] = {}
_SINGLE: Final[dict[tuple[str, int], type[EntryData]]] = {}
_FAMILIES: Final[dict[tuple[str, int], Choose]] = {}

_T = TypeVar("_T", bound=EntryData)


# --- declaring -----------------------------------------------------------------------------------------------------


@dataclass_transform(frozen_default=True, kw_only_default=True)
def entry(kind: str, *, version: int = 1, says: str, more: bool = False) -> Callable[[type[_T]], type[_T]]:
    """A kind with one class. `more`: it may carry further fields; otherwise it has exactly these."""

    def declare(cls: type[_T]) -> type[_T]:
        entry_type = _declare(cls, kind, version, {})
        declared = _DECLARED[entry_type].fields
        must = {item.stored: _check(item) for item in declared if not item.optional and not (more and item.nullable)}
        may = {item.stored: _check(item) for item in declared if item.stored not in must}
        KINDS[kind, version] = Kind(says=says, must=must, may=may, more=more)
        _SINGLE[kind, version] = entry_type
        return entry_type

    return declare


def family(
    kind: str, choose: Choose, *, says: str, must: Mapping[str, Check], may: Mapping[str, Check] | None = None
) -> None:
    """A kind with a class for each step: `choose` gives the class of the stored fields, None for an unknown step."""
    KINDS[kind, 1] = Kind(says=says, must=must, may=may or {}, more=True)
    _FAMILIES[kind, 1] = choose


@dataclass_transform(frozen_default=True, kw_only_default=True)
def step(kind: str, /, **constants: str) -> Callable[[type[_T]], type[_T]]:
    """One step of a kind: `constants` are the stored fields that tell it."""

    def declare(cls: type[_T]) -> type[_T]:
        return _declare(cls, kind, 1, constants)

    return declare


def by_field(name: str, *classes: type[EntryData]) -> Choose:
    """Chooses the class whose constant of this name stands in the entry."""
    known = {_DECLARED[cls].constants[name]: cls for cls in classes}
    return lambda data: known.get(data[name]) if isinstance(data[name], str) else None


def constants_of(cls: type[EntryData]) -> Mapping[str, Json]:
    """The stored fields that tell this step from the others of its kind."""
    return _DECLARED[cls].constants


def _declare(cls: type[_T], kind: str, version: int, constants: Mapping[str, Json]) -> type[_T]:
    entry_type = cast("type[_T]", dataclass(frozen=True, slots=True, kw_only=True)(cls))
    hints = get_type_hints(entry_type, localns={"Json": Json}, include_extras=True)  # its alias names itself
    own = tuple(_field(item.name, hints[item.name], item.default is not MISSING) for item in fields(entry_type)[1:])
    names = frozenset((*constants, *(item.stored for item in own)))
    _DECLARED[entry_type] = Declared(kind=kind, version=version, constants=constants, fields=own, names=names)
    return entry_type


def _field(name: str, annotation: Any, has_default: bool) -> _Field:
    stored = name
    for mark in getattr(annotation, "__metadata__", ()):
        if isinstance(mark, Named):
            stored, annotation = mark.name, annotation.__origin__
    parts = [part for part in get_args(annotation) if part is not NoneType]
    nullable = NoneType in get_args(annotation)
    form = form_of(parts[0] if nullable else annotation)
    return _Field(name=name, stored=stored, form=form, nullable=nullable and not has_default, optional=has_default)


def _check(item: _Field) -> Check:
    return or_nothing(item.form.check) if item.nullable else item.form.check


# --- judging -------------------------------------------------------------------------------------------------------


def why_not(kind: str, version: int, data: Mapping[str, object]) -> str | None:
    """None, or why the journal holds no such entry: it does not know the kind, or the fields do not fit it."""
    known = KINDS.get((kind, version))
    if known is None:
        names = sorted({name for name, _ in KINDS})
        if kind in names:
            return f"version {version} of {kind!r} is not known; a newer program wrote it"
        return f"unknown kind {kind!r}{recorded(did_you_mean(str(kind), names))}"
    fault = known.why_not(data)
    return None if fault is None else f"{kind} {version}: {fault}"


# --- reading and writing -------------------------------------------------------------------------------------------


def decode(kind: str, version: int, data: Mapping[str, Json]) -> EntryData:
    """The typed entry. Raises `BadEntry` for a kind without steps whose fields do not say what they should."""
    cls = _SINGLE.get((kind, version))
    if cls is not None:
        return read(cls, data)
    choose = _FAMILIES.get((kind, version))
    chosen = choose(data) if choose is not None else None
    if chosen is None:
        return OtherEntry(kind=kind, version=version, extra=data)
    try:
        return read(chosen, data)
    except BadEntry as error:
        return OtherEntry(kind=kind, version=version, fault=str(error), extra=data)


class Stored(NamedTuple):
    """An entry's kind, version and fields, as the journal keeps them."""

    kind: str
    version: int
    data: dict[str, Json]


def encode(typed: EntryData) -> Stored:
    if isinstance(typed, OtherEntry):
        return Stored(typed.kind, typed.version, _with_extra({}, typed.extra))
    declared = _DECLARED[type(typed)]
    data: dict[str, Json] = {**declared.constants}
    for item in declared.fields:
        value = getattr(typed, item.name)
        if value is not None:
            write = item.form.write
            data[item.stored] = value if write is None else write(value)
        elif item.nullable:
            data[item.stored] = None
    return Stored(declared.kind, declared.version, _with_extra(data, typed.extra) if typed.extra else data)


def _with_extra(data: dict[str, Json], extra: Mapping[str, Json | LeftOut]) -> dict[str, Json]:
    for name, value in extra.items():
        if isinstance(value, LeftOut):
            del data[name]
        else:
            data[name] = value
    return data


def read(cls: type[_T], data: Mapping[str, Json]) -> _T:
    """The fields as this class. Raises `BadEntry`."""
    declared = _DECLARED[cls]
    values: dict[str, Any] = {}
    extra: dict[str, Json | LeftOut] = {}
    for name, value in declared.constants.items():
        if data.get(name) != value:
            raise BadEntry(f"{declared.kind}: the field {name!r} is not {value!r}")
    for item in declared.fields:
        stored = data.get(item.stored)
        if stored is None:
            values[item.name] = None
            _without_value(item, data, extra)
        elif not item.form.check(stored):
            raise BadEntry(f"the field {item.stored!r} cannot be {stored!r}")
        elif item.form.read is None:
            values[item.name] = stored
        else:
            values[item.name], same = _value(item, stored)
            if not same:
                extra[item.stored] = stored
    for name in data.keys() - declared.names:
        extra[name] = data[name]
    return cls(**values, extra=extra) if extra else cls(**values)


def _without_value(item: _Field, data: Mapping[str, Json], extra: dict[str, Json | LeftOut]) -> None:
    if not item.nullable and not item.optional:
        raise BadEntry(f"the field {item.stored!r} is missing")
    if (item.stored in data) is item.optional:
        extra[item.stored] = None if item.optional else LeftOut.LEFT_OUT


def _value(item: _Field, stored: Json) -> tuple[object, bool]:
    try:
        return item.form.read(stored)  # type: ignore[misc]  # asked before
    except (ValueError, KeyError) as error:
        raise BadEntry(f"the field {item.stored!r} cannot be {stored!r}: {error}") from None
