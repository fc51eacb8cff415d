"""The figures of a running table, read when somebody asks. No label and no value depends on a card or a wager.

They are at `/metrics` on loopback or on a socket of this machine: nobody outside is answered.
"""

from __future__ import annotations

import socket
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from dealer_console.game.message import Message
from dealer_console.journal import Entry
from dealer_console.journal.entries.notices import CommandRefused
from dealer_console.messages import MessageError

if TYPE_CHECKING:
    from prometheus_client.registry import Collector

    from dealer_console.app.running_table import RunningTable


class MetricsRefused(MessageError):
    """Figures cannot be served there; the text says why."""


class _Quiet(WSGIRequestHandler):
    timeout = 2.0  # who connects and says nothing holds up neither the others nor the end of the console

    def log_message(self, *_words: Any) -> None:
        """A scrape is nothing to report."""

    def address_string(self) -> str:
        return "local"


class _SocketServer(WSGIServer):
    address_family = socket.AF_UNIX

    def server_bind(self) -> None:
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = "localhost", 0
        self.setup_environ()

    def get_request(self) -> tuple[Any, Any]:
        connection, _ = self.socket.accept()
        return connection, ("local", 0)


@contextmanager
def metrics_served(address: str, collector: Collector) -> Iterator[str]:
    """`127.0.0.1:9101`, or `unix:/run/…`. Gives the address that it serves at. Raises `MetricsRefused`."""
    from prometheus_client import CollectorRegistry, make_wsgi_app

    registry = CollectorRegistry(auto_describe=False)
    registry.register(collector)
    server = _server(address, make_wsgi_app(registry))
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield address if address.startswith("unix:") else f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
        if address.startswith("unix:"):
            Path(address.removeprefix("unix:")).unlink(missing_ok=True)


def _server(address: str, application: Any) -> WSGIServer:
    try:
        if address.startswith("unix:"):
            path = Path(address.removeprefix("unix:"))
            path.unlink(missing_ok=True)  # of a console that was killed; the journal's lock keeps two from running
            server = _SocketServer(str(path), _Quiet)  # type: ignore[arg-type]  # a path in place of host and port
            server.set_app(application)
            path.chmod(0o660)
            return server
        host, _, port = address.rpartition(":")
        if not ip_address(host.strip("[]") or "127.0.0.1").is_loopback:
            raise MetricsRefused(Message("metrics-figures-served-machine-only", address=address, port=port))
        return make_server(host or "127.0.0.1", int(port), application, handler_class=_Quiet)
    except (OSError, ValueError) as error:
        raise MetricsRefused(Message("metrics-cannot-be-served", address=address, reason=str(error))) from None


PREFIX: Final = "dealer_console"
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)  # seconds of a durable write


class TableMetrics(Collector):
    """Counts what the journal takes from now on; asks session, devices and floor when it is collected."""

    def __init__(self, running: RunningTable) -> None:
        self._running = running
        self._lock = threading.Lock()
        self._kinds: Counter[str] = Counter()
        self._refused: Counter[str] = Counter()
        self._writes = [0] * (len(BUCKETS) + 1)
        self._write_seconds = 0.0
        journal = running.parts.journal
        fold = journal.on_append

        def see(entry: Entry) -> None:
            fold(entry)
            self.see(entry)

        journal.on_append = see
        journal.on_written = self.see_write

    def see(self, entry: Entry) -> None:
        """On the thread that wrote it."""
        with self._lock:
            self._kinds[entry.kind] += 1
            if entry.kind == "refusal" and isinstance(entry.typed, CommandRefused):
                self._refused["pin" if entry.typed.code == "not-admitted" else "rule"] += 1

    def see_write(self, seconds: float) -> None:
        with self._lock:
            self._writes[bisect_left(BUCKETS, seconds)] += 1
            self._write_seconds += seconds

    # --- collected -------------------------------------------------------------------------------------------------

    def collect(self) -> Iterator[Metric]:
        yield from self._journal()
        yield from self._table()
        yield from self._devices()
        yield from self._floor()

    def _journal(self) -> Iterator[Metric]:
        with self._lock:
            kinds, refused = dict(self._kinds), dict(self._refused)
            writes, seconds = list(self._writes), self._write_seconds
        yield _gauge("journal_entries", "Entries in the journal", self._running.parts.journal.seq)
        by_kind = CounterMetricFamily(f"{PREFIX}_entries", "Entries since the start, by kind", labels=["kind"])
        for kind, count in sorted(kinds.items()):
            by_kind.add_metric([kind], count)
        yield by_kind
        counter_metric_family = CounterMetricFamily(
            f"{PREFIX}_refused", "Refused commands since the start", labels=["why"]
        )
        for why in ("pin", "rule"):
            counter_metric_family.add_metric([why], refused.get(why, 0))
        yield counter_metric_family
        total, buckets = 0, []
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), writes, strict=True):
            total += count
            buckets.append((bound, float(total)))
        durable = HistogramMetricFamily(f"{PREFIX}_append_seconds", "Until an append was durable")
        durable.add_metric([], buckets, seconds)
        yield durable

    def _table(self) -> Iterator[Metric]:
        session = self._running.session
        state, snapshot = session.state, session.snapshot
        yield _gauge("stopped", "1 when the table has stopped for a fault", session.stopped is not None)
        yield _gauge("open", "1 while a shift is open", state.shift.stage.value == "open")
        yield _gauge("in_round", "1 while wagers lie", state.in_round)
        yield _gauge("round_number", "The number of the last round", state.round_number)
        yield _gauge("alarms", "Alarms that nobody has seen to", len(snapshot.alarms))
        yield _gauge("requests", "Requests that wait for a second person", len(snapshot.requests))
        yield _gauge("troubles", "Faults of drivers and screens since the start", len(session.troubles))

    def _devices(self) -> Iterator[Metric]:
        devices = self._running.lines.devices
        ready = GaugeMetricFamily(f"{PREFIX}_device_ready", "1 when the device can be dealt with", labels=["device"])
        slow = GaugeMetricFamily(f"{PREFIX}_device_answer_p99_seconds", "The slowest answers", labels=["device"])
        counted = {
            name: CounterMetricFamily(f"{PREFIX}_device_{name}", text, labels=["device"])
            for name, text in (
                ("frames_sent", "Frames to the device"),
                ("frames_received", "Frames from the device"),
                ("repeats", "Frames sent again"),
                ("links_lost", "How often the line was lost"),
            )
        }
        errors = CounterMetricFamily(f"{PREFIX}_device_frame_errors", "Damaged frames", labels=["device", "error"])
        for kind, device in devices.items():
            health = device.health()
            ready.add_metric([kind], float(self._running.session.snapshot.links.get(kind) == "ready"))
            for name, family in counted.items():
                family.add_metric([kind], getattr(health, name))
            if health.latency_p99 is not None:
                slow.add_metric([kind], health.latency_p99)
            for error, count in sorted(health.errors.items()):
                errors.add_metric([kind, error], count)
        yield from (ready, slow, *counted.values(), errors)

    def _floor(self) -> Iterator[Metric]:
        floor = self._running.watch.status().floor
        if floor is not None:
            yield _gauge("floor_connected", "1 while the floor's database answers", floor.connected)
            yield _gauge("floor_lag_entries", "Entries that the floor does not hold yet", floor.behind)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"{PREFIX}_{name}", text, value=float(value))
