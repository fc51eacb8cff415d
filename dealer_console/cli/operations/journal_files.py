"""`dealer-console backup`, `restore`, `roll`, `change-key`, `journals`, `purge`: the record of a table over the years.

Two people change the key of a journal, and the key before signs that they did.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.app.journal_files.backup import back_up, read_backup, thin_out
from dealer_console.app.journal_files.inventory import KeptJournal, inventory, kept_journal
from dealer_console.app.journal_files.restore import (
    WitnessedSeq,
    floor_witness,
    head_witness,
    proved,
    restore_backup,
)
from dealer_console.app.journal_files.retention import Verdict, judged
from dealer_console.app.journal_files.retention import purge as purge_one
from dealer_console.app.journal_files.roll import begin_after_loss
from dealer_console.app.journal_files.roll import roll as roll_journal
from dealer_console.app.paths import Places
from dealer_console.cli.operations.people import PeopleAdmin
from dealer_console.cli.output import print_error, print_json, print_line, say_line, words
from dealer_console.cli.verbs import AsJson, refusing, table_named
from dealer_console.game.message import Message
from dealer_console.journal import Journal
from dealer_console.journal.checkpoints import sync_folder
from dealer_console.journal.errors import JournalError
from dealer_console.journal.keys import create_key, load_key, public_key
from dealer_console.messages import recorded
from dealer_console.pit.expectations import load_expectations
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.rulebook.tables import UnknownTable
from dealer_console.table.people import Action, PeopleDamaged, PeopleRefused


def changed_key(journal: Path, *, by: str, approved_by: str, now_ms: int, head_apart: Path | None = None) -> bytes:
    """The public half of the new key. Raises `JournalRefused` while somebody has the journal.

    The new key lies in a file before the journal names it, so that a power cut between the steps is mended by asking
    again: then the journal has the new key already, and only the files change their names. A key that it does not name
    was left behind earlier, or somebody who knows it laid it there: it is never used.
    """
    current, new = journal.with_suffix(".key"), journal.with_suffix(".key.new")
    if new.exists() and public_key(load_key(new)).hex() == kept_journal(journal).public_key:
        Journal.open(journal, load_key(new), head_apart=head_apart).close()
    else:
        with Journal.open(journal, load_key(current), head_apart=head_apart) as opened:
            new.unlink(missing_ok=True)
            opened.change_key(create_key(new), by=by, approved_by=approved_by, at_ms=now_ms)
    if current.exists():
        current.rename(journal.with_suffix(f".key.{public_key(load_key(current)).hex()[:16]}"))
    new.rename(current)
    sync_folder(journal.parent)
    return public_key(load_key(current))


TableOf = Annotated[Path, typer.Option("--table", help="help-keeping-table-of")]
DataOf = Annotated[Path | None, typer.Option("--data", help="help-doctor-data")]
Floor = Annotated[str | None, typer.Option("--floor", help="help-keeping-floor")]

_REFUSED = (JournalError, BadFile, NoConfig, UnknownTable, PeopleRefused, PeopleDamaged, OSError)
MISSING = 1


@refusing(*_REFUSED)
def backup(
    table: TableOf,
    to: Annotated[Path, typer.Option("--to", help="help-keeping-backup-to")],
    data: DataOf = None,
    keep: Annotated[
        int | None,
        typer.Option("--keep", min=1, help="help-keeping-backup-keep"),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Journal, head, key, people and devices, while the table deals. The pepper is kept elsewhere."""
    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    named = table_named(table)
    new_backup = back_up(named, _table_file(table, data), Places.of(data), to, _now_ms())
    removed = thin_out(to, named.name, keep) if keep is not None else []
    journal = new_backup.manifest["journal"]
    if as_json:
        print_json(
            {"folder": str(new_backup.folder), **new_backup.manifest, "removed": [str(folder) for folder in removed]}
        )
    else:
        say_line("out-backup", folder=str(new_backup.folder), entries=journal["seq"], head=journal["hash"])
        if removed:
            say_line("out-backups-removed", count=len(removed))
    return 0


def _table_file(table: Path, data: Path | None) -> Path:
    return table if table.exists() else Places.of(data).data / f"{table}.toml"


@refusing(*_REFUSED)
def restore(
    backup: Annotated[Path, typer.Argument(help="help-keeping-restore-backup")],
    to: Annotated[Path, typer.Option("--to", help="help-keeping-restore-to")],
    floor: Floor = None,
    head: Annotated[Path | None, typer.Option("--head", help="help-keeping-restore-head")] = None,
    accept_missing: Annotated[
        bool, typer.Option("--accept-missing", help="help-keeping-restore-accept-missing")
    ] = False,
    journal_only: Annotated[bool, typer.Option("--journal-only", help="help-keeping-restore-journal-only")] = False,
    as_json: AsJson = False,
) -> int:
    """Verified as a whole before a file is written. 1: a witness holds more, and nothing was written."""
    witness: WitnessedSeq | None = floor_witness(floor) if floor else head_witness(head) if head else None
    kept = read_backup(backup)
    proof = proved(kept, witness)
    if proof.missing and not accept_missing:
        table = kept.manifest["table"]
        get = f"dealer-console floor copy {floor or 'ADDRESS'} {table} --to FILE"
        print_error(Message("command-entries-missing-backup-floor", missing=proof.missing, get=get))
        return MISSING
    journal = restore_backup(kept, to, journal_only=journal_only)
    unseen = Message("out-no-witness")
    by_whom = unseen if proof.witnessed is None else Message("out-witness", count=proof.witnessed)
    if as_json:
        row = {"journal": str(journal), "entries": proof.entries, "rounds": proof.rounds, "head": proof.head}
        print_json({**row, "witnessed": proof.witnessed, "missing": proof.missing})
    else:
        say_line("out-restored", journal=str(journal), entries=proof.entries, rounds=proof.rounds, by=by_whom)
    return 0


@refusing(*_REFUSED)
def roll(
    table: TableOf,
    admin: PeopleAdmin,
    by: Annotated[str, typer.Option("--by", help="help-keeping-roll-by")],
    approved_by: Annotated[str, typer.Option("--approved-by", help="help-directory-approved-by")],
    data: DataOf = None,
    lost: Annotated[bool, typer.Option("--lost", help="help-keeping-roll-lost")] = False,
    as_json: AsJson = False,
) -> int:
    """Close the journal of a closed table, and begin the next one, linked to it."""
    named, places = table_named(table), Places.of(data)
    two = [person.id for person in admin.at(places).two(Action.BEGIN_JOURNAL, by, approved_by)]
    file = places.data / named.journal
    key, apart = load_key(file.with_suffix(".key")), named.head_apart
    if lost:
        head = begin_after_loss(file, key, table=named.name, begun_by=two, now_ms=_now_ms(), head_apart=apart)
        say_line("out-begun-after-loss", file=str(file), entry=head.seq, log=head.log)
        return 0
    done = roll_journal(file, key, begun_by=two, now_ms=_now_ms(), head_apart=apart)
    if as_json:
        print_json({"old": str(done.old), "end": done.old_end.data(), "new": str(done.new), "log": done.new_log})
        return 0
    say_line("out-closed", file=str(done.old), entries=done.old_end.seq, hash=done.old_end.hash)
    say_line("out-begun", file=str(done.new))
    if named.floor is not None:
        print_line(f'  dealer-console floor accept {named.floor} {named.name} {done.new_log} --why "rolled"')
    return 0


@refusing(*_REFUSED)
def change_key(
    table: TableOf,
    admin: PeopleAdmin,
    by: Annotated[str, typer.Option("--by", help="help-keeping-change-key-by")],
    approved_by: Annotated[str, typer.Option("--approved-by", help="help-directory-approved-by")],
    data: DataOf = None,
) -> int:
    """A new key signs the journal from now on; the old one signs that it does. The console must be closed."""
    named, places = table_named(table), Places.of(data)
    first, second = admin.at(places).two(Action.BEGIN_JOURNAL, by, approved_by)
    file = places.data / named.journal
    public = changed_key(file, by=first.id, approved_by=second.id, now_ms=_now_ms(), head_apart=named.head_apart)
    say_line("out-key-changed", file=str(file), key=public.hex())
    return 0


@refusing(*_REFUSED)
def journals(
    folder: Annotated[Path, typer.Argument(help="help-keeping-journals-folder")],
    as_json: AsJson = False,
) -> int:
    """The journals of a folder in their order. 1: a link does not hold."""
    kept = inventory(folder)
    for journal in kept:
        print_json(_row(journal)) if as_json else print_line(_words(journal))
    return 1 if any(journal.fault for journal in kept) else 0


def _row(journal: KeptJournal) -> dict[str, object]:
    return {
        "file": str(journal.file),
        "table": journal.table,
        "log": journal.log,
        "entries": journal.seq,
        "rounds": journal.rounds,
        "bytes": journal.bytes,
        "first_ms": journal.first_ms,
        "last_ms": journal.last_ms,
        "follows": journal.follows_log,
        "fault": recorded(journal.fault) if journal.fault is not None else None,
    }


def _words(journal: KeptJournal) -> str:
    first = Message("out-follows", log=journal.follows_log[:8]) if journal.follows_log else Message("out-the-first")
    return words()(
        Message(
            "out-journal",
            file=journal.file.name,
            table=journal.table,
            first=_day(journal.first_ms),
            last=_day(journal.last_ms),
            rounds=journal.rounds,
            megabytes=f"{journal.bytes / 1_000_000:.1f}",
            link=journal.fault or first,
        )
    )


def _day(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms // 1000, UTC):%Y-%m-%d}"


@refusing(*_REFUSED, ValueError)
def purge(
    table: TableOf,
    before: Annotated[str, typer.Option("--before", help="help-keeping-purge-before")],
    data: DataOf = None,
    floor: Floor = None,
    backups: Annotated[Path | None, typer.Option("--backups", help="help-keeping-purge-backups")] = None,
    really: Annotated[bool, typer.Option("--really", help="help-days-purge-really")] = False,
    as_json: AsJson = False,
) -> int:
    """Closed journals that are proved elsewhere. 1: some are not, and stay."""
    named, places = table_named(table), Places.of(data)
    current = places.data / named.journal
    before_ms, _ = load_expectations().gaming_day.bounds(date.fromisoformat(before))
    kept = sorted(backups.iterdir()) if backups is not None else []
    witness = floor_witness(floor) if floor is not None else None
    verdicts = list(judged(current.parent, current, before_ms=before_ms, witness=witness, backups=kept))
    for verdict in verdicts:
        if really and verdict.proof:
            purge_one(verdict, _now_ms())
        _print_verdict(verdict, really=really, as_json=as_json)
    return 0 if all(verdict.proof for verdict in verdicts) else 1


def _print_verdict(verdict: Verdict, *, really: bool, as_json: bool) -> None:
    journal, proof, why_not = verdict.journal, verdict.proof, verdict.why_not
    if as_json:
        said = {"proof": recorded(proof) if proof else "", "why_not": recorded(why_not) if why_not else ""}
        print_json({"file": str(journal.file), "log": journal.log, **said, "gone": really})
    elif proof is not None:
        say_line("out-is-gone" if really else "out-may-go", name=journal.file.name, proof=proof)
    else:
        say_line("out-stays", name=journal.file.name, why=why_not or "")


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
