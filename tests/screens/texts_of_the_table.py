"""Every text with which the table refuses, asks or warns, read from its own source: with samples in the places."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import dealer_console.table as table
from dealer_console.table.people import load_permissions
from drivers import fault_policy

ROOM = Path(table.__file__).parent
REFUSING = ("Refusal", "_refuse", "refuse", "not_now")
NAMING = ("during_round", "not_supervised", "same_person")  # what is refused is their argument
SAMPLES = {  # what stands in a place, by the words of its expression; 7 anywhere else
    "cards.are": "in play",
    "slip.what": "fill",
    "show": "25.00",
    "short": "25",
    "cents": "25.00",
    "hand": "1a",
    "place": "1a",
    "card": "Th",
    "person": "Dana",
    "dealer": "Dana",
    "name": "Dana",
    "who": "Dana",
    "role": "supervisor",
    "device": "shoe",
    "kind": "shoe",
    "code": "card-exposed",
    "does": "Burn one card",
}


def sample(node: ast.expr) -> str:
    words = ast.unparse(node)
    return next((text for word, text in SAMPLES.items() if word in words), "7")


def text_of(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = []
        for each in node.values:
            if isinstance(each, ast.Constant):
                parts.append(str(each.value))
            elif isinstance(each, ast.FormattedValue):
                value = sample(each.value)
                parts.append(f"'{value}'" if each.conversion == ord("r") else value)
        return "".join(parts)
    return None


def refusals() -> Iterator[tuple[str, str]]:
    """The file and line of each, and the text as it may stand on a screen."""
    for file in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            wanted = node.args[:1] if called in REFUSING else node.args[1:] if called in NAMING else []
            for text in filter(None, (text_of(each) for each in wanted)):
                if " " in text:
                    yield f"{file.name}:{node.lineno}", text


def permissions_say() -> Iterator[str]:
    for rights in load_permissions().actions.values():
        yield rights.says


def next_steps() -> Iterator[str]:
    """What an alarm of a machine tells to do."""
    for row in fault_policy.FAULT_RULES:
        if row.next_step:
            yield row.next_step
