"""Coming in by name or badge and PIN: right ones, wrong ones, unknown ones, many at once."""

from __future__ import annotations

import io
import logging
import threading
import traceback
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.messages import recorded
from dealer_console.table.people import (
    HashCost,
    NotAdmitted,
    PeopleBook,
    PeopleRefused,
    Person,
    PersonId,
    Pin,
    Right,
    Role,
    load_permissions,
    pins,
    store,
)
from dealer_console.table.people.pins import Tries
from tests.table.people.small_book import CHEAP, NOW, PEPPER, SmallBook, pin_of

MINUTE = 60_000
WRONG = Pin("5518")


def refused(book: PeopleBook, name: str, pin: Pin = WRONG, now_ms: int = NOW) -> NotAdmitted:
    answer = book.authenticate(name, pin, now_ms=now_ms)
    assert isinstance(answer, NotAdmitted)
    return answer


@pytest.mark.parametrize("typed", ["Sam Okafor", "  sam   OKAFOR ", "S-200", "s-200", "Ｓ-200"])
def test_name_or_badge_opens_with_the_right_pin(house: SmallBook, typed: str) -> None:
    assert house.book.authenticate(typed, pin_of(house.sam), now_ms=NOW) == house.sam


def test_the_pin_of_another_person_opens_nothing(house: SmallBook) -> None:
    assert refused(house.book, "Sam Okafor", pin_of(house.dana)).person == house.sam.id


def test_the_fifth_wrong_pin_locks_and_the_right_one_does_not_help_before_the_end(house: SmallBook) -> None:
    left = [refused(house.book, "S-200") for _ in range(5)]
    assert [refusal.locked_now for refusal in left] == [False, False, False, False, True]
    assert [refusal.wrong for refusal in left] == [1, 2, 3, 4, 5]
    assert left[4].until_ms == NOW + MINUTE
    assert "1 minute" in recorded(left[4].message)
    assert "pit manager" in recorded(left[4].message)
    locked = refused(house.book, "Sam Okafor", pin_of(house.sam), NOW + MINUTE - 1)
    assert (locked.until_ms, locked.locked_now) == (NOW + MINUTE, False)
    assert house.book.authenticate("S-200", pin_of(house.sam), now_ms=NOW + MINUTE) == house.sam


def test_each_further_wrong_pin_locks_for_twice_as_long(house: SmallBook) -> None:
    now = NOW
    for _ in range(4):
        refused(house.book, "S-200", now_ms=now)
    lasts = []
    for _ in range(4):
        until = refused(house.book, "S-200", now_ms=now).until_ms
        assert until is not None
        lasts.append((until - now) // MINUTE)
        now = until
    assert lasts == [1, 2, 4, 8]


def test_asking_while_locked_neither_counts_nor_hashes(house: SmallBook) -> None:
    for _ in range(5):
        refused(house.book, "S-200")
    calls = house.book.hasher.calls
    for _ in range(20):
        assert refused(house.book, "S-200", now_ms=NOW + 1).until_ms == NOW + MINUTE
    assert house.book.hasher.calls == calls


def test_guessing_four_at_a_time_between_two_visits_of_the_owner_locks(house: SmallBook) -> None:
    """A right PIN once forgave all wrong ones: whoever waited for the owner could guess for ever."""
    for _ in range(4):
        assert not refused(house.book, "S-200").locked_now
    assert house.book.authenticate("S-200", pin_of(house.sam), now_ms=NOW) == house.sam
    assert refused(house.book, "S-200").locked_now


def test_whoever_mistypes_now_and_then_is_not_locked(house: SmallBook) -> None:
    for hour in range(10):
        assert not refused(house.book, "S-200", now_ms=NOW + hour * 60 * MINUTE).locked_now
        now = NOW + hour * 60 * MINUTE + 1000
        assert house.book.authenticate("S-200", pin_of(house.sam), now_ms=now) == house.sam


def test_a_right_pin_beside_wrong_ones_takes_nobody_elses_lock_away(house: SmallBook) -> None:
    with house.book.store.page() as page:
        kept = page.find("S-200")
        assert kept is not None
        whose = page.whose(kept, "")
        before = page.tries(whose)
    counted = before.one_more(house.book.rule, NOW)
    for _ in range(6):
        counted_now = counted
        counted = counted.one_more(house.book.rule, NOW)
    with house.book.store.page() as page:
        page.put_tries(whose, counted)
    assert house.book._right(kept, pin_of(house.sam), whose, before, counted_now, NOW) == house.sam
    with house.book.store.page() as page:
        assert page.tries(whose).is_locked(NOW)


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.PIT_MANAGER])
def test_whoever_approves_has_six_digits(house: SmallBook, role: Role) -> None:
    with pytest.raises(PeopleRefused, match="6 to 8 digits"):
        house.staff.add(name="Eve", badge="E-1", roles=[role], pin=Pin("40691"), by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="6 to 8 digits"):
        house.book.change_pin("S-200", pin_of(house.sam), Pin("6627"), now_ms=NOW)
    with pytest.raises(PeopleRefused, match="6 to 8 digits"):
        house.staff.change_roles(house.dana, [role], by=house.paula, now_ms=NOW)
    promoted = house.staff.change_roles(house.dana, [role], by=house.paula, now_ms=NOW, pin=Pin("660281"))
    assert house.book.authenticate("D-300", Pin("660281"), now_ms=NOW) == promoted


def test_those_who_approve_are_those_of_the_matrix() -> None:
    permissions = load_permissions()
    approving = {role for rights in permissions.actions.values() for role in rights.roles([Right.APPROVE])}
    assert approving == pins.APPROVING


def test_the_wrong_pins_of_one_person_do_not_lock_another(house: SmallBook) -> None:
    for _ in range(5):
        refused(house.book, "S-200")
    assert house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana


def test_a_restart_does_not_end_a_lock(house: SmallBook) -> None:
    for _ in range(5):
        refused(house.book, "S-200")
    book = house.opened_again()
    assert refused(book, "S-200", pin_of(house.sam), NOW + 1).until_ms == NOW + MINUTE


def test_a_restart_does_not_give_back_tries(house: SmallBook) -> None:
    for _ in range(4):
        refused(house.book, "S-200")
    assert refused(house.opened_again(), "S-200").locked_now


def test_a_clock_that_goes_back_ends_no_lock(house: SmallBook) -> None:
    for _ in range(5):
        refused(house.book, "S-200")
    assert refused(house.book, "S-200", pin_of(house.sam), NOW - 10 * MINUTE).until_ms == NOW + MINUTE


# --- names that nobody has -------------------------------------------------------------------------------------------


def test_a_lock_of_a_clock_that_was_years_ahead_ends_after_the_longest_time(house: SmallBook) -> None:
    """Somebody sets the clock of a computer ahead, types wrong PINs for every manager, and sets it back."""
    years = 70 * 365 * 24 * 60 * MINUTE
    for _ in range(12):
        refused(house.book, "S-200", now_ms=NOW + years)
        years += 60 * MINUTE
    longest = house.book.rule.longest_ms
    assert refused(house.book, "S-200", pin_of(house.sam)).until_ms == NOW + longest
    assert refused(house.book, "S-200", pin_of(house.sam), NOW + longest - 1).until_ms == NOW + longest
    assert house.book.authenticate("S-200", pin_of(house.sam), now_ms=NOW + longest) == house.sam
    assert refused(house.book, "S-200", now_ms=NOW + 30 * 60 * MINUTE).wrong == 1, "time forgives again"


def test_an_unknown_name_costs_the_same_hashes_as_a_known_one_from_the_first_try_on(house: SmallBook) -> None:
    book = house.opened_again()

    def costs(name: str) -> list[int]:
        found = []
        for _ in range(7):
            before = book.hasher.calls
            refused(book, name)
            found.append(book.hasher.calls - before)
        return found

    assert costs("Nobody Atall") == costs("Sam Okafor") == costs("D-300") == [1, 1, 1, 1, 1, 0, 0]


def test_an_unknown_name_gets_the_same_words_and_the_same_lock_as_a_known_one(house: SmallBook) -> None:
    def answers(name: str) -> list[tuple[str, int | None, int, bool]]:
        refusals = [refused(house.book, name, now_ms=NOW + step * 1000) for step in range(8)]
        return [
            (recorded(refusal.message), refusal.until_ms, refusal.wrong, refusal.locked_now) for refusal in refusals
        ]

    assert answers("Nobody Atall") == answers("Sam Okafor")


def test_an_unknown_name_is_counted_however_it_is_written(house: SmallBook) -> None:
    for typed in ("Nobody Atall", "nobody atall", " NOBODY  ATALL", "nobody Atall"):
        refused(house.book, typed)
    assert refused(house.book, "Nobody Atall").locked_now


def test_what_was_typed_as_a_name_is_kept_nowhere(house: SmallBook) -> None:
    for _ in range(6):
        answer = refused(house.book, "typedpin4069")
    assert answer.person is None
    assert "typedpin" not in repr(answer)
    assert b"typedpin" not in house.path.read_bytes()


def test_a_flood_of_unknown_names_neither_grows_the_file_for_ever_nor_unlocks_anybody(
    house: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "UNKNOWN_NAMES_KEPT", 20)
    for _ in range(5):
        refused(house.book, "S-200")
    with house.book.store.page() as page:
        tries = page.tries(page.whose(None, "x")).one_more(house.book.rule, NOW)
        for number in range(70):
            page.put_tries(page.whose(None, f"x{number}"), replace(tries, last_ms=NOW + number))
        assert page.tries(page.whose(None, "x49")).wrong == 0
        assert page.tries(page.whose(None, "x50")).wrong == 1
    assert refused(house.book, "S-200", now_ms=NOW + 1).until_ms == NOW + MINUTE


def test_an_hour_of_guessing_at_unknown_names_does_not_show_which_name_is_known(house: SmallBook) -> None:
    """Once a thousand names pushed out an earlier one, and its next try was a first one; a known name's was not."""
    for name in ("Sam Okafor", "Zoe"):
        assert refused(house.book, name).wrong == 1
    with house.book.store.page() as page:
        tries = Tries().one_more(house.book.rule, NOW + 1)
        for number in range(3000):
            page.put_tries(page.whose(None, f"x{number}"), tries)
    for name in ("Sam Okafor", "Zoe"):
        assert refused(house.book, name, now_ms=NOW + 2).wrong == 2


def test_locks_that_are_over_are_not_kept_in_memory(house: SmallBook) -> None:
    for number in range(40):
        for _ in range(5):
            refused(house.book, f"x{number}", now_ms=NOW + number * 10 * MINUTE)
    assert len(house.book._known_locks) == 1


def test_what_is_forgiven_of_unknown_names_is_forgotten(house: SmallBook) -> None:
    refused(house.book, "Zoe")
    refused(house.book, "Zac", now_ms=NOW + store.FORGOTTEN_MS + 1)
    with house.book.store.page() as page:
        assert [page.tries(page.whose(None, name)).wrong for name in ("Zoe", "Zac")] == [0, 1]


@pytest.mark.parametrize("typed", ["", " ", "' OR 1=1 --", "p1", "%", "\x00", "nobody"])
def test_no_strange_name_opens_anything(house: SmallBook, typed: str) -> None:
    for pin in (WRONG, pin_of(house.paula), Pin("no PIN is like this"), Pin("")):
        assert isinstance(house.book.authenticate(typed, pin, now_ms=NOW), NotAdmitted)


# --- at once, and on another thread ----------------------------------------------------------------------------------


def test_asking_many_times_at_once_gives_no_more_tries(house: SmallBook) -> None:
    answers: list[object] = []
    start = threading.Barrier(8)

    def ask() -> None:
        start.wait()
        answers.extend(house.book.authenticate("S-200", WRONG, now_ms=NOW) for _ in range(3))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    before = house.book.hasher.calls
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 24
    assert house.book.hasher.calls - before == 5
    assert sum(isinstance(answer, NotAdmitted) and answer.locked_now for answer in answers) == 1


def test_the_answer_can_come_later_from_another_thread(house: SmallBook) -> None:
    answers = [house.book.authenticate_later("S-200", pin_of(house.sam), now_ms=NOW) for _ in range(3)]
    assert [answer.result(timeout=120) for answer in answers] == [house.sam] * 3
    assert isinstance(house.book.authenticate_later("S-200", WRONG, now_ms=NOW).result(timeout=120), NotAdmitted)


def test_a_try_is_counted_before_the_pin_is_looked_at(house: SmallBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plug is pulled while the hash runs: the try stays counted."""

    def plug(*_: object) -> bool:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(house.book.hasher, "fits", plug)
        for _ in range(5):
            with pytest.raises(SystemExit):
                house.book.authenticate("S-200", pin_of(house.sam), now_ms=NOW)
    assert refused(house.opened_again(), "S-200", pin_of(house.sam)).until_ms == NOW + MINUTE


def test_a_pin_that_is_replaced_while_it_is_checked_opens_nothing(
    house: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pit manager gives a new PIN in the 100 ms in which the old one is being hashed."""
    fits = house.book.hasher.fits

    def slowly(kept: str, who: PersonId, pin: Pin) -> bool:
        answer = fits(kept, who, pin)
        house.staff.reset_pin(house.dana, Pin("6627"), by=house.paula, now_ms=NOW)
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(house.book.hasher, "fits", slowly)
        assert refused(house.book, "D-300", pin_of(house.dana)).reason.code == "pin-changed-meanwhile"
    assert house.book.authenticate("D-300", Pin("6627"), now_ms=NOW) == house.dana


# --- the own PIN, the cost, secrecy ----------------------------------------------------------------------------------


def test_everybody_changes_the_own_pin_with_the_old_one(house: SmallBook) -> None:
    assert house.book.change_pin("D-300", pin_of(house.dana), Pin("6627"), now_ms=NOW) == house.dana
    assert isinstance(house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW), NotAdmitted)
    assert house.book.authenticate("D-300", Pin("6627"), now_ms=NOW) == house.dana
    assert house.book.changes()[-1].what == "changed the PIN"


def test_a_wrong_old_pin_changes_nothing_and_counts(house: SmallBook) -> None:
    answer = house.book.change_pin("D-300", WRONG, Pin("6627"), now_ms=NOW)
    assert isinstance(answer, NotAdmitted)
    assert answer.wrong == 1
    assert house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana


@pytest.mark.parametrize("new", ["7305", "1234", "12"])
def test_a_new_pin_obeys_the_rules_and_is_new(house: SmallBook, new: str) -> None:
    with pytest.raises(PeopleRefused) as caught:
        house.book.change_pin("D-300", pin_of(house.dana), Pin(new), now_ms=NOW)
    assert new not in str(caught.value).replace("4 to 8", "")
    assert house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana


def test_a_raised_cost_takes_effect_with_the_next_right_pin(house: SmallBook) -> None:
    dearer = HashCost(passes=2, memory_kib=16, lanes=1)
    house.book.close()
    with PeopleBook.open(house.path, pepper=PEPPER, cost=dearer) as book:
        assert book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana
        with book.store.page() as page:
            kept = {kept_person.person.name: kept_person.pin_hash for kept_person in page.everybody()}
        assert "m=16,t=2,p=1" in kept["Dana Lind"]
        assert "m=8,t=1,p=1" in kept["Sam Okafor"]
        assert book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana


def too_long() -> Pin:
    """Its digits stand in no line of this file that a trace could quote."""
    return Pin("".join(map(str, range(9, 0, -1))))


def test_no_pin_in_any_trace_log_or_file(house: SmallBook) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        house.book.authenticate("S-200", too_long(), now_ms=NOW)
        try:
            house.book.change_pin("S-200", pin_of(house.sam), too_long(), now_ms=NOW)
        except PeopleRefused as error:
            trace = traceback.TracebackException.from_exception(error, capture_locals=True)
            written.write("".join(trace.format()))
    finally:
        logging.getLogger().removeHandler(handler)
        logging.getLogger().setLevel(logging.WARNING)
    text = written.getvalue()
    assert "Pin(hidden)" in text
    assert "9876" not in text
    assert "406917" not in text
    assert b"918273" not in house.path.read_bytes()


def test_looking_people_up(house: SmallBook) -> None:
    assert house.book.find("sam okafor") == house.sam
    assert house.book.person(house.sam.id) == house.sam
    assert house.book.person(PersonId("p99")) is None
    with pytest.raises(PeopleRefused, match="did you mean 'Sam Okafor'"):
        house.book.find("Sam Okafer")
    assert [person.person for person in house.book.people()] == [house.paula, house.sam, house.dana]


def test_a_person_has_no_pin_in_its_picture(house: SmallBook) -> None:
    with house.book.store.page() as page:
        kept = page.find("S-200")
    assert kept is not None
    assert "argon2" not in repr(kept)
    assert isinstance(house.sam, Person)


def test_the_file_can_be_used_while_another_program_has_it_open(house: SmallBook, tmp_path: Path) -> None:
    with PeopleBook.open(house.path, pepper=PEPPER, cost=CHEAP) as other:
        for _ in range(3):
            refused(house.book, "S-200")
        assert [refused(other, "S-200").locked_now for _ in range(2)] == [False, True]
    assert refused(house.book, "S-200", pin_of(house.sam)).until_ms == NOW + MINUTE
