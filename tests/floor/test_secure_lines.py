"""To another machine only by TLS with a proven name and by SCRAM; a table with a weaker address does not start."""

from __future__ import annotations

import socket
import ssl
import struct
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from dealer_console.app.desk_orders import DeskOrders
from dealer_console.app.running_table import RunningTable
from dealer_console.app.window_options import CannotStart
from dealer_console.cli.floor import database as command
from dealer_console.cli.floor.status import status
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorAway, FloorError, FloorRefused, Forwarder, address, logins
from tests.rigs.floor_rig import TABLE, FloorRig

NAME = "floor.example"
SSL_REQUEST = struct.pack("!ii", 8, 80877103)


@pytest.mark.parametrize(
    "where",
    [
        "postgresql://floor.example/db?sslmode=disable",
        "postgresql://floor.example/db?sslmode=require",
        "postgresql://floor.example/db?sslmode=verify-ca",
        "postgresql://10.0.0.7/db?sslmode=prefer",
        "postgresql://localhost/db?host=floor.example&sslmode=allow",
        "postgresql://localhost/db?hostaddr=10.0.0.7&sslmode=allow",
        "postgresql://floor.example/db?require_auth=password",
        "postgresql://floor.example/db?require_auth=none&sslcert=x",
        "postgres://[2001:db8::1]/db?sslmode=disable",
        "postgresql://floor.example/db?ssl_min_protocol_version=TLSv1",
        "postgresql://floor.example/db?gssencmode=prefer",
    ],
)
def test_a_weak_line_to_another_machine_is_refused(where: str) -> None:
    with pytest.raises(FloorRefused, match="is too weak for a floor on another machine"):
        address.parse(where)


@pytest.mark.parametrize("where", ["postgresql:///db", "postgresql://localhost/db", "postgresql://floor.example/db"])
@pytest.mark.parametrize("key", ["conninfo", "context", "nothing"])
def test_nothing_but_what_the_server_is_told_is_in_an_address(where: str, key: str) -> None:
    """The driver takes a whole second address by `conninfo`: this machine by the first, another one by the second."""
    with pytest.raises(FloorRefused, match="is no address of a floor"):
        address.parse(f"{where}?{key}=hostaddr%3D10.0.0.7%20sslmode%3Ddisable")


@pytest.mark.parametrize(
    "where", ["postgresql://floor.example/db", "postgres://ann@10.0.0.7:6000/db?sslmode=verify-full"]
)
def test_to_another_machine_the_strong_line_is_the_usual_one(where: str) -> None:
    url = address.parse(where)
    assert (url.query["sslmode"], url.query["require_auth"]) == ("verify-full", "scram-sha-256")
    assert "sslmode" not in address.plain(url)


def test_no_variable_of_the_environment_makes_the_line_weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = {
        "PGSSLMODE": "disable",
        "PGREQUIREAUTH": "none",
        "PGGSSENCMODE": "prefer",
        "PGSSLMINPROTOCOLVERSION": "TLSv1",
    }
    for name, value in weak.items():
        monkeypatch.setenv(name, value)
    said = address.parse("postgresql://floor.example/db?ssl_min_protocol_version=TLSv1.3").query
    # What stands in the address goes before the environment.
    assert said == {
        "sslmode": "verify-full",
        "gssencmode": "disable",
        "ssl_min_protocol_version": "TLSv1.3",
        "require_auth": "scram-sha-256",
    }


def test_a_client_certificate_stands_in_for_the_password() -> None:
    """It must be asked for, and no password but by SCRAM."""
    said = address.parse("postgresql://floor.example/db?sslcert=c&sslkey=k").query
    assert (said["sslcertmode"], said["require_auth"]) == ("require", "scram-sha-256,none")
    with pytest.raises(FloorRefused, match="too weak"):
        address.parse("postgresql://floor.example/db?sslcert=c&sslcertmode=allow")


@pytest.mark.parametrize("host", ["", "localhost", "127.0.0.1", "127.1.2.3", "[::1]"])
def test_this_machine_needs_no_certificate(host: str) -> None:
    assert "sslmode" not in address.parse(f"postgresql://{host}/db").query


def test_a_host_of_the_environment_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "floor.example")
    assert address.parse("postgresql:///db").query["sslmode"] == "verify-full"


def test_no_password_is_ever_shown() -> None:
    url = address.parse("postgresql://ann:geheim@floor.example/db?password=geheim&sslpassword=geheim")
    assert "geheim" not in address.plain(url)


def test_a_table_with_a_weak_address_does_not_start(tmp_path: Path) -> None:
    weak = "postgresql://floor.example/db?sslmode=require"
    with pytest.raises(FloorRefused, match="too weak"):
        Forwarder(journal=tmp_path / "j", url=weak, table=TABLE)
    running = RunningTable.__new__(RunningTable)
    running.parts = _Parts(weak)  # type: ignore[assignment]
    running.watch = _Watch()  # type: ignore[assignment]
    running.orders = DeskOrders.__new__(DeskOrders)
    with pytest.raises(CannotStart, match="too weak"):
        running._forwarder()


class _Watch:
    def see_floor(self, health: object) -> None: ...


class _Parts:
    journal_file = Path("journal")

    def __init__(self, floor: str) -> None:
        self.table = type("Table", (), {"floor": floor, "name": TABLE})


def test_a_command_with_a_weak_address_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert status("postgresql://floor.example/db?sslmode=require") == 2
    assert "sslmode=require is too weak" in capsys.readouterr().err


# --- over real TLS -------------------------------------------------------------------------------------------------


class TlsFront:
    """The server of the tests is built without TLS: this stands before it, as a proxy of the house would."""

    def __init__(self, certificate: Path, key: Path, port: int) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._behind = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def asks_for_certificates_of(self, root: Path) -> None:
        self._context.load_verify_locations(root)
        self._context.verify_mode = ssl.CERT_REQUIRED

    def _accept(self) -> None:
        while True:
            try:
                plain, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(plain,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        try:
            if plain.recv(8, socket.MSG_WAITALL) != SSL_REQUEST:
                return plain.close()
            plain.sendall(b"S")
            with self._context.wrap_socket(plain, server_side=True) as front:
                behind = socket.create_connection(("127.0.0.1", self._behind))
                threading.Thread(target=_pump, args=(behind, front), daemon=True).start()
                _pump(front, behind)
        except OSError:
            plain.close()

    def close(self) -> None:
        self._listener.close()


def _pump(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    finally:
        for database in (source, target):
            database.close()


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """By the commands of docs/floor.md."""
    folder = tmp_path_factory.mktemp("certificates")
    curve = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    (folder / "server.ext").write_text(f"subjectAltName=DNS:{NAME}\n")
    for words in (
        f"req -x509 {curve} -keyout root.key -out root.crt -days 3650 -subj /CN=house-floor-root",
        f"req {curve} -keyout server.key -out server.csr -subj /CN={NAME}",
        "x509 -req -in server.csr -CA root.crt -CAkey root.key -CAcreateserial -days 825 -extfile server.ext "
        "-out server.crt",
    ):
        subprocess.run(["openssl", *words.split()], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def front(server: Server, certificates: Path) -> Iterator[TlsFront]:
    tls_front = TlsFront(certificates / "server.crt", certificates / "server.key", server.port)
    yield tls_front
    tls_front.close()


@pytest.fixture
def by_password(server: Server, floor: FloorRig, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A login that this server lets in by SCRAM only, and the password file that `init` wrote for it."""
    name, passwords = "scram-1", tmp_path / "pgpass"
    with floor.owner() as connection:
        connection.exec_driver_sql(f'DROP ROLE IF EXISTS "{name}"')
    assert command.init(floor.url(), tables=[name], passwords=passwords) == 0
    rules = server.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text(f'host all "{name}" 127.0.0.1/32 scram-sha-256\n{before}')
    _reload(floor)
    yield name, passwords
    rules.write_text(before)
    _reload(floor)


def _reload(floor: FloorRig) -> None:
    with psycopg.connect(floor.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")


def meets(where: str) -> str:
    with address.connect(where) as connection:
        return str(connection.exec_driver_sql("SELECT current_user").scalar())


def test_verify_full_and_scram_let_the_table_in(
    floor: FloorRig, front: TlsFront, certificates: Path, by_password: tuple[str, Path]
) -> None:
    login, passwords = by_password
    password = passwords.read_text().strip().rpartition(":")[2]
    passwords.write_text(f"*:*:*:{login}:{password}\n")
    query = f"hostaddr=127.0.0.1&sslrootcert={certificates / 'root.crt'}&passfile={passwords}"
    assert meets(f"postgresql://{login}@{NAME}:{front.port}/{floor.database}?{query}") == login
    with psycopg.connect(floor.url(), autocommit=True) as connection:
        kept = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", (login,)).fetchone()
    assert kept is not None
    assert str(kept[0]).startswith("SCRAM-SHA-256$")


def test_another_name_in_the_certificate_is_refused(floor: FloorRig, front: TlsFront, certificates: Path) -> None:
    query = f"hostaddr=127.0.0.1&sslrootcert={certificates / 'root.crt'}"
    with pytest.raises(FloorError, match="server certificate for"):
        meets(f"postgresql://{TABLE}@other.example:{front.port}/{floor.database}?{query}")


def test_a_server_that_asks_for_no_password_is_not_believed(
    floor: FloorRig, front: TlsFront, certificates: Path
) -> None:
    """It trusts everybody, as somebody's own server would."""
    query = f"hostaddr=127.0.0.1&sslrootcert={certificates / 'root.crt'}"
    with pytest.raises(FloorError, match="authentication method requirement"):
        meets(f"postgresql://{TABLE}@{NAME}:{front.port}/{floor.database}?{query}")


def test_with_a_client_certificate_no_password_is_shown_to_a_server_that_asks_for_it(
    floor: FloorRig, front: TlsFront, certificates: Path, by_password: tuple[str, Path]
) -> None:
    """The file of the certificate is gone, and the server asks for the password as it is."""
    login, passwords = by_password
    passwords.write_text(f"*:*:*:{login}:{passwords.read_text().strip().rpartition(':')[2]}\n")
    rules = floor.server.folder / "data" / "pg_hba.conf"
    rules.write_text(f'host all "{login}" 127.0.0.1/32 password\n{rules.read_text()}')
    _reload(floor)
    query = f"hostaddr=127.0.0.1&sslrootcert={certificates / 'root.crt'}&passfile={passwords}&sslcert=/gone"
    with pytest.raises(FloorError, match=r"certificate|authentication method requirement"):
        meets(f"postgresql://{login}@{NAME}:{front.port}/{floor.database}?{query}")


def test_a_client_certificate_that_the_server_asks_for_lets_the_table_in(
    floor: FloorRig, server: Server, certificates: Path
) -> None:
    asking = TlsFront(certificates / "server.crt", certificates / "server.key", server.port)
    asking.asks_for_certificates_of(certificates / "root.crt")
    (certificates / "server.key").chmod(0o600)
    own = f"sslcert={certificates / 'server.crt'}&sslkey={certificates / 'server.key'}"
    query = f"hostaddr=127.0.0.1&sslrootcert={certificates / 'root.crt'}&{own}"
    assert meets(f"postgresql://{TABLE}@{NAME}:{asking.port}/{floor.database}?{query}") == TABLE
    asking.close()


def test_a_server_without_tls_is_not_spoken_to(floor: FloorRig, certificates: Path) -> None:
    query = f"hostaddr=127.0.0.1&sslrootcert={certificates / 'root.crt'}"
    with pytest.raises(FloorAway, match="does not support SSL"):
        meets(f"postgresql://{TABLE}@{NAME}:{floor.server.port}/{floor.database}?{query}")


# --- names and files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["swіtch-4", "switch-４", "SWITCH-4", "pit‐stand".replace("‐", "-").upper()])
def test_a_login_that_looks_like_another_is_refused(floor: FloorRig, name: str) -> None:
    with pytest.raises(FloorRefused, match="looks like the login"), floor.owner() as connection:
        logins.ensure_pit(connection, name)


def test_a_password_file_that_others_could_read_is_closed_to_them(floor: FloorRig, tmp_path: Path) -> None:
    file = tmp_path / "pgpass"
    file.write_text("# mine\n")
    file.chmod(0o644)
    with floor.owner() as connection:
        connection.exec_driver_sql('DROP ROLE IF EXISTS "closed-1"')
    assert command.init(floor.url(), pits=["closed-1"], passwords=file) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(file.read_text().splitlines()) == 2


def test_passwords_are_not_written_through_a_link(floor: FloorRig, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    assert command.init(floor.url(), passwords=tmp_path / "link") == 2
    assert not (tmp_path / "elsewhere").exists()
