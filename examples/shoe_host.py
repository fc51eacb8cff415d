"""A host for a sealed shoe: enable it, and open every card that is drawn. Every event is in shoe.sqlite.

python examples/shoe_host.py /dev/ttyUSB0 shoe.key       a real shoe, its key as 64 hex digits in a file
python examples/shoe_host.py tcp://127.0.0.1:4800        a simulated one: hardware-sims run shoe --listen tcp://127.0.0.1:4800
"""

import sys
from pathlib import Path

from drivers.events import CardDrawn, CutCardSeen, DeviceAway, DeviceFaulted, DeviceReady, RevealReason
from drivers.host import Host
from drivers.sqlite_journal import SqliteDeviceJournal

SIMULATORS = "42" * 32


def main(port: str, key_file: str | None = None, most: int = 0) -> None:
    key = bytes.fromhex(Path(key_file).read_text().strip() if key_file else SIMULATORS)
    port = port.replace("tcp://", "socket://")
    with Host(port=port, family="shoe", key=key, journal=SqliteDeviceJournal("shoe.sqlite")) as host:
        opened = 0
        while not most or opened < most:
            match host.wait(60):
                case DeviceReady(serial=serial, firmware=firmware):
                    print(f"shoe {serial}, firmware {firmware}")
                    host.ended(host.device.ensure_enabled())
                case CardDrawn(draw=draw):
                    card = host.ended(host.device.reveal(draw, RevealReason.DEALT_FACE_UP))
                    print(f"card {draw}: {card.card or 'not readable'}", flush=True)
                    opened += 1
                case CutCardSeen():
                    print("the cutting card: the last round of this shoe")
                case DeviceFaulted(fault=fault):
                    print(f"fault {fault}: a supervisor clears it with host.device.clear(fault)")
                case DeviceAway(text=text):
                    print(text)


if __name__ == "__main__":
    main(*sys.argv[1:])
