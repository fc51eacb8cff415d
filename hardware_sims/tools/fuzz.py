"""`hardware-sims fuzz`: what a device does when the line says things it should not."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress

from hardware_sims.capture import Dialect, written_whole
from hardware_sims.endpoints.sim_url import SimulatorUrl, is_simulator
from hardware_sims.tools.check import Family
from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.benches import SimulatorPort, bench_of_line
from hardware_sims.tools.conformance.items.item import LETTER_OF_FAMILY, FailedError
from hardware_sims.tools.conformance.lines import LinePort
from hardware_sims.tools.conformance.port import NoOperator, Port
from hardware_sims.tools.fuzzer.angel_eye import AngelEyeReferee
from hardware_sims.tools.fuzzer.engine import Finding, FrameRenumberer, Target, fuzzed
from hardware_sims.tools.fuzzer.referee import TablelinkReferee
from hardware_sims.tools.output import (
    CHECK_FAILED,
    Baud,
    CannotRunError,
    DialectName,
    KeyFile,
    ending,
    key_from,
    print_note,
    terminal,
)
from hardware_sims.wire.constants import FAMILIES

_SELF_TEST = 5.0


def target_of_simulator(make: SimulatorUrl) -> Target:
    """A simulator in virtual time, with cards in it where it takes some, so that there is something to disturb."""
    device = make.device.removesuffix("-usb")

    def fresh() -> tuple[Port, TablelinkReferee | AngelEyeReferee]:
        simulator = make(None)
        port = SimulatorPort(simulator)
        port.wait(_SELF_TEST)
        port.operate("load 104")
        while port.receive(0.5):
            pass
        if device == "angel-eye":
            return port, AngelEyeReferee(str(simulator.setup.options["command_bcc"]))
        address = FAMILIES[device] << 4 | simulator.setup.unit
        return port, TablelinkReferee(family=LETTER_OF_FAMILY[device], address=address, key=simulator.setup.key)

    dialect: Dialect = "angel-eye" if device == "angel-eye" else "tablelink"
    setup = make(None).setup
    close_up = FrameRenumberer(setup.key, int(setup.options["epoch"])) if dialect == "tablelink" else None
    return Target(fresh=fresh, dialect=dialect, device=device, close_up=close_up)


def target_of_line(name: str, family: str, key: bytes | None, baud: int | None = None) -> Target:
    """A device on a line: every episode begins with a new session, but the device is the same."""
    dialect: Dialect = "angel-eye" if family == "angel-eye" else "tablelink"
    port = LinePort(name, dialect=dialect, baud=baud)
    try:
        bench = bench_of_line(port, NoOperator(), family=family, key=key)
    except FailedError as problem:
        raise CannotRunError(f"{name}: {problem}", "Check power, cable, address, --family and --key.") from None

    def fresh() -> tuple[Port, TablelinkReferee | AngelEyeReferee]:
        while port.receive(0.2):
            pass
        if isinstance(bench, AngelEyeBench):
            return port, AngelEyeReferee(bench.form)
        referee = TablelinkReferee(family=bench.family, address=bench.address, key=bench.key)
        referee.epoch = bench.hello().frame.epoch
        return port, referee

    return Target(fresh=fresh, dialect=dialect, device=family, can_be_fresh=False)


def _enough(frames: int, seconds: float | None) -> Callable[[int], bool]:
    end = None if seconds is None else time.monotonic() + seconds
    return lambda done: done < frames and (end is None or time.monotonic() < end)


def _finding_data(finding: Finding) -> dict[str, Any]:
    return {
        "problem": finding.problem,
        "seed": finding.seed,
        "episode": finding.episode,
        "strokes": len(finding.strokes),
        "capture": finding.capture,
    }


def _target(
    device: str, family: str | None, dialect: DialectName | None, key: bytes | None, baud: int | None
) -> Target:
    if is_simulator(device):
        target = target_of_simulator(SimulatorUrl(device))
        if dialect is not None and dialect != target.dialect:
            raise CannotRunError(f"{device} speaks {target.dialect}", "Leave --dialect out.")
        return target
    if dialect is DialectName.ANGEL_EYE:
        family = "angel-eye"
    if family is None:
        raise CannotRunError("--family is missing", "Say what stands at the port: --family batch-shuffler, shoe, …")
    return target_of_line(device, family, key, baud)


def _run(target: Target, seed: int, frames: int, seconds: float | None, *, quiet: bool) -> tuple[list[Finding], int]:
    findings: list[Finding] = []
    done = 0
    with Progress(console=terminal(stderr=True, quiet=quiet), transient=True) as progress:
        task = progress.add_task("strokes", total=frames)
        for entry in fuzzed(target, seed, _enough(frames, seconds)):
            if isinstance(entry, Finding):
                findings.append(entry)
            else:
                done = entry
                progress.update(task, completed=entry)
    return findings, done


def fuzz(
    device: Annotated[str, typer.Argument(metavar="DEVICE|PORT", help="A simulator by name, sim://…, or a port.")],
    seed: Annotated[int, typer.Option(min=0, help="The same seed does the same to the same simulator.")] = 1,
    frames: Annotated[int, typer.Option(min=1, help="How many strokes.")] = 2000,
    seconds: Annotated[float | None, typer.Option("--for", metavar="S", help="At most so many seconds.")] = None,
    dialect: Annotated[DialectName | None, typer.Option(help="What a port speaks.")] = None,
    family: Annotated[Family | None, typer.Option(help="What stands at a port.")] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The key of a paired device at a port.")] = None,
    key_file: KeyFile = None,
    baud: Baud = None,
    out: Annotated[Path | None, typer.Option("-o", metavar="DIR", help="Write each capture into this folder.")] = None,
    machine_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only findings.")] = False,
) -> None:
    """Send frames that are nearly right, wrong, damaged or no frames at all, and judge every answer. Ends with 1 when
    something was found; each finding comes with its seed and the smallest capture that shows it."""
    with ending():
        target = _target(device, family, dialect, key_from(key, key_file), baud)
        findings, done = _run(target, seed, frames, seconds, quiet=quiet or machine_json)
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            for number, finding in enumerate(findings, start=1):
                with written_whole(out / f"finding-{number}.log") as stream:
                    stream.write(finding.capture)
        if machine_json:
            result = {
                "device": device,
                "seed": seed,
                "strokes": done,
                "findings": [_finding_data(finding) for finding in findings],
            }
            sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2) + "\n")
        else:
            _print(findings)
            if not quiet:
                print_note(f"{done} strokes, {len(findings)} findings, seed {seed}")
        if findings:
            raise typer.Exit(CHECK_FAILED)


def _print(findings: list[Finding]) -> None:
    for number, finding in enumerate(findings, start=1):
        sys.stdout.write(
            f"finding {number}: {finding.problem} (seed {finding.seed}, episode {finding.episode}, "
            f"{len(finding.strokes)} strokes)\n{finding.capture}\n"
        )
