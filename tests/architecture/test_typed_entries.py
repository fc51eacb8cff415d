"""Journal entries are read as types: nobody but the codec, the verifier and SQL takes stored fields apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

PRODUCT = Path(__file__).parent.parent.parent / "dealer_console"

# Who may, and why.
READERS_OF_FIELDS = {
    "journal/entries": "the codec of entries",
    "journal/value_codec.py": "the codec of snapshots",
    "messages/message_codec.py": "the codec of messages beside their sentences",
    "journal/checkpoints.py": "the codec of heads that are kept outside a journal",
    "journal/verification": "the verifier",
    "journal/migrate.py": "SQL",
    "journal/storage/reader.py": "SQL",
    "pit/archive/database.py": "SQL",
    "game/round_files/round_file.py": "the codec of .round files",
    "rulebook": "rule sets are TOML files",
    "pit/expectations.py": "a TOML file",
    "table/people/permissions_file.py": "a TOML file",
    "cli/rounds/replay.py": "writes JSON",
    "cli/devices/device.py": "writes the list of devices",
    "cli/version.py": "writes JSON",
    "floor/group.py": "SQL",
    "app/table_installation.py": "a TOML file",
    "table/session/recovery.py": "puts the rule set's text back into a stored snapshot, and verifies snapshots",
}


def modules(allowed_to: Iterable[str] = READERS_OF_FIELDS) -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(PRODUCT.glob("**/*.py")):
        name = file.relative_to(PRODUCT).as_posix()
        if not any(name == allowed or name.startswith(f"{allowed}/") for allowed in allowed_to):
            yield name, ast.parse(file.read_text("utf-8"), filename=name)


def is_data(node: ast.expr) -> bool:
    """`data` or `entry.data`."""
    return (isinstance(node, ast.Name) and node.id == "data") or (
        isinstance(node, ast.Attribute) and node.attr == "data"
    )


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def fault_of(node: ast.AST) -> str | None:
    match node:
        case ast.Subscript(value=value, slice=key, ctx=ast.Load()) if is_data(value) and is_text(key):
            return "takes a stored field by its name: read `entry.typed`"
        case ast.Call(func=ast.Attribute(value=value, attr="get"), args=[key, *_]) if is_data(value) and is_text(key):
            return "takes a stored field by its name: read `entry.typed`"
        case ast.Call(func=ast.Name(id="int"), args=[ast.Call(func=ast.Name(id="str"))]):
            return "makes a number of anything: give it a type"
        case ast.Subscript(value=ast.Name(id="row"), slice=ast.Constant(value=int())):
            return "takes a column by its place: give the row names"
    return None


def faults(modules: Iterator[tuple[str, ast.Module]]) -> list[str]:
    return [
        f"{name}:{node.lineno} {fault}"
        for name, tree in modules
        for node in ast.walk(tree)
        if (fault := fault_of(node)) is not None and isinstance(node, ast.expr)
    ]


# Who may look for words in a text, and why.
READERS_OF_TEXT = {
    "floor/address.py": "libpq gives no code where the connection fails: what the server says is all there is",
    "journal/storage/guards.py": "SQL",
    "table/shift": "the stored step of a notice",
    "demo/operator.py": "the protocol of a simulator's control line: `ok drew`",
    "simulation/physical.py": "the protocol of a simulator's control line: `ok drew`",
}


def decisions_on_words(tree: ast.Module) -> Iterator[int]:
    """Where a text is compared with words, or searched for them. Such a text is for people: its code decides."""
    for node in ast.walk(tree):
        texts: list[ast.expr] = []
        match node:
            case ast.Compare(left=left, comparators=others):
                texts = [left, *others]
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith" | "find" | "count"), args=args):
                texts = args
        for text in texts:
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and re.search(r"\w \w", text.value):
                yield text.lineno


def test_no_decision_rests_on_the_words_of_a_sentence() -> None:
    assert [f"{name}:{line}" for name, tree in modules(READERS_OF_TEXT) for line in decisions_on_words(tree)] == []


def test_a_decision_on_words_is_found() -> None:
    text = '"not here" in why\nwhy == "no card"\nwhy.startswith("the shoe")\nkind == "round-opened"\n'
    assert [*decisions_on_words(ast.parse(text))] == [1, 2, 3]


def test_nobody_but_codecs_verifier_and_sql_takes_stored_fields_apart() -> None:
    assert faults(modules()) == []


def test_who_may_is_there() -> None:
    assert [name for name in (*READERS_OF_FIELDS, *READERS_OF_TEXT) if not (PRODUCT / name).exists()] == []


def test_each_fault_is_found() -> None:
    text = 'entry.data["x"]\ndata.get("x")\nint(str(x))\nrow[3]\n'
    assert len(faults(iter([("x.py", ast.parse(text))]))) == 4
