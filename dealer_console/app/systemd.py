"""The console as a service of systemd: its units and where they go, and what it says to its watchdog (sd_notify).

With another root than / nothing is started, as for an image. A running console says that it is ready, and that window
and table are both alive. A window that hangs sends nothing; a table whose thread hangs is not reported alive either.
systemd then ends the process and starts it again, and the table comes back from its journal.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.messages import MessageError
from dealer_console.rulebook.load import config_folder

BEATS_IN_TIME: Final = 3  # so many in the time that the watchdog waits


def notify(words: str, environment: Mapping[str, str] | None = None) -> bool:
    """Send it to whoever started us; False where nobody listens."""
    address = (os.environ if environment is None else environment).get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.connect("\0" + address[1:] if address.startswith("@") else address)
            line.sendall(words.encode())
        except OSError:
            return False
    return True


class Watchdog:
    """`beat` is called by the window about once a second. `turns` counts what the table's thread has done, `wake` makes
    it do another turn."""

    def __init__(
        self,
        turns: Callable[[], int],
        wake: Callable[[], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._turns, self._wake, self._clock = turns, wake, clock
        self._every = int(self._environment.get("WATCHDOG_USEC", "0") or 0) / 1_000_000 / BEATS_IN_TIME
        self._seen = turns()
        self._next = clock()

    def ready(self) -> None:
        notify("READY=1\nSTATUS=the table is there", self._environment)

    def stopping(self) -> None:
        notify("STOPPING=1", self._environment)

    def beat(self) -> None:
        """Only when the table has made a turn since the last time."""
        if not self._every or self._clock() < self._next:
            return
        turns = self._turns()
        if turns != self._seen:
            self._seen, self._next = turns, self._clock() + self._every
            notify("WATCHDOG=1", self._environment)
        self._wake()


PLACES: Final = {
    ".service": "etc/systemd/system",
    ".timer": "etc/systemd/system",
    ".rules": "etc/udev/rules.d",
    ".sysusers": "etc/sysusers.d",
    ".tmpfiles": "etc/tmpfiles.d",
}
STATE: Final = "var/lib/dealer-console"
STARTED: Final = ("dealer-console@{table}.service", "dealer-console-backup@{table}.timer")


class ServiceRefused(MessageError):
    """It was not done; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """`program` is the command that the units call, `root` where a system lies."""

    root: Path = Path("/")
    program: Path = Path(sys.argv[0])

    @property
    def live(self) -> bool:
        """This system, and systemd runs it; a root without a running systemd is only prepared."""
        return self.root == Path("/") and Path("/run/systemd/system").is_dir()

    def files(self) -> Iterator[tuple[Path, Path]]:
        """What comes with the program, and where it goes."""
        for source in sorted((config_folder() / "service").iterdir()):
            name = source.name
            if source.suffix in (".sysusers", ".tmpfiles"):
                name = f"{source.stem}.conf"
            yield source, self.root / PLACES[source.suffix] / name

    def install(self) -> list[Path]:
        """A file of the house that is there already stays: its numbers of adapters are in it."""
        os.umask(0o022)  # units and rules are for everybody to read
        written = []
        for source, to in self.files():
            if to.exists() and source.suffix == ".rules":
                continue
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(self._filled(source.read_text("utf-8")), "utf-8")
            to.chmod(0o644)
            written.append(to)
        for words in (["systemd-sysusers"], ["systemd-tmpfiles", "--create"]):
            conf = ["dealer-console.conf"]
            self._run([words[0], *([] if self.live else [f"--root={self.root}"]), *words[1:], *conf])
        if self.live:
            self._run(["systemctl", "daemon-reload"])
            self._run(["udevadm", "control", "--reload"], needed=False)
        return written

    def enable(self, table: str) -> bool:
        """At boot; and now, when the table is set up already. Whether it was started."""
        started = self.live and (self.root / STATE / f"{table}.toml").exists()
        for name in STARTED:
            start = ["--now"] if started else [] if self.live else [f"--root={self.root}"]
            self._run(["systemctl", "enable", *start, name.format(table=table)])
        return started

    def remove(self) -> list[Path]:
        """Units and rules; journals, keys and users stay."""
        removed = []
        for unit in [to for _, to in self.files() if to.suffix in (".service", ".timer") and to.exists()]:
            every = unit.name.replace("@.", "@*.")  # of every table; `disable` would not take a pattern
            if self.live:
                self._run(["systemctl", "stop", every])
            for link in unit.parent.glob(f"*.wants/{every}"):
                link.unlink()
        for source, to in self.files():
            if to.exists() and source.suffix != ".rules":
                to.unlink()
                removed.append(to)
        if self.live:
            self._run(["systemctl", "daemon-reload"])
        return removed

    def states(self, table: str) -> dict[str, str]:
        """Each unit: active, inactive, failed, or not installed."""
        states = {}
        for name in STARTED:
            template = self.root / "etc/systemd/system" / name.replace("{table}", "")
            unit = name.format(table=table)
            states[unit] = self._state(unit) if template.exists() else "not installed"
        return states

    def _state(self, unit: str) -> str:
        if not self.live:
            return "installed"
        words = [_program_path("systemctl"), "is-active", unit]
        run = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
        return run.stdout.strip() or "unknown"

    def _filled(self, text: str) -> str:
        program = self.program.absolute()
        return text.replace("@PROGRAM@", str(program)).replace("@PYTHON@", str(program.parent / "python"))

    def _run(self, words: list[str], *, needed: bool = True) -> None:
        try:
            done = subprocess.run([_program_path(words[0]), *words[1:]], capture_output=True, text=True, check=False)  # noqa: S603
        except ServiceRefused:
            if needed:
                raise
            return
        if needed and done.returncode != 0:
            raise ServiceRefused(Message("service-failed", command=" ".join(words), said=done.stderr.strip()))


def _program_path(program: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise ServiceRefused(Message("service-no-here-needs-systemd", program=program))
    return path
