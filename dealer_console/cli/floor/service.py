"""`dealer-console floor watch`, `serve` and `forward`: programs that run for long and tell each thing with its time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Annotated

import typer
from sqlalchemy import Connection

from dealer_console.cli.floor.access import Where, address_of, ended_by_signals, floor_verb, print_event
from dealer_console.cli.output import print_error, words
from dealer_console.cli.verbs import JournalFile
from dealer_console.floor import FloorAway, FloorHealth, FloorState, Forwarder, address, news_feed, queries
from dealer_console.floor.local_journal import open_local

REFUSED = 1
AGAIN_SECONDS = 2.0
LOGS_AT_ONCE = 10  # journals whose alerts are judged between two steps: a call never waits for figures


def _until_over(once: bool, over: threading.Event, work: Callable[[], None]) -> None:
    """The floor may go away and come back; only an answer that needs a person ends this."""
    with ended_by_signals(over):
        while not over.is_set():
            try:
                work()
            except FloorAway as error:
                if once:
                    raise
                print_event(words()("out-trying-again", why=words().error(error)))
                over.wait(AGAIN_SECONDS)
            if once:
                return


@floor_verb
def watch(where: Where, once: Annotated[bool, typer.Option("--once", help="help-service-watch-once")] = False) -> None:
    """Show alarms of the floor as they come, until it is interrupted. Needs a login of the pit."""
    over = threading.Event()
    target = address_of(where)
    _until_over(once, over, lambda: _watch(target, once=once, over=over))


def _watch(target: str, *, once: bool, over: threading.Event) -> None:
    with news_feed.watch(target) as feed:
        print_event(words()("out-watching", address=address.plain(address.parse(target))))
        while not over.is_set():
            news = feed.next_news()
            if once or "floor_alarms" in news.channels:
                _print_newest_alarm(feed.connection)
            if once:
                return


def _print_newest_alarm(connection: Connection) -> None:
    for alarm in queries.floor_alarms(connection, unseen_only=True)[:1]:
        print_event(words()("out-new-floor-alarm", id=alarm.id, table=alarm.table, what=alarm.what, said=alarm.words))


@floor_verb
def serve(
    where: Where,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="help-service-serve-rebuild")] = False,
    once: Annotated[bool, typer.Option("--once", help="help-service-serve-once")] = False,
) -> None:
    """Keep the pit's index and check signatures, until it is interrupted. Needs a login of the projector."""
    over = threading.Event()
    rebuild_first = [rebuild]  # only the first time: after an outage it goes on where it was
    target = address_of(where)
    _until_over(once, over, lambda: _serve(target, rebuild_first, once=once, over=over))


def _serve(target: str, rebuild_first: list[bool], *, once: bool, over: threading.Event) -> None:
    from dealer_console.pit.alerts import KeptAlerts
    from dealer_console.pit.archive import Archive
    from dealer_console.pit.archive.projector import project
    from dealer_console.pit.expectations import load_expectations

    with project(target, rebuild=any(rebuild_first)) as projector:
        alerts = KeptAlerts(Archive(projector.source, projector.engine), load_expectations())
        rebuild_first.clear()
        print_event(words()("out-serving", address=address.plain(address.parse(target))))
        marked: dict[str, str] = {}
        while not over.is_set():
            projector.step()
            if alerts.refresh(most=None if once else LOGS_AT_ONCE):
                projector.notify()
            for table, fault in projector.faults().items():
                if marked.get(table) != fault:
                    print_event(words()("out-marked", table=table, fault=fault))
            marked = projector.faults()
            if once:
                return
            projector.wait()


@floor_verb
def forward(
    where: Where,
    journal: JournalFile,
    once: Annotated[bool, typer.Option("--once", help="help-service-forward-once")] = False,
) -> int:
    """Forward a journal without the console."""
    over = threading.Event()
    last: list[FloorHealth] = []

    def hear(health: FloorHealth) -> None:
        says, trouble = words()(health.message), health.trouble
        if trouble and health.state is not FloorState.REFUSED:  # which says why itself
            says = f"{says} ({trouble if isinstance(trouble, str) else words()(trouble)})"
        print_event(says)
        in_step = health.connected and health.kept == 0
        nobody = health.state is FloorState.AWAY and health.trouble is not None
        if once and (in_step or nobody or health.state is FloorState.REFUSED):
            last.append(health)
            over.set()

    target = address_of(where)
    with open_local(journal) as local:
        table = local.table
    forwarder = Forwarder(journal=journal, url=target, table=table, on_health=hear)
    with ended_by_signals(over):
        forwarder.start()
        over.wait()
        forwarder.stop()
    if last and last[0].state is FloorState.AWAY and last[0].trouble is not None:
        return print_error(last[0].trouble)
    return REFUSED if last and last[0].state is FloorState.REFUSED else 0
