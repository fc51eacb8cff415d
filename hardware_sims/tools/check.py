"""`hardware-sims check`: the conformance list on a device, real or simulated."""

import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.status import Status

from hardware_sims.capture import Dialect, written_whole
from hardware_sims.endpoints.sim_url import SimulatorUrl, is_simulator
from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.benches import bench_of_line, bench_of_simulator
from hardware_sims.tools.conformance.evidence import RecordedPort, digest, sign
from hardware_sims.tools.conformance.items.item import LETTER_OF_FAMILY, FailedError, Item
from hardware_sims.tools.conformance.lines import LinePort, UsbPort, is_usb
from hardware_sims.tools.conformance.operators import ControlPort, Person
from hardware_sims.tools.conformance.port import NoOperator, Operator
from hardware_sims.tools.conformance.report import Examination, as_json, as_junit, spoken
from hardware_sims.tools.conformance.runner import Profile, Verdict, items_for, items_of_profile, verdicts
from hardware_sims.tools.output import (
    CHECK_FAILED,
    Baud,
    CannotRunError,
    KeyFile,
    ending,
    key_from,
    key_text,
    print_note,
    terminal,
)
from hardware_sims.tools.rows.row import plain


class ProfileName(StrEnum):
    FIELD = "field"
    LAB = "lab"


class Family(StrEnum):
    BATCH_SHUFFLER = "batch-shuffler"
    CONTINUOUS_SHUFFLER = "continuous-shuffler"
    SHOE = "shoe"
    READER = "reader"
    ANGEL_EYE = "angel-eye"


def numbers_from(text: str | None) -> list[int] | None:
    """`--only`: numbers and ranges such as 1,4-9."""
    if text is None:
        return None
    numbers: list[int] = []
    for part in text.replace("C", "").split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdigit() or (dash and not last.isdigit()):
            raise CannotRunError(f"--only does not understand '{part}'", "Write numbers and ranges, such as 1,4-9.")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def chosen_items(family: str, profile: Profile, only: str | None) -> tuple[Item[object], ...]:
    letter, numbers = LETTER_OF_FAMILY[family], numbers_from(only)
    items = items_of_profile(letter, profile) if numbers is None else items_for(letter, numbers)
    if not items:
        raise CannotRunError(f"--only {only} names no item for a {family}", "See the list of items in the document.")
    return items


def _operator(text: str | None, leave: ExitStack) -> Operator:
    if text is None:
        return NoOperator()
    if text == "ask":
        return Person()
    control = ControlPort(text)
    leave.callback(control.close)
    return control


def opened_bench(
    port: str, family: str | None, key: str | None, hands: str | None, scale: float, baud: int | None, leave: ExitStack
) -> Bench | AngelEyeBench:
    """The device at the port, found and reachable; `leave` gives line and operator back."""
    if is_simulator(port):
        return bench_of_simulator(SimulatorUrl(port), "none" if key == "none" else key_from(key))
    if family is None:
        raise CannotRunError("--family is missing", "Say what stands at the port: --family batch-shuffler, shoe, …")
    person = _operator(hands, leave)
    line: UsbPort | LinePort
    if is_usb(port):
        line = UsbPort(port, scale=scale)
        person = line.operator() if hands is None else person
    else:
        line = LinePort(port, dialect="angel-eye" if family == "angel-eye" else "tablelink", scale=scale, baud=baud)
    leave.callback(line.close)
    try:
        return bench_of_line(line, person, family=family, key=key_from(key))
    except FailedError as problem:
        raise CannotRunError(f"{port}: {problem}", "Check power, cable, address and --family.") from None


def _family_of(port: str, family: str | None) -> str:
    if is_usb(port):
        return "reader"
    if is_simulator(port):
        return SimulatorUrl(port).device.removesuffix("-usb")
    return family or ""


def check(
    port: Annotated[
        str, typer.Argument(metavar="PORT", help="A serial port, tcp://…, rfc2217://…, unix:PATH, usb://… or sim://….")
    ],
    family: Annotated[Family | None, typer.Option(help="What stands at the port; sim:// says it itself.")] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The device's key, if it is paired.")] = None,
    key_file: KeyFile = None,
    baud: Baud = None,
    hands: Annotated[
        str | None, typer.Option(metavar="ask|URL", help="Ask a person, or drive a simulator's control port.")
    ] = None,
    only: Annotated[str | None, typer.Option(metavar="1,4-9", help="Only these items.")] = None,
    profile: Annotated[
        ProfileName, typer.Option(help="lab: everything; field: 15 minutes, at most 20 acts by hand.")
    ] = ProfileName.LAB,
    strict: Annotated[bool, typer.Option("--strict", help="A skipped item fails.")] = False,
    machine_json: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON.")] = False,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write JUnit XML, for a laboratory.")] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the report as JSON.")] = None,
    evidence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the capture whose hash stands in the report.")
    ] = None,
    sign_with: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Sign --report with this key of a laboratory (lab-key).")
    ] = None,
    time_scale: Annotated[float, typer.Option(min=0.01, help="The simulator at PORT runs this much faster.")] = 1.0,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only what failed.")] = False,
) -> None:
    """Go through the conformance list C1 to C67 and say PASS, FAIL or SKIP for each item of the device's family."""
    with ending(), ExitStack() as leave:
        if sign_with is not None and report is None:
            raise CannotRunError("--sign-with signs a report", "Say where it goes: --report FILE.")
        name = _family_of(port, family)
        bench = opened_bench(port, name or None, key_text(key, key_file), hands, time_scale, baud, leave)
        items = chosen_items(name, profile.value, only)
        recorded = _recorded(bench, name)
        verdicts = _run(bench, items, _printed_outcomes(quiet=quiet, as_json=machine_json))
        capture = recorded.capture()
        examination = Examination(
            port=port,
            family=name,
            profile=profile.value if only is None else f"only {only}",
            device=_identity(bench.identity),
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            quality=bench.quality,
            evidence_sha256=digest(capture),
            verdicts=verdicts,
        )
        _write(examination, capture, junit=junit, strict=strict, report=report, evidence=evidence)
        if sign_with is not None and report is not None:
            sign(report, sign_with)
        if machine_json:
            sys.stdout.write(as_json(examination) + "\n")
        elif not quiet:
            print_note("\n".join(reversed(examination.lines())))
        if any(verdict.outcome == "FAIL" or (strict and verdict.outcome == "SKIP") for verdict in verdicts):
            raise typer.Exit(CHECK_FAILED)


def _recorded(bench: Bench | AngelEyeBench, family: str) -> RecordedPort:
    """From now on everything on the bench's line is written down."""
    dialect: Dialect = "tablelink" if isinstance(bench, Bench) else "angel-eye"
    recorded = RecordedPort(bench.port, dialect=dialect, device=family, serial=str(bench.identity.get("serial", "")))
    bench.port = recorded
    return recorded


def _identity(fields: dict[str, Any]) -> dict[str, str]:
    if not fields:
        return {}
    names = {"serial": "serial", "model": "model", "fw": "firmware", "fw_sha256": "firmware_sha256"}
    return {name: plain(fields[field]) for field, name in names.items()}


def _write(
    examination: Examination,
    capture: str,
    *,
    junit: Path | None,
    strict: bool,
    report: Path | None,
    evidence: Path | None,
) -> None:
    texts = (
        (junit, as_junit(examination, strict=strict)),
        (report, as_json(examination) + "\n"),
        (evidence, capture),
    )
    for path, text in texts:
        if path is not None:
            with written_whole(path) as out:
                out.write(text)


def _begin(entry: Item[object], progress: Status, *, asking: bool) -> None:
    """A person who will be asked for something reads first what it is about; others see what is running."""
    if asking and entry.needs_operator:
        print_note(f"{entry.name}: {entry.sentence}")
    progress.update(f"{entry.name} {entry.sentence}")


def _printed_outcomes(*, quiet: bool, as_json: bool) -> frozenset[str]:
    if as_json:
        return frozenset()
    return frozenset({"FAIL"}) if quiet else frozenset({"PASS", "FAIL", "SKIP"})


def _run(bench: Bench | AngelEyeBench, items: tuple[Item[object], ...], known: frozenset[str]) -> list[Verdict]:
    """Runs and prints as it goes; while an item runs, a terminal shows which."""
    console = terminal(soft_wrap=True, highlight=False, markup=False, emoji=False)
    asking = bench.operator.slow
    progress = Status("", console=terminal(stderr=True, quiet=asking), spinner="line")
    results: list[Verdict] = []
    with progress:
        for verdict in verdicts(bench, items, lambda entry: _begin(entry, progress, asking=asking)):
            results.append(verdict)
            if verdict.outcome in known:
                console.print(spoken(verdict))
    return results
