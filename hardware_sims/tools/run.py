"""The verbs `list` and `run`: what there is, and devices on real lines until somebody ends them."""

from __future__ import annotations

import contextlib
import json
import math
import signal
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from hardware_sims.camera.options import OPTIONS as CAMERA_OPTIONS
from hardware_sims.camera.simulator import CameraSimulator, build_camera
from hardware_sims.devices import CAMERA, DEVICES, Simulator, build
from hardware_sims.devices.angel_eye import AngelEye
from hardware_sims.devices.setup import OPTIONS
from hardware_sims.endpoints.event_loop import EventLoop
from hardware_sims.endpoints.sockets import Address, endpoint_at, parse_address
from hardware_sims.errors import ImpossibleRequestError, SetupError, unknown
from hardware_sims.fault import parse_fault
from hardware_sims.scenario import bundled_scenarios, load_scenario

if TYPE_CHECKING:
    from hardware_sims.capture import CaptureWriter

CANNOT_RUN = 2
ON_A_LINE = tuple(device for device in DEVICES if device != "reader-usb")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a person wrote after `run`."""

    devices: tuple[str, ...]
    listen: tuple[str, ...] = ()
    seed: int | None = None
    scenario: str | None = None
    faults: tuple[str, ...] = ()
    clear_after: int | None = None
    time_scale: float = 1.0
    capture: str | None = None
    control: str | None = None
    key: str | None = None
    unit: int | None = None
    options: tuple[str, ...] = ()
    quiet: bool = False


# list


def catalogue() -> dict[str, Any]:
    """Everything `list` tells, for programs."""
    simulators: list[Simulator] = [*(build(device) for device in DEVICES), build_camera()]
    return {
        "devices": {simulator.setup.device: _entry(simulator) for simulator in simulators},
        "scenarios": {
            name: {"device": plan.device, "about": plan.about}
            for name, path in bundled_scenarios().items()
            for plan in (load_scenario(path),)
        },
    }


def _entry(simulator: Simulator) -> dict[str, Any]:
    device = simulator.device
    return {
        "dialect": simulator.dialect,
        "serial": simulator.setup.serial,
        "options": dict(CAMERA_OPTIONS if simulator.setup.device == CAMERA else OPTIONS[simulator.setup.device]),
        "hands": sorted([*device.operator_actions, "fault", "clear"]),
        "buttons": sorted(device.buttons) if isinstance(device, AngelEye) else [],
        "faults": list(simulator.fault_kinds),
        "events": list(device.moments),
    }


def print_catalogue(*, as_json: bool, quiet: bool) -> None:
    listed = catalogue()
    if as_json:
        print(json.dumps(listed, indent=2))  # noqa: T201  this is the verb's answer
        return
    for line in _catalogue_lines(listed, quiet):
        print(line)  # noqa: T201  this is the verb's answer


def _catalogue_lines(listed: dict[str, Any], quiet: bool) -> Iterator[str]:
    for device, entry in listed["devices"].items():
        yield device
        if not quiet:
            yield "  options  " + ", ".join(f"{name}={value}" for name, value in entry["options"].items())
            yield "  hands    " + ", ".join(entry["hands"])
            yield from (["  buttons  " + ", ".join(entry["buttons"])] if entry["buttons"] else [])
            yield "  faults   " + ", ".join(entry["faults"])
    for name, plan in listed["scenarios"].items():
        yield name if quiet else f"scenario {name} ({plan['device']}): {plan['about']}"


# run


def run(options: RunOptions) -> int:
    """Runs until SIGINT or SIGTERM; the exit status."""
    try:
        with contextlib.ExitStack() as leave:
            _run(options, leave)
    except ImpossibleRequestError as error:
        print(f"cannot run: {error}", file=sys.stderr)  # noqa: T201  the person at the terminal
        return CANNOT_RUN
    return 0


def _run(options: RunOptions, leave: contextlib.ExitStack) -> None:
    if not 0 < options.time_scale < math.inf:
        raise SetupError(f"--time-scale must be above 0, not {options.time_scale:g}")
    # OpenCV takes its time to load; the camera's clock starts when it is there.
    camera = _camera_for(options) if CAMERA in options.devices else None
    event_loop = EventLoop(options.time_scale)
    leave.callback(event_loop.close)
    if camera is not None:
        from hardware_sims.camera.folder import put_up

        _say(f"{camera.channel} {put_up(event_loop, camera).address}")
    else:
        _put_up_devices(event_loop, options, leave)
    if options.control is not None:
        from hardware_sims.control import ControlServer

        control = ControlServer(event_loop, options.control)
        leave.callback(control.close)
        _say(f"control {control.address}")
    if not options.quiet:
        event_loop.on_note = lambda note: print(note, file=sys.stderr)  # noqa: T201  the person at the terminal
    _take_hands_and_signals(event_loop, leave)
    event_loop.run()


def _put_up_devices(event_loop: EventLoop, options: RunOptions, leave: contextlib.ExitStack) -> None:
    simulators = simulators_for(options)
    for simulator, where in zip(simulators, endpoints_for(options, len(simulators)), strict=True):
        station = event_loop.add(simulator, endpoint_at(where))
        _say(f"{simulator.channel} {station.place.address}")
    if options.capture is not None:
        _capture(event_loop, simulators, options.capture, leave)


def _camera_for(options: RunOptions) -> CameraSimulator:
    """A camera has no line: its pictures go into a folder, and it has the process for itself."""
    if len(options.devices) > 1:
        raise SetupError("a camera runs alone: start it with a command of its own")
    for name, value in (("--listen", options.listen), ("--capture", options.capture), ("--key", options.key)):
        if value:
            raise SetupError(f"{name} does not go with a camera: it has no line, only pictures (--option out=FOLDER)")
    camera = build_camera(
        seed=options.seed,
        unit=options.unit,
        options=dict(_pair(text) for text in options.options),
        scenario=options.scenario,
        faults=[parse_fault(text, options.clear_after) for text in options.faults],
    )
    try:
        camera.frame(0.0)
    except ModuleNotFoundError as missing:
        advice = "install it with the camera: pip install 'hardware-sims[camera]'"
        raise SetupError(f"the camera needs {missing.name}; {advice}") from None
    return camera


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201  a host waits for this line


def _take_hands_and_signals(event_loop: EventLoop, leave: contextlib.ExitStack) -> None:
    from hardware_sims.control import take_standard_input

    here, there = socket.socketpair()
    there.setblocking(False)
    leave.callback(here.close)
    leave.callback(there.close)
    event_loop.selector.register(here, 1, lambda: here.recv(64) and None)
    leave.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(there.fileno()))
    for number in (signal.SIGINT, signal.SIGTERM):
        leave.callback(signal.signal, number, signal.signal(number, lambda *_: event_loop.stop()))
    # A process started without standard input may use its number for something else by now.
    if sys.stdin is not None:
        take_standard_input(event_loop, _say)


def simulators_for(options: RunOptions) -> list[Simulator]:
    names = ON_A_LINE if options.devices == ("all",) else options.devices
    for name in names:
        if name == "reader-usb":
            raise SetupError(
                "reader-usb lives inside the program that opens it (usb+sim://reader); on a line run reader instead"
            )
        if name not in DEVICES:
            raise SetupError(unknown("device", name, [*ON_A_LINE, CAMERA, "all"]))
    plan = load_scenario(options.scenario) if options.scenario is not None else None
    if plan is not None and plan.device not in names:
        raise SetupError(f"{options.scenario}: the scenario is for a {plan.device}, and none is to run")
    settings = dict(_pair(text) for text in options.options)
    units = _units(names, options.unit)
    return [
        build(
            name,
            seed=options.seed,
            key=options.key,
            unit=unit,
            options=_options_of(name, settings, len(names)),
            scenario=plan if plan is not None and plan.device == name else None,
            faults=[parse_fault(text, options.clear_after) for text in options.faults],
        )
        for name, unit in zip(names, units, strict=True)
    ]


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise SetupError(f"--option {text}: write name=value")
    return name, value


def _options_of(device: str, options: dict[str, str], how_many: int) -> dict[str, str]:
    """With several devices each takes the options it knows; a word none knows is still an error."""
    if how_many == 1:
        return options
    known = {name for names in OPTIONS.values() for name in names}
    for name in options:
        if name not in known:
            raise SetupError(unknown("option", name, known))
    return {name: value for name, value in options.items() if name in OPTIONS[device]}


def _units(names: tuple[str, ...], first: int | None) -> list[int | None]:
    """The same device twice gets the next unit each time; without --unit a scenario's own number stands."""
    seen: dict[str, int] = {}
    units: list[int | None] = []
    for name in names:
        count = seen[name] = seen.get(name, -1) + 1
        units.append(first + count if first is not None else count or None)
    return units


def endpoints_for(options: RunOptions, how_many: int) -> list[Address]:
    """One place per device. Without any, ptys; a single one that fits all (pty, or port 0) serves for all."""
    places = [parse_address(text) for text in options.listen] or [Address(kind="pty")]
    if len(places) == 1 and how_many > 1 and not places[0].path and not places[0].port:
        return places * how_many
    if len(places) != how_many:
        raise SetupError(f"{how_many} devices need {how_many} times --listen, not {len(places)}")
    return places


def _capture(event_loop: EventLoop, simulators: list[Simulator], name: str, leave: contextlib.ExitStack) -> None:
    try:
        stream = Path(name).open("w", encoding="utf-8", newline="\n")  # noqa: SIM115  closed when `leave` ends
    except OSError as error:
        raise SetupError(f"--capture {name}: cannot be written: {error.strerror}") from None
    leave.callback(stream.close)
    writer = capture_of(simulators, stream)
    leave.callback(writer.finish)
    event_loop.idle = writer.idle


def capture_of(simulators: list[Simulator], stream: TextIO) -> CaptureWriter:
    """A capture of these simulators' lines; cards of an angel-eye are masked."""
    from hardware_sims.capture import CaptureWriter, Channel

    channels = [
        Channel(
            name=simulator.channel,
            dialect="tablelink" if simulator.dialect == "tablelink" else "angel-eye",
            device=simulator.setup.device,
            serial=simulator.setup.serial,
            seed=str(simulator.setup.seeds.seed),
        )
        for simulator in simulators
    ]
    writer = CaptureWriter(stream, channels)
    for simulator in simulators:
        _tap(simulator, writer)
    return writer


def _tap(simulator: Simulator, writer: CaptureWriter) -> None:
    channel = simulator.channel

    def heard(moment: int, direction: str, data: bytes) -> None:
        writer.heard(moment, channel, "T" if direction == "T" else "R", data)

    simulator.tap = heard
