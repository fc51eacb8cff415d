"""C38–C43, C55: the hole-card reader says one bit, at one moment, once per round (A8)."""

from hardware_sims.tools.conformance.bench import Bench, Event, events_named, names
from hardware_sims.tools.conformance.items.item import FailedError, item, require

_ACE, _TEN = 1, 2
_READING_MS = 150
_RANKS = "A23456789TJQK"
_SUITS = "dcsh"
_OFTEN = 0.02
_STEP = 0.005


def _expected(rank: str, up: int) -> str:
    makes_blackjack = rank in "TJQK" if up == _ACE else rank == "A"
    return "BLACKJACK" if makes_blackjack else "CLEAR"


def ready(bench: Bench) -> int:
    """Enabled and idle; the number of a round that was never used."""
    bench.done("ENABLE")
    bench.drain()
    return int.from_bytes(bench.dice.bytes(4), "little") | 0x80000000


def arm(bench: Bench, round_number: int, up: int) -> None:
    bench.done("ARM", round=round_number, up=up)


def reading(bench: Bench, card: str) -> tuple[Event, Event]:
    """A card is put into the armed reader, and taken out when its RESULT is there."""
    bench.do(f"insert {card}")
    events = bench.events_until("RESULT", bench.soon, every=_OFTEN)
    require(names(events) == ["INSERTED", "RESULT"], f"a card in the armed reader gave {' '.join(names(events))}")
    bench.do("remove")
    removed = bench.events_until("REMOVED", bench.soon, every=_OFTEN)
    require(names(removed) == ["REMOVED"], f"a card taken out gave {' '.join(names(removed))}")
    return events[0], events[1]


def unreadable(bench: Bench) -> None:
    bench.do("fault unreadable clear_after=1")
    _, result = reading(bench, "7c")
    require(result["result"] == "UNREADABLE", f"a card nobody can read gave {result['result']}")


@item(38, "All 13 ranks under both up-cards give the right code.", families="r", operator=True)
def right_codes(bench: Bench) -> None:
    number = ready(bench)
    for at, rank in enumerate(_RANKS):
        for up in (_ACE, _TEN):
            number += 1
            arm(bench, number, up)
            card = rank + _SUITS[at % len(_SUITS)]
            inserted, result = reading(bench, card)
            require(inserted["round"] == result["round"] == number, f"{card}: the events name another round")
            want = _expected(rank, up)
            require(result["result"] == want, f"{card} under up-card {up} gave {result['result']}, not {want}")


@item(
    39,
    "RESULT comes exactly 150 ms after INSERTED and has the same length, whatever it says.",
    families="r",
    operator=True,
)
def same_time_and_length(bench: Bench) -> None:
    number = ready(bench)
    for card, trouble in (("Kd", ""), ("Ac", ""), ("5s", ""), ("9h", "unreadable"), ("Td", "unreadable")):
        number += 1
        arm(bench, number, _ACE)
        if trouble:
            bench.do(f"fault {trouble} clear_after=1")
        inserted, result = reading(bench, card)
        took = (result["t"] - inserted["t"]) % 2**32
        require(took == _READING_MS, f"{result['result']} came {took} ms after INSERTED, not {_READING_MS}")
        require(result["result"] in ("BLACKJACK", "CLEAR", "UNREADABLE"), f"RESULT has code {result['result']}")


@item(40, "A card in a reader that is not armed gives UNARMED and never a RESULT.", families="r", operator=True)
def unarmed(bench: Bench) -> None:
    ready(bench)
    bench.do("insert Kd")
    bench.port.wait(1.0)
    events = bench.drain()
    require(names(events) == ["UNARMED"], f"a card in an unarmed reader gave {' '.join(names(events)) or 'nothing'}")
    bench.do("remove")
    events = bench.events_until("REMOVED", bench.soon, every=_OFTEN)
    require(names(events) == ["REMOVED"], f"taking it out gave {' '.join(names(events))}")
    require(events[0]["round"] == 0, f"REMOVED after UNARMED names round {events[0]['round']}")


@item(
    41,
    "Another ARM of a round after CLEAR or BLACKJACK, with another up-card, or for a third reading is NOT_PERMITTED.",
    families="r",
    operator=True,
)
def once_per_round(bench: Bench) -> None:
    number = ready(bench)
    for card, result in (("5s", "CLEAR"), ("Kd", "BLACKJACK")):
        number += 1
        arm(bench, number, _ACE)
        require(reading(bench, card)[1]["result"] == result, f"{card} did not give {result}")
        _no_more(bench, number, _ACE, f"after {result}")
    number += 1
    arm(bench, number, _ACE)
    unreadable(bench)
    _no_more(bench, number, _TEN, "with another up-card")
    arm(bench, number, _ACE)
    unreadable(bench)
    _no_more(bench, number, _ACE, "for a third reading")


def _no_more(bench: Bench, number: int, up: int, why: str) -> None:
    answer = bench.command("ARM", round=number, up=up)
    require(
        answer.reason == "NOT_PERMITTED", f"ARM of the same round {why} was answered {answer.spoken}, not NOT_PERMITTED"
    )


@item(42, "`up` 0 or 3 is BAD_VALUE.", families="r")
def other_up_cards(bench: Bench) -> None:
    bench.done("ENABLE")
    number = int.from_bytes(bench.dice.bytes(4), "little") | 1
    for up in (0, 3, 255):
        answer = bench.command("ARM", round=number, up=up)
        require(answer.reason == "BAD_VALUE", f"ARM with up {up} was answered {answer.spoken}, not BAD_VALUE")
    answer = bench.command("ARM", round=0, up=_ACE)
    require(answer.reason == "BAD_VALUE", f"ARM of round 0 was answered {answer.spoken}, not BAD_VALUE")
    arm(bench, number, _ACE)


@item(43, "A card pulled out early: UNREADABLE at 150 ms, then REMOVED.", families="r", operator=True)
def pulled_out(bench: Bench) -> None:
    number = ready(bench) + 1
    arm(bench, number, _ACE)
    bench.do_quickly(["insert Kd", "remove"])
    events = bench.events_until("REMOVED", bench.soon, every=_OFTEN)
    require(names(events) == ["INSERTED", "RESULT", "REMOVED"], f"a card pulled out gave {' '.join(names(events))}")
    inserted, result, removed = events
    took = (result["t"] - inserted["t"]) % 2**32
    require(result["result"] == "UNREADABLE", f"a card pulled out gave {result['result']}")
    require(took == _READING_MS, f"UNREADABLE came {took} ms after INSERTED, not {_READING_MS}")
    require(removed["round"] == number, f"REMOVED names round {removed['round']}")
    if any(events_named(bench.drain(), "RESULT")):
        raise FailedError("a second RESULT came")


@item(55, "RESULT comes at the same moment by the host's clock, whatever it says.", families="r", operator=True)
def same_moment_on_the_wall(bench: Bench) -> None:
    """`t` is what the device says of itself: a RESULT that is told late tells the hole card all the same."""
    number = ready(bench)
    waits: dict[str, float] = {}
    for card in ("Kd", "5s", "Kd", "5s", "Th", "9h"):
        number += 1
        arm(bench, number, _ACE)
        bench.do(f"insert {card}")
        start = bench.port.now()
        result = bench.events_until("RESULT", bench.soon, every=_STEP)[-1]["result"]
        took = bench.port.now() - start
        bench.do("remove")
        bench.events_until("REMOVED", bench.soon, every=_OFTEN)
        waits[result] = min(waits.get(result, took), took)  # one late answer may be this computer's fault
    slowest, fastest = max(waits, key=lambda code: waits[code]), min(waits, key=lambda code: waits[code])
    apart = (waits[slowest] - waits[fastest]) * 1000
    allowed = 1000 * (bench.port.reply_due + 2 * _STEP)
    text = f"{slowest} comes {apart:.0f} ms later than {fastest} by the host's clock: the time tells the hole card"
    require(apart <= allowed, text)
