"""A host for tests: speaks tablelink to a simulator in this process, on the shared virtual clock."""

from __future__ import annotations

from typing import Any

from hardware_sims.devices import Simulator, build
from hardware_sims.devices.tablelink_device import TablelinkDevice
from hardware_sims.endpoints.in_process import InProcess
from hardware_sims.wire.tablelink import MESSAGES, Frame, Receiver, encode, mac_ok, pack, unpack

NONCE = bytes.fromhex("0011223344556677")


class Host:
    """Counts SEQ and EPOCH, signs with the device's key, and picks command ids."""

    def __init__(self, device: str, **setup: Any) -> None:
        self.simulator: Simulator = build(device, **{"seed": 7, **setup})
        built = self.simulator.device
        assert isinstance(built, TablelinkDevice)
        self.device: Any = built
        self.line = InProcess(self.simulator)
        self.address = built.link.address
        self.key = built.memory.key
        self.seq = self.epoch = self.cmd = self.upto = 0
        self.receiver = Receiver()
        self.line.wait(1.0)

    @property
    def now(self) -> float:
        return self.line.clock.now

    def wait(self, seconds: float) -> None:
        self.line.wait(seconds)

    def operate(self, text: str) -> str:
        """A hand that must work."""
        answer = self.line.operate(text)
        assert answer.startswith("ok"), answer
        return answer

    # Frames

    def frame(self, name: str | int, payload: bytes = b"", **other: Any) -> Frame:
        code = MESSAGES[name] if isinstance(name, str) else name
        fields = {"dst": self.address, "src": 1, "seq": self.seq, "epoch": self.epoch, **other}
        return Frame(type=code, payload=payload, **fields)

    def wire(self, frame: Frame) -> bytes:
        return encode(frame, None if frame.mac is not None else self.key)

    def exchange_wire(self, wire: bytes, within: float = 0.1) -> list[Frame]:
        self.line.send(wire)
        data = self.line.receive(within)
        return self.receiver.feed(data)

    def exchange(self, frame: Frame, within: float = 0.1) -> Frame | None:
        frames = self.exchange_wire(self.wire(frame), within)
        assert len(frames) <= 1
        if frames and self.key is not None:
            assert mac_ok(frames[0], self.key)
        return frames[0] if frames else None

    def hello(self, nonce: bytes = NONCE, **other: Any) -> dict[str, Any]:
        frame = self.frame("HELLO", pack("HELLO", minor=0, nonce=nonce), **{"seq": 0, "epoch": 0, **other})
        reply = self.exchange(frame)
        assert reply is not None
        assert reply.name == "IDENTITY", unpack(reply.type, reply.payload)
        if reply.epoch != self.epoch:
            self.seq, self.epoch = 0, reply.epoch
        return unpack(reply.type, reply.payload)

    def request(self, name: str, **fields: Any) -> dict[str, Any]:
        """A new request; its reply as fields, `reply` being the reply's name."""
        return self.raw(MESSAGES[name], pack(name, **fields))

    def raw(self, code: int, payload: bytes = b"") -> dict[str, Any]:
        self.seq += 1
        reply = self.exchange(self.frame(code, payload))
        assert reply is not None, "silence"
        assert (reply.seq, reply.epoch) == (self.seq, self.epoch)
        fields = unpack(reply.type, reply.payload)
        if fields.get("reason") in ("BAD_MAC", "BAD_EPOCH", "BAD_SEQ"):
            self.seq -= 1
        return {"reply": reply.name, **fields}

    def command(self, name: str, **fields: Any) -> dict[str, Any]:
        self.cmd += 1
        return self.request(name, **{"cmd": self.cmd, **fields})

    def does(self, name: str, **fields: Any) -> dict[str, Any]:
        """A command that must be taken."""
        answer = self.command(name, **fields)
        assert answer["reply"] == "CMD_IS", answer
        return answer

    def refused(self, name: str, **fields: Any) -> str:
        """The reason a command is refused for."""
        answer = self.command(name, **fields)
        assert answer["reply"] == "NAK", answer
        return str(answer["reason"])

    # Events

    def poll(self) -> dict[str, Any]:
        answer = self.request("POLL", upto=self.upto)
        assert answer["reply"] == "EVENT", answer
        return answer

    def events(self) -> list[dict[str, Any]]:
        """All waiting events, acknowledged."""
        found = []
        while (event := self.poll())["no"]:
            assert event["no"] == self.upto + 1
            self.upto = event["no"]
            found.append(event)
        return found

    def names(self) -> list[str]:
        return [event["event"] for event in self.events()]

    def ready(self) -> Host:
        """Session, nothing waiting, enabled."""
        self.hello()
        self.events()
        assert self.does("ENABLE")["status"] == 2
        assert self.names() == ["ENABLED"]
        return self

    def wait_polling(self, seconds: float) -> None:
        """Time passes with a host that stays there."""
        end = self.now + seconds
        while self.now < end:
            self.request("STATUS")
            self.wait(min(0.5, max(0.0, end - self.now)))
