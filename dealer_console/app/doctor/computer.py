"""The computer itself: display, fonts, clock, disk, SQLite."""

from __future__ import annotations

import ctypes
import getpass
import os
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from dealer_console.app.doctor.finding import Examined, Finding, Mend, ok, problem, warning
from dealer_console.app.window_options import WindowOptions
from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage.reader import last_seq, read_only, row_at
from dealer_console.touch.app.libraries import missing

OLDEST_SQLITE: Final = (3, 37, 0)
SLOW_WRITE_MS: Final = 50.0
WRITES: Final = 15
USUAL_BYTES_A_DAY: Final = 1200 * 8_000  # three shifts of four hundred rounds
MONTHS_AHEAD: Final = 3
PROGRAM_MADE: Final = datetime(2026, 1, 1, tzinfo=UTC)
FONTS: Final = Path(__file__).parents[2] / "touch" / "theme" / "vera"
TIMESYNC: Final = Path("/run/systemd/timesync")
NTP_UNITS: Final = tuple(Path(root) / "systemd/ntp-units.d" for root in ("/etc", "/usr/lib", "/lib"))
_TIME_ERROR: Final = 5  # what adjtimex(2) answers while nobody sets this clock


def display(examined: Examined) -> Iterator[Finding]:
    shown = WindowOptions(platform=examined.platform).display()
    lacking = missing(shown.likely)
    if lacking:
        packages = " ".join(sorted({library.debian for library in lacking}))
        names = ", ".join(library.name for library in lacking)
        says = Message("doctor-libraries-missing", platform=shown.likely.partition(":")[0], names=names)
        yield problem("display", says, f"apt-get install {packages}")
    elif shown.served and examined.platform is None:
        table = examined.table.name if examined.table is not None else "TABLE"
        yield warning("display", Message("doctor-no-display"), Message("mend-display", table=table))
    else:
        yield ok("display", Message("plain-text", text=shown.likely or shown.platform or "Qt"))


def fonts(_examined: Examined) -> Iterator[Finding]:
    lacking = [name for name in ("Vera.ttf", "VeraBd.ttf") if not os.access(FONTS / name, os.R_OK)]
    if lacking:
        says = Message("doctor-fonts-unreadable", names=", ".join(lacking), folder=FONTS)
        yield problem("fonts", says, Message("mend-reinstall", python=sys.executable))
    else:
        yield ok("fonts", Message("plain-text", text="Bitstream Vera"))


def sqlite(_examined: Examined) -> Iterator[Finding]:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        says = Message("doctor-sqlite-old", version=sqlite3.sqlite_version, least=".".join(map(str, OLDEST_SQLITE)))
        yield problem("sqlite", says, "apt-get install --only-upgrade libsqlite3-0")
    else:
        yield ok("sqlite", Message("plain-text", text=sqlite3.sqlite_version))


def clock(examined: Examined) -> Iterator[Finding]:
    now_ms, last_ms = time.time_ns() // 1_000_000, _last_entry_ms(examined)
    set_it, now = _clock_setter(), f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    if now_ms < PROGRAM_MADE.timestamp() * 1000:
        yield problem("clock", Message("doctor-clock-says", time=now), set_it)
    elif last_ms is not None and now_ms < last_ms:
        behind = (last_ms - now_ms) // 1000
        yield problem("clock", Message("doctor-clock-behind", seconds=behind), set_it)
    elif not clock_is_set():
        yield warning("clock", Message("doctor-clock-alone"), set_it)
    else:
        yield ok("clock", Message("doctor-clock-well", time=now))


def _clock_setter() -> str:
    """Without a program that sets clocks there is nothing to turn on."""
    if any(any(folder.glob("*.list")) for folder in NTP_UNITS):
        return "timedatectl set-ntp true"
    return "apt-get install systemd-timesyncd"


def clock_is_set() -> bool:
    """What the kernel knows of a time server (adjtimex, read only). A service whose sandbox refuses that question asks
    systemd's own client by its file; true where nobody can be asked."""
    try:
        answer: int = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(512))
    except (OSError, AttributeError):
        return True
    if answer < 0:
        return not TIMESYNC.is_dir() or (TIMESYNC / "synchronized").exists()
    return answer != _TIME_ERROR


def _last_entry_ms(examined: Examined) -> int | None:
    file = examined.journal
    if file is None or not file.exists():
        return None
    try:
        with read_only(file) as connection:
            last = row_at(connection, last_seq(connection))
    except JournalError:
        return None  # the check of the journal says it
    return None if last is None else last.at_ms


def space(examined: Examined) -> Iterator[Finding]:
    """Enough for months of rounds, at the pace of this journal; a full disk stops the table."""
    folder = _existing(examined.places.data)
    days = shutil.disk_usage(folder).free // max(bytes_a_day(examined.journal), 1)
    if days < 2:
        yield problem("space", Message("doctor-room-days", folder=folder, days=days), _room_made(examined))
    elif days < 30 * MONTHS_AHEAD:
        yield warning("space", Message("doctor-room-days", folder=folder, days=days), _room_made(examined))
    else:
        yield ok("space", Message("doctor-room-months", months=days // 30))


def _room_made(examined: Examined) -> Mend:
    """The journal in use is closed, and what is proved elsewhere goes."""
    of_table = f"--table {examined.table_file or 'TABLE.toml'} --data {examined.places.data}"
    return Message("mend-space", of_table=of_table)


def bytes_a_day(journal: Path | None) -> int:
    """What this journal grew by in a day so far; the usual while it is young."""
    if journal is None or not journal.exists():
        return USUAL_BYTES_A_DAY
    try:
        with read_only(journal) as connection:
            first, last = row_at(connection, 1), row_at(connection, last_seq(connection))
    except JournalError:
        return USUAL_BYTES_A_DAY
    days = 0 if first is None or last is None else (last.at_ms - first.at_ms) / 86_400_000
    return int(journal.stat().st_size / days) if days >= 1 else USUAL_BYTES_A_DAY


def disk_speed(examined: Examined) -> Iterator[Finding]:
    """Every entry waits for the disk once: what that costs here."""
    folder = _existing(examined.places.data)
    times_ms = []
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as stream:
            for _ in range(WRITES):
                begun = time.perf_counter()
                stream.write(bytes(4096))
                os.fsync(stream.fileno())
                times_ms.append((time.perf_counter() - begun) * 1000)
    except OSError as error:
        says = Message("doctor-disk-refuses", folder=folder, reason=error.strerror or str(error))
        yield problem("disk", says, f"chown {getpass.getuser()} {folder}")
        return
    median = statistics.median(times_ms)
    if median > SLOW_WRITE_MS:
        says = Message("doctor-disk-slow", milliseconds=f"{median:.0f}")
        yield warning("disk", says, Message("mend-disk", folder=folder))
    else:
        yield ok("disk", Message("doctor-disk-well", milliseconds=f"{median:.1f}"))


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.absolute().parents) if place.is_dir())
