"""Each guard of SECURITY.md, taken out on purpose, and the tests that must notice: `make proof` plants them all.

A fault is one text of one file, and what stands there instead. The file is changed in a copy of the source.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """`guard`: what is taken out. `tests`: at least one of them fails then."""

    guard: str
    file: str
    text: str
    instead: str
    tests: tuple[str, ...]


def _fault(guard: str, file: str, text: str, instead: str, *tests: str) -> Planted:
    return Planted(guard=guard, file=file, text=text, instead=instead, tests=tests)


_TABLE, _PEOPLE = "dealer_console/table", "dealer_console/table/people"
_EVENING, _GUARDS = "tests/table/evening", "tests/app/test_run_guards.py"
_END, _FORGED = "tests/journal/test_signed_end.py", "tests/floor/test_forged_tail.py"
_BOOK, _LINES = "tests/table/people/test_people_book.py", "tests/floor/test_secure_lines.py"
_OPEN = "dealer_console/journal/storage/open_checks.py"

FAULTS = (
    # --- at the table ----------------------------------------------------------------------------------------------
    _fault(
        "1: a card that a device read takes two people to correct",
        "dealer_console/table/commands/card_correction.py",
        "Action.CORRECT_READ_CARD if",
        "Action.CORRECT_CARD if",
        f"{_EVENING}/test_correcting_a_read_card.py",
    ),
    _fault(
        "2: an unsigned snapshot is not restored",
        "dealer_console/journal/storage/on_disk.py",
        "LAST_SNAPSHOT.where(entry_table.c.seq <= self._signed_seq)",
        "LAST_SNAPSHOT",
        _END,
        f"{_EVENING}/test_an_unsigned_end.py",
    ),
    _fault(
        "3: a checkpoint is no end of the file",
        _OPEN,
        "if signed is None and said.ends_signed and not may_lack_its_end:",
        "if signed is None and said.ends_signed and False:",
        _END,
    ),
    _fault(
        "3: the head that is kept apart is not behind the file",
        _OPEN,
        "    if head.number > end.checkpoint.number or head.seq > end.seq:",
        "    if False:",
        _GUARDS,
        "tests/journal/test_opening.py",
    ),
    _fault(
        "3: a head that was taken away is missed",
        _OPEN,
        "    elif found is None and end.checkpoint.number > 1 and not renew_head:",
        "    elif False:",
        _GUARDS,
    ),
    _fault(
        "3: where a key is, nobody begins a journal alone",
        "dealer_console/cli/table/run.py",
        "    if not file.exists() and key_file.exists():",
        "    if False:",
        _GUARDS,
    ),
    _fault(
        "3: two different people begin a journal after a loss",
        "dealer_console/app/keeping/roll.py",
        """    if len(set(begun_by)) != 2:
        raise JournalRefused("a new journal is begun by two different people")
    if journal.exists()""",
        "    if journal.exists()",
        _GUARDS,
    ),
    _fault(
        "3: a new key counts only when the one before has signed it",
        "dealer_console/journal/verification/walk.py",
        '        if kind == "key-changed" and (self._next_point is None or self._next_point.seq != seq):',
        "        if False:",
        _END,
    ),
    _fault(
        "4: what is done to devices is journaled at once",
        "dealer_console/app/device_record.py",
        "            journal.append([Draft.of(change, who=change.by)], at_ms=now_ms)",
        "            pass",
        "tests/drivers/test_registry_and_pairing.py::TestOnRecord",
    ),
    _fault(
        "4: a shuffler without a key is refused",
        "dealer_console/app/devices.py",
        "    if not known.key and not (device.without_key or around.simulators):",
        "    if False:",
        "tests/whole_table/test_devices_of_table.py",
    ),
    _fault(
        "4: a device that nobody paired on record is an alarm",
        "dealer_console/app/device_record.py",
        "if approval not in known})",
        "if False})",
        _GUARDS,
    ),
    _fault(
        "5: changes to people take two",
        f"{_PEOPLE}/staff.py",
        '                raise PeopleRefused("changes to people take two:',
        '                return\n                PeopleRefused("changes to people take two:',
        "tests/table/people/test_staff.py",
    ),
    _fault(
        "5: the second person is not the one it is about",
        f"{_PEOPLE}/staff.py",
        "        if about is not None and second.id == about.id:",
        "        if False:",
        "tests/table/people/test_staff.py",
    ),
    _fault(
        "5: changes to people stand in the signed journal",
        f"{_TABLE}/session/authentication.py",
        "for change in authenticated.changes if change.number > known]",
        "for change in authenticated.changes if False]",
        f"{_EVENING}/test_people_in_the_signed_journal.py",
    ),
    _fault(
        "6: a right PIN forgives no wrong ones",
        f"{_PEOPLE}/book.py",
        "                page.put_tries(whose, before)",
        "                page.put_tries(whose, Tries())",
        _BOOK,
    ),
    _fault(
        "6: wrong PINs have a daily limit",
        f"{_PEOPLE}/lock_out.py",
        "        lasts = rule.longest_ms if of_day >= rule.per_day else rule.lasts_ms(wrong)",
        "        lasts = rule.lasts_ms(wrong)",
        "tests/table/people/test_lock_out.py",
    ),
    _fault(
        "6: whoever approves has six digits",
        f"{_PEOPLE}/pins.py",
        "    return SHORTEST_TO_APPROVE if APPROVING & set(roles) else SHORTEST",
        "    return SHORTEST",
        _BOOK,
    ),
    _fault(
        "6: an unknown name costs the same hash",
        f"{_PEOPLE}/book.py",
        "            self.hasher.fits(self._decoy, NOBODY, pin)\n",
        "",
        _BOOK,
    ),
    _fault(
        "6: a lock is an alarm",
        f"{_TABLE}/session/authentication.py",
        '        drafts.append(alarm_draft(Message("alarm-wrong-pins", count=refused.wrong)))\n',
        "",
        f"{_EVENING}/test_people_in_the_signed_journal.py",
        f"{_EVENING}/test_two_people.py",
    ),
    _fault(
        "6: the PIN field shows dots",
        "dealer_console/screens/pages/people/sign.py",
        '        value=DOT * len(typed.digits) if typed.who else "",',
        '        value=typed.digits if typed.who else "",',
        "tests/screens/test_evening.py",
    ),
    _fault(
        "6: what was typed before a name was touched is not shown either",
        "dealer_console/screens/pages/people/sign.py",
        '        value=typed.name or DOT * len(typed.badge) or ("" if typed.who else DOT * len(typed.digits)),',
        '        value=typed.name or typed.badge or ("" if typed.who else typed.digits),',
        "tests/screens/test_evening.py",
    ),
    _fault(
        "7: the screen locks itself",
        f"{_TABLE}/session/table_session.py",
        "        if due is not None and self.clock_ms() >= due:",
        "        if False:",
        f"{_EVENING}/test_the_console_itself.py",
    ),
    _fault(
        "7: a start says with which files it runs",
        "dealer_console/app/console.py",
        "            permissions_hash=self.parts.permissions_hash,\n",
        "",
        _GUARDS,
    ),
    _fault(
        "7: other files than at the last start are an alarm",
        "dealer_console/app/device_record.py",
        "        if None not in (now, then) and now != then",
        "        if False",
        _GUARDS,
    ),
    _fault(
        "8: a request ends in time",
        f"{_TABLE}/approvals/state.py",
        '        if over < 0:\n            return None\n        return Refusal(Message("request-expired"',
        '        if True:\n            return None\n        return Refusal(Message("request-expired"',
        f"{_EVENING}/test_two_people.py",
    ),
    _fault(
        "8: the table's time does not follow a clock that is set",
        f"{_TABLE}/session/steady_clock.py",
        "        return self._began_ms + (self._monotonic_ns() - self._began_ns) // 1_000_000",
        "        return self._wall_ms()",
        f"{_EVENING}/test_the_console_itself.py",
    ),
    _fault(
        "8: a clock that jumps is an alarm",
        f"{_TABLE}/session/table_session.py",
        "        if jump:\n",
        "        if False:\n",
        f"{_EVENING}/test_the_console_itself.py",
    ),
    _fault(
        "9: no VNC at a real table unless asked for",
        "dealer_console/cli/table/run.py",
        "    if options.window.display().served and not (options.simulators or options.serve_screen):",
        "    if False:",
        _GUARDS,
    ),
    _fault(
        "9: the process cannot be dumped",
        "dealer_console/app/process_guards.py",
        "prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)",
        "prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)",
        _GUARDS,
    ),
    _fault("9: files are for their owner", "dealer_console/app/process_guards.py", "0o077", "0o022", _GUARDS),
    _fault(
        "9: an old SQLite keeps no journal",
        "dealer_console/journal/storage/disk_file.py",
        "    if sqlite3.sqlite_version_info < LEAST_SQLITE:",
        "    if False:",
        "tests/journal/test_opening.py",
        "tests/journal/test_corners.py",
        "tests/journal/test_signed_end.py",
    ),
    # --- on the floor ----------------------------------------------------------------------------------------------
    _fault(
        "10: a row changed in the copy of the directory is found",
        f"{_PEOPLE}/directory.py",
        "            if (kept, page.ruling_key(person)) != right:",
        "            if False:",
        "tests/floor/test_directory.py",
    ),
    _fault(
        "10: the directory is signed by the trusted key",
        f"{_PEOPLE}/directory.py",
        "    if trusted is not None and trusted != signed.key:",
        "    if False:",
        "tests/floor/test_directory.py",
    ),
    _fault(
        "10: a directory that nobody signed is not taken",
        f"{_PEOPLE}/directory.py",
        "    if not _is_signed(signed):\n        raise PeopleRefused(",
        "    if False:\n        raise PeopleRefused(",
        "tests/floor/test_directory.py",
    ),
    _fault(
        "11: a row in the database rules nothing",
        f"{_TABLE}/session/authentication.py",
        "command.ruling.is_signed(command.signature, signer.public_key):",
        "True:",
        f"{_EVENING}/test_two_people.py",
    ),
    _fault(
        "11: verification checks the signature of a ruling",
        "dealer_console/journal/entries/stand_signatures.py",
        "    if not keys.is_signed(key, message, seal):",
        "    if False:",
        "tests/journal/test_signed_rulings.py",
    ),
    _fault(
        "11: the outsider's verifier checks it, too",
        "docs/verify_journal.py",
        '    insist(signed, f"entry {seq}: it is not signed by {person} with the key that it names")\n',
        "",
        "tests/journal/test_signed_rulings.py",
    ),
    _fault(
        "11: an old notice is not announced again",
        f"{_TABLE}/commands/people/notices.py",
        "        if at_ms < opened_ms or abs(context.now_ms - at_ms) > SIGNED_WITHIN_MS:",
        "        if False:",
        f"{_EVENING}/test_replayed_signatures.py",
    ),
    _fault(
        "12: the pit makes nothing",
        "dealer_console/floor/rights.py",
        "GRANT CREATE ON SCHEMA pit TO floor_projector;",
        "GRANT CREATE ON SCHEMA pit TO floor_projector, floor_pit;",
        "tests/pit/test_projector.py",
        "tests/floor/test_commands.py",
    ),
    _fault(
        "13: compare computes hashes from contents",
        "dealer_console/floor/evidence.py",
        "            fits = row.seq == self.last + 1 and row.hash == hash_of(self._log, previous, row)",
        "            fits = True",
        _FORGED,
    ),
    _fault(
        "13: a forged checkpoint witnesses nothing",
        "dealer_console/floor/witness.py",
        "        if not is_genuine(point, listed.log, keys.at(point.seq)):",
        "        if False:",
        _FORGED,
    ),
    _fault(
        "14: one bad entry blinds nobody",
        "dealer_console/pit/archive/index_builder.py",
        "    except NOT_AS_WRITTEN as error:",
        "    except ZeroDivisionError as error:",
        "tests/pit/test_projector.py",
    ),
    _fault(
        "15: a weak line is refused",
        "dealer_console/floor/address.py",
        "        if url.query.get(key, value) != value:",
        "        if False:",
        _LINES,
    ),
    _fault(
        "15: the server's name is checked",
        "dealer_console/floor/address.py",
        '"sslmode": "verify-full"',
        '"sslmode": "require"',
        _LINES,
    ),
    _fault(
        "15: only SCRAM",
        "dealer_console/floor/address.py",
        ', "require_auth": "scram-sha-256"}',
        "}",
        _LINES,
    ),
    _fault(
        "15: each login has limits",
        "dealer_console/floor/logins.py",
        'CONNECTION LIMIT {}").format(who, sql.Literal(limits.connections)))',
        'CONNECTION LIMIT {}").format(who, sql.Literal(-1)))',
        _FORGED,
    ),
    # --- small ones ------------------------------------------------------------------------------------------------
    _fault(
        "a rollback journal is left alone",
        "dealer_console/journal/storage/reader.py",
        '    if _size(beside := path.with_name(path.name + "-journal")) > 0:',
        "    if (beside := path) is None:",
        _END,
    ),
    _fault(
        "foreign tables and triggers are named",
        "dealer_console/journal/storage/guards.py",
        'if kind in known and not name.startswith("sqlite_") and name not in known[kind]',
        "if False",
        _END,
    ),
    _fault(
        "a time that is no number is found",
        "dealer_console/journal/verification/walk.py",
        "                if type(at_ms) is not int:",
        "                if False:",
        _END,
    ),
    _fault(
        "a journal has one writer whatever it is called",
        "dealer_console/journal/storage/file_lock.py",
        "            if journal.is_file():",
        "            if False:",
        _END,
    ),
    _fault(
        "escape sequences reach no terminal",
        "dealer_console/cli/output.py",
        '    return _COMMANDS.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text)',
        "    return text",
        "tests/cli/test_nothing_commands_the_terminal.py",
    ),
    _fault(
        "a password file is closed to others",
        "dealer_console/cli/floor/database.py",
        "        os.fchmod(handle, 0o600)",
        "        os.fchmod(handle, 0o644)",
        _LINES,
    ),
    _fault(
        "confusable names are refused",
        f"{_PEOPLE}/staff.py",
        "            if skeleton(word) == skeleton(known):",
        "            if False:",
        "tests/table/people/test_staff.py",
    ),
    _fault(
        "what failed is kept in a bounded list",
        f"{_TABLE}/session/table_session.py",
        "deque(maxlen=MOST_TROUBLES)",
        "deque()",
        "tests/table/evening/test_woken_session.py",
        "tests/table/evening/test_wild_touches.py",
    ),
    _fault(
        "names that nobody has are bounded",
        f"{_PEOPLE}/store.py",
        "        keep = newest.limit(UNKNOWN_NAMES_KEPT)",
        "        keep = newest",
        _BOOK,
    ),
    _fault(
        "a deck file unpacks no more than it may",
        "drivers/optical/decks/design_file.py",
        "            if any(entry.file_size > _LARGEST_ENTRY for entry in archive.infolist()):",
        "            if False:",
        "tests/whole_table/test_huge_numbers_and_deep_nesting.py",
    ),
    _fault(
        "deep nesting is a clear error",
        "dealer_console/rulebook/load.py",
        "    except RecursionError:\n        raise BadToml(",
        "    except ZeroDivisionError:\n        raise BadToml(",
        "tests/whole_table/test_huge_numbers_and_deep_nesting.py",
    ),
    _fault(
        "a gaming day holds when the clocks are set",
        "dealer_console/pit/expectations.py",
        "        if first < last:  #",
        "        if False:  #",
        "tests/pit/test_expectations.py",
    ),
)


def guard_lines() -> list[str]:
    """The lines of SECURITY.md: what can be taken out of which file, and which tests miss it."""
    numbers = list(dict.fromkeys(_number(fault) for fault in FAULTS))
    return [_line(number, [fault for fault in FAULTS if _number(fault) == number]) for number in numbers]


def _number(fault: Planted) -> str:
    number, colon, _ = fault.guard.partition(":")
    return number if colon else "s"


def _line(number: str, faults: list[Planted]) -> str:
    guards = "; ".join(fault.guard.partition(": ")[2] or fault.guard for fault in faults)
    files = ", ".join(dict.fromkeys(f"`{fault.file}`" for fault in faults))
    tests = ", ".join(dict.fromkeys(f"`{test.partition('::')[0]}`" for fault in faults for test in fault.tests))
    return f"| guard {number} | {guards} | {files} | {tests} |"


if __name__ == "__main__":
    print("\n".join(guard_lines()))
