"""The four shapes of a capture: `.log`, `.jsonl`, `.csv`, and `.txt`, a hex dump that text2pcap takes.

Every shape keeps bytes, times, channels and directions, so each can become any other again. Comments beyond the header
are not carried over.

    text2pcap -D -t '%s.%f' -l 147 line.txt line.pcapng
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any, TextIO

from hardware_sims.capture import FIRST_LINE, CaptureError, CaptureLine, CaptureReader, Channel
from hardware_sims.tools.line.redaction import MASKED
from hardware_sims.tools.rows.row import seconds

Reader = Callable[[TextIO, str], CaptureReader]
Writer = Callable[[CaptureReader, TextIO], None]

_CSV_COLUMNS = ("time", "channel", "direction", "hex", "key_removed", "dialect", "device", "serial", "seed", "masked")
_DUMP_WIDTH = 16


def _exact_us(text: str) -> int:
    whole, _, fraction = text.partition(".")
    return int(whole) * 1_000_000 + int(fraction.ljust(6, "0")[:6] or 0)


def _parts(capture: CaptureReader) -> Iterator[Channel | CaptureLine]:
    """Each channel before its first line: a capture may name one late."""
    known: set[str] = set()
    for channel in [*capture.channels.values()]:
        known.add(channel.name)
        yield channel
    for line in capture:
        if line.channel not in known:
            known.add(line.channel)
            yield capture.channels[line.channel]
        yield line


def write_log(capture: CaptureReader, out: TextIO) -> None:
    out.write(FIRST_LINE + "\n" + (MASKED + "\n" if capture.masked else ""))
    for part in _parts(capture):
        out.write((part.header() if isinstance(part, Channel) else part.text()) + "\n")


def write_jsonl(capture: CaptureReader, out: TextIO) -> None:
    out.write(json.dumps({"capture": 1, "masked": capture.masked}) + "\n")
    for part in _parts(capture):
        out.write(json.dumps(asdict(part) if isinstance(part, Channel) else _json_of(part)) + "\n")


def _json_of(line: CaptureLine) -> dict[str, Any]:
    row: dict[str, Any] = {"time": seconds(line.at_us), "channel": line.channel, "direction": line.direction}
    return {**row, "hex": line.data.hex()} | ({"key_removed": True} if line.key_removed else {})


def write_csv(capture: CaptureReader, out: TextIO) -> None:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_CSV_COLUMNS)
    for line in capture:
        channel = capture.channels[line.channel]
        fields = (channel.dialect, channel.device, channel.serial, channel.seed, "yes" if capture.masked else "")
        removed = "yes" if line.key_removed else ""
        writer.writerow((seconds(line.at_us), line.channel, line.direction, line.data.hex(), removed, *fields))


def write_dump(capture: CaptureReader, out: TextIO) -> None:
    out.write(FIRST_LINE + "\n" + (MASKED + "\n" if capture.masked else ""))
    for part in _parts(capture):
        if isinstance(part, Channel):
            out.write(part.header() + "\n")
            continue
        removed = " key removed" if part.key_removed else ""
        out.write(f"# on {part.channel}{removed}\n{'O' if part.direction == 'T' else 'I'} {seconds(part.at_us)}\n")
        for at in range(0, len(part.data), _DUMP_WIDTH):
            out.write(f"{at:06x} {part.data[at : at + _DUMP_WIDTH].hex(' ')}\n")
        out.write("\n")


def read_log(stream: TextIO, source: str) -> CaptureReader:
    return CaptureReader(stream, source)


def read_jsonl(stream: TextIO, source: str) -> CaptureReader:
    return CaptureReader(_log_of_jsonl(stream, source), source)


def read_csv(stream: TextIO, source: str) -> CaptureReader:
    return CaptureReader(_log_of_csv(stream, source), source)


def read_dump(stream: TextIO, source: str) -> CaptureReader:
    return CaptureReader(_log_of_dump(stream, source), source)


def _log_of_jsonl(stream: Iterable[str], source: str) -> Iterator[str]:
    for number, text in enumerate(stream, start=1):
        try:
            row = json.loads(text)
            if number == 1:
                yield from _log_of_header(row)
            elif "name" in row:
                yield _log_of_channel(row["name"], row)
            else:
                yield from _log_of_row(row)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            column = getattr(problem, "colno", 1)
            expected = "the header" if number == 1 else "a frame with time, channel, direction and hex"
            raise CaptureError(source, number, column, f"not {expected} as `convert` writes it") from None


def _log_of_header(row: dict[str, Any]) -> Iterator[str]:
    if row["capture"] != 1:
        raise ValueError
    yield FIRST_LINE
    if row.get("masked"):
        yield MASKED


def _log_of_channel(name: str, fields: dict[str, Any]) -> str:
    words = (f"{key} {fields[key]}" for key in ("dialect", "device", "serial", "seed") if fields.get(key))
    return " ".join(("# channel", name, *words))


def _log_of_row(row: dict[str, Any]) -> Iterator[str]:
    line = CaptureLine(
        at_us=_exact_us(row["time"]),
        channel=row["channel"],
        direction=row["direction"],
        data=bytes.fromhex(row["hex"]),
        key_removed=bool(row.get("key_removed")),
    )
    yield from line.text().splitlines()


def _log_of_csv(stream: TextIO, source: str) -> Iterator[str]:
    reader = csv.DictReader(stream)
    missing = {"time", "channel", "direction", "hex"} - {*(reader.fieldnames or ())}
    if missing:
        raise CaptureError(source, 1, 1, f"the heading has no column {', '.join(sorted(missing))}")
    yield FIRST_LINE
    seen: set[str] = set()
    for row in reader:
        try:
            if row["channel"] not in seen:
                seen.add(row["channel"])
                yield _log_of_channel(row["channel"], row)
                if row.get("masked"):
                    yield MASKED
            yield from _log_of_row(row)
        except (ValueError, TypeError, AttributeError):
            raise CaptureError(source, reader.line_num, 1, "not time, channel, direction and hex") from None


_PREAMBLE = re.compile(r"([IO]) (\d+\.\d{1,6})")
_DUMP_LINE = re.compile(r"([0-9a-f]{4,}) ((?:[0-9a-f]{2} ?)+)")


def _log_of_dump(stream: Iterable[str], source: str) -> Iterator[str]:
    line: dict[str, Any] = {}
    channel, removed, first = "line0", False, True
    for number, raw in enumerate(stream, start=1):
        text = raw.rstrip()
        if first and text != FIRST_LINE:
            raise CaptureError(source, number, 1, f"the dump must begin with '{FIRST_LINE}', as `convert` writes it")
        first = False
        if text.startswith("# on "):
            _, _, channel, *rest = text.split()
            removed = rest == ["key", "removed"]
        elif text.startswith("#"):
            yield text
        elif match := _PREAMBLE.fullmatch(text):
            direction = "T" if match[1] == "O" else "R"
            line = {"time": match[2], "channel": channel, "direction": direction, "hex": "", "key_removed": removed}
        elif (match := _DUMP_LINE.fullmatch(text)) and line and int(match[1], 16) == len(line["hex"]) // 2:
            line["hex"] += match[2].replace(" ", "")
        elif not text and line:
            yield from _log_of_row(line)
            line = {}
        elif text:
            raise CaptureError(source, number, 1, "neither 'I' or 'O' with a time, nor an offset with bytes")
    if line:
        yield from _log_of_row(line)


SHAPES: dict[str, tuple[Reader, Writer]] = {
    ".log": (read_log, write_log),
    ".jsonl": (read_jsonl, write_jsonl),
    ".csv": (read_csv, write_csv),
    ".txt": (read_dump, write_dump),
}
