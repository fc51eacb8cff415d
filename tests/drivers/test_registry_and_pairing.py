"""Registry, signed approvals, pairing and the device command, over a simulated shoe at a real pty."""

from __future__ import annotations

import json
import re
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dealer_console.cli.devices.device import app
from dealer_console.journal import Journal
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.journal.keys import create_key, load_key
from dealer_console.journal.verification.verify import verify
from drivers.errors import ImpossibleRequestError
from drivers.registration.registry import Approval, KnownDevice, Registry, load_registry
from drivers.tablelink.constants import Family
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import Cap
from drivers.transports.serial import SerialTransport
from hardware_sims.devices import build
from hardware_sims.wire.minor1 import SIMULATED_MAKER, signing_public
from tests.drivers.test_with_simulators_ports import ListeningDevice
from tests.rigs.staff import PEPPER, PINS, hash_cheaply, write_book

PEOPLE = ["--technician", "Ted", "--supervisor", "Sam"]


def known(name: str = "shoe", serial: str = "S1-7", key: str = "11" * 32) -> KnownDevice:
    return KnownDevice(name=name, family="shoe", port="/dev/x", address=0x30, serial=serial, model="M", key=key)


def approval(serial: str = "S1-7", sha: str = "aa", supervisor: str = "Sam") -> Approval:
    return Approval(
        serial=serial, firmware="1.0.0.0", firmware_sha256=sha, technician="Tea", supervisor=supervisor, when="now"
    )


def identity(serial: str = "S1-7", sha: str = "aa") -> Identity:
    return Identity(
        address=0x30,
        family=Family.SHOE,
        model="M",
        serial=serial,
        firmware="1.0.0.0",
        firmware_sha256=sha,
        boots=1,
        acked=0,
        next=1,
        ring=512,
        caps=Cap(0),
        epoch=1,
    )


class TestRegistry:
    def test_comes_back_as_it_was_and_is_private(self, tmp_path: Path) -> None:
        path = tmp_path / "house" / "devices.json"
        registry = load_registry(path).with_device(known()).with_approval(approval())
        registry.save()
        assert load_registry(path) == registry
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file

    def test_key_is_in_no_repr(self) -> None:
        assert "11" * 32 not in repr(known())
        assert known().key_id == "02d449a31fbb267c"

    def test_approvals_changed_by_hand_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "devices.json"
        load_registry(path).with_device(known()).with_approval(approval()).save()
        path.write_text(path.read_text().replace('"aa"', '"bb"'))
        with pytest.raises(ImpossibleRequestError, match="changed by hand"):
            load_registry(path)

    def test_approvals_of_another_house_are_refused(self, tmp_path: Path) -> None:
        for house in ("one", "two"):
            load_registry(tmp_path / house / "devices.json").with_approval(approval()).save()
        text = (tmp_path / "one" / "devices.json").read_text()
        (tmp_path / "two" / "devices.json").write_text(text)
        with pytest.raises(ImpossibleRequestError, match="another house"):
            load_registry(tmp_path / "two" / "devices.json")

    @pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1}', "null"])
    def test_a_broken_file_is_named(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "devices.json"
        path.write_text(text)
        path.chmod(0o600)
        with pytest.raises(ImpossibleRequestError, match="no device registry"):
            load_registry(path)

    def test_a_file_that_others_can_read_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "devices.json"
        load_registry(path).save()
        path.chmod(0o644)
        with pytest.raises(ImpossibleRequestError, match="chmod 600"):
            load_registry(path)

    def test_identity_and_firmware_must_be_approved(self, tmp_path: Path) -> None:
        registry = Registry(path=tmp_path / "x", approved=(approval(),))
        assert registry.why_not(identity()) is None
        assert registry.why_not(identity(sha="bb")) == "the firmware that it reports was never approved on it"
        assert registry.why_not(identity(serial="S1-8")) == "this device was never approved"

    def test_two_people(self, tmp_path: Path) -> None:
        with pytest.raises(ImpossibleRequestError, match="two different people"):
            Registry(path=tmp_path / "x").with_approval(approval(supervisor="Tea"))

    def test_names_and_serials_are_unique_and_forgotten_whole(self, tmp_path: Path) -> None:
        registry = Registry(path=tmp_path / "x").with_device(known()).with_approval(approval())
        with pytest.raises(ImpossibleRequestError, match="known as 'shoe'"):
            registry.with_device(known(name="other"))
        with pytest.raises(ImpossibleRequestError, match="known: shoe"):
            registry.device("reader")
        assert registry.without("shoe") == Registry(path=tmp_path / "x")


def running_device(kind: str, *, key: str | None = None, **options: object) -> ListeningDevice:
    """After its self-test, in which it hears nobody."""
    device = ListeningDevice("pty", build(kind, seed=7, key=key, options={"self_test": 0.01, **options}))
    while "power=on" not in device.operate("state"):
        time.sleep(0.005)
    return device


@pytest.fixture
def shoe() -> Iterator[ListeningDevice]:
    """One of minor 0: the key is sent to it."""
    device = running_device("shoe", key="none", minor=0)
    yield device
    device.close()


@pytest.fixture
def shoe_of_minor_1() -> Iterator[ListeningDevice]:
    device = running_device("shoe", key="none")
    yield device
    device.close()


@pytest.fixture(autouse=True)
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The people of the house, where the commands look for them."""
    file, pepper = tmp_path / "house" / "people.db", tmp_path / "house" / "people.pepper"
    file.parent.mkdir()
    write_book(file)
    pepper.write_text(PEPPER.hex() + "\n")
    for private in (file, pepper):
        private.chmod(0o600)
    hash_cheaply(monkeypatch.setitem)
    monkeypatch.setattr("dealer_console.cli.operations.people.people_file", lambda: file)
    monkeypatch.setattr("dealer_console.cli.operations.people.pepper_file", lambda: pepper)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The device shares a busy computer with the command: a late answer is none of a device that is away."""
    monkeypatch.setattr(SerialTransport, "reply_wait", 60.0)


def call(*words: str, pins: tuple[str, ...] = (PINS["Ted"], PINS["Sam"])) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words), input="".join(f"{pin}\n" for pin in pins))
    return result.exit_code, result.stdout, result.stderr


class TestCommand:
    def pair(self, shoe: ListeningDevice, registry: Path) -> tuple[int, str, str]:
        assert shoe.operate("service on").startswith("ok")
        over = threading.Event()

        def switch_off_when_paired() -> None:
            while not registry.exists() and not over.wait(0.01):
                pass
            shoe.operate("service off")

        technician = threading.Thread(target=switch_off_when_paired)
        technician.start()
        told = call("pair", "shoe", shoe.url, *PEOPLE, "--wait", "120", "--registry", str(registry), "--json")
        over.set()
        technician.join()
        return told

    def test_pair_check_list_forget(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        registry = tmp_path / "devices.json"
        status, out, err = self.pair(shoe, registry)
        assert status == 0, err
        told = json.loads(out)
        assert (told["family"], told["serial"], told["approved_firmware"]) == ("shoe", "SIM-S0", ["1.0.0.0"])
        key = load_registry(registry).device("shoe").key
        assert key
        assert key not in out + err
        status, out, err = call("check", "shoe", "--registry", str(registry), "--json")
        assert status == 0, out + err
        assert json.loads(out)["ok"]
        assert json.loads(out)["paired"]
        status, out, _ = call("list", "--registry", str(registry))
        assert out.startswith("shoe: shoe SIM-S0 at")
        assert call("forget", "shoe", *PEOPLE, "--registry", str(registry))[0] == 0
        assert call("list", "--registry", str(registry), "--json")[1].strip() == "[]"

    def test_without_the_service_switch(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        status, _, err = call("pair", "shoe", shoe.url, *PEOPLE, "--registry", str(tmp_path / "d.json"))
        assert status == 2
        assert "turn the service switch of SIM-S0 on" in err
        assert not (tmp_path / "d.json").exists()

    def test_switch_left_on(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        shoe.operate("service on")
        status, _, err = call("pair", "s", shoe.url, *PEOPLE, "--wait", "0.2", "--registry", str(tmp_path / "d.json"))
        assert status == 2
        assert "still on" in err
        assert load_registry(tmp_path / "d.json").device("s").key

    def test_one_person_is_not_enough(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        people = ["--technician", "Sam", "--supervisor", "sam"]
        status, _, err = call("pair", "shoe", shoe.url, *people, "--registry", str(tmp_path / "d.json"))
        assert status == 2
        assert "two different people" in err

    @pytest.mark.parametrize(
        ("names", "pins", "says"),
        [
            (("Ted", "Sam"), ("2846", "551800"), "wrong name, badge or PIN"),
            (("Nobody", "Sam"), ("2846", "406917"), "wrong name, badge or PIN"),
            (("Ted", "Dana"), ("2846", "7305"), "cannot do this together"),
        ],
    )
    def test_names_alone_pair_nothing(
        self, shoe: ListeningDevice, tmp_path: Path, names: tuple[str, str], pins: tuple[str, str], says: str
    ) -> None:
        shoe.operate("service on")
        people = ["--technician", names[0], "--supervisor", names[1]]
        status, _, err = call("pair", "shoe", shoe.url, *people, "--registry", str(tmp_path / "d.json"), pins=pins)
        assert status == 2
        assert says in err
        assert not (tmp_path / "d.json").exists()

    def test_the_approval_names_both_as_the_book_knows_them(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        assert self.pair(shoe, tmp_path / "d.json")[0] == 0
        (approved,) = load_registry(tmp_path / "d.json").approved
        assert (approved.technician, approved.supervisor) == ("Ted (p5)", "Sam (p2)")

    def test_a_shoe_is_never_registered_without_key(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        words = ["pair", "shoe", shoe.url, *PEOPLE, "--without-key", "--registry", str(tmp_path / "d.json")]
        status, _, err = call(*words)
        assert status == 2
        assert "works only paired" in err

    def test_a_shuffler_may_be(self, tmp_path: Path) -> None:
        device = running_device("batch-shuffler")
        registry = str(tmp_path / "d.json")
        assert call("pair", "b", device.url, *PEOPLE, "--without-key", "--registry", registry)[0] == 0
        assert call("check", "b", "--registry", registry)[0] == 0
        device.close()

    def test_another_device_or_firmware_at_the_port(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        registry = tmp_path / "d.json"
        assert self.pair(shoe, registry)[0] == 0
        shoe.operate("fault wrong-identity:serial=OTHER")
        status, out, _ = call("check", "shoe", "--registry", str(registry))
        assert status == 1
        assert "expected SIM-S0, found OTHER" in out
        assert "never approved" in out
        status, _, err = call("check", "shoe", "--registry", str(registry), "--approve", *PEOPLE)
        assert (status, "not the device that was paired" in err) == (2, True)
        assert {approval.serial for approval in load_registry(registry).approved} == {"SIM-S0"}

    def test_wrong_key_and_no_answer_and_unknown_name(
        self, shoe: ListeningDevice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        registry = tmp_path / "d.json"
        assert self.pair(shoe, registry)[0] == 0
        stolen = replace(load_registry(registry).device("shoe"), key="22" * 32)
        load_registry(registry).with_device(stolen).save()
        status, _, err = call("check", "shoe", "--registry", str(registry))
        assert status == 1
        assert "refuses this key" in err
        status, _, err = call("check", "reader", "--registry", str(registry))
        assert status == 2
        assert "known: shoe" in err
        shoe.operate("power off")
        monkeypatch.setattr(SerialTransport, "reply_wait", 0.1)
        status, _, err = call("check", "shoe", "--registry", str(registry))
        assert status == 2
        assert "nobody answers" in err

    def test_missing_port(self, tmp_path: Path) -> None:
        status, _, err = call("pair", "x", str(tmp_path / "none"), *PEOPLE, "--registry", str(tmp_path / "d.json"))
        assert status == 2
        assert "is not there" in err


class TestOnRecord:
    """Whatever two people do to the list of devices stands in the signed journal of the table at once."""

    @pytest.fixture
    def journal(self, tmp_path: Path) -> Path:
        (tmp_path / "journals").mkdir()
        file = tmp_path / "journals" / "t.journal"
        Journal.create(file, table="t", signing_key=create_key(file.with_suffix(".key"))).close()
        return file

    def recorded(self, journal: Path) -> list[DeviceRegistryChanged]:
        with Journal.open(journal) as opened:
            typed = [entry.typed for entry in opened.entries()]
        assert verify(journal).ok
        return [entry for entry in typed if isinstance(entry, DeviceRegistryChanged)]

    def test_pairing_approving_a_new_key_and_forgetting_are_journaled_at_once(
        self, shoe_of_minor_1: ListeningDevice, tmp_path: Path, journal: Path
    ) -> None:
        registry = tmp_path / "d.json"
        status, _, err, _ = TestMinor1().pair(shoe_of_minor_1, registry)
        assert status == 0, err
        device = load_registry(registry).device("shoe")
        (paired,) = self.recorded(journal)
        assert (paired.what, paired.name, paired.serial, paired.family) == ("paired", "shoe", "SIM-S0", "shoe")
        assert (paired.key, paired.by, paired.approved_by) == (device.key_id, "p5", "p2")
        assert paired.reported_sha256 == load_registry(registry).approved[0].firmware_sha256
        assert device.key not in journal.read_bytes().hex()
        words = [*PEOPLE, "--registry", str(registry)]
        assert call("check", "shoe", "--approve", *words)[0] == 0
        assert call("rotate-key", "shoe", *words)[0] == 0
        assert call("forget", "shoe", *words)[0] == 0
        told = self.recorded(journal)
        assert [entry.what for entry in told] == ["paired", "approved", "new-key", "forgotten"]
        assert {(entry.by, entry.approved_by) for entry in told} == {("p5", "p2")}
        assert told[2].key not in (None, paired.key)

    def test_while_the_console_has_the_journal_nothing_is_paired(
        self, shoe: ListeningDevice, tmp_path: Path, journal: Path
    ) -> None:
        shoe.operate("service on")
        with Journal.open(journal, load_key(journal.with_suffix(".key"))):
            status, _, err = call("pair", "shoe", shoe.url, *PEOPLE, "--registry", str(tmp_path / "d.json"))
        assert status == 2
        assert "close the console first" in err
        assert not (tmp_path / "d.json").exists()

    def test_a_refused_pairing_is_not_journaled(self, shoe: ListeningDevice, tmp_path: Path, journal: Path) -> None:
        assert call("pair", "shoe", shoe.url, *PEOPLE, "--registry", str(tmp_path / "d.json"))[0] == 2
        assert self.recorded(journal) == []

    @pytest.mark.parametrize("words", [["rotate-key", "shoe"], ["forget", "shoe"], ["check", "shoe", "--approve"]])
    def test_one_person_alone_changes_nothing(
        self, shoe_of_minor_1: ListeningDevice, tmp_path: Path, journal: Path, words: list[str]
    ) -> None:
        registry = tmp_path / "d.json"
        TestMinor1().pair(shoe_of_minor_1, registry)
        before = registry.read_bytes()
        where = ["--registry", str(registry)]
        assert call(*words, *where)[0] == 2
        assert call(*words, "--technician", "Sam", "--supervisor", "B-100", *where, pins=(PINS["Sam"],) * 2)[0] == 2
        assert call(*words, *PEOPLE, *where, pins=(PINS["Ted"], "551800"))[0] == 2
        assert registry.read_bytes() == before
        assert len(self.recorded(journal)) == 1

    def test_a_shuffler_without_a_key_is_on_record_as_such(self, tmp_path: Path, journal: Path) -> None:
        device = running_device("batch-shuffler")
        words = ["pair", "b", device.url, *PEOPLE, "--without-key", "--registry", str(tmp_path / "d.json")]
        status, out, _ = call(*words)
        device.close()
        assert (status, "without_key = true" in out) == (0, True)
        (paired,) = self.recorded(journal)
        assert (paired.what, paired.key) == ("paired", None)


class TestMinor1:
    """A11: a key that is agreed upon, a new one, a certificate, meters."""

    def pair(self, shoe: ListeningDevice, registry: Path, button: str = "confirm") -> tuple[int, str, str, str]:
        assert shoe.operate("service on").startswith("ok")
        shown: list[str] = []
        over = threading.Event()

        def person() -> None:
            while not shown and not over.is_set():
                shown.extend(re.findall(r"code=(\d{6})", shoe.operate("state")))
                time.sleep(0.01)
            shoe.operate(f"press {button}")
            while button == "confirm" and not registry.exists() and not over.is_set():
                time.sleep(0.01)
            shoe.operate("service off")

        technician = threading.Thread(target=person)
        technician.start()
        told = call("pair", "shoe", shoe.url, *PEOPLE, "--wait", "120", "--registry", str(registry))
        over.set()
        technician.join()
        assert shown, told
        return (*told, shown[0])

    def test_both_displays_show_the_same_code_and_the_key_is_never_sent(
        self, shoe_of_minor_1: ListeningDevice, tmp_path: Path
    ) -> None:
        registry = tmp_path / "d.json"
        status, _, err, code = self.pair(shoe_of_minor_1, registry)
        assert status == 0, err
        assert f"must show {code[:3]} {code[3:]}" in err
        assert call("check", "shoe", "--registry", str(registry))[0] == 0

    def test_refused_at_the_device_nothing_is_paired(self, shoe_of_minor_1: ListeningDevice, tmp_path: Path) -> None:
        status, _, err, _ = self.pair(shoe_of_minor_1, tmp_path / "d.json", "refuse")
        assert status == 1
        assert "nobody confirmed it there" in err
        assert "paired=no" in shoe_of_minor_1.operate("state")

    def test_a_new_key_without_the_switch_and_the_old_one_is_worth_nothing(
        self, shoe_of_minor_1: ListeningDevice, tmp_path: Path
    ) -> None:
        registry = tmp_path / "d.json"
        self.pair(shoe_of_minor_1, registry)
        old = load_registry(registry)
        status, out, err = call("rotate-key", "shoe", *PEOPLE, "--registry", str(registry))
        assert (status, out) == (0, "shoe: SIM-S0 has a new key\n"), err
        assert load_registry(registry).device("shoe").key != old.device("shoe").key
        assert call("check", "shoe", "--registry", str(registry))[0] == 0
        old.save()
        assert "refuses this key" in call("check", "shoe", "--registry", str(registry))[2]

    def test_a_device_is_genuine_by_its_makers_word_and_its_firmware(
        self, shoe_of_minor_1: ListeningDevice, tmp_path: Path
    ) -> None:
        registry, image = str(tmp_path / "d.json"), tmp_path / "firmware"
        self.pair(shoe_of_minor_1, Path(registry))
        maker = signing_public(SIMULATED_MAKER).hex()
        words = ["verify", "shoe", "--registry", registry, "--firmware", str(image), "--maker"]
        image.write_bytes(b"simulated shoe firmware")
        assert call(*words, maker)[:2] == (0, "shoe: SIM-S0 is genuine\n")
        assert call(*words, "00" * 32)[:2] == (
            1,
            "shoe: SIM-S0 is NOT GENUINE: its certificate is not signed by this maker\n",
        )
        image.write_bytes(b"another")
        assert call(*words, maker)[1] == "shoe: SIM-S0 is NOT GENUINE: it does not run this firmware\n"
        assert call(*words, "xx")[0] == 2

    def test_meters_history_and_the_place_of_a_fault(self, tmp_path: Path) -> None:
        device = running_device("batch-shuffler")
        registry = str(tmp_path / "d.json")
        assert call("pair", "b", device.url, *PEOPLE, "--without-key", "--registry", registry)[0] == 0
        device.operate("fault jam")
        status, out, err = call("meters", "b", "--registry", registry, "--json")
        told = json.loads(out)
        device.close()
        assert status == 0, err
        assert (told["faults"], sum(told["jams"].values()), told["shuffles"]) == (1, 1, [])
        assert told["fault"]["place"] != "UNKNOWN"
        assert told["fault"]["steps"] == ["OPEN_LID", "REMOVE_CARDS", "CLOSE_DOORS", "CLEAR"]

    def test_an_old_device_has_no_meters(self, shoe: ListeningDevice, tmp_path: Path) -> None:
        registry = tmp_path / "d.json"
        TestCommand().pair(shoe, registry)
        status, _, err = call("meters", "shoe", "--registry", str(registry))
        assert status == 2
        assert "speaks minor 0" in err
        assert "speaks minor 0" in call("rotate-key", "shoe", *PEOPLE, "--registry", str(registry))[2]


@pytest.mark.parametrize(
    ("name", "says"),
    [("shоe", "looks like 'shoe'"), ("sh0e", "looks like 'shoe'"), ("shoe\n  reader", "no name"), (" ", "no name")],
)
def test_a_name_that_people_could_take_for_another_devices_is_refused(tmp_path: Path, name: str, says: str) -> None:
    registry = tmp_path / "devices.json"
    known = KnownDevice(name="shoe", family="shoe", port="x", address=0x30, serial="S-1", model="M", key="42" * 32)
    Registry(path=registry, devices=(known,)).save()
    words = [
        "pair",
        name,
        "tcp://127.0.0.1:1",
        "--registry",
        str(registry),
        "--technician",
        "Ted",
        "--supervisor",
        "Sam",
    ]
    result = CliRunner().invoke(app, words)
    assert (result.exit_code, says in result.stderr) == (2, True), result.output
