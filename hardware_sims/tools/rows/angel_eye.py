"""Reading an angel-eye line: reports and their copies, commands and their replies (B1, B2)."""

from hardware_sims.capture import CaptureLine
from hardware_sims.tools.rows.row import Row
from hardware_sims.wire.angel_eye import (
    COPIES,
    NAK_MEANINGS,
    SEQ_CYCLE,
    Command,
    CommandReceiver,
    Damage,
    Reply,
    Report,
    ShoeLineReceiver,
    report_fields,
)

_CARD_REPORTS = "DdR"
_HIDDEN_CARD = 0x80
Item = Report | Reply | Command | Damage


class AngelEyeReader:
    """Rows of one channel. Knows the last good report, so copies, gaps and conflicts are named as B1 names them."""

    def __init__(self, *, masked: bool) -> None:
        self._masked = masked
        self._shoe = ShoeLineReceiver()
        self._host = CommandReceiver()
        self._last: Report | None = None
        self._copies = 0
        self._open: Row | None = None
        self._last_us: int | None = None

    def rows(self, line: CaptureLine) -> list[Row]:
        items: list[Item] = [*(self._host if line.direction == "T" else self._shoe).feed(line.data)]
        return [self._row(line, item) for item in items] or [self._plain_row(line, "bytes", ["unfinished"])]

    def give_up(self, now_us: int, after_us: int) -> None:
        if self._open and now_us - self._open.at_us >= after_us:
            self.end()

    def end(self) -> None:
        if self._open:
            self._open.notes.append("no reply")
            self._close()

    def _close(self) -> None:
        if self._open:
            self._open.awaits_reply = False
            self._open = None

    def _plain_row(self, line: CaptureLine, kind: str, notes: list[str]) -> Row:
        gap = 0 if self._last_us is None else line.at_us - self._last_us
        self._last_us = line.at_us
        return Row(line.at_us, gap, line.channel, line.direction, kind, line.data, notes)

    def _row(self, line: CaptureLine, item: Item) -> Row:
        match item:
            case Report():
                row = self._plain_row(line, item.code, self._sequence_notes(item))
                row.seq = item.seq
                row.fields = self._fields(item)
            case Command():
                self.end()
                row = self._open = self._plain_row(line, item.type, [])
                row.awaits_reply = True
                row.fields = {"data": item.data, "command_bcc": item.form}
            case Reply():
                row = self._reply(line, item)
            case Damage():
                row = self._plain_row(line, "damaged", [item.kind])
        return row

    def _fields(self, report: Report) -> dict[str, object]:
        fields = report_fields(report)
        if self._masked and report.code in _CARD_REPORTS and report.data[1:] == bytes([_HIDDEN_CARD]):
            fields["card"] = "masked"
        return fields

    def _reply(self, line: CaptureLine, reply: Reply) -> Row:
        row = self._plain_row(line, "ACK" if reply.reason is None else "NAK", [])
        if reply.reason is not None:
            row.fields = {"reason": reply.reason, "meaning": NAK_MEANINGS.get(reply.reason, "not known")}
        if self._open is None:
            row.notes.append("not asked for")
        else:
            row.latency_us = row.at_us - self._open.at_us
            self._close()
        return row

    def _sequence_notes(self, report: Report) -> list[str]:
        last = self._last
        if report == last:
            self._copies += 1
            return [f"copy {self._copies}"] if self._copies <= COPIES else [f"copy {self._copies}", "too many copies"]
        notes = []
        if last is not None and self._copies < COPIES:
            notes.append(f"only {self._copies} copies before")
        if last is not None and report.code != "S":
            notes += _step(last.seq, report.seq)
        if "sequence-conflict" not in notes:
            self._last, self._copies = report, 1
        return notes


def _step(last: str, now: str) -> list[str]:
    if now == last:
        return ["sequence-conflict"]
    if last in SEQ_CYCLE and SEQ_CYCLE[(SEQ_CYCLE.index(last) + 1) % len(SEQ_CYCLE)] != now:
        return ["sequence-gap"]
    return []
