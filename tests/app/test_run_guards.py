"""Before a real table opens: no screen over the network, nobody reads the process, no new journal by one person."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_console.app import running_table
from dealer_console.app.device_record import device_record
from dealer_console.app.journal_files.roll import begin_after_loss, next_path, roll
from dealer_console.app.running_table import Parts, RunningTable
from dealer_console.app.table_installation import SetupRefused
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.journals.import_ import import_
from dealer_console.cli.table import run as run_verb
from dealer_console.cli.table.run import RunOptions, parts_of
from dealer_console.floor.directory import PublishedDirectory
from dealer_console.journal import Draft, Journal, JournalDamaged, JournalRefused, keys
from dealer_console.journal.checkpoints import head_path, read_head
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.journal.entries.journal_own import ConsoleStopped, SoftwareStarted
from dealer_console.journal.entries.notices import AlarmRaised
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook.load import CONFIG_VARIABLE, config_folder
from dealer_console.rulebook.tables import Table
from dealer_console.table import commands as c
from dealer_console.table.people import (
    NewPerson,
    NotAdmitted,
    PeopleBook,
    PeopleDamaged,
    PeopleRefused,
    Pin,
    Role,
    Staff,
    load_permissions,
)
from dealer_console.table.people.directory import sign_directory, take_newest
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.table_setup import TableSetup
from drivers.registration.registry import Approval, KnownDevice, Registry
from tests.app.installed_table import installed_table
from tests.journal.forms import second_form
from tests.rigs.opening import table_of
from tests.rigs.staff import CHEAP, PEPPER, PINS, ROLES, people_in_book, write_book
from tests.rigs.staffed_table import StaffedTable

KEY = bytes(range(32))
TABLE = Path("massachusetts-switch-1")


@pytest.mark.parametrize(
    ("options", "refused"), [({}, True), ({"serve_screen": True}, False), ({"simulators": True}, False)]
)
def test_a_real_table_is_shown_by_vnc_only_when_it_is_asked_for(options: dict[str, bool], refused: bool) -> None:
    wanted = replace(RunOptions(table=TABLE, window=WindowOptions(platform="vnc:port=5999")), **options)  # type: ignore[arg-type]
    if refused:
        with pytest.raises(CannotStart, match="not shown by VNC"):
            run_verb._refuse_served_screen(wanted)
    else:
        run_verb._refuse_served_screen(wanted)


@pytest.mark.parametrize("platform", ["VNC:port=5999", "Vnc", "nothing;vnc:port=5999", "xcb:;VNC"])
def test_no_way_to_write_it_shows_a_real_table_by_vnc(platform: str) -> None:
    """Qt takes the name in any letters, and the next of a list when the first cannot be loaded."""
    with pytest.raises(CannotStart, match="not shown by VNC"):
        run_verb._refuse_served_screen(RunOptions(table=TABLE, window=WindowOptions(platform=platform)))


def test_the_process_cannot_be_dumped_and_its_files_are_its_owners() -> None:
    program = (
        "import ctypes, os, resource\n"
        "from dealer_console.cli.process_guard import guard_process\n"
        "guard_process()\n"
        "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_CORE), oct(os.umask(0)))\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split("\n")[0] == "0 (0, 0) 0o77"


@pytest.mark.parametrize(
    "begins", ["run.parts_of = say; run.run(run.RunOptions(table='x'))", "review.app = say; review.main()"]
)
def test_programs_in_which_people_type_their_pins_are_guarded_before_they_open_a_file(begins: str) -> None:
    program = (
        "import ctypes\n"
        "from dealer_console.cli.pit import review\n"
        "from dealer_console.cli.table import run\n"
        "def say(*_):\n"
        "    print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))\n"
        "    raise SystemExit\n"
        f"{begins}\n"
    )
    this_source = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=this_source)
    assert ended.stdout == "0\n", ended.stderr


def test_what_the_commands_write_is_for_their_owner_whatever_the_umask(tmp_path: Path) -> None:
    """Tables, journals, exports, backups and what is restored from them; folders on the way to them, too."""
    rounds = Path(__file__).parents[1] / "rounds" / "catfish-bend-blackjack"
    program = f"""
import os, sys
from contextlib import suppress
from dealer_console.cli import main
from pathlib import Path
os.umask(0)
def console(*words):
    sys.argv[1:] = words
    with suppress(SystemExit):
        main()
console("setup", {str(config_folder() / "setup" / "practice.toml")!r}, "--folder", "new/place")
console("import", {str(next(rounds.glob("*.round")))!r}, "--journal", "one.journal", "--key", "one.key")
console("export", "one.journal", "--to", "rounds/of/one")
console("backup", "--table", "new/place/practice-1.toml", "--data", "new/place", "--to", "backups/of/it")
console("restore", str(next(Path("backups/of/it").iterdir())), "--to", "brought/back")
"""
    this_source = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=this_source, capture_output=True, check=True)
    made = {path.relative_to(tmp_path): path.stat().st_mode & 0o077 for path in tmp_path.rglob("*")}
    assert {
        Path("one.journal"),
        Path("new/place/practice-1.toml"),
        Path("rounds/of/one"),
        Path("brought/back/people.db"),
    } <= made.keys()
    assert [str(path) for path, open_to_others in made.items() if open_to_others] == []


def people_in(folder: Path) -> PeopleBook:
    write_book(folder / "people.db")
    (folder / "people.db").chmod(0o600)
    return PeopleBook.open(folder / "people.db", pepper=PEPPER, cost=CHEAP)


def test_where_a_key_is_there_nobody_begins_a_journal_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people_in(tmp_path).close()
    (tmp_path / "pepper").write_text(PEPPER.hex() + "\n")
    (tmp_path / "pepper").chmod(0o600)
    options = RunOptions(
        table=TABLE,
        data=tmp_path,
        people=tmp_path / "people.db",
        pepper=tmp_path / "pepper",
        registry=tmp_path / "devices.json",
    )
    parts = parts_of(options)
    public = parts.journal.public_key.hex()
    parts.people.close()
    parts.journal.close()
    assert f"signed with the key {public}" in capsys.readouterr().err
    parts.journal_file.unlink()
    with pytest.raises(CannotStart, match=r"its journal .* is not: bring it back"):
        parts_of(options)


def test_neither_setup_nor_import_begins_a_journal_where_a_key_is(tmp_path: Path) -> None:
    """Somebody alone takes journal and head away, and has the next one begun with the same key."""
    made = installed_table(tmp_path)
    for file in (made.journal, head_path(made.journal)):
        file.rename(file.with_name(f"away-{file.name}"))
    with pytest.raises(SetupRefused, match="two people begin the next one"):
        installed_table(tmp_path)
    key = made.journal.with_suffix(".key")
    rounds = Path(__file__).parents[1] / "rounds" / "catfish-bend-blackjack"
    done = import_([next(rounds.glob("*.round"))], made.journal, key, "a-1")
    assert (done, made.journal.exists()) == (2, False)


def test_start_and_stop_are_in_the_journal_with_the_files_they_ran_with(tmp_path: Path) -> None:
    file = tmp_path / "t.journal"
    table = table_of("massachusetts-switch")
    parts = Parts(
        table=table,
        journal=LockedJournal(Journal.create(file, table="t", signing_key=KEY)),
        journal_file=file,
        people=people_in(tmp_path),
        permissions=load_permissions(),
    )
    running = RunningTable(parts, lambda _snapshot: None)
    running.start()
    running.stop()
    with Journal.open(file, KEY) as journal:
        entries = [entry.typed for entry in journal.entries()]
    started = next(entry for entry in entries if isinstance(entry, SoftwareStarted))
    assert started.version.startswith("dealer-console")
    assert (started.table_hash, started.registry_hash) == (table.file_hash, None)
    assert started.permissions_hash == sha256((config_folder() / "permissions.toml").read_bytes()).hexdigest()
    assert isinstance(entries[-1], ConsoleStopped)
    assert entries[-1].by is None
    assert verify(file).ok


def given_once(file: Path, first: bytes) -> threading.Thread:
    """Whoever reads the file first gets this, everybody after that what lies there now."""
    now = file.rename(file.with_name(f"{file.name}.now"))
    os.mkfifo(file, 0o600)

    def give() -> None:
        file.write_bytes(first)
        now.replace(file)

    thread = threading.Thread(target=give)
    thread.start()
    return thread


@pytest.mark.parametrize("which", ["permissions", "table", "registry"])
def test_the_journal_names_what_was_read_though_the_file_says_something_else_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    """A pipe in the file's place: other rights for this evening, and the usual ones for whoever looks at the file."""
    made = installed_table(tmp_path)
    config = shutil.copytree(config_folder(), tmp_path / "config")
    monkeypatch.setenv(CONFIG_VARIABLE, str(config))
    load_permissions.cache_clear()
    Registry(path=made.places.devices).save()
    files = {"permissions": config / "permissions.toml", "table": made.file, "registry": made.places.devices}
    file = files[which]
    usual = file.read_bytes()
    others = usual + b"\n"
    giver = given_once(file, others)
    options = RunOptions(
        table=made.file,
        data=made.places.data,
        people=made.places.people,
        pepper=made.places.pepper,
        registry=made.places.devices,
    )
    running = RunningTable(parts_of(options), lambda _snapshot: None)
    giver.join(60)
    running.stop()
    load_permissions.cache_clear()
    assert file.read_bytes() == usual
    with Journal.open(made.journal, made.key) as journal:
        started = next(entry.typed for entry in journal.entries() if isinstance(entry.typed, SoftwareStarted))
    hashes = {"permissions": started.permissions_hash, "table": started.table_hash, "registry": started.registry_hash}
    assert hashes[which] == sha256(others).hexdigest()


# --- the key of the directory ----------------------------------------------------------------------------------------


def directory_of(folder: Path) -> PublishedDirectory:
    """What the house publishes: the same people, managed elsewhere, signed by the directory's key."""
    folder.mkdir()
    with people_in(folder) as book:
        return PublishedDirectory(**asdict(sign_directory(book.store, KEY, version=1, at_ms=1)))


def parts_with(folder: Path, table: Table) -> Parts:
    return Parts(
        table=table,
        journal=LockedJournal(Journal.create(folder / "t.journal", table="t", signing_key=KEY)),
        journal_file=folder / "t.journal",
        people=people_in(folder),
        permissions=load_permissions(),
    )


@pytest.mark.parametrize("pinned", [None, keys.public_key(KEY).hex()])
def test_a_directory_that_nobody_pinned_is_an_alarm_that_names_its_key(tmp_path: Path, pinned: str | None) -> None:
    published = directory_of(tmp_path / "house")
    parts = parts_with(tmp_path, replace(table_of("massachusetts-switch"), directory_key=pinned))
    running = RunningTable(parts, lambda _snapshot: None)
    assert running._take_directory([published]) == running._take_directory([published]) == 1
    running.stop()
    with Journal.open(tmp_path / "t.journal", KEY) as journal:
        entries = [entry.typed for entry in journal.entries()]
    alarms = [entry.alarm for entry in entries if isinstance(entry, AlarmRaised)]
    assert [published.key in words for words in alarms] == ([True] if pinned is None else [])
    started = next(entry for entry in entries if isinstance(entry, SoftwareStarted))
    assert started.directory_key == pinned


def test_a_directory_that_knows_fewer_changes_than_the_one_before_is_an_alarm(tmp_path: Path) -> None:
    """From an old copy of the book that publishes, which somebody with the directory's key has brought back."""
    older, newer = tmp_path / "older", tmp_path / "newer"
    for folder in (older, newer):
        folder.mkdir()
    published = []
    for version, (folder, changes) in enumerate(((newer, ("lock",)), (older, ()), (newer, ("lock", "unlock"))), 1):
        with opened_book(changed_book(folder, *changes)) as book:
            signed = sign_directory(book.store, KEY, version=version, at_ms=version)
            published.append(PublishedDirectory(**asdict(signed)))
    parts = parts_with(tmp_path, replace(table_of("massachusetts-switch"), directory_key=keys.public_key(KEY).hex()))
    running = RunningTable(parts, lambda _snapshot: None)
    assert [running._take_directory([directory]) for directory in published] == [1, 2, 3]
    running.stop()
    with Journal.open(tmp_path / "t.journal", KEY) as journal:
        alarms = [entry.typed.alarm for entry in journal.entries() if isinstance(entry.typed, AlarmRaised)]
    (alarm,) = alarms
    assert "the staff list is older than the journal" in alarm


def test_a_table_file_with_another_directory_key_than_the_book_trusts_does_not_start(tmp_path: Path) -> None:
    published = directory_of(tmp_path / "house")
    with people_in(tmp_path) as book:
        take_newest(book.store, [published])
    (tmp_path / "pepper").write_text(PEPPER.hex() + "\n")
    (tmp_path / "pepper").chmod(0o600)
    text = (config_folder() / "tables" / f"{TABLE}.toml").read_text("utf-8")
    file = tmp_path / f"{TABLE}.toml"
    options = RunOptions(
        table=file,
        data=tmp_path,
        people=tmp_path / "people.db",
        pepper=tmp_path / "pepper",
        registry=tmp_path / "devices.json",
    )
    file.write_text(f'directory_key = "{"ab" * 32}"\n{text}', "utf-8")
    with pytest.raises(PeopleRefused, match="two people trust another key"):
        parts_of(options)
    file.write_text(f'directory_key = "{published.key}"\n{text}', "utf-8")
    parts = parts_of(options)
    parts.people.close()
    parts.journal.close()


# --- what changed since the last start -------------------------------------------------------------------------------


APPROVAL = Approval(
    serial="S-1", firmware="1.0", firmware_sha256="aa" * 32, technician="Ted (p5)", supervisor="Sam (p2)", when="today"
)
SHOE = KnownDevice(name="shoe", family="shoe", port="/dev/x", address=0x30, serial="S-1", model="M", key="42" * 32)


def alarms_of_start(
    folder: Path, registry: Registry | None = None, *, book: PeopleBook | None = None, **changed: object
) -> list[str]:
    """One more start of the console with these files: what it says that is other than before."""
    file = folder / "t.journal"
    if not file.exists():
        Journal.create(file, table="t", signing_key=KEY).close()
    parts = Parts(
        table=replace(
            table_of("massachusetts-switch"),
            file_hash=str(changed.pop("table_hash", "00" * 32)),
            rules_text=str(changed.pop("rules_text", "")),
        ),
        journal=LockedJournal(Journal.open(file, KEY)),
        journal_file=file,
        people=book or people_in(folder),
        permissions=replace(load_permissions(), file_hash=str(changed.pop("permissions_hash", "11" * 32))),
        registry=registry,
        **changed,  # type: ignore[arg-type]
    )
    before = parts.journal.seq
    RunningTable(parts, lambda _snapshot: None).stop()
    with Journal.open(file, KEY) as journal:
        return [entry.typed.alarm for entry in journal.entries(after=before) if isinstance(entry.typed, AlarmRaised)]


def test_other_files_than_at_the_last_start_are_an_alarm(tmp_path: Path) -> None:
    """Rights exchanged before an evening and put back after it: both starts say so."""
    assert alarms_of_start(tmp_path) == []
    assert alarms_of_start(tmp_path) == []
    (rights,) = alarms_of_start(tmp_path, permissions_hash="22" * 32)
    assert "the list of rights is another one" in rights
    (back,) = alarms_of_start(tmp_path)
    assert back == rights
    (table,) = alarms_of_start(tmp_path, table_hash="33" * 32)
    assert "the file of this table is another one" in table
    alarms_of_start(tmp_path)
    (rules,) = alarms_of_start(tmp_path, rules_text="a natural pays 2 to 1")
    assert "the rule set is another one" in rules
    assert alarms_of_start(tmp_path, table_hash="44" * 32, simulators=True) == []  # training


def unguarded(file: Path, how: str) -> None:
    """As somebody with a shell changes a file: the guards stand again behind it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(how).rowcount > 0
        for _, guard in guards:
            db.execute(guard)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("DELETE FROM marks WHERE kind = 'software' AND seq > 2", "the list of rights is another one"),
        ("DELETE FROM marks WHERE kind = 'software'", "the list of rights is another one"),
        (f"UPDATE entries SET data = replace(data, '{'22' * 32}', '{'11' * 32}')", "of the journal was changed"),
    ],
)
def test_a_start_that_somebody_hid_in_the_file_of_the_journal_is_still_known(
    tmp_path: Path, how: str, says: str
) -> None:
    """Rights put back that were lawful once, and the start that knew others taken out of the index, or rewritten."""
    file = tmp_path / "t.journal"
    alarms_of_start(tmp_path)
    alarms_of_start(tmp_path, permissions_hash="22" * 32)
    Journal.open(file, KEY).close()
    if how.startswith("UPDATE"):
        second_form(file)
    unguarded(file, how)
    alarms = alarms_of_start(tmp_path)
    assert any(says in alarm for alarm in alarms), alarms


@pytest.mark.parametrize(
    "how",
    [
        "DELETE FROM device_events WHERE number = 8",
        "UPDATE device_events SET number = 9 WHERE number = 8",
        "UPDATE device_events SET serial = 'S-2' WHERE number = 8",
    ],
)
def test_an_event_of_a_device_that_somebody_took_out_of_the_index_is_an_alarm(tmp_path: Path, how: str) -> None:
    """The device would send it again, and one card would count twice."""
    file = tmp_path / "t.journal"
    alarms_of_start(tmp_path)
    with Journal.open(file, KEY) as journal:
        for number in (7, 8):
            card = Draft(kind="device-event", data={"event": "card"}, device=("S-1", number))
            (entry,) = journal.append([card], at_ms=1)
    unguarded(file, how)
    (alarm,) = alarms_of_start(tmp_path)
    assert f"entry {entry.seq} of the journal was changed" in alarm


def test_a_device_that_came_into_the_list_by_other_means_is_an_alarm(tmp_path: Path) -> None:
    """A technician with a shell edits the list, or brings one from elsewhere: two people did not put it there."""
    empty = Registry(path=tmp_path / "devices.json")
    paired = replace(empty, devices=(SHOE,), approved=(APPROVAL,))
    assert alarms_of_start(tmp_path, empty) == []
    (unknown,) = alarms_of_start(tmp_path, paired)
    assert "S-1" in unknown
    assert alarms_of_start(tmp_path, paired) == []  # said once; it stays until somebody has seen it
    other_key = replace(paired, devices=(replace(SHOE, key="43" * 32),))
    other_firmware = replace(paired, approved=(APPROVAL, replace(APPROVAL, firmware_sha256="bb" * 32)))
    assert len(alarms_of_start(tmp_path, other_key)) == len(alarms_of_start(tmp_path, paired)) == 1
    assert len(alarms_of_start(tmp_path, other_firmware)) == 1


def test_a_device_that_nobody_paired_on_record_is_an_alarm_at_the_first_start_too(tmp_path: Path) -> None:
    paired = Registry(path=tmp_path / "devices.json", devices=(SHOE,), approved=(APPROVAL,))
    (unknown,) = alarms_of_start(tmp_path, paired)
    assert "S-1" in unknown


def device_paired(*, by: str, approved_by: str) -> DeviceRegistryChanged:
    return DeviceRegistryChanged(
        what="paired",
        name="shoe",
        family="shoe",
        serial="S-1",
        key=SHOE.key_id,
        by=by,
        approved_by=approved_by,
        reported_firmware="1.0",
        reported_sha256="aa" * 32,
    )


def test_what_two_people_did_to_the_devices_is_no_alarm(tmp_path: Path) -> None:
    empty = Registry(path=tmp_path / "devices.json")
    paired = replace(empty, devices=(SHOE,), approved=(APPROVAL,))
    rotated = replace(paired, devices=(replace(SHOE, key="43" * 32),))
    change = device_paired(by="p5", approved_by="p2")
    assert alarms_of_start(tmp_path, empty) == []
    (tmp_path / "t.key").write_text(KEY.hex() + "\n")
    (tmp_path / "t.key").chmod(0o600)
    for registry, done in (
        (paired, change),
        (rotated, replace(change, what="new-key", key=rotated.devices[0].key_id, reported_sha256=None)),
        (empty, replace(change, what="forgotten", reported_sha256=None)),
    ):
        with device_record(registry.path) as record:
            record.note(done, 1)
        assert alarms_of_start(tmp_path, registry) == [], done
    assert len(alarms_of_start(tmp_path, paired)) == 1  # forgotten, and put back by hand


@pytest.mark.parametrize(
    ("first", "second", "lawful"), [("p5", "p2", True), ("p5", "p3", False), ("p5", "p5", False), ("p5", "p99", False)]
)
@pytest.mark.parametrize("what", ["a device", "a key", "a journal"])
def test_what_two_did_by_a_list_of_rights_of_their_own_is_an_alarm(
    tmp_path: Path, what: str, first: str, second: str, lawful: bool
) -> None:
    """A technician and a dealer have a shell: for one command the list of rights says that they are the two."""
    file, other = tmp_path / "t.journal", bytes(range(32, 64))
    registry = Registry(path=tmp_path / "devices.json")
    assert alarms_of_start(tmp_path, registry) == []
    if what == "a device":
        (tmp_path / "t.key").write_text(KEY.hex() + "\n")
        (tmp_path / "t.key").chmod(0o600)
        registry = replace(registry, devices=(SHOE,), approved=(APPROVAL,))
        with device_record(registry.path) as record:
            record.note(device_paired(by=first, approved_by=second), 1)
    elif what == "a key":
        for old, new in ((KEY, other), (other, KEY)):
            with Journal.open(file, old) as journal:
                journal.change_key(new, by=first, approved_by=second, at_ms=1)
    elif first == second:
        return  # refused by the roll itself
    else:
        roll(file, KEY, begun_by=(first, second), now_ms=2)
    alarms = alarms_of_start(tmp_path, registry)
    assert len(alarms) == (0 if lawful else 2 if what == "a key" else 1), alarms
    assert all("used a list of rights of their own" in alarm for alarm in alarms)


def test_an_old_copy_of_the_book_of_people_is_an_alarm(tmp_path: Path) -> None:
    """Sam was locked, the journal knows it, and somebody with a shell puts the book of before back."""
    bench_folder = tmp_path / "bench"
    bench_folder.mkdir()
    journal = Journal.create(tmp_path / "t.journal", table="t", signing_key=KEY)
    bench = StaffedTable(bench_folder, table_of("massachusetts-switch"), journal=journal)
    bench.staff.lock(bench.people["Sam"], why="on leave", by=bench.people["Paula"], now_ms=bench.now)
    bench.sign("Sid", c.WriteNote(who="", text="with this PIN the change is in the journal"))
    assert bench.state.people_changes > 0
    bench.book.close()
    journal.close()
    (old,) = alarms_of_start(tmp_path)
    assert "the staff list is older than the journal" in old


def changed_book(folder: Path, *whats: str) -> Path:
    """The book of people in this folder, with a few more changes by Paula and Sid."""
    people_in(folder).close()
    people = people_in_book()
    with PeopleBook.open(folder / "people.db", pepper=PEPPER, cost=CHEAP) as book:
        staff = Staff(book, load_permissions(), second=people["Sid"])
        for number, what in enumerate(whats):
            if what == "lock":
                staff.lock(people["Sam"], why="on leave", by=people["Paula"], now_ms=number)
            else:
                staff.unlock(people["Sam"], by=people["Paula"], now_ms=number)
    return folder / "people.db"


def opened_book(file: Path, pepper: bytes = PEPPER) -> PeopleBook:
    return PeopleBook.open(file, pepper=pepper, cost=CHEAP)


def test_another_book_with_as_many_changes_is_an_alarm(tmp_path: Path) -> None:
    """Somebody with a shell makes a book of their own, with PINs that they know, and a pepper of their own."""
    ours = changed_book(tmp_path, "lock")
    assert alarms_of_start(tmp_path, book=opened_book(ours)) == []
    assert alarms_of_start(tmp_path, book=opened_book(ours)) == []
    other = tmp_path / "other"
    other.mkdir()
    with PeopleBook.create(other / "people.db", pepper=bytes(32), cost=CHEAP) as book:
        more = {**ROLES, "Nora": (Role.DEALER,), "Otto": (Role.DEALER,)}
        everybody = [NewPerson(name=who, badge=who, roles=roles, pin=Pin("518203")) for who, roles in more.items()]
        Staff(book, load_permissions()).begin(everybody, 0)
        assert len(book.changes()) > len(opened_book(ours).changes())
    (alarm,) = alarms_of_start(tmp_path, book=opened_book(other / "people.db", bytes(32)))
    assert "the staff list is older than the journal, or another one" in alarm


@pytest.mark.parametrize("running", [True, False])
def test_an_old_copy_of_the_directory_is_an_alarm(tmp_path: Path, running: bool) -> None:
    """Where people are managed elsewhere, the version of what was signed there counts."""
    file = changed_book(tmp_path)
    with opened_book(file) as book:
        signed = [PublishedDirectory(**asdict(sign_directory(book.store, KEY, version=n, at_ms=n))) for n in (1, 2)]
        take_newest(book.store, signed[:1])
        old = file.read_bytes()
        take_newest(book.store, signed[1:])
        assert book.directory_version() == 2
    if running:
        with opened_book(file) as book:
            setup = TableSetup(table=table_of("massachusetts-switch"), people=book, permissions=load_permissions())
            assert setup.new_changes(0) is not None
            file.write_bytes(old)
            assert setup.new_changes(0) is None
        return
    assert alarms_of_start(tmp_path, book=opened_book(file)) == []
    file.write_bytes(old)
    (alarm,) = alarms_of_start(tmp_path, book=opened_book(file))
    assert "the staff list is older" in alarm


@pytest.mark.parametrize("seal", ["''", "(SELECT seal FROM changes WHERE number = 8)"])
def test_an_old_book_is_not_made_newer_by_a_row_of_the_list_of_changes(tmp_path: Path, seal: str) -> None:
    """Sam was locked; an old copy comes back, with a row that has no seal, or the seal of another one."""
    assert alarms_of_start(tmp_path, book=opened_book(changed_book(tmp_path, "lock"))) == []
    old = changed_book(tmp_path)
    with closing(sqlite3.connect(old)) as db, db:
        columns = "at_ms, by, what, person, detail, second"
        db.execute(f"INSERT INTO changes SELECT 9, {columns}, {seal} FROM changes WHERE number = 8")
    assert len(opened_book(old).changes()) == 8
    (alarm,) = alarms_of_start(tmp_path, book=opened_book(old))
    assert "the staff list" in alarm


def test_a_row_of_the_book_that_was_put_back_admits_nobody(tmp_path: Path) -> None:
    """The record of changes is whole; only the row of Sam is the one from before the lock, with its genuine seal."""
    with closing(sqlite3.connect(changed_book(tmp_path))) as db:
        (before,) = db.execute("SELECT seal FROM people WHERE name = 'Sam'").fetchone()
    locked = changed_book(tmp_path, "lock")
    with closing(sqlite3.connect(locked)) as db, db:
        put_back = "UPDATE people SET locked_by = NULL, locked_why = NULL, seal = ? WHERE name = 'Sam'"
        assert db.execute(put_back, (before,)).rowcount == 1
    with opened_book(locked) as book:
        answer = book.authenticate("Sam", Pin(PINS["Sam"]), now_ms=1)
        assert isinstance(answer, NotAdmitted)
        assert answer.by_old_book
        assert book.signer(people_in_book()["Sam"].id) is None
        assert not isinstance(book.authenticate("Sid", Pin(PINS["Sid"]), now_ms=1), NotAdmitted)


PUT_BACK = {
    "the person": ("people",),
    "the person and the directory": ("people", "directory"),
    "the person, and there is no directory": ("people",),
}


@pytest.mark.parametrize("what", PUT_BACK)
@pytest.mark.parametrize("running", [True, False])
def test_a_row_of_an_older_copy_that_was_put_back_admits_nobody(tmp_path: Path, what: str, running: bool) -> None:
    """Where people are managed elsewhere. The record of changes is whole, and all that comes back is genuine."""
    managed, copy, older = (tmp_path / name for name in ("managed", "copy.db", "older.db"))
    managed.mkdir()
    with opened_book(changed_book(managed)) as book, PeopleBook.create(copy, pepper=PEPPER, cost=CHEAP) as taken:
        take_newest(taken.store, [PublishedDirectory(**asdict(sign_directory(book.store, KEY, version=1, at_ms=1)))])
        shutil.copy(copy, older)
        Staff(book, load_permissions(), second=people_in_book()["Sid"]).lock(
            people_in_book()["Sam"], why="has stolen", by=people_in_book()["Paula"], now_ms=2
        )
        take_newest(taken.store, [PublishedDirectory(**asdict(sign_directory(book.store, KEY, version=2, at_ms=2)))])
    with opened_book(copy) as book:
        refused = book.authenticate("Sam", Pin(PINS["Sam"]), now_ms=1)
        assert isinstance(refused, NotAdmitted)
        assert not refused.by_old_book
        with closing(sqlite3.connect(copy)) as db, db:
            db.execute("ATTACH ? AS older", (str(older),))
            for table in PUT_BACK[what]:
                db.execute(f"DELETE FROM main.{table}")
                db.execute(f"INSERT INTO main.{table} SELECT * FROM older.{table}")
            if "no directory" in what:
                db.execute("DELETE FROM main.directory")
        if running:
            assert not is_admitted(book, "Sam")
            assert book_signer(book, "Sam") is None
            return
    with pytest.raises(PeopleDamaged, match="directory"):
        opened_book(copy)


def is_admitted(book: PeopleBook, name: str) -> bool:
    with suppress(PeopleDamaged):
        return not isinstance(book.authenticate(name, Pin(PINS[name]), now_ms=1), NotAdmitted)
    return False


def book_signer(book: PeopleBook, name: str) -> Signer | None:
    with suppress(PeopleDamaged):
        return book.signer(people_in_book()[name].id)
    return None


def test_a_file_that_is_exchanged_between_two_journals_is_an_alarm(tmp_path: Path) -> None:
    """After a roll the new journal knows no start: the last one of the journal before counts."""
    ours = changed_book(tmp_path, "lock")
    empty = Registry(path=tmp_path / "devices.json")
    paired = replace(empty, devices=(SHOE,), approved=(APPROVAL,))
    assert alarms_of_start(tmp_path, empty, book=opened_book(ours)) == []
    roll(tmp_path / "t.journal", KEY, begun_by=("p1", "p2"), now_ms=2)
    old = tmp_path / "old"
    old.mkdir()
    alarms = alarms_of_start(tmp_path, paired, book=opened_book(changed_book(old)), permissions_hash="22" * 32)
    rights, people, device = alarms
    assert "the list of rights is another one" in rights
    assert "the staff list is older" in people
    assert "S-1" in device


@pytest.mark.parametrize("how", ["gone", "longer"])
def test_the_journal_before_must_be_there_at_the_first_start(tmp_path: Path, how: str) -> None:
    assert alarms_of_start(tmp_path) == []
    file = tmp_path / "t.journal"
    old = roll(file, KEY, begun_by=("p1", "p2"), now_ms=2).old
    if how == "gone":
        old.unlink()
    else:
        with Journal.open(old, KEY) as journal:
            journal.append([Draft.of(SoftwareStarted(version="x", permissions_hash="22" * 32))], at_ms=3)
    (alarm,) = alarms_of_start(tmp_path, permissions_hash="22" * 32)
    assert "which this one follows, is missing or was changed" in alarm


def test_a_clock_that_was_set_back_before_the_start_is_an_alarm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert alarms_of_start(tmp_path) == []
    monkeypatch.setattr(running_table, "wall_clock_ms", lambda: 1_000_000)
    (set_back,) = alarms_of_start(tmp_path, clock_ms=running_table.wall_clock_ms)
    assert "was set back" in set_back


def test_a_dealer_takes_no_such_alarm_away(tmp_path: Path) -> None:
    """What a start found is seen by somebody who may acknowledge calls, with badge and PIN."""
    alarms_of_start(tmp_path)
    (alarm,) = alarms_of_start(tmp_path, permissions_hash="22" * 32)
    bench_folder = tmp_path / "bench"
    bench_folder.mkdir()
    with Journal.open(tmp_path / "t.journal", KEY) as journal:
        bench = StaffedTable(bench_folder, table_of("massachusetts-switch"), journal=journal)
        bench.come_in()
        assert "supervisor" in bench.refused(c.AlarmSeen(who=bench.dealer, alarm=alarm))
        bench.sign("Sam", c.AlarmSeen(who="", alarm=alarm))
        bench.book.close()


# --- the head that is kept apart -----------------------------------------------------------------------------------


def test_an_old_copy_of_all_that_lies_on_the_disk_is_refused_by_the_head_apart(tmp_path: Path) -> None:
    disk, apart = tmp_path / "disk", tmp_path / "apart"
    disk.mkdir()
    apart.mkdir()
    file = disk / "t.journal"
    with Journal.create(file, table="t", signing_key=KEY, head_apart=apart) as journal:
        journal.checkpoint(1)
    old = {path: path.read_bytes() for path in disk.iterdir()}
    with Journal.open(file, KEY, head_apart=apart) as journal:
        journal.checkpoint(2)
    for path, content in old.items():
        path.write_bytes(content)
    Journal.open(file, KEY).close()  # nothing on this disk shows it
    with pytest.raises(JournalDamaged, match="an old copy was put in its place"):
        Journal.open(file, KEY, head_apart=apart)


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("apart", [True, False])
def test_another_history_signed_with_the_copied_key_does_not_fit_the_head(
    tmp_path: Path, apart: bool, more: int
) -> None:
    """Somebody took a copy with its key, wrote another evening, as long or longer, and brings it back."""
    disk, elsewhere, kept = tmp_path / "disk", tmp_path / "elsewhere", tmp_path / "kept"
    disk.mkdir()
    kept.mkdir()
    head_apart = kept if apart else None
    Journal.create(disk / "t.journal", table="t", signing_key=KEY, head_apart=head_apart).close()
    shutil.copytree(disk, elsewhere)
    for folder, text, times in ((disk, "what happened", 1), (elsewhere, "another evening", 1 + more)):
        at = head_apart if folder is disk else None
        with Journal.open(folder / "t.journal", KEY, head_apart=at) as journal:
            for number in range(times):
                journal.append([Draft(kind="note", data={"text": text})], at_ms=1)
                journal.checkpoint(2 + number)
    shutil.copy(elsewhere / "t.journal", disk / "t.journal")
    if apart:
        shutil.copy(elsewhere / "t.journal.head", disk / "t.journal.head")
    heads = [file.read_bytes() for file in (disk / "t.journal.head", *kept.iterdir())]
    with pytest.raises(JournalDamaged, match="another checkpoint"):
        Journal.open(disk / "t.journal", KEY, head_apart=head_apart)
    assert [file.read_bytes() for file in (disk / "t.journal.head", *kept.iterdir())] == heads
    assert "another hash" in str(verify(disk / "t.journal", head_folder=head_apart).problem)


def test_two_consoles_that_deal_on_two_copies_of_a_journal_notice_each_other(tmp_path: Path) -> None:
    """Each has the key. Each copy verifies by itself: what shows the other one is the head that is kept apart."""
    apart, first, second = (tmp_path / name for name in ("apart", "first", "second"))
    for folder in (apart, first):
        folder.mkdir()
    Journal.create(first / "t.journal", table="t", signing_key=KEY, head_apart=apart).close()
    shutil.copytree(first, second)
    with (
        Journal.open(first / "t.journal", KEY, head_apart=apart) as one,
        Journal.open(second / "t.journal", KEY, head_apart=apart) as other,
    ):
        for journal, text in ((one, "what happened"), (other, "what never happened")):
            journal.append([Draft(kind="note", data={"text": text})], at_ms=1)
            journal.checkpoint(2)
        kept = (apart / "t.journal.head").read_bytes()
        assert one.head_apart_trouble is None
        assert "another history" in str(other.head_apart_trouble)
        assert kept == (first / "t.journal.head").read_bytes()
        (apart / "t.journal.head").write_bytes((second / "t.journal.head").read_bytes())  # by the one who forges
        one.checkpoint(3)
        assert "another history" in str(one.head_apart_trouble)
    assert [verify(folder / "t.journal").problem for folder in (first, second)] == [None, None]
    with pytest.raises(JournalDamaged, match="another checkpoint"):
        Journal.open(first / "t.journal", KEY, head_apart=apart)


def test_a_head_apart_that_was_taken_away_or_cannot_be_reached_is_told(tmp_path: Path) -> None:
    apart = tmp_path / "apart"
    apart.mkdir()
    file = tmp_path / "t.journal"
    with Journal.create(file, table="t", signing_key=KEY, head_apart=apart) as journal:
        journal.checkpoint(1)
        (apart / "t.journal.head").unlink()
        apart.rmdir()
        journal.checkpoint(2)  # the table goes on, and says so
        assert journal.head_apart_trouble is not None
        apart.mkdir()
        journal.checkpoint(3)
        assert journal.head_apart_trouble is None
    (apart / "t.journal.head").unlink()
    with pytest.raises(JournalDamaged, match="somebody took it away"):
        Journal.open(file, KEY, head_apart=apart)
    apart.rmdir()
    with pytest.raises(JournalRefused, match="cannot be reached"):
        Journal.open(file, KEY, head_apart=apart)


def test_the_next_journal_takes_the_place_of_the_head_before(tmp_path: Path) -> None:
    apart = tmp_path / "apart"
    apart.mkdir()
    file = tmp_path / "t.journal"
    with Journal.create(file, table="t", signing_key=KEY, head_apart=apart) as journal:
        journal.checkpoint(1)
        end = journal.end
    for path in (file, Path(f"{file}.head")):
        path.rename(path.with_name("old-" + path.name))
    made = Journal.create(file, table="t", signing_key=KEY, head_apart=apart, follows=end, begun_by=("p1", "p2"))
    made.close()
    assert keys.public_key(KEY) == made.public_key
    assert verify(file, head_folder=apart).ok


def cut_off(disk: Path, apart: Path) -> Path:
    """Somebody with a shell brings back the disk as it was before the last round; only the head apart knows more."""
    disk.mkdir()
    apart.mkdir()
    file = disk / "t.journal"
    with Journal.create(file, table="t", signing_key=KEY, head_apart=apart) as journal:
        journal.checkpoint(1)
    old = {path: path.read_bytes() for path in disk.iterdir()}
    with Journal.open(file, KEY, head_apart=apart) as journal:
        journal.append([Draft(kind="note", data={"text": "what happened"})], at_ms=2)
        journal.checkpoint(2)
    for path, content in old.items():
        path.write_bytes(content)
    return file


def test_two_honest_people_do_not_roll_away_what_was_cut_off(tmp_path: Path) -> None:
    apart = tmp_path / "apart"
    file = cut_off(tmp_path / "disk", apart)
    with pytest.raises(JournalDamaged, match="an old copy was put in its place"):
        roll(file, KEY, begun_by=("p1", "p2"), now_ms=3, head_apart=apart)
    roll(file, KEY, begun_by=("p1", "p2"), now_ms=3)  # as on another computer, which the head apart is not at
    with pytest.raises(JournalDamaged, match="was cut off before this one was begun"):
        Journal.open(file, KEY, head_apart=apart)


def test_a_rolled_journal_has_its_head_apart_at_once(tmp_path: Path) -> None:
    apart, file = tmp_path / "apart", tmp_path / "t.journal"
    apart.mkdir()
    with Journal.create(file, table="t", signing_key=KEY, head_apart=apart) as journal:
        journal.checkpoint(1)
    done = roll(file, KEY, begun_by=("p1", "p2"), now_ms=3, head_apart=apart)
    head = read_head(head_path(file, apart))
    assert head is not None
    assert head[0] == done.new_log


def test_after_a_loss_the_head_that_reaches_furthest_is_named(tmp_path: Path) -> None:
    """The journal is taken away, and an old head left beside it: the head apart knows what was lost."""
    apart = tmp_path / "apart"
    file = cut_off(tmp_path / "disk", apart)
    file.unlink()
    beside, kept = read_head(head_path(file)), read_head(head_path(file, apart))
    assert beside is not None
    assert kept is not None
    assert kept[1].seq > beside[1].seq
    lost = begin_after_loss(file, KEY, table="t", begun_by=("p1", "p2"), now_ms=3, head_apart=apart)
    assert (lost.seq, lost.hash) == (kept[1].seq, kept[1].hash)
    Journal.open(file, KEY, head_apart=apart).close()


def test_a_journal_that_somebody_laid_there_is_not_taken_for_an_interrupted_roll(tmp_path: Path) -> None:
    file = tmp_path / "t.journal"
    with Journal.create(file, table="t", signing_key=KEY) as journal:
        journal.append([Draft(kind="note", data={"text": "what happened"})], at_ms=1)
        journal.checkpoint(1)
        end = journal.end
    wrong = replace(end, seq=end.seq - 1)
    Journal.create(next_path(file), table="t", signing_key=KEY, follows=wrong, begun_by=("p1", "p2")).close()
    for path in (file, head_path(file)):
        path.rename(path.with_name(path.name.replace("t.", f"t.{end.log[:8]}.", 1)))
    with pytest.raises(JournalRefused, match="follows another"):
        roll(file, KEY, begun_by=("p1", "p2"), now_ms=3)


def test_two_people_begin_a_journal_after_a_loss_and_it_names_the_last_head(tmp_path: Path) -> None:
    file = tmp_path / "t.journal"
    with Journal.create(file, table="t", signing_key=KEY) as journal:
        journal.checkpoint(1)
        end = journal.end
    with pytest.raises(JournalRefused, match="not lost"):
        begin_after_loss(file, KEY, table="t", begun_by=("p1", "p2"), now_ms=2)
    file.unlink()
    with pytest.raises(JournalRefused, match="two different people"):
        begin_after_loss(file, KEY, table="t", begun_by=("p1", "p1"), now_ms=2)
    with pytest.raises(JournalRefused, match="no head of a journal with this key"):
        begin_after_loss(file, bytes(32), table="t", begun_by=("p1", "p2"), now_ms=2)
    assert begin_after_loss(file, KEY, table="t", begun_by=("p1", "p2"), now_ms=2) == end
    with Journal.open(file, KEY) as journal:
        (first,) = journal.entries()
    assert (first.data["follows"], first.data["begun_by"]) == (end.data(), ["p1", "p2"])
    assert verify(file).ok
