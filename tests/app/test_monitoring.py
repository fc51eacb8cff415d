"""Figures and log of a running table: true, complete for the examples that come with them, and without any card."""

from __future__ import annotations

import itertools
import json
import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from dealer_console.app import table_log
from dealer_console.app.metrics import MetricsRefused, TableMetrics, metrics_served
from dealer_console.app.running_table import Parts, RunningTable
from dealer_console.demo.simulated_devices import operator_at, register_simulators
from dealer_console.journal import Journal
from dealer_console.journal.entries.people import Role
from dealer_console.rulebook.load import config_folder
from dealer_console.table import commands as c
from dealer_console.table.people import PeopleBook, Pin, load_pepper, load_permissions
from dealer_console.table.session.locked_journal import LockedJournal
from tests.app.installed_table import PINS, InstalledTable, installed_table, now_ms
from tests.app.test_setup import until
from tests.cli.console import console

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
UNITS = itertools.count(1)  # each test has a shoe of its own: one remembers whom it has talked to


def shoe() -> dict[str, str]:
    number = next(UNITS)  # a line has eight units of a kind
    return {"kind": "shoe", "port": f"sim://shoe?unit={number % 8}&serial=SIM-M{number}", "serial": f"SIM-M{number}"}


def operator(running: RunningTable) -> Callable[[str], str]:
    return operator_at(running.parts.table.devices[0].port)


@contextmanager
def running_table(made: InstalledTable) -> Iterator[RunningTable]:
    book = PeopleBook.open(made.places.people, pepper=load_pepper(made.places.pepper))
    register_simulators(made.table.devices)
    parts = Parts(
        table=made.table,
        journal=LockedJournal(Journal.open(made.journal, made.key)),
        journal_file=made.journal,
        people=book,
        permissions=load_permissions(),
        simulators=True,
    )
    running = RunningTable(parts, lambda _snapshot: None)
    yield running
    running.stop()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RunningTable]:
    with running_table(installed_table(tmp_path / "house", devices=[shoe()])) as opened:
        yield opened


def figures(metrics: TableMetrics) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(metrics)
    found = {}
    for family in text_string_to_metric_families(generate_latest(registry).decode()):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_the_figures_say_what_the_table_is(running: RunningTable) -> None:
    metrics = TableMetrics(running)
    running.start()
    until(lambda: running.session.snapshot.links.get("shoe") == "ready")
    come = c.Signed(who="console", badge="300", pin=Pin("000111"), command=c.ComeIn(who="", role=Role.DEALER))
    assert running.session.submit(come).result(120).refusal is not None
    right = c.Signed(who="console", badge="300", pin=Pin(PINS["Dana"]), command=c.ComeIn(who="", role=Role.DEALER))
    assert running.session.submit(right).result(120).refusal is None
    touched = c.WriteNote(who="console", text="the badge and the PIN")  # by nobody who may: by rule, whatever it says
    assert running.session.submit(touched).result(120).refusal is not None
    now = figures(metrics)
    assert now["dealer_console_journal_entries"] == running.parts.journal.seq
    assert now["dealer_console_refused_total{why=pin}"] == 1
    assert now["dealer_console_refused_total{why=rule}"] == 1
    assert now["dealer_console_entries_total{kind=person-in}"] == 1
    assert now["dealer_console_device_ready{device=shoe}"] == 1
    assert now["dealer_console_device_frames_received_total{device=shoe}"] > 0
    assert now["dealer_console_append_seconds_count"] >= 2
    assert (now["dealer_console_stopped"], now["dealer_console_open"]) == (0, 0)


@pytest.mark.parametrize("address", ["unix:{folder}/m.sock", "127.0.0.1:0"])
def test_health_asks_by_socket_and_by_port(running: RunningTable, tmp_path: Path, address: str) -> None:
    metrics = TableMetrics(running)
    running.start()
    until(lambda: running.session.snapshot.links.get("shoe") == "ready")
    with metrics_served(address.format(folder=tmp_path), metrics) as served:
        well = console("health", served, "--json")
        assert well.returncode == 0, well.stdout + well.stderr
        assert json.loads(well.stdout)["figures"]["dealer_console_stopped"] == 0
        operator(running)("power off")
        until(lambda: running.session.snapshot.links.get("shoe") != "ready")
        unwell = console("health", served)
        assert unwell.returncode == 1
        assert "not ready: shoe" in unwell.stdout
        assert "1 alarms that nobody has seen to" in unwell.stdout
    assert console("health", served).returncode == 2
    assert not (tmp_path / "m.sock").exists()


@pytest.mark.parametrize("address", ["unix:{folder}/m.sock", "127.0.0.1:0"])
def test_somebody_who_connects_and_says_nothing_holds_nothing_up(
    running: RunningTable, tmp_path: Path, address: str
) -> None:
    with ExitStack() as leave:
        served = leave.enter_context(metrics_served(address.format(folder=tmp_path), TableMetrics(running)))
        if served.startswith("unix:"):
            silent = leave.enter_context(socket.socket(socket.AF_UNIX))
            silent.connect(served.removeprefix("unix:"))
        else:
            host, _, port = served.rpartition(":")
            silent = leave.enter_context(socket.create_connection((host, int(port))))
        silent.send(b"GET /metrics HTTP/1.1\r\n")
        well = console("health", served, "--json")
        assert well.returncode in (0, 1), well.stdout + well.stderr


@pytest.mark.parametrize("address", ["0.0.0.0:9101", "192.0.2.1:9101", "somewhere", "unix:/no/such/folder/x"])
def test_figures_are_served_on_this_machine_only(running: RunningTable, address: str) -> None:
    with pytest.raises(MetricsRefused), metrics_served(address, TableMetrics(running)):
        pass


def test_no_figure_and_no_line_of_the_log_has_a_card(running: RunningTable, caplog: pytest.LogCaptureFixture) -> None:
    metrics = TableMetrics(running)
    table_log.log_entries(running)
    caplog.set_level(logging.DEBUG, logger="dealer_console.table")
    running.start()
    until(lambda: running.session.snapshot.links.get("shoe") == "ready")
    operate = operator(running)
    operate("load")
    operate("power off")
    until(lambda: running.session.snapshot.links.get("shoe") != "ready")
    assert any("shoe is" in line and "away" in line for line in caplog.messages)
    for entry in running.parts.journal.entries():
        table_log._log(entry)
    text = "\n".join(caplog.messages) + json.dumps(figures(metrics))
    assert "entry" in text
    assert CARD.findall(text) == []


def test_under_systemd_each_line_has_its_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    logger = logging.getLogger("dealer_console")
    before = logger.handlers[:], logger.level
    try:
        table_log.log_to_standard_error("INFO")
        table_log.log.warning("one\ntwo")
        monkeypatch.delenv("JOURNAL_STREAM")
        table_log.log_to_standard_error("INFO")
        table_log.log.error("three")
    finally:
        logger.handlers[:], level = before
        logger.setLevel(level)
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["<4>dealer_console.table one", "<4>two"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \S+ ERROR dealer_console.table three", lines[2])


# --- the examples ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alerts.yml", "grafana-tables.json"])
def test_the_examples_ask_for_figures_that_exist(running: RunningTable, name: str) -> None:
    metrics = TableMetrics(running)
    metrics.see_write(0.01)
    registry = CollectorRegistry()
    registry.register(metrics)
    families = list(text_string_to_metric_families(generate_latest(registry).decode()))
    names = {sample.name for family in families for sample in family.samples}
    names |= {f"{family.name}_total" for family in families if family.type == "counter"}
    names |= {"dealer_console_floor_connected", "dealer_console_floor_lag_entries"}  # of a table with a floor
    names |= {family.name for family in families}
    asked = set(re.findall(r"dealer_console_\w+", (config_folder() / "monitoring" / name).read_text("utf-8")))
    assert len(asked) > 5
    assert asked <= names, asked - names


def test_the_dashboard_is_json_with_panels_side_by_side() -> None:
    board = json.loads((config_folder() / "monitoring" / "grafana-tables.json").read_text("utf-8"))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places) >= 8


def test_a_real_console_serves_its_figures(tmp_path: Path) -> None:
    made = installed_table(tmp_path / "house")
    made.write(1)
    assert now_ms() > 0
    with running_table(made) as running, metrics_served("127.0.0.1:0", TableMetrics(running)) as served:
        running.start()
        assert console("health", served).returncode == 0
