"""What a live view of a line tells: the last frames, the state of every device, and how often something goes wrong."""

from collections import Counter, deque
from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hardware_sims.tools.rows.printer import spoken_flags, table_line
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
