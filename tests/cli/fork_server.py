"""Processes of `dealer-console` that need not import it again: a process that has, forks one for each call.

Each call is a process of its own, with its words, folder, environment, exit status and streams. Only the start of the
interpreter and the imports are shared, PINs are hashed at the cost of tests, and the end does not take the interpreter
apart; `tests/cli/test_start.py` and others start the command from nothing.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from dealer_console.cli import VERBS
from tests.rigs.staff import hash_cheaply

LONGEST_CALL = 65536  # bytes of words and environment
LATER = (  # what verbs import when they need it, and most do
    "dealer_console.journal",
    "dealer_console.rulebook.check",
    "dealer_console.rulebook.rule_set_file",
    "fluent.runtime",
)


def run(
    words: Sequence[str], *, cwd: Path | None, env: dict[str, str], typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """The command with these words, its output captured; `typed` is its standard input."""
    call = {"words": [*words], "cwd": str(cwd or Path.cwd()), "env": env}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(typed.encode())
        given.seek(0)
        server = _server()
        socket.send_fds(server, [json.dumps(call).encode()], [stream.fileno() for stream in (given, out, err)])
        answer = server.recv(16)
        assert answer, "the server of forks has ended"
        shown = [_text(stream) for stream in (out, err)]
    return subprocess.CompletedProcess([*words], int(answer), *shown)


def _text(stream: Any) -> str:
    stream.seek(0)
    return str(stream.read().decode("utf-8")).replace("\r\n", "\n")


@cache
def _server() -> socket.socket:
    """One for each process that runs tests; it ends when this end of the line does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.cli.fork_server", str(theirs.fileno())]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[2]
    )
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def serve(line: socket.socket) -> None:
    """Returns in each child, ready to be the command; in the server itself when nobody calls any more."""
    hash_cheaply()
    while True:
        call, streams, _flags, _address = socket.recv_fds(line, LONGEST_CALL, 3)
        if not call:
            os._exit(0)
        asked = json.loads(call)
        _import_verb(asked["words"])
        child = os.fork()
        if child == 0:
            gc.freeze()
            line.close()
            _become(asked, streams)
            return
        for stream in streams:
            os.close(stream)
        line.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def _import_verb(words: Sequence[str]) -> None:
    verb = next((word for word in words if word in VERBS), None)
    for module in (*LATER, *([f"dealer_console.cli.{VERBS[verb]}"] if verb is not None else [])):
        importlib.import_module(module)


def _become(asked: dict[str, Any], streams: Sequence[int]) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.argv[1:] = asked["words"]


def _end(status: Any) -> None:
    """As the interpreter ends, but for its modules: to clear them takes as long as most commands."""
    if status is not None and not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
    threading._shutdown()  # type: ignore[attr-defined]  # waits for the threads of the command
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status or 0)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as line_to_the_tests:
        serve(line_to_the_tests)
    try:
        runpy.run_module("dealer_console.cli", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        _end(end.code)
