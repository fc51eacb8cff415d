"""What a run of the list says: to a person, to a program, to a laboratory (JUnit XML)."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from rich.text import Text

from hardware_sims.tools.conformance.evidence import LineQuality, digest
from hardware_sims.tools.conformance.items.item import FAMILY_OF_LETTER, TABLELINK, Item, all_items
from hardware_sims.tools.conformance.runner import Verdict

LIST_NUMBER = 2
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Examination:
    """One run of the list: what was examined, when, by which list, on how good a line, and what came of it."""

    port: str
    family: str
    profile: str
    device: Mapping[str, str]
    """As the device reports itself; empty where the dialect has no identity."""
    date: str
    quality: LineQuality
    evidence_sha256: str
    verdicts: Sequence[Verdict]

    def lines(self) -> list[str]:
        """What stands under the verdicts, for a person."""
        identity = " ".join(f"{name} {value}" for name, value in self.device.items()) or "tells no identity"
        return [
            summary(self.verdicts),
            f"{self.family} at {self.port}: {identity}",
            f"{self.date}, list {list_version()}, profile {self.profile}",
            self.quality.text(),
            f"evidence SHA-256 {self.evidence_sha256}",
        ]


def list_version() -> str:
    """The number of the list, and the start of a hash of all its sentences: another list has another version."""
    return f"{LIST_NUMBER}-{digest(chr(10).join(table_of_items()))[:8]}"


def as_json(examination: Examination) -> str:
    count = Counter(verdict.outcome for verdict in examination.verdicts)
    data: dict[str, Any] = {
        "port": examination.port,
        "family": examination.family,
        "profile": examination.profile,
        "device": dict(examination.device),
        "date": examination.date,
        "list": list_version(),
        "evidence_sha256": examination.evidence_sha256,
        "line": examination.quality.as_json(),
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
            for verdict in examination.verdicts
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def as_junit(examination: Examination, *, strict: bool) -> str:
    """One test case per item; with `--strict` a skipped item is a failure here too."""
    verdicts, family = examination.verdicts, examination.family
    failed = [verdict for verdict in verdicts if verdict.outcome == "FAIL" or (strict and verdict.outcome == "SKIP")]
    skipped = 0 if strict else sum(verdict.outcome == "SKIP" for verdict in verdicts)
    suite = ElementTree.Element(
        "testsuite",
        name=f"conformance of {family} at {examination.port}",
        tests=str(len(verdicts)),
        failures=str(len(failed)),
        errors="0",
        skipped=str(skipped),
        time=f"{sum(verdict.seconds for verdict in verdicts):.3f}",
        timestamp=examination.date,
    )
    _properties(suite, examination)
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


def _properties(suite: ElementTree.Element, examination: Examination) -> None:
    data: dict[str, object] = {
        "profile": examination.profile,
        "list": list_version(),
        "evidence_sha256": examination.evidence_sha256,
        **{f"device_{name}": value for name, value in examination.device.items()},
        **{f"line_{name}": value for name, value in examination.quality.as_json().items()},
    }
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in data.items():
        ElementTree.SubElement(properties, "property", name=name, value=str(value))


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
