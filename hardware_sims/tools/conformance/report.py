"""What a run of the list says: to a person, to a program, to a laboratory (JUnit XML)."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from rich.text import Text

from hardware_sims.tools.conformance.items.item import FAMILY_OF_LETTER, TABLELINK, Item, all_items
from hardware_sims.tools.conformance.runner import Verdict

_STYLES = {"PASS": "bold green", "FAIL": "bold red", "SKIP": "yellow"}


def spoken(verdict: Verdict) -> Text:
    line = Text(f"{verdict.item.name:<4} ")
    line.append(verdict.outcome, style=_STYLES[verdict.outcome])
    if verdict.reason:
        line.append(f" {verdict.reason}")
    else:
        line.append(f"  {verdict.item.sentence}", style="dim")
    return line


def summary(verdicts: Sequence[Verdict]) -> str:
    count = Counter(verdict.outcome for verdict in verdicts)
    return f"{count['PASS']} passed, {count['FAIL']} failed, {count['SKIP']} skipped"


def as_json(verdicts: Sequence[Verdict], *, port: str, family: str) -> str:
    count = Counter(verdict.outcome for verdict in verdicts)
    told: dict[str, Any] = {
        "port": port,
        "family": family,
        "passed": count["PASS"],
        "failed": count["FAIL"],
        "skipped": count["SKIP"],
        "items": [
            {
                "item": verdict.item.name,
                "sentence": verdict.item.sentence,
                "outcome": verdict.outcome,
                "reason": verdict.reason,
                "seconds": round(verdict.seconds, 3),
            }
            for verdict in verdicts
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def as_junit(verdicts: Sequence[Verdict], *, port: str, family: str, strict: bool) -> str:
    """One test case per item; with `--strict` a skipped item is a failure here too."""
    failed = [verdict for verdict in verdicts if verdict.outcome == "FAIL" or (strict and verdict.outcome == "SKIP")]
    skipped = 0 if strict else sum(verdict.outcome == "SKIP" for verdict in verdicts)
    suite = ElementTree.Element(
        "testsuite",
        name=f"conformance of {family} at {port}",
        tests=str(len(verdicts)),
        failures=str(len(failed)),
        errors="0",
        skipped=str(skipped),
        time=f"{sum(verdict.seconds for verdict in verdicts):.3f}",
    )
    for verdict in verdicts:
        name = f"{verdict.item.name} {verdict.item.sentence}"
        case = ElementTree.SubElement(
            suite, "testcase", classname=f"conformance.{family}", name=name, time=f"{verdict.seconds:.3f}"
        )
        if verdict in failed:
            ElementTree.SubElement(case, "failure", message=verdict.reason)
        elif verdict.outcome == "SKIP":
            ElementTree.SubElement(case, "skipped", message=verdict.reason)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def table_of_items() -> Iterator[str]:
    """The list as lines of a Markdown table; the document holds exactly these."""
    yield "| item | for | what is judged | hands |"
    yield "|---|---|---|---|"
    for entry in all_items():
        yield f"| {entry.name} | {_families(entry)} | {entry.sentence} | {'yes' if entry.needs_operator else ''} |"


def _families(entry: Item[object]) -> str:
    if entry.families == TABLELINK:
        return "all tablelink"
    return ", ".join(FAMILY_OF_LETTER[letter] for letter in entry.families)
