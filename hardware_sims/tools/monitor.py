"""`hardware-sims monitor`: a line, live: the last frames, the state of every device, how often something goes wrong."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hardware_sims.capture import CaptureLine, Channel
from hardware_sims.tools.line.line_tap import Heard, Tap, open_tap, unix_us
from hardware_sims.tools.output import Baud, DialectName, KeyFile, ending, key_from, print_note, terminal
from hardware_sims.tools.record import ends_cleanly
from hardware_sims.tools.rows.decoder import Decoder
from hardware_sims.tools.rows.printer import TablePrinter, spoken_flags, table_line
from hardware_sims.tools.rows.row import Row
from hardware_sims.wire.constants import FAULT_NAMES, STATE_NAMES

_ROWS_SHOWN = 18
_WINDOW_US = 10_000_000
_WRONG = ("bad-", "no reply", "wrong-", "event-gap", "cut-off", "noise", "sequence-", "no-mac", "repeat")


@dataclass(slots=True)
class DeviceView:
    """The last thing a device said about itself."""

    state: str = "?"
    flags: str = "?"
    fault: str = "?"
    last_event: str = ""


@dataclass(slots=True)
class LineView:
    """Everything shown about one line; fed row by row."""

    rows: deque[Row] = field(default_factory=lambda: deque(maxlen=_ROWS_SHOWN))
    devices: dict[str, DeviceView] = field(default_factory=dict)
    frames: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    recent: deque[tuple[int, bool]] = field(default_factory=deque)

    def add(self, row: Row) -> None:
        self.rows.append(row)
        self.frames += 1
        bad = [note for note in row.notes if note.startswith(_WRONG)]
        self.wrong.update(note.split(":")[0] for note in bad)
        self.recent.append((row.at_us, bool(bad)))
        while self.recent and row.at_us - self.recent[0][0] > _WINDOW_US:
            self.recent.popleft()
        if row.direction == "R":
            self._device_said(row)

    def _device_said(self, row: Row) -> None:
        view = self.devices.setdefault(row.channel, DeviceView())
        if isinstance(row.fields.get("state"), int):
            view.state = STATE_NAMES.get(row.fields["state"], "?")
        if row.type in ("EVENT", "STATUS_IS") and "flags" in row.fields:
            view.flags = spoken_flags(row.fields["flags"])
        if row.type in ("EVENT", "STATUS_IS", "NAK") and "fault" in row.fields:
            view.fault = FAULT_NAMES.get(row.fields["fault"], "none")
        event = row.fields.get("event")
        if event not in (None, "NONE"):
            view.last_event = f"{event} {row.fields['no']}"
        elif row.seq is not None and isinstance(row.seq, str):
            view.last_event = f"{row.type} (sequence {row.seq})"

    def error_rate(self) -> float:
        """Wrong frames among those of the last ten seconds, 0 to 1."""
        return sum(bad for _, bad in self.recent) / len(self.recent) if self.recent else 0.0

    def summary(self) -> str:
        wrong = ", ".join(f"{note} {count}" for note, count in self.wrong.most_common()) or "nothing wrong"
        return f"{self.frames} frames, {self.error_rate():.1%} wrong in the last 10 s ({wrong})"

    def shown(self, width: int) -> RenderableType:
        devices = Table("line", "state", "flags", "fault", "last event", expand=True, box=None)
        for name, view in sorted(self.devices.items()):
            devices.add_row(name, view.state, view.flags, view.fault, view.last_event)
        frames = Text("\n").join(table_line(row, width - 4) for row in self.rows)
        return Group(Panel(devices, title="devices"), Panel(frames, title="frames"), Text(self.summary()))


def _follow(tap: Tap, channel: Channel, key: bytes | None, seconds: float | None, show: Callable[[Row], None]) -> None:
    """Rows as they come, until the time is over or somebody stops it."""
    decoder = Decoder(key=key)

    def take(heard: Heard) -> None:
        line = CaptureLine(at_us=heard.at_us, channel=channel.name, direction=heard.direction, data=heard.data)
        for row in decoder.feed(channel, line):
            show(row)

    with ends_cleanly(tap):
        for heard in tap.listen(seconds):
            if heard is not None:
                take(heard)
                continue
            for row in decoder.idle(unix_us()):
                show(row)
    for heard in tap.rest():
        take(heard)
    for row in decoder.end():
        show(row)


def monitor(
    port: Annotated[str, typer.Argument(metavar="PORT", help="Where the device is.")],
    dialect: Annotated[DialectName, typer.Option(help="What is spoken on the line.")] = DialectName.TABLELINK,
    listen: Annotated[
        str | None, typer.Option(metavar="WHERE", help="Sit between: the host meets us there, as with record.")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="Check the MAC of every frame.")] = None,
    key_file: KeyFile = None,
    baud: Baud = None,
    seconds: Annotated[float | None, typer.Option("--for", metavar="S", help="End after so many seconds.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the summary at the end.")] = False,
) -> None:
    """Watch frames, states and error rates as they come. Without a terminal: one line per frame."""
    with ending():
        known_key = key_from(key, key_file)
        tap = open_tap(port, dialect, listen, baud, quiet=quiet)
        view = LineView()
        try:
            _show(tap, Channel(name="line0", dialect=tap.dialect), known_key, seconds, view, quiet=quiet)
        finally:
            tap.close()
        print_note(view.summary())


def _show(tap: Tap, channel: Channel, key: bytes | None, seconds: float | None, view: LineView, *, quiet: bool) -> None:
    console = terminal()
    if quiet:
        _follow(tap, channel, key, seconds, view.add)
    elif console.is_terminal:
        with Live(console=console, refresh_per_second=8, transient=True) as live:

            def redraw(row: Row) -> None:
                view.add(row)
                live.update(view.shown(console.width))

            _follow(tap, channel, key, seconds, redraw)
    else:
        printer = TablePrinter()

        def plain(row: Row) -> None:
            view.add(row)
            printer.row(row)

        _follow(tap, channel, key, seconds, plain)
