"""C22–C24: power, a lost host, and authenticity (A2, A3, A6)."""

from hardware_sims.tools.conformance.bench import Bench, events_named, names
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import FAULTS, FLAGS, INHIBIT_CAUSES
from hardware_sims.wire.tablelink import Frame, encode, mac_of

_HOST_LOST = 2.0
_BY_POWER = 1
_CLOCK_MAY_DIFFER = 0.1


@item(22, "After power-up: inhibited, POWER_UP first, and a latched fault is still latched.", operator=True)
def power_up(bench: Bench) -> None:
    bench.done("ENABLE")
    bench.do("fault sensor")
    bench.events_until("FAULT", bench.soon)
    bench.drain()
    boots = bench.identity["boots"]
    bench.power_cycle()
    identity = bench.hello_after_power_up()
    require(identity["boots"] == boots + 1, f"boots went from {boots} to {identity['boots']}")
    status = bench.status()
    require(not status["flags"] & FLAGS["ENABLED"], "enabled after power-up")
    require(status["fault"] == FAULTS["SENSOR"], f"the latched fault is {status['fault']} after power-up, not 9")
    events = bench.drain()
    require(names(events)[:1] == ["POWER_UP"], f"first came {' '.join(names(events)) or 'nothing'}")
    require("INHIBITED" not in names(events), "POWER_UP was followed by an INHIBITED it stands for")
    told_boots, cause = events[0]["boots"], events[0]["cause"]
    require(told_boots == identity["boots"], f"POWER_UP says boots {told_boots}, IDENTITY {identity['boots']}")
    require(cause == _BY_POWER, f"POWER_UP after a power cut has cause {cause}, not {_BY_POWER}")


@item(23, "2 s of silence: INHIBITED with cause 2, by `t` when it was; polling again does not enable.")
def host_lost(bench: Bench) -> None:
    bench.done("ENABLE")
    bench.drain()
    last = bench.port.now()
    bench.port.wait(_HOST_LOST * 0.75)
    enabled = answer_flags(bench) & FLAGS["ENABLED"] != 0
    # A computer that was held up has been silent for longer than it meant to be.
    require(enabled or bench.port.now() - last >= _HOST_LOST, "inhibited before 2 s of silence")
    enabled_at = _enabled_anew(bench)
    silent_from = bench.port.now()
    bench.port.wait(_HOST_LOST * 1.25)
    events = bench.drain()
    causes = [event["cause"] for event in events_named(events, "INHIBITED")]
    require(causes == [INHIBIT_CAUSES["host-lost"]], f"2 s of silence gave {' '.join(names(events)) or 'no event'}")
    _by_its_clock(next(events_named(events, "INHIBITED"))["t"] - enabled_at, bench.port.now() - silent_from)
    for _ in range(5):
        bench.poll()
    require(not answer_flags(bench) & FLAGS["ENABLED"], "polling enabled the device again")


def _enabled_anew(bench: Bench) -> int:
    """`t` of a fresh ENABLED."""
    bench.done("INHIBIT")
    bench.drain()
    bench.done("ENABLE")
    enabled = list(events_named(bench.drain(), "ENABLED"))
    require(len(enabled) == 1, f"ENABLE of an inhibited device gave {len(enabled)} ENABLED")
    return int(enabled[0]["t"])


def _by_its_clock(milliseconds: int, waited: float) -> None:
    """Between ENABLED and INHIBITED lie the 2 s of A2 by `t`, and not more than the host's clock saw."""
    least, most = (1 - _CLOCK_MAY_DIFFER) * _HOST_LOST * 1000, (1 + _CLOCK_MAY_DIFFER) * (waited * 1000 + 100)
    told_by_t = f"by t {milliseconds} ms lie between ENABLED and the INHIBITED of a lost host"
    require(least <= milliseconds <= most, f"{told_by_t}; the host was silent for {_HOST_LOST:g} to {waited:.1f} s")


def answer_flags(bench: Bench) -> int:
    return int(bench.status()["flags"])


@item(24, "With pairing, a wrong, missing or recorded MAC is never executed; PAIR without the switch is NOT_PERMITTED.")
def authenticity(bench: Bench) -> None:
    bench.refused("NOT_PERMITTED", "PAIR", key=bytes(range(32)))
    if bench.key is None:
        _mac_not_expected(bench)
        return
    recorded = _recorded_enable(bench, bench.key)
    frame = bench.frame("ENABLE", cmd=bench.new_id())
    right = mac_of(frame, bench.key)
    wrong_macs = {"last byte": right[:-1] + bytes([right[-1] ^ 1]), "first": bytes([right[0] ^ 0x80]) + right[1:]}
    for what, mac in wrong_macs.items():
        _not_executed(bench, encode(frame._replace(mac=mac)), {"BAD_MAC"}, f"a MAC wrong in its {what}")
    _not_executed(bench, encode(frame, bytes(32)), {"BAD_MAC"}, "a MAC under another key")
    _not_executed(bench, encode(frame), {"BAD_MAC"}, "a missing MAC")
    _not_executed(bench, recorded, {"BAD_SEQ"}, "a frame recorded earlier in the session")
    bench.hello()
    _not_executed(bench, recorded, {"BAD_EPOCH"}, "a frame recorded in an earlier session")
    require(bench.status().name == "STATUS_IS", "after refused MACs the session is harmed")


def _mac_not_expected(bench: Bench) -> None:
    frame = bench.frame("ENABLE", cmd=bench.new_id())
    _not_executed(bench, encode(frame, bytes(32)), {"BAD_MAC"}, "a MAC nobody agreed on")


def _recorded_enable(bench: Bench, key: bytes) -> bytes:
    """An ENABLE that was good once, and is followed by its INHIBIT."""
    frame: Frame = bench.frame("ENABLE", cmd=bench.new_id())
    require(bench.exchange(frame).name == "CMD_IS", "ENABLE was refused")
    bench.done("INHIBIT")
    bench.drain()
    return encode(frame, key)


def _not_executed(bench: Bench, wire: bytes, reasons: set[str], what: str) -> None:
    bench.port.send(wire)
    answer = bench.hear(bench.port.reply_wait)
    require(answer is not None, f"{what}: silence")
    expected = " or ".join(sorted(reasons))
    text = f"{what}: answered {answer.spoken if answer else ''}; A3 asks for {expected}"
    require(answer is not None and answer.reason in reasons, text)
    require(not answer_flags(bench) & FLAGS["ENABLED"], f"{what}: it was executed, the device is ENABLED now")
    require("ENABLED" not in names(bench.drain()), f"{what}: it was executed, ENABLED came as an event")
