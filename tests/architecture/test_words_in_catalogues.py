"""What a person reads is a key of the catalogues: no English sentence stands in the code of programs and screens."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PRODUCT = Path(__file__).parent.parent.parent / "dealer_console"
PACKAGES = ("app", "cli", "floor", "pit", "screens", "touch")
SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")
COMMAND = re.compile(r" *(dealer-console|systemctl|apt-get) [a-z]")  # what a person types

# Where sentences stand all the same, and why.
EXCEPTIONS = {
    "app/metrics.py": "what a monitor shows of a figure: a program's text, in the record's English",
    "app/systemd.py": "the state that systemd shows",
    "cli/rounds/replay.py": "the template of a .round file: a file has comments in the record's English",
    "cli/verbs.py": "what typer writes, to be replaced by a key",
    "floor/address.py": "what libpq and the server write, to be told apart",
    "floor/migrations": "SQL",
    "floor/rights.py": "SQL",
    "floor/witness.py": "stored in the floor's database, in the record's English",
    "pit/alerts/acknowledgement.py": "SQL",
    "pit/archive/index_builder.py": "stored in the index, in the record's English",
    "pit/archive/search.py": "ends a search for which nobody waits any more",
    "touch/app/faults.py": "what Qt writes, to be passed over",
    "touch/safe_screen.py": "the last resort, where the catalogues themselves may have failed",
}


def sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Literals of three and more small words in a row; logs, docstrings and a `Bug` are for developers."""
    passed_over = {id(part) for node in ast.walk(tree) if _for_developers(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in passed_over:
            continue
        if isinstance(node, ast.JoinedStr):
            passed_over |= {id(part) for part in node.values}
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if SENTENCE.search(text) and not COMMAND.match(text):
            yield node.lineno, text


def _for_developers(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="log")) | ast.Name(id="Bug")):
            return True
    return False


def literals() -> Iterator[tuple[str, int]]:
    for package in PACKAGES:
        for file in sorted(PRODUCT.glob(f"{package}/**/*.py")):
            for line, _text in sentences(ast.parse(file.read_text("utf-8"), filename=str(file))):
                yield file.relative_to(PRODUCT).as_posix(), line


def excepted(name: str) -> set[str]:
    return {place for place in EXCEPTIONS if name == place or name.startswith(f"{place}/")}


def test_no_sentence_that_a_person_reads_stands_in_the_code() -> None:
    assert [f"{name}:{line}" for name, line in literals() if not excepted(name)] == []


def test_every_exception_is_still_one() -> None:
    assert set(EXCEPTIONS) - {place for name, _line in literals() for place in excepted(name)} == set()


def test_a_planted_sentence_is_found() -> None:
    text = (
        'raise Refused(f"{file} cannot be read: {reason}")\n'
        'say("close the console first")\n'
        'def f():\n    """What this is for."""\n'
        'log.error("the window has failed")\n'
        'raise Bug("this cannot be here")\n'
        'mend("dealer-console floor status here")\n'
        'words("start-no-display")\n'
    )
    assert [line for line, _text in sentences(ast.parse(text))] == [1, 2]
