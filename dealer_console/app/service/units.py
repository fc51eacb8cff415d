"""The files of the service and where they go. With another root than / nothing is started, as for an image."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.messages import MessageError
from dealer_console.rulebook.load import config_folder

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
        gone = []
        for unit in [to for _, to in self.files() if to.suffix in (".service", ".timer") and to.exists()]:
            every = unit.name.replace("@.", "@*.")  # of every table; `disable` would not take a pattern
            if self.live:
                self._run(["systemctl", "stop", every])
            for link in unit.parent.glob(f"*.wants/{every}"):
                link.unlink()
        for source, to in self.files():
            if to.exists() and source.suffix != ".rules":
                to.unlink()
                gone.append(to)
        if self.live:
            self._run(["systemctl", "daemon-reload"])
        return gone

    def states(self, table: str) -> dict[str, str]:
        """Each unit: active, inactive, failed, or not installed."""
        found = {}
        for name in STARTED:
            template = self.root / "etc/systemd/system" / name.replace("{table}", "")
            unit = name.format(table=table)
            found[unit] = self._state(unit) if template.exists() else "not installed"
        return found

    def _state(self, unit: str) -> str:
        if not self.live:
            return "installed"
        words = [_found("systemctl"), "is-active", unit]
        said = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
        return said.stdout.strip() or "unknown"

    def _filled(self, text: str) -> str:
        program = self.program.absolute()
        return text.replace("@PROGRAM@", str(program)).replace("@PYTHON@", str(program.parent / "python"))

    def _run(self, words: list[str], *, needed: bool = True) -> None:
        try:
            done = subprocess.run([_found(words[0]), *words[1:]], capture_output=True, text=True, check=False)  # noqa: S603
        except ServiceRefused:
            if needed:
                raise
            return
        if needed and done.returncode != 0:
            raise ServiceRefused(Message("service-failed", command=" ".join(words), said=done.stderr.strip()))


def _found(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        raise ServiceRefused(Message("service-no-here-needs-systemd", program=program))
    return found
