"""C19–C21: commands, exactly once (A5)."""

from hardware_sims.tools.conformance.bench import Bench, names
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import COMMAND_STATUS

_DONE = COMMAND_STATUS["DONE"]
_UNKNOWN = COMMAND_STATUS["UNKNOWN"]
_SOME_FAULT = 1


@item(19, "A command repeated by its id after a power cut gets the stored answer and has one effect.", operator=True)
def repeated_after_power_cut(bench: Bench) -> None:
    cmd = bench.new_id()
    first = bench.done("ENABLE", cmd=cmd)
    bench.drain()
    bench.power_cycle()
    bench.hello_after_power_up()
    known = bench.ask("QUERY", cmd=cmd)
    require(known["status"] == _DONE, f"QUERY after the power cut gives status {known.fields.get('status')}, not DONE")
    again = bench.command("ENABLE", cmd=cmd)
    require(again.frame.payload == first.frame.payload, f"the repeated command was answered {again.spoken}")
    require(not bench.has("ENABLED"), "the repeated ENABLE was executed again")
    require("ENABLED" not in names(bench.drain()), "the repeated ENABLE gave a second ENABLED")


@item(20, "A known id with other bytes is ID_REUSED.")
def reused_id(bench: Bench) -> None:
    cmd = bench.new_id()
    bench.done("INHIBIT", cmd=cmd)
    bench.refused("ID_REUSED", "CLEAR", cmd=cmd, fault=_SOME_FAULT)
    bench.refused("ID_REUSED", "ENABLE", cmd=cmd)
    again = bench.command("INHIBIT", cmd=cmd)
    require(again.fields.get("status") == _DONE, f"the first request with this id is now answered {again.spoken}")
    require("ENABLED" not in names(bench.drain()), "a refused ENABLE was executed")


@item(21, "An id that was answered with NAK was not used and can be used later.")
def id_after_nak(bench: Bench) -> None:
    cmd = bench.new_id()
    bench.refused("BAD_STATE", "CLEAR", cmd=cmd, fault=_SOME_FAULT)
    answer = bench.ask("QUERY", cmd=cmd)
    require(answer.fields.get("status") == _UNKNOWN, f"QUERY of a refused id gives {answer.fields}")
    answer = bench.command("INHIBIT", cmd=cmd)
    require(answer.name == "CMD_IS" and answer["status"] == _DONE, f"the id was answered {answer.spoken} later")
