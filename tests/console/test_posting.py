"""Between the threads: everything arrives on the window's thread, in order, and the newest view is what is shown."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from pytestqt.qtbot import QtBot

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.table.commands import Command, SameWagers
from dealer_console.table.commands.command import Outcome
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
    for worker in threads:
        worker.start()
    qtbot.waitUntil(lambda: len(done) == 150, timeout=LONG)
    for thread in threads:
        thread.join()
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
        self.answers: list[Future[Outcome]] = []

    def submit(self, _touch: Command) -> Future[Outcome]:
        self.answers.append(Future())
        return self.answers[-1]


def test_answers_come_back_on_the_windows_thread(qtbot: QtBot) -> None:
    slow, post = SlowTable(), Post()
    table = PostedTable(post, slow.submit)
    heard: list[tuple[Refusal | None, bool]] = []
    for _ in range(3):
        table.submit(
            SameWagers(who="Dee"),
            lambda refusal: heard.append((refusal, threading.current_thread() is threading.main_thread())),
        )
    slow.answers[0].set_result(Outcome())
    threading.Thread(
        target=slow.answers[1].set_result, args=(Outcome(refusal=Refusal(Message("round-complete"))),)
    ).start()
    slow.answers[2].cancel()
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=LONG)
    assert heard == [(None, True), (Refusal(Message("round-complete")), True)]
    table.stop()


def test_an_answer_that_comes_after_the_end_reaches_no_window() -> None:
    slow = SlowTable()
    heard: list[Refusal | None] = []
    posted: list[Callable[[], None]] = []
    table = PostedTable(posted.append, slow.submit)
    table.submit(SameWagers(who="Dee"), heard.append)
    table.submit(SameWagers(who="Dee"), heard.append)
    slow.answers[0].set_result(Outcome())
    assert len(posted) == 1
    table.stop()
    slow.answers[1].set_result(Outcome())
    assert len(posted) == 1
