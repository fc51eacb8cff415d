"""C25–C28: the batch shuffler's cycle, everything that kills a batch, and that no byte tells its order (A6)."""

from collections.abc import Callable

from hardware_sims.tools.conformance.bench import Bench, Event, names
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import (
    CAPS,
    COMMAND_STATUS,
    FAULT_FAMILIES,
    FAULTS,
    INHIBIT_CAUSES,
    STATES,
    VERDICTS,
    card_text,
    decks,
)
from hardware_sims.wire.payloads import pack, unpack
from hardware_sims.wire.tablelink import Frame

CYCLE = 180.0
"""No shuffle, count or unloading of a device takes longer (seconds)."""
_STATE = STATES["b"]
ONE_DECK = [card_text(card) for card in decks(1)]


def state_of(bench: Bench) -> int:
    return int(bench.status()["state"])


def emptied(bench: Bench) -> None:
    """Whatever lies in the device is taken out."""
    if state_of(bench) in (_STATE["LOADED"], _STATE["READY"], _STATE["DEAD"]):
        bench.done("EJECT")
    if state_of(bench) != _STATE["EMPTY"]:
        bench.do("take")
        bench.events_until("BATCH_OUT", CYCLE)
    bench.drain()


def loaded(bench: Bench, cards: list[str]) -> int:
    """An enabled device with these cards in it; the id for their batch."""
    emptied(bench)
    bench.done("ENABLE")
    bench.drain()
    bench.do("load " + "".join(cards))
    require(names(bench.drain()) == ["LOADED"], "cards put in gave no LOADED")
    return int(bench.status()["a"]) + 1


def decks_to_check(bench: Bench) -> int:
    return 1 if bench.identity["caps"] & CAPS["identities"] else 0


def shuffled(bench: Bench, batch: int, cmd: int | None = None) -> list[Event]:
    """A shuffle from SHUFFLE to SHUFFLE_DONE."""
    answer = bench.done("SHUFFLE", cmd=cmd, batch=batch, decks=decks_to_check(bench), expected=len(ONE_DECK))
    require(answer["status"] == COMMAND_STATUS["RUNNING"], f"SHUFFLE was answered with status {answer['status']}")
    return bench.events_until("SHUFFLE_DONE", CYCLE)


@item(
    25, "A good cycle: LOADED, SHUFFLE_STARTED, SHUFFLE_DONE OK, RELEASE, BATCH_OUT good.", families="b", operator=True
)
def good_cycle(bench: Bench) -> None:
    batch, cmd = loaded(bench, ONE_DECK), bench.new_id()
    started, done = _pair_of_events(shuffled(bench, batch, cmd))
    require(started["batch"] == batch and done["batch"] == batch, "the events name another batch")
    result = (done["count"], done["verdict"], len(done["differences"]))
    require(result == (52, VERDICTS["OK"], 0), f"52 good cards gave count, verdict, differences {result}")
    require(state_of(bench) == _STATE["READY"], "not READY after a good shuffle")
    status = bench.ask("QUERY", cmd=cmd)["status"]
    require(status == COMMAND_STATUS["DONE"], f"SHUFFLE has status {status} after SHUFFLE_DONE")
    answer = bench.done("RELEASE", batch=batch)
    require(answer["status"] == COMMAND_STATUS["RUNNING"], f"RELEASE was answered with status {answer['status']}")
    require(state_of(bench) == _STATE["UNLOADING"], "not UNLOADING after RELEASE")
    bench.do("take")
    out = bench.events_until("BATCH_OUT", CYCLE)[-1]
    require((out["batch"], out["good"]) == (batch, 1), f"BATCH_OUT names batch {out['batch']}, good {out['good']}")
    require(state_of(bench) == _STATE["EMPTY"], "not EMPTY after the cards were taken")


def _pair_of_events(events: list[Event]) -> tuple[Event, Event]:
    came = names(events)
    require(came == ["SHUFFLE_STARTED", "SHUFFLE_DONE"], f"a shuffle gave {' '.join(came)}")
    return events[0], events[1]


@item(
    26,
    "Each fault in SHUFFLING and in UNLOADING: FAULT, BATCH_DEAD, INHIBITED; that batch is never released and its id "
    "never taken again.",
    families="b",
    operator=True,
)
def every_fault_kills(bench: Bench) -> None:
    for fault, families in FAULT_FAMILIES.items():
        if "b" in families:
            for state in ("SHUFFLING", "UNLOADING"):
                _one_fault(bench, fault, state)


def _one_fault(bench: Bench, fault: str, state: str) -> None:
    where = f"{fault} in {state}"
    batch, cmd = loaded(bench, ONE_DECK), bench.new_id()
    bench.done("SHUFFLE", cmd=cmd, batch=batch, decks=decks_to_check(bench), expected=len(ONE_DECK))
    if state == "UNLOADING":
        bench.events_until("SHUFFLE_DONE", CYCLE)
        cmd = bench.new_id()
        bench.done("RELEASE", cmd=cmd, batch=batch)
    bench.drain()
    _cause(bench, fault)
    _check_events(bench.drain(), fault, state, batch, where)
    status = bench.ask("QUERY", cmd=cmd)["status"]
    require(status == COMMAND_STATUS["FAILED"], f"{where}: the command has status {status}, not FAILED")
    require(state_of(bench) == _STATE["DEAD"], f"{where}: the batch is not DEAD")
    _dead_for_ever(bench, fault, batch, where)


def _cause(bench: Bench, fault: str) -> None:
    if fault == "POWER_IN_CYCLE":
        bench.power_cycle()
        bench.hello_after_power_up()
    elif fault == "DOOR_IN_CYCLE":
        bench.do("door open")
    else:
        bench.do(f"fault {fault.lower().replace('_', '-')}")


def _check_events(events: list[Event], fault: str, state: str, batch: int, where: str) -> None:
    before = {"POWER_IN_CYCLE": ["POWER_UP"], "DOOR_IN_CYCLE": ["DOOR"]}.get(fault, [])
    after = [] if fault == "POWER_IN_CYCLE" else ["INHIBITED"]
    came = names(events)
    require(came == [*before, "FAULT", "BATCH_DEAD", *after], f"{where} gave {' '.join(came) or 'no event'}")
    finished, dead = events[len(before)], events[len(before) + 1]
    require(finished["of"] == FAULTS[fault], f"{where}: FAULT names {finished['of']}")
    require(finished["at"] == _STATE[state], f"{where}: FAULT names state 0x{finished['at']:02x}")
    require((dead["batch"], dead["of"]) == (batch, FAULTS[fault]), f"{where}: BATCH_DEAD names another batch or fault")
    if after:
        require(events[-1]["cause"] == INHIBIT_CAUSES["fault"], f"{where}: INHIBITED has cause {events[-1]['cause']}")


def _dead_for_ever(bench: Bench, fault: str, batch: int, where: str) -> None:
    bench.refused("FAULT", "RELEASE", batch=batch)
    bench.do("door close" if fault == "DOOR_IN_CYCLE" else "clear")
    bench.done("CLEAR", fault=FAULTS[fault])
    bench.done("ENABLE")
    answer = bench.command("RELEASE", batch=batch)
    require(
        answer.reason == "NOT_PERMITTED",
        f"{where}: RELEASE of the dead batch was answered {answer.spoken}, not NOT_PERMITTED",
    )
    bench.done("EJECT")
    bench.do("take")
    out = bench.events_until("BATCH_OUT", CYCLE)[-1]
    require(out["good"] == 0, f"{where}: the dead batch came out as good")
    bench.do("load " + "".join(ONE_DECK))
    answer = bench.command("SHUFFLE", batch=batch, decks=decks_to_check(bench), expected=len(ONE_DECK))
    require(
        answer.reason == "NOT_PERMITTED",
        f"{where}: the id of the dead batch was answered {answer.spoken}, not NOT_PERMITTED",
    )
    bench.done("INHIBIT")


@item(
    27,
    "One card too many, one too few, one exchanged: verdict, DEAD, RELEASE NOT_PERMITTED, EJECT gives good 0.",
    families="b",
    operator=True,
)
def wrong_batches(bench: Bench) -> None:
    _one_wrong_batch(bench, "one card missing", ONE_DECK[:-1], "WRONG_COUNT")
    _one_wrong_batch(bench, "one card too many", [*ONE_DECK, ONE_DECK[0]], "WRONG_COUNT")
    if decks_to_check(bench):
        differences = _one_wrong_batch(bench, "one card exchanged", [*ONE_DECK[:-1], ONE_DECK[0]], "WRONG_CARDS")
        first, last = decks(1)[0], decks(1)[-1]
        require(differences == ((first, 1), (last, -1)), "SHUFFLE_DONE does not name the two cards, sorted")


def _one_wrong_batch(bench: Bench, what: str, cards: list[str], verdict: str) -> tuple[tuple[int, int], ...]:
    batch = loaded(bench, cards)
    done = shuffled(bench, batch)[-1]
    require(done["verdict"] == VERDICTS[verdict], f"{what}: verdict {done['verdict']}, not {verdict}")
    require(done["count"] == len(cards), f"{what}: count {done['count']}, not {len(cards)}")
    dead = bench.drain()
    require(names(dead) == ["BATCH_DEAD"], f"{what}: {' '.join(names(dead)) or 'nothing'} came instead of BATCH_DEAD")
    require((dead[0]["batch"], dead[0]["of"]) == (batch, 0), f"{what}: BATCH_DEAD names another batch or a fault")
    require(state_of(bench) == _STATE["DEAD"], f"{what}: not DEAD")
    answer = bench.command("RELEASE", batch=batch)
    require(answer.reason == "NOT_PERMITTED", f"{what}: RELEASE was answered {answer.spoken}, not NOT_PERMITTED")
    bench.done("EJECT")
    bench.do("take")
    out = bench.events_until("BATCH_OUT", CYCLE)[-1]
    require((out["batch"], out["good"]) == (batch, 0), f"{what}: EJECT gave batch {out['batch']}, good {out['good']}")
    bench.done("INHIBIT")
    return tuple(done["differences"])


_SHUFFLES = 100
_EVERY_BAD = 10


@item(
    28,
    "Over 100 shuffles of known cards in known order, no byte of any frame depends on the order (times apart).",
    families="b",
    operator=True,
)
def order_stays_inside(bench: Bench) -> None:
    first: dict[bool, list[bytes]] = {}
    for number in range(_SHUFFLES):
        bad = number % _EVERY_BAD == _EVERY_BAD - 1
        cards = [*ONE_DECK[1:], ONE_DECK[-1]] if bad else list(ONE_DECK)
        heard = _frames_of_one_cycle(bench, _another_order(bench, cards, number))
        same = first.setdefault(bad, heard)
        require(heard == same, f"shuffle {number + 1} differs from the first in {_difference(same, heard)}")


def _another_order(bench: Bench, cards: list[str], number: int) -> list[str]:
    """The new pack first, then its reverse, then orders by dice."""
    if number < 2:
        return cards if number == 0 else cards[::-1]
    keys = bench.dice.bytes(2 * len(cards))
    return [card for _, card in sorted((keys[2 * at : 2 * at + 2], card) for at, card in enumerate(cards))]


def _frames_of_one_cycle(bench: Bench, cards: list[str]) -> list[bytes]:
    heard: list[bytes] = []
    batch = loaded(bench, cards)
    bench.watch = _collector(heard)
    try:
        bench.hello()
        shuffled(bench, batch)
        bench.drain()
        ready = state_of(bench) == STATES["b"]["READY"]
        if ready:
            bench.done("RELEASE", batch=batch)
        else:
            bench.done("EJECT")
        bench.do("take")
        bench.events_until("BATCH_OUT", CYCLE)
        bench.status()
    finally:
        bench.watch = None
    bench.done("INHIBIT")
    bench.drain()
    return heard


def _collector(heard: list[bytes]) -> Callable[[Frame], None]:
    """Frames without what may differ lawfully: numbers, times, ids. A poll that says the same again is left out:
    how often it does depends on how long the cycle took."""

    def collect(frame: Frame) -> None:
        text = bytes([frame.type]) + _without_counters(frame)
        if not heard or heard[-1] != text:
            heard.append(text)

    return collect


def _without_counters(frame: Frame) -> bytes:
    name = frame.name
    fields = unpack(frame.type, frame.payload)
    for counter in ("no", "t", "batch", "cmd", "nonce", "acked", "next"):
        if counter in fields:
            fields[counter] = bytes(8) if counter == "nonce" else 0
    if name == "STATUS_IS":
        fields["a"] = 0
    return pack(name, **fields)


def _difference(first: list[bytes], second: list[bytes]) -> str:
    for number, (left, right) in enumerate(zip(first, second, strict=False), start=1):
        if left != right:
            at = next((at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), -1)
            return f"reply {number} (type 0x{left[0]:02x}), payload byte {at - 1}"
    return "the number of replies"
