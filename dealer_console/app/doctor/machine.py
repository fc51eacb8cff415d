"""The machine itself: display, fonts, clock, disk, SQLite."""

from __future__ import annotations

import ctypes
import os
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from dealer_console.app.doctor.finding import Examined, Finding, ok, problem, warning
from dealer_console.app.window_options import WindowOptions
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage.reader import last_seq, read_only, row_at
from dealer_console.touch.app.libraries import in_words, missing

OLDEST_SQLITE: Final = (3, 37, 0)
SLOW_WRITE_MS: Final = 50.0
WRITES: Final = 15
USUAL_BYTES_A_DAY: Final = 1200 * 8_000  # three shifts of four hundred rounds
MONTHS_AHEAD: Final = 3
PROGRAM_MADE: Final = datetime(2026, 1, 1, tzinfo=UTC)
FONTS: Final = Path(__file__).parents[2] / "touch" / "theme" / "vera"
TIMESYNC: Final = Path("/run/systemd/timesync")
_TIME_ERROR: Final = 5  # what adjtimex(2) answers while nobody sets this clock


def display(examined: Examined) -> Iterator[Finding]:
    shown = WindowOptions(platform=examined.platform).display()
    lacking = missing(shown.likely)
    if lacking:
        packages = " ".join(sorted({library.debian for library in lacking}))
        yield problem("display", in_words(lacking, shown.likely).splitlines()[0], f"apt-get install {packages}")
    elif shown.served and examined.platform is None:
        says = "there is no display; the screen would be served by VNC on this machine"
        yield warning("display", says, "start it in a session with DISPLAY or WAYLAND_DISPLAY, or with --platform")
    else:
        yield ok("display", shown.likely or shown.platform or "the system's own")


def fonts(_examined: Examined) -> Iterator[Finding]:
    lacking = [name for name in ("Vera.ttf", "VeraBd.ttf") if not os.access(FONTS / name, os.R_OK)]
    if lacking:
        says = f"{', '.join(lacking)} cannot be read in {FONTS}"
        yield problem("fonts", says, "pip install --force-reinstall --no-deps dealer-console")
    else:
        yield ok("fonts", "Bitstream Vera")


def sqlite(_examined: Examined) -> Iterator[Finding]:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        yield problem("sqlite", f"SQLite {sqlite3.sqlite_version} is too old", "apt-get install --upgrade libsqlite3-0")
    else:
        yield ok("sqlite", sqlite3.sqlite_version)


def clock(examined: Examined) -> Iterator[Finding]:
    now_ms, last_ms = time.time_ns() // 1_000_000, _last_entry_ms(examined)
    set_it = "timedatectl set-ntp true"
    if now_ms < PROGRAM_MADE.timestamp() * 1000:
        yield problem("clock", f"it says {datetime.now(UTC):%Y-%m-%d %H:%M} UTC", set_it)
    elif last_ms is not None and now_ms < last_ms:
        behind = (last_ms - now_ms) // 1000
        yield problem("clock", f"it is {behind} seconds behind the last entry of the journal", set_it)
    elif not clock_is_set():
        yield warning("clock", "nobody sets it: it drifts by seconds a day", set_it)
    else:
        yield ok("clock", f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, kept by a time server")


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
        yield problem("space", f"{folder} has room for {days} days", "dealer-console roll, then move the old journals")
    elif days < 30 * MONTHS_AHEAD:
        says = f"{folder} has room for {days} days of rounds"
        yield warning("space", says, "dealer-console roll, then move the old journals; or a larger disk")
    else:
        yield ok("space", f"room for {days // 30} months")


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
    taken = []
    try:
        with tempfile.TemporaryFile(dir=folder, buffering=0) as stream:
            for _ in range(WRITES):
                begun = time.perf_counter()
                stream.write(bytes(4096))
                os.fsync(stream.fileno())
                taken.append((time.perf_counter() - begun) * 1000)
    except OSError as error:
        yield problem("disk", f"{folder} cannot be written: {error.strerror}", f"chown $(id -un) {folder}")
        return
    median = statistics.median(taken)
    if median > SLOW_WRITE_MS:
        mend = f"put the data on a local solid-state disk; see: findmnt -T {folder}"
        yield warning("disk", f"a durable write takes {median:.0f} ms: the dealer would notice", mend)
    else:
        yield ok("disk", f"a durable write takes {median:.1f} ms")


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.absolute().parents) if place.is_dir())
