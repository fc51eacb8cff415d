"""Between the threads: everything arrives on the window's thread, in order, and the newest view is what is shown."""

from __future__ import annotations

import threading
from functools import partial

from pytestqt.qtbot import QtBot

from dealer_console.table.commands import Command, SameWagers
from dealer_console.table.session.table_session import Answer
from dealer_console.touch.app.qt_bridge import Newest, Post, PostedTable

LONG = 120_000


def test_deeds_of_many_threads_are_done_on_the_windows_thread(qtbot: QtBot) -> None:
    post = Post()
    done: list[tuple[int, int, threading.Thread]] = []

    def note(number: int, step: int) -> None:
        done.append((number, step, threading.current_thread()))

    def work(number: int) -> None:
        for step in range(50):
            post(partial(note, number, step))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for each in threads:
        each.start()
    qtbot.waitUntil(lambda: len(done) == 150, timeout=LONG)
    for each in threads:
        each.join()
    assert {thread for _, _, thread in done} == {threading.main_thread()}
    for number in range(3):
        assert [step for who, step, _ in done if who == number] == list(range(50))


def test_of_views_that_come_faster_than_paint_the_newest_is_shown(qtbot: QtBot) -> None:
    shown: list[int] = []
    newest: Newest[int] = Newest(Post(), shown.append)
    for number in range(1000):
        newest.offer(number)
    qtbot.waitUntil(lambda: shown == [999], timeout=LONG)
    newest.offer(1000)
    qtbot.waitUntil(lambda: shown == [999, 1000], timeout=LONG)


class SlowTable:
    """Answers touches when it is told to, as a live table does from its own thread."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []

    def submit(self, _touch: Command) -> Answer:
        self.answers.append(Answer())
        return self.answers[-1]


def test_answers_come_back_in_order_and_on_the_windows_thread(qtbot: QtBot) -> None:
    slow, post = SlowTable(), Post()
    table = PostedTable(post, slow.submit)
    heard: list[tuple[str | None, bool]] = []
    for _ in range(3):
        table.submit(
            SameWagers(who="Dee"),
            lambda refusal: heard.append((refusal, threading.current_thread() is threading.main_thread())),
        )
    slow.answers[2].settle("third")
    slow.answers[0].settle(None)
    slow.answers[1].settle("second")
    qtbot.waitUntil(lambda: len(heard) == 3, timeout=LONG)
    assert heard == [(None, True), ("second", True), ("third", True)]
    table.stop()


def test_a_table_that_never_answers_does_not_keep_the_program_from_ending() -> None:
    slow = SlowTable()
    table = PostedTable(Post(), slow.submit)
    table.submit(SameWagers(who="Dee"), lambda _refusal: None)
    before = threading.active_count()
    table.stop()
    assert threading.active_count() < before
