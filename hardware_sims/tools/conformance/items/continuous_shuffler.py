"""C29–C31: the continuous shuffler conserves cards, and gives none while inhibited (A6)."""

from hardware_sims.tools.conformance.bench import Bench, Event, names
from hardware_sims.tools.conformance.items.item import FailedError, item, require
from hardware_sims.tools.conformance.port import OperatorRefusedError
from hardware_sims.wire.constants import FAULTS, STATES

CYCLE = 180.0
_STATE = STATES["c"]
_CARDS = 2000
_STOCK = 208
_HANDFUL = 8


def _counted(bench: Bench, command: str) -> list[Event]:
    """RECOUNT or EJECT, to its INVENTORY and what comes with it."""
    bench.done(command)
    events = bench.events_until("INVENTORY", CYCLE)
    return events + bench.drain()


def running(bench: Bench, stock: int = _STOCK) -> None:
    """Enabled, with that many cards inside."""
    if bench.status()["state"] in (_STATE["COUNTING"], _STATE["UNLOADING"]):
        bench.events_until("INVENTORY", CYCLE)
    _counted(bench, "EJECT")
    bench.drain()
    bench.done("ENABLE")
    bench.do(f"load {stock}")
    bench.drain()


class Totals:
    """The totals as this side counts them; every event must step them right."""

    def __init__(self, bench: Bench) -> None:
        status = bench.status()
        self.total_in, self.total_out = status["a"], status["b"]
        require(status["c"] == self.inside, f"inside is {status['c']}, in − out is {self.inside}")

    @property
    def inside(self) -> int:
        return int(self.total_in - self.total_out)

    def step(self, event: Event) -> None:
        kind = event["event"]
        if kind == "CARD_OUT":
            self.total_out += 1
            require(event["total_out"] == self.total_out, f"CARD_OUT says {event['total_out']}, not {self.total_out}")
        elif kind == "CARDS_IN":
            self.total_in += event["n"]
            require(event["total_in"] == self.total_in, f"CARDS_IN says {event['total_in']}, not {self.total_in}")
        elif kind == "LOW":
            require(event["inside"] == self.inside, f"LOW says {event['inside']}, in − out is {self.inside}")

    def compare(self, bench: Bench) -> None:
        status = bench.status()
        counts = (status["a"], status["b"], status["c"])
        require(counts == (self.total_in, self.total_out, self.inside), f"STATUS_IS says in, out, inside {counts}")


@item(29, "inside = total_in − total_out at every event of 2000 cards.", families="c", operator=True)
def conservation(bench: Bench) -> None:
    running(bench)
    totals = Totals(bench)
    moved = 0
    while moved < _CARDS:
        for line in (f"draw {_HANDFUL}", f"return {_HANDFUL}"):
            before = totals.inside
            bench.do(line)
            for event in bench.drain():
                totals.step(event)
            step = totals.inside - before
            require(abs(step) == _HANDFUL, f"'{line}' changed what is inside by {step}")
        moved += 2 * _HANDFUL
        totals.compare(bench)
    inventory = _counted(bench, "RECOUNT")[0]
    counts = (inventory["inside"], inventory["total_in"], inventory["total_out"])
    require(counts == (totals.inside, totals.total_in, totals.total_out), f"INVENTORY says inside, in, out {counts}")


@item(
    30,
    "A lost card: RECOUNT gives COUNT_DRIFT, and ENABLE is refused until an INVENTORY is right or empty.",
    families="c",
    operator=True,
)
def lost_card(bench: Bench) -> None:
    running(bench)
    _drift(bench)
    bench.do("clear")
    require(names(_counted(bench, "RECOUNT")) == ["INVENTORY"], "a count that is right again gave a fault")
    bench.done("ENABLE")
    bench.drain()
    _drift(bench)
    inventory = _counted(bench, "EJECT")[0]
    require(inventory["inside"] == 0, f"EJECT gave an INVENTORY with {inventory['inside']} inside")
    require(inventory["total_out"] == inventory["total_in"], "after EJECT total_out is not total_in")
    bench.done("ENABLE")


def _drift(bench: Bench) -> None:
    inside = bench.status()["c"]
    bench.do("fault count-drift")
    events = _counted(bench, "RECOUNT")
    require(names(events)[:2] == ["INVENTORY", "FAULT"], f"RECOUNT of a lost card gave {' '.join(names(events))}")
    stock_inside = events[0]["inside"]
    require(stock_inside != inside, f"INVENTORY says {stock_inside}, the totals' figure, though a card is lost")
    require(events[1]["of"] == FAULTS["COUNT_DRIFT"], f"FAULT names {events[1]['of']}, not COUNT_DRIFT")
    bench.refused("FAULT", "ENABLE")
    bench.done("CLEAR", fault=FAULTS["COUNT_DRIFT"])
    bench.refused("NOT_PERMITTED", "ENABLE")
    bench.drain()


@item(31, "Inhibited: no card comes out.", families="c", operator=True)
def inhibited(bench: Bench) -> None:
    running(bench)
    bench.do("draw")
    require("CARD_OUT" in names(bench.drain()), "enabled, a drawn card gave no CARD_OUT")
    bench.done("INHIBIT")
    bench.drain()
    before = bench.status()["b"]
    _pull(bench)
    require("CARD_OUT" not in names(bench.drain()), "inhibited, a card came out")
    require(bench.status()["b"] == before, "inhibited, total_out went up")
    bench.done("ENABLE")
    bench.do("draw")
    if "CARD_OUT" not in names(bench.drain()):
        raise FailedError("enabled again, no card comes out")


def _pull(bench: Bench) -> None:
    """The hand may feel that nothing comes, or draw nothing; both are right."""
    try:
        bench.operator.do("draw")
    except OperatorRefusedError:
        return
