"""`/metrics` on loopback or on a socket of this machine: nobody outside is answered."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from dealer_console.game.message import Message
from dealer_console.messages import MessageError

if TYPE_CHECKING:
    from prometheus_client.registry import Collector


class MetricsRefused(MessageError):
    """Figures cannot be served there; the text says why."""


class _Quiet(WSGIRequestHandler):
    timeout = 2.0  # who connects and says nothing holds up neither the others nor the end of the console

    def log_message(self, *_words: Any) -> None:
        """A scrape is nothing to report."""

    def address_string(self) -> str:
        return "local"


class _SocketServer(WSGIServer):
    address_family = socket.AF_UNIX

    def server_bind(self) -> None:
        self.socket.bind(self.server_address)
        self.server_name, self.server_port = "localhost", 0
        self.setup_environ()

    def get_request(self) -> tuple[Any, Any]:
        connection, _ = self.socket.accept()
        return connection, ("local", 0)


@contextmanager
def metrics_served(address: str, collector: Collector) -> Iterator[str]:
    """`127.0.0.1:9101`, or `unix:/run/…`. Gives the address that it serves at. Raises `MetricsRefused`."""
    from prometheus_client import CollectorRegistry, make_wsgi_app

    registry = CollectorRegistry(auto_describe=False)
    registry.register(collector)
    server = _server(address, make_wsgi_app(registry))
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield address if address.startswith("unix:") else f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
        if address.startswith("unix:"):
            Path(address.removeprefix("unix:")).unlink(missing_ok=True)


def _server(address: str, application: Any) -> WSGIServer:
    try:
        if address.startswith("unix:"):
            path = Path(address.removeprefix("unix:"))
            path.unlink(missing_ok=True)  # of a console that was killed; the journal's lock keeps two from running
            made = _SocketServer(str(path), _Quiet)  # type: ignore[arg-type]  # a path in place of host and port
            made.set_app(application)
            path.chmod(0o660)
            return made
        host, _, port = address.rpartition(":")
        if not ip_address(host.strip("[]") or "127.0.0.1").is_loopback:
            raise MetricsRefused(Message("metrics-figures-served-machine-only", address=address, port=port))
        return make_server(host or "127.0.0.1", int(port), application, handler_class=_Quiet)
    except (OSError, ValueError) as error:
        raise MetricsRefused(Message("metrics-cannot-be-served", address=address, reason=str(error))) from None
