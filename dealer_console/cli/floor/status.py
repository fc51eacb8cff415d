"""`dealer-console floor status`: how it stands with the floor, for people, scripts and monitoring."""

from __future__ import annotations

import time
from dataclasses import asdict

from rich.markup import escape
from rich.table import Column, Table

from dealer_console.cli.floor.access import Where, address_of, floor_verb, open_floor
from dealer_console.cli.output import print_json, say_line, words
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import AsJson
from dealer_console.floor import migrate, queries
from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalDamaged
from dealer_console.messages import recorded

NEEDS_SOMEBODY = 1
SILENT_MS = 30_000  # three heartbeats: a table that was heard later than this is shown as silent


@floor_verb
def status(where: Where, as_json: AsJson = False) -> int:
    """Every table: how far its copy goes and is signed, when it was last heard; alarms, open requests, the index.

    Ends with 0 when all is well, with 1 when somebody should look: an alarm that nobody has seen, a silent table, one
    that is marked, an index that is late; with 2 when the floor cannot be asked.
    """
    with open_floor(where) as connection:
        heads = queries.heads(connection)
        alarms = queries.floor_alarms(connection, unseen_only=True)
        requests = queries.open_requests(connection)
    now = time.time_ns() // 1_000_000
    silent = [head.table for head in heads if _is_silent(head, now)]
    index = _index_trouble(address_of(where))
    marked = [head for head in heads if head.fault]
    if as_json:
        row: dict[str, object] = {"form": migrate.NEWEST, "tables": [asdict(head) for head in heads]}
        row |= {
            "alarms": [asdict(alarm) for alarm in alarms],
            "requests": [asdict(request) for request in requests],
        }
        print_json({**row, "silent": silent, "index": recorded(index)})
    else:
        _show(heads, now)
        for request in requests:
            say_line(
                "out-waits-for-ruling",
                request=request.request,
                table=request.table,
                action=request.action,
                reason=request.reason,
            )
        for head in marked:
            say_line("out-marked", table=head.table, fault=str(head.fault))
        for alarm in alarms:
            say_line(
                "out-floor-alarm",
                id=alarm.id,
                table=str(alarm.table),
                what=alarm.what,
                times=alarm.times,
                said=alarm.words,
            )
        if index:
            say_line("out-index", trouble=index)
    return NEEDS_SOMEBODY if alarms or silent or marked or index else 0


def _index_trouble(target: str) -> Message | str:
    """What the index of the pit lacks; empty when it is kept, or nobody keeps one."""
    from dealer_console.pit.archive.floor_index import kept_index
    from dealer_console.pit.archive.kept_index import KeptIndex

    engine = kept_index(target)
    if engine is None:
        return ""
    try:
        KeptIndex(engine).refresh()
    except JournalDamaged as damaged:
        return damaged.message
    finally:
        engine.dispose()
    return ""


def _show(heads: tuple[queries.Head, ...], now_ms: int) -> None:
    """Names in full, however narrow the screen is."""
    columns = ("table", "entries", "signed-to", "received", "heard", "waiting")
    shown = Table(*(Column(words()(f"col-{name}"), overflow="fold") for name in columns))
    for head in heads:
        shown.add_row(*map(escape, _cells(head, now_ms)))
    terminal(soft_wrap=False).print(shown)


def _is_silent(head: queries.Head, now_ms: int) -> bool:
    return head.log is not None and now_ms - head.heard_at_ms > SILENT_MS


def _cells(head: queries.Head, now_ms: int) -> tuple[str, ...]:
    if head.log is None:
        return (head.table, "never heard", "", "", "", "")
    heard = f"{ago(now_ms - head.heard_at_ms)}{', SILENT' if _is_silent(head, now_ms) else ''}"
    received = ago(now_ms - head.received_at_ms)
    return (head.table, f"{head.seq:,}", f"{head.witnessed:,}", received, heard, f"{head.waiting:,}")


def ago(milliseconds: int) -> str:
    seconds = max(0, milliseconds) // 1000
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds // unit} {name} ago"
    return f"{seconds} s ago"
