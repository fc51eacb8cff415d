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


FAULTS = (
    _fault(
        "1: a card that a device read takes two people to correct",
        "dealer_console/table/commands/card_correction.py",
        "Action.CORRECT_READ_CARD if",
        "Action.CORRECT_CARD if",
        "tests/table/evening/test_correcting_a_read_card.py",
    ),
    _fault(
        "1: a card whose money has moved takes two people to correct",
        "dealer_console/table/commands/card_correction.py",
        "        return self.by_device or self.paid",
        "        return self.by_device",
        "tests/table/evening/test_correcting_a_read_card.py",
    ),
    _fault(
        "1: a card that a device read cannot be taken back and entered as another one",
        "dealer_console/table/state/entry_drafts.py",
        '    if last.who is None:\n        return Refusal(Message("came-from-device"',
        '    if False:\n        return Refusal(Message("came-from-device"',
        "tests/table/evening/test_correcting_a_read_card.py",
    ),
    _fault(
        "1: the pit is alerted with the device's card and the person's card",
        "dealer_console/table/commands/card_correction.py",
        "        return drafts if approver is None else [*drafts, self._alert(context, judged, approver)]",
        "        return drafts",
        "tests/table/evening/test_correcting_a_read_card.py",
    ),
    _fault(
        "1: a card that a device read keeps that mark when a late call moves it",
        "dealer_console/table/commands/card_correction.py",
        'return brought.who is None or (brought.seq in dealt_late(state) and "shoe" in state.links)',
        "return brought.who is None",
        "tests/table/evening/test_correcting_a_read_card.py",
    ),
    _fault(
        "2: an unsigned snapshot is not restored",
        "dealer_console/journal/storage/on_disk.py",
        'self._last("snapshot", self._signed_seq)',
        'self._last("snapshot", self.seq)',
        "tests/journal/test_signed_end.py",
        "tests/table/evening/test_an_unsigned_end.py",
    ),
    _fault(
        "2: an append is signed by itself",
        "dealer_console/journal/storage/on_disk.py",
        "        return self._unsigned + 1 >= MOST_UNSIGNED or time.monotonic_ns() - self._signed_ns >= RUSH_NS",
        "        return False",
        "tests/journal/test_signed_end.py",
    ),
    _fault(
        "2: verification compares snapshots with the entries",
        "dealer_console/table/session/recovery.py",
        "        elif self._ours and canonical(self._state.data()) != data:",
        "        elif False:",
        "tests/table/evening/test_an_unsigned_end.py",
    ),
    _fault(
        "2: the outsider's verifier reports from where on nothing is signed",
        "docs/verify_journal.py",
        "if upto < seq else",
        "if False else",
        "tests/journal/test_signed_end.py",
    ),
    _fault(
        "3: a checkpoint does not count as the end of the file",
        "dealer_console/journal/storage/open_checks.py",
        "if signed is None and genesis.ends_signed and not may_lack_its_end:",
        "if signed is None and genesis.ends_signed and False:",
        "tests/journal/test_signed_end.py",
    ),
    _fault(
        "3: the head that is kept apart is not behind the file",
        "dealer_console/journal/storage/open_checks.py",
        "    if head.number > end.checkpoint.number or head.seq > end.seq:",
        "    if False:",
        "tests/app/test_run_guards.py",
        "tests/journal/test_opening.py",
    ),
    _fault(
        "3: a head that was removed is noticed",
        "dealer_console/journal/storage/open_checks.py",
        "    elif stored_head is None and end.checkpoint.number > 1 and not renew_head:",
        "    elif False:",
        "tests/app/test_run_guards.py",
    ),
    _fault(
        "3: a head is one of the file's own checkpoints",
        "dealer_console/journal/storage/open_checks.py",
        "    if point is None or (point.seq, point.hash) != (head.seq, head.hash):",
        "    if False:",
        "tests/app/test_run_guards.py::test_another_history_signed_with_the_copied_key_does_not_fit_the_head",
    ),
    _fault(
        "3: where a key exists, nobody begins a journal alone",
        "dealer_console/cli/table/run.py",
        "    if not file.exists() and key_file.exists():",
        "    if False:",
        "tests/app/test_run_guards.py",
    ),
    _fault(
        "3: setup begins no journal where a key exists",
        "dealer_console/app/table_installation.py",
        "    if key_file.exists() and not journal.exists():",
        "    if False:",
        "tests/app/test_run_guards.py::test_neither_setup_nor_import_begins_a_journal_where_a_key_is",
    ),
    _fault(
        "3: an import begins no journal where a key exists",
        "dealer_console/cli/journals/import_.py",
        '    if (key_file := journal.with_suffix(".key")).exists():',
        '    if not (key_file := journal.with_suffix(".key")):',
        "tests/app/test_run_guards.py::test_neither_setup_nor_import_begins_a_journal_where_a_key_is",
    ),
    _fault(
        "3: two different people begin a journal after a loss",
        "dealer_console/app/journal_files/roll.py",
        '        raise JournalRefused(Message("journal-new-begun-two"))\n    if journal.exists()',
        "        pass\n    if journal.exists()",
        "tests/app/test_run_guards.py",
    ),
    _fault(
        "3: a new key counts only if the old one has signed it",
        "dealer_console/journal/verification/walk.py",
        '        if kind == "key-changed" and (self._next_point is None or self._next_point.seq != seq):',
        "        if False:",
        "tests/journal/test_signed_end.py",
    ),
    _fault(
        "3: a journal after a loss names the last head of the lost one",
        "dealer_console/app/journal_files/roll.py",
        "signing_key=key, at_ms=now_ms, follows=lost, begun_by=begun_by",
        "signing_key=key, at_ms=now_ms, begun_by=begun_by",
        "tests/app/test_run_guards.py::test_two_people_begin_a_journal_after_a_loss_and_it_names_the_last_head",
    ),
    _fault(
        "4: changes to devices are journaled at once",
        "dealer_console/app/device_record.py",
        "            journal.append([Draft.of(change, who=change.by)], at_ms=now_ms)",
        "            pass",
        "tests/drivers/test_registry_and_pairing.py::TestOnRecord::test_a_shuffler_without_a_key_is_on_record_as_such",
    ),
    _fault(
        "4: a shuffler without a key is refused",
        "dealer_console/app/devices.py",
        "    if not known.key and not (device.without_key or context.simulators):",
        "    if False:",
        "tests/whole_table/test_devices_of_table.py::test_a_shuffler_without_a_key_is_refused_unless_the_tables_file_allows_it",
    ),
    _fault(
        "4: a device that nobody paired on record is an alarm",
        "dealer_console/app/device_record.py",
        "if approval not in known})",
        "if False})",
        "tests/app/test_run_guards.py",
    ),
    _fault(
        "4: two different people change the list of devices",
        "dealer_console/cli/operations/people.py",
        "        if not load_permissions().are_two(first, second, action, Standing.CLOSED):",
        "        if False:",
        "tests/drivers/test_registry_and_pairing.py",
    ),
    _fault(
        "5: who locks the only other manager makes nobody a supervisor alone",
        "dealer_console/table/people/staff.py",
        "if kept.locked_by is None or not lock_only]",
        "if kept.locked_by is None]",
        "tests/table/people/test_staff.py",
    ),
    _fault(
        "5: changes to people take two people",
        "dealer_console/table/people/staff.py",
        "            if any(self._are_two(first, other) for other in others if other.id != excluded):",
        "            if False:",
        "tests/table/people/test_staff.py::test_a_pit_manager_alone_makes_no_supervisor_and_sets_no_supervisors_pin",
    ),
    _fault(
        "5: the second person is not the person concerned",
        "dealer_console/table/people/staff.py",
        "        if about is not None and second.id == about.id:",
        "        if False:",
        "tests/table/people/test_staff.py::test_the_second_is_another_one_with_a_right_and_not_the_one_it_is_about",
    ),
    _fault(
        "5: changes to people are in the signed journal",
        "dealer_console/table/session/authentication.py",
        "for change in authenticated.changes if change.number > known]",
        "for change in authenticated.changes if False]",
        "tests/table/evening/test_people_in_the_signed_journal.py",
    ),
    _fault(
        "5: nobody signs in by an old copy of the staff list that was put there while the console runs",
        "dealer_console/table/session/table_setup.py",
        "        if newest < self._newest_change:\n            return None",
        "        if False:\n            return None",
        "tests/table/evening/test_people_in_the_signed_journal.py",
    ),
    _fault(
        "6: a right PIN clears no wrong ones",
        "dealer_console/table/people/book.py",
        "                page.put_tries(whose, before)",
        "                page.put_tries(whose, Tries())",
        "tests/table/people/test_people_book.py::test_guessing_four_at_a_time_between_two_visits_of_the_owner_locks",
    ),
    _fault(
        "6: wrong PINs have a daily limit",
        "dealer_console/table/people/pins.py",
        "        lasts = rule.longest_ms if of_day >= rule.per_day else rule.lasts_ms(wrong)",
        "        lasts = rule.lasts_ms(wrong)",
        "tests/table/people/test_lock_out.py",
    ),
    _fault(
        "6: whoever approves has six digits",
        "dealer_console/table/people/pins.py",
        "    return SHORTEST_TO_APPROVE if APPROVING & set(roles) else SHORTEST",
        "    return SHORTEST",
        "tests/table/people/test_people_book.py::test_whoever_approves_has_six_digits",
    ),
    _fault(
        "6: an unknown name costs the same hash",
        "dealer_console/table/people/book.py",
        "            self.hasher.fits(self._decoy, NOBODY, pin)\n",
        "",
        "tests/table/people/test_people_book.py::test_an_unknown_name_costs_the_same_hashes_as_a_known_one_from_the_first_try_on",
    ),
    _fault(
        "6: a lock is an alarm",
        "dealer_console/table/session/authentication.py",
        '        drafts.append(alarm_draft(Message("alarm-wrong-pins", count=refused.wrong), call=True))\n',
        "",
        "tests/table/evening/test_people_in_the_signed_journal.py::test_a_locked_name_is_an_alarm_that_does_not_say_whether_the_name_exists",
    ),
    _fault(
        "6: the PIN field shows dots",
        "dealer_console/screens/pages/people/signature.py",
        '        value=DOT * len(typed.digits) if typed.who else "",',
        '        value=typed.digits if typed.who else "",',
        "tests/screens/test_evening.py::test_a_shown_pin_is_dots_and_nothing_else",
    ),
    _fault(
        "6: what was typed before a name was touched is not shown either",
        "dealer_console/screens/pages/people/signature.py",
        '        value=typed.name or DOT * len(typed.badge) or ("" if typed.who else DOT * len(typed.digits)),',
        '        value=typed.name or typed.badge or ("" if typed.who else typed.digits),',
        "tests/screens/test_evening.py::test_a_pin_typed_into_the_field_of_the_badge_is_dots_too",
    ),
    _fault(
        "7: the screen locks by itself",
        "dealer_console/table/session/table_session.py",
        "        if due is not None and self.clock_ms() >= due:",
        "        if False:",
        "tests/table/evening/test_the_console_itself.py::test_without_a_touch_the_screen_waits_for_the_dealers_pin",
    ),
    _fault(
        "7: a start records with which files it runs",
        "dealer_console/app/running_table.py",
        "            permissions_hash=self.parts.permissions_hash,\n",
        "",
        "tests/app/test_run_guards.py::test_start_and_stop_are_in_the_journal_with_the_files_they_ran_with",
    ),
    _fault(
        "7: other files than at the last start are an alarm",
        "dealer_console/app/device_record.py",
        "        if None not in (now, then) and now != then",
        "        if False",
        "tests/app/test_run_guards.py::test_other_files_than_at_the_last_start_are_an_alarm",
    ),
    _fault(
        "7: only somebody with the right closes the console",
        "dealer_console/table/commands/people/presence.py",
        "    source = Source.SIGNED\n",
        "",
        "tests/table/evening/test_the_console_itself.py",
    ),
    _fault(
        "7: a start that was hidden in the journal's index is found",
        "dealer_console/app/device_record.py",
        '            if row.kind == "software":',
        '            if row.kind == "software" and (marked is None or row.seq == marked.seq):',
        "tests/app/test_run_guards.py::test_a_start_that_somebody_hid_in_the_file_of_the_journal_is_still_known",
    ),
    _fault(
        "7: a device event that was removed from the journal's index is an alarm",
        "dealer_console/app/device_record.py",
        "        events -= reader.listed_events(connection, first)",
        "        events.clear()",
        "tests/app/test_run_guards.py",
    ),
    _fault(
        "7: a start that was rewritten in the journal is an alarm",
        "dealer_console/app/device_record.py",
        "            if hash_of(log, previous, row) != row.hash:",
        "            if False:",
        "tests/app/test_run_guards.py::test_a_start_that_somebody_hid_in_the_file_of_the_journal_is_still_known",
    ),
    _fault(
        "8: a request ends in time",
        "dealer_console/table/approvals/state.py",
        '        if over < 0:\n            return None\n        return Refusal(Message("request-expired"',
        '        if True:\n            return None\n        return Refusal(Message("request-expired"',
        "tests/table/evening/test_two_people.py::test_an_expired_request_is_not_approved",
    ),
    _fault(
        "8: the table's time does not follow a clock that is set",
        "dealer_console/table/session/table_setup.py",
        "        return self._began_ms + (self._monotonic_ns() - self._began_ns) // 1_000_000",
        "        return self._wall_ms()",
        "tests/table/evening/test_the_console_itself.py::test_a_clock_that_is_set_changes_no_time_and_is_told_once",
    ),
    _fault(
        "8: a clock that jumps is an alarm",
        "dealer_console/table/session/table_session.py",
        "        if jump:\n",
        "        if False:\n",
        "tests/table/evening/test_the_console_itself.py::test_setting_the_clock_back_keeps_no_request_open",
    ),
    _fault(
        "9: no VNC at a real table unless it is switched on",
        "dealer_console/cli/table/run.py",
        "    if options.window.display().served and not (options.simulators or options.serve_screen):",
        "    if False:",
        "tests/app/test_run_guards.py::test_a_real_table_is_shown_by_vnc_only_when_it_is_asked_for",
    ),
    _fault(
        "9: the process cannot be dumped",
        "dealer_console/cli/table/run.py",
        "prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)",
        "prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)",
        "tests/app/test_run_guards.py::test_the_process_cannot_be_dumped_and_its_files_are_its_owners",
    ),
    _fault(
        "9: files are for their owner",
        "dealer_console/cli/table/run.py",
        "0o077",
        "0o022",
        "tests/app/test_run_guards.py::test_the_process_cannot_be_dumped_and_its_files_are_its_owners",
    ),
    _fault(
        "9: an old SQLite keeps no journal",
        "dealer_console/journal/storage/disk_file.py",
        "    if sqlite3.sqlite_version_info < LEAST_SQLITE:",
        "    if False:",
        "tests/journal/test_opening.py::test_an_old_sqlite_keeps_no_journal",
    ),
    _fault(
        "10: a row changed in the copy of the directory is found",
        "dealer_console/table/people/directory.py",
        "            if (kept, page.ruling_key(person)) != right:",
        "            if False:",
        "tests/floor/test_directory.py::test_a_row_changed_in_the_copy_is_found_when_it_is_opened",
    ),
    _fault(
        "10: the directory is signed by the trusted key",
        "dealer_console/table/people/directory.py",
        "    if trusted is not None and trusted != signed.key:",
        "    if False:",
        "tests/floor/test_directory.py::test_the_key_of_the_first_copy_signs_the_next",
    ),
    _fault(
        "10: an unsigned directory is refused",
        "dealer_console/table/people/directory.py",
        "    if not _is_signed(signed):\n        raise PeopleRefused(",
        "    if False:\n        raise PeopleRefused(",
        "tests/floor/test_directory.py::test_a_directory_that_is_not_what_was_signed_is_not_taken",
    ),
    _fault(
        "10: names are looked up by journal and person",
        "dealer_console/pit/archive/archive.py",
        "row.name if names.get(row.person, row.name) == row.name else row.person",
        "row.name",
        "tests/pit/test_projector.py::test_names_are_looked_up_by_journal_and_person",
    ),
    _fault(
        "11: a row in the database rules nothing",
        "dealer_console/table/session/authentication.py",
        "command.ruling.is_signed(command.signature, signer.public_key):",
        "True:",
        "tests/table/evening/test_two_people.py::test_what_the_floor_says_without_the_signature_of_the_person_rules_nothing",
    ),
    _fault(
        "11: verification checks the signature of a ruling",
        "dealer_console/journal/entries/stand_signatures.py",
        "    if not keys.is_signed(key, text, seal):",
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
        "dealer_console/table/commands/people/notices.py",
        "        if at_ms < opened_ms or abs(context.now_ms - at_ms) > SIGNED_WITHIN_MS:",
        "        if False:",
        "tests/table/evening/test_replayed_signatures.py",
    ),
    _fault(
        "11: a record of the desks is signed by the people it names",
        "dealer_console/pit/desk/record_signatures.py",
        "(keys_of is None or any(known.signed(key, entered_ms) for known in keys_of(PersonId(person))))",
        "True",
        "tests/floor/test_desk_orders.py",
    ),
    _fault(
        "11: an unsigned record blocks nothing",
        "dealer_console/pit/desk/records.py",
        "        for place in range(_MOST_IN_THE_WAY):",
        "        for place in range(1):",
        "tests/floor/test_desk_orders.py",
    ),
    _fault(
        "11: an old order of a desk is refused",
        "dealer_console/table/commands/people/desk_orders.py",
        "        if abs(context.now_ms - self.signature.at_ms) > ORDER_AGE_MS:",
        "        if False:",
        "tests/floor/test_desk_orders.py",
    ),
    _fault(
        "12: the pit creates nothing in the database",
        "dealer_console/floor/rights.py",
        "GRANT CREATE ON SCHEMA pit TO floor_projector;",
        "GRANT CREATE ON SCHEMA pit TO floor_projector, floor_pit;",
        "tests/floor/test_roles.py::test_what_init_gives_lets_nobody_but_the_projector_make_anything",
    ),
    _fault(
        "12: the pit removes nothing from the database",
        "dealer_console/floor/rights.py",
        "GRANT SELECT, INSERT (what, person, at_ms, note) ON pit.seen TO floor_pit;",
        "GRANT ALL ON pit.seen TO floor_pit;",
        "tests/floor/test_roles.py",
    ),
    _fault(
        "12: where a superuser makes the floor, no login takes locks or large objects of the server",
        "dealer_console/floor/rights.py",
        "EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', taken);",
        "",
        "tests/floor/test_roles.py",
    ),
    _fault(
        "12: each desk writes its own kinds",
        "dealer_console/floor/migrations/versions/v0014_desks.py",
        "ALTER TABLE floor.{table} ENABLE ROW LEVEL SECURITY;",
        "",
        "tests/floor/test_desk_orders.py",
    ),
    _fault(
        "13: compare computes hashes from contents",
        "dealer_console/floor/evidence.py",
        "            fits = row.seq == self.last + 1 and row.hash == hash_of(self._log, previous, row)",
        "            fits = True",
        "tests/floor/test_forged_tail.py::test_compare_computes_the_hashes_from_the_contents",
    ),
    _fault(
        "13: a forged checkpoint witnesses nothing",
        "dealer_console/floor/witness.py",
        "        if not is_genuine(point, listed.log, keys.at(point.seq)):",
        "        if False:",
        "tests/floor/test_forged_tail.py::test_a_checkpoint_by_another_key_is_an_alarm_and_witnesses_nothing",
    ),
    _fault(
        "13: what is signed cannot be set aside",
        "dealer_console/floor/migrations/versions/v0007_signatures_and_limits.py",
        "    IF p_after < held.witnessed THEN",
        "    IF false THEN",
        "tests/floor/test_forged_tail.py",
    ),
    _fault(
        "14: one bad entry stops only its own table",
        "dealer_console/pit/archive/index_builder.py",
        "    except NOT_AS_WRITTEN as error:",
        "    except ZeroDivisionError as error:",
        "tests/pit/test_projector.py::test_one_bad_entry_of_one_table_blinds_nobody",
    ),
    _fault(
        "14: a lock that another login holds keeps no projector from its work",
        "dealer_console/pit/archive/projector.py",
        "AND datname = current_database() AND pg_has_role(usesysid, :group, 'MEMBER'))",
        "AND datname = current_database() AND :group <> '')",
        "tests/pit/test_projector.py::test_a_lock_that_another_login_holds_keeps_no_projector_from_its_work",
    ),
    _fault(
        "15: a weak line is refused",
        "dealer_console/floor/address.py",
        "        if url.query.get(key, value) != value and (key, url.query[key]) != _STRONGER:",
        "        if False:",
        "tests/floor/test_secure_lines.py::test_a_weak_line_to_another_machine_is_refused",
    ),
    _fault(
        "15: the server's name is checked",
        "dealer_console/floor/address.py",
        '"sslmode": "verify-full"',
        '"sslmode": "require"',
        "tests/floor/test_secure_lines.py::test_another_name_in_the_certificate_is_refused",
    ),
    _fault(
        "15: neither GSS nor an old TLS is accepted",
        "dealer_console/floor/address.py",
        ', "gssencmode": "disable", "ssl_min_protocol_version": "TLSv1.2"}',
        "}",
        "tests/floor/test_secure_lines.py::test_a_weak_line_to_another_machine_is_refused",
    ),
    _fault(
        "15: only SCRAM",
        "dealer_console/floor/address.py",
        ', "require_auth": "scram-sha-256"}',
        "}",
        "tests/floor/test_secure_lines.py::test_a_server_that_asks_for_no_password_is_not_believed",
    ),
    _fault(
        "15: each login has limits",
        "dealer_console/floor/logins.py",
        'CONNECTION LIMIT {}").format(who, sql.Literal(limits.connections)))',
        'CONNECTION LIMIT {}").format(who, sql.Literal(-1)))',
        "tests/floor/test_forged_tail.py::test_each_login_has_limits",
    ),
    _fault(
        "15: alarms of one login have a rate",
        "dealer_console/floor/migrations/versions/v0007_signatures_and_limits.py",
        ">= 20 THEN",
        ">= 2000 THEN",
        "tests/floor/test_forged_tail.py::test_alarms_of_one_login_have_a_size_and_a_rate",
    ),
    _fault(
        "15: an entry has a size",
        "dealer_console/floor/migrations/versions/v0007_signatures_and_limits.py",
        "length(data) <= 4000000 AND ",
        "",
        "tests/floor/test_forged_tail.py::test_an_entry_too_large_is_refused",
    ),
    _fault(
        "15: a statement has a time",
        "dealer_console/floor/logins.py",
        "setting.format(who, sql.Identifier(name), sql.Literal(value))",
        'setting.format(who, sql.Identifier(name), sql.Literal("0"))',
        "tests/floor/test_forged_tail.py::test_each_login_has_limits",
    ),
    _fault(
        "a damaged journal names every entry that is lost",
        "dealer_console/journal/verification/damage.py",
        "seq == last + 1 and _fits(log, previous, row)",
        "seq == last + 1",
        "tests/journal/test_damage.py",
    ),
    _fault(
        "a huge number in a file is a clear error",
        "dealer_console/rulebook/load.py",
        "    _refuse_huge(data)\n",
        "",
        "tests/whole_table/test_huge_numbers_and_deep_nesting.py",
    ),
    _fault(
        "15: the line from a group to a property is as strong",
        "dealer_console/floor/group.py",
        "    driver, source = _driver(connection), guarded_words(source)\n    if not",
        "    driver = _driver(connection)\n    if not",
        "tests/floor/test_group.py::test_a_weak_line_from_the_group_to_a_property_is_refused",
    ),
    _fault(
        "a backup restores nothing outside its folder",
        "dealer_console/app/journal_files/backup.py",
        " or not all(_lies_in(folder, name) for name in files):",
        ":",
        "tests/app/test_journal_files.py::test_a_backup_that_was_changed_writes_nothing_outside_of_its_folder",
    ),
    _fault(
        "a head witnesses only its own journal",
        "dealer_console/app/journal_files/restore.py",
        "    if log != kept.log or not is_genuine(point, log, key) or any(row.hash != point.hash for row in ends):",
        "    if False:",
        "tests/app/test_journal_files.py::test_a_head_that_was_kept_elsewhere_is_one_of_this_very_journal",
    ),
    _fault(
        "silence at the metrics port blocks nothing",
        "dealer_console/app/metrics.py",
        "    timeout = 2.0",
        "    timeout = None",
        "tests/app/test_monitoring.py::test_somebody_who_connects_and_says_nothing_holds_nothing_up",
    ),
    _fault(
        "tables and rounds on a terminal have no escape sequences",
        "dealer_console/cli/terminal.py",
        "Segment(plain(segment.text), segment.style)",
        "segment",
        "tests/cli/test_nothing_commands_the_terminal.py",
    ),
    _fault(
        "simulated devices read only their own fields from a file",
        "hardware_sims/devices/memory.py",
        "    if type(plain) is not dict or plain.keys() != hints.keys():",
        "    if False:",
        "tests/hardware_sims/devices/test_sims_stored_form.py",
    ),
    _fault(
        "a rollback journal is left alone",
        "dealer_console/journal/storage/reader.py",
        '    if _size(beside := path.with_name(path.name + "-journal")) > 0:',
        "    if (beside := path) is None:",
        "tests/journal/test_signed_end.py::test_a_rollback_journal_beside_the_file_is_left_alone",
    ),
    _fault(
        "foreign tables and triggers are reported",
        "dealer_console/journal/storage/guards.py",
        "if name not in known.get(kind, ())",
        "if False",
        "tests/journal/test_signed_end.py::test_what_no_program_of_ours_put_there_is_named",
    ),
    _fault(
        "a foreign trigger is reported whatever its row in the schema says",
        "dealer_console/journal/storage/guards.py",
        "if name not in known.get(kind, ())",
        'if kind in known and not name.startswith("sqlite_") and name not in known[kind]',
        "tests/journal/test_signed_end.py::test_a_foreign_trigger_is_named_whatever_its_row_in_the_schema_says",
    ),
    _fault(
        "a time that is not a number is found",
        "dealer_console/journal/verification/walk.py",
        "                if type(at_ms) is not int:",
        "                if False:",
        "tests/journal/test_signed_end.py::test_a_time_that_is_no_number_is_found",
    ),
    _fault(
        "a journal has one writer whatever its file name",
        "dealer_console/journal/storage/file_lock.py",
        "            if journal.is_file():",
        "            if False:",
        "tests/journal/test_signed_end.py::test_a_journal_has_one_writer_whatever_it_is_called",
    ),
    _fault(
        "escape sequences reach no terminal",
        "dealer_console/cli/output.py",
        '    return _COMMANDS.sub(lambda match: f"\\\\u{ord(match[0]):04x}", text)',
        "    return text",
        "tests/cli/test_nothing_commands_the_terminal.py",
    ),
    _fault(
        "a password file is readable only by its owner",
        "dealer_console/cli/floor/database.py",
        "        os.fchmod(handle, 0o600)",
        "        os.fchmod(handle, 0o644)",
        "tests/floor/test_secure_lines.py::test_a_password_file_that_others_could_read_is_closed_to_them",
    ),
    _fault(
        "confusable names are refused",
        "dealer_console/table/people/staff.py",
        "            if skeleton(word) == skeleton(known):",
        "            if False:",
        "tests/table/people/test_staff.py::test_names_and_badges_are_one_persons_only",
    ),
    _fault(
        "failures are kept in a bounded list",
        "dealer_console/table/session/table_session.py",
        "deque(maxlen=MOST_TROUBLES)",
        "deque()",
        "tests/table/evening/test_woken_session.py::test_what_failed_outside_of_the_journal_is_kept_in_a_bounded_list",
    ),
    _fault(
        "the list of unknown names is bounded",
        "dealer_console/table/people/store.py",
        "        keep = newest.limit(UNKNOWN_NAMES_KEPT)",
        "        keep = newest",
        "tests/table/people/test_people_book.py::test_a_flood_of_unknown_names_neither_grows_the_file_for_ever_nor_unlocks_anybody",
    ),
    _fault(
        "a deck file is limited in what it unpacks",
        "drivers/optical/decks/design_file.py",
        "            if any(entry.file_size > _LARGEST_ENTRY for entry in archive.infolist()):",
        "            if False:",
        "tests/whole_table/test_huge_numbers_and_deep_nesting.py::test_a_deck_design_that_unpacks_without_end",
    ),
    _fault(
        "deep nesting is a clear error",
        "dealer_console/rulebook/load.py",
        "    except RecursionError:\n        raise BadToml(",
        "    except ZeroDivisionError:\n        raise BadToml(",
        "tests/whole_table/test_huge_numbers_and_deep_nesting.py::test_a_file_in_toml_is_named_as_bad",
    ),
    _fault(
        "a gaming day holds when the clocks change",
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
