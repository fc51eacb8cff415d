"""`dealer-console doctor` and `health`: is everything fit to deal, and is a running console well?

`doctor` shows each finding with the command that mends it; `health` judges figures, for checks by other programs.
"""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, get_args

import typer

from dealer_console.app.doctor import Examined, Finding, examine
from dealer_console.app.doctor.finding import Level
from dealer_console.app.paths import Places
from dealer_console.cli.output import print_error, print_json, print_line, words
from dealer_console.cli.verbs import AsJson, TableFile, refusing, table_named
from dealer_console.game.message import Message
from dealer_console.messages import recorded
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.rulebook.tables import UnknownTable

FIT, NOT_FIT = 0, 1


@refusing(BadFile, NoConfig, UnknownTable)
def doctor(
    table: TableFile = None,
    data: Annotated[Path | None, typer.Option("--data", help="help-doctor-data")] = None,
    platform: Annotated[str | None, typer.Option("--platform", help="help-doctor-platform")] = None,
    simulators: Annotated[bool, typer.Option("--simulators", help="help-doctor-simulators")] = False,
    as_json: AsJson = False,
) -> int:
    """0: fit, perhaps with warnings; 1: a problem; 2: there is nothing to examine."""
    named = table_named(table) if table is not None else None
    examined = Examined(places=Places.of(data), table=named, table_file=table, platform=platform, simulators=simulators)
    findings = examine(examined)
    if as_json:
        print_json({"ok": _fit(findings), "findings": [finding.data() for finding in findings]})
    else:
        in_words = words()
        width = max(len(in_words(f"level-{level}")) for level in get_args(Level))
        for finding in findings:
            print_line(f"{in_words(f'level-{finding.level}'):{width}}  {finding.title(in_words)}")
            if finding.mend:
                print_line(f"{'':{width}}  {finding.remedy(in_words)}")
    return FIT if _fit(findings) else NOT_FIT


def _fit(findings: list[Finding]) -> bool:
    return all(finding.level != "problem" for finding in findings)


WELL, NOT_WELL = 0, 1
PATIENCE = 5.0


class _SocketConnection(http.client.HTTPConnection):
    """HTTP over a socket of this machine."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self._path)


def health(
    address: Annotated[str, typer.Argument(help="help-health-address")],
    most_behind: Annotated[int, typer.Option("--most-behind", help="help-health-most-behind")] = 5000,
    as_json: AsJson = False,
) -> int:
    """0: well; 1: something is not; 2: nobody answers."""
    try:
        figures = dict(_figures(_scraped(address)))
    except (OSError, http.client.HTTPException, ValueError) as error:
        return print_error(Message("command-no-console-answers", address=address, reason=str(error)))
    wrong = list(_wrong(figures, most_behind))
    if as_json:
        print_json({"ok": not wrong, "wrong": [recorded(message) for message in wrong], "figures": figures})
    else:
        print_line("\n".join(map(words(), wrong)) if wrong else words()("out-well"))
    return NOT_WELL if wrong else WELL


def _scraped(address: str) -> str:
    if address.startswith("unix:"):
        connection: http.client.HTTPConnection = _SocketConnection(address.removeprefix("unix:"))
    else:
        connection = http.client.HTTPConnection(address, timeout=PATIENCE)
    connection.request("GET", "/metrics")
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    if answer.status != http.client.OK:
        raise ValueError(f"status {answer.status}")
    return text


def _figures(text: str) -> Iterator[tuple[str, float]]:
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            yield name, float(value)


def _wrong(figures: dict[str, float], most_behind: int) -> Iterator[Message]:
    if "dealer_console_stopped" not in figures:
        yield Message("health-not-console")
    if figures.get("dealer_console_stopped"):
        yield Message("health-stopped")
    if figures.get("dealer_console_alarms"):
        yield Message("health-alarms", count=int(figures["dealer_console_alarms"]))
    for name, value in figures.items():
        if name.startswith("dealer_console_device_ready{") and not value:
            yield Message("health-not-ready", device=name.partition("device=")[2].strip("}").strip(chr(34)))
    if figures.get("dealer_console_floor_lag_entries", 0) > most_behind:
        yield Message("health-floor-behind", count=int(figures["dealer_console_floor_lag_entries"]))
