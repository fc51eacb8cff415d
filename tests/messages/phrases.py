"""Every fixed sentence that the screens take from rule sets, files of the house, drivers and our own steps."""

from __future__ import annotations

from collections.abc import Iterator

from dealer_console.rulebook import load_rules, rule_set_names
from dealer_console.rulebook.tables import load_table, table_names
from dealer_console.table.devices.fault_policy import CALL_SUPERVISOR
from dealer_console.table.people import load_permissions
from dealer_console.table.shift.continuous_shuffler import DISCARDS, INTO, OUT_OF, steps_of
from dealer_console.table.snapshot import guide
from drivers import fault_policy
from drivers.optical import view
from drivers.optical.camera_watch import TEXTS

CAMERA = (  # what its live view says besides why a card could not be read
    "No picture yet: check that the camera is plugged in.",
    "The camera is inhibited: nothing is looked at.",
    "The camera is not there: check its plug.",
    "A card lies face down: nothing is looked at.",
    "The card moves.",
    "Too dark: give more light.",
    "No card.",
)


def phrases() -> Iterator[str]:
    for rules in map(load_rules, rule_set_names()):
        yield from rules.calls.values()
        yield from (ruling.says for ruling in rules.irregularities.values())
        own = (steps_of(rules, procedure) for procedure in (INTO, OUT_OF, DISCARDS))
        for steps in (*rules.procedures.values(), *own):
            yield from (text for step in steps for text in (step.does, step.who))
    yield from (rights.says for rights in load_permissions().actions.values())
    sources = (part for rights in load_permissions().actions.values() for part in rights.source.split("; "))
    yield from (part for part in sources if part[0].islower())  # the others are clauses
    yield from (does for _step, does in guide._BEFORE_PLAY.values())
    yield from (guide._BY_HAND, guide._SEE_TO_IT, CALL_SUPERVISOR)
    yield from (threshold.says for name in table_names() for threshold in load_table(name).differences)
    yield from CAMERA
    yield from view.WORDS.values()
    yield from (f"Fault of the camera: {text}." for text in TEXTS.values())
    yield from TEXTS.values()
    yield from (row.next_step for row in fault_policy.FAULT_RULES if row.next_step)
