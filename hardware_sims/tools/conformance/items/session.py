"""C1–C3, C12–C14, C19–C21 and C56: sessions, repeats, sequence numbers, commands exactly once (A2, A5)."""

from hardware_sims.tools.conformance.bench import Bench, names
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import COMMAND_STATUS

_DONE = COMMAND_STATUS["DONE"]
_UNKNOWN = COMMAND_STATUS["UNKNOWN"]
_SOME_FAULT = 1


@item(1, "HELLO is answered with IDENTITY: the nonce again, the family of the address, an EPOCH above the last one.")
def identity(bench: Bench) -> None:
    before = bench.hello().frame.epoch
    answer = bench.hello()
    require(answer["nonce"] == bench.nonce, "IDENTITY does not repeat the nonce")
    require(answer["family"] == bench.address >> 4, f"family {answer['family']} at address 0x{bench.address:02x}")
    require(answer.frame.epoch > before, f"EPOCH {answer.frame.epoch} after {before}")


@item(2, "The nonce of the running session keeps its EPOCH; another nonce gets a higher one.")
def same_nonce(bench: Bench) -> None:
    first = bench.hello()
    bench.status()
    again = bench.hello(bench.nonce)
    require(again.frame.epoch == first.frame.epoch, "the same nonce began a new session")
    require(bench.status().name == "STATUS_IS", "the session was harmed by its own HELLO")
    require(bench.hello().frame.epoch > first.frame.epoch, "another nonce got no higher EPOCH")


@item(3, "A HELLO to address 0 is answered from the device's own address.")
def anyone_there(bench: Bench) -> None:
    answer = bench.hello(address=0)
    require(answer.frame.src >> 4 == answer["family"], f"answered from 0x{answer.frame.src:02x}")
    bench.address = answer.frame.src
    require(bench.hello().frame.src == bench.address, "the address in the answer does not answer")


@item(12, "A repeated request gets the same bytes again and has no second effect.")
def repeated_request(bench: Bench) -> None:
    bench.hello()
    for frame in (bench.frame("POLL", upto=bench.acked), bench.frame("ENABLE", seq=bench.seq + 2, cmd=bench.new_id())):
        first = bench.exchange(frame)
        bench.port.wait(0.05)
        again = bench.exchange(frame)
        require(again.frame == first.frame, f"the repeated {frame.name} got another answer")
    enabled = names(bench.drain()).count("ENABLED")
    require(enabled <= 1, f"one ENABLE, sent twice, gave {enabled} ENABLED")
    require(bench.done("INHIBIT")["status"] == 2, "INHIBIT was not DONE")
    query = bench.frame("STATUS")
    first = bench.exchange(query)
    bench.seq = query.seq
    require(bench.exchange(query).frame == first.frame, "the repeated STATUS got another answer")
    require(bench.status().name == "STATUS_IS", "the request after a repeat was not taken")


@item(13, "The last SEQ with other content, and SEQ + 2, are BAD_SEQ and leave the session unharmed.")
def wrong_seq(bench: Bench) -> None:
    bench.hello()
    last = bench.frame("POLL", upto=bench.acked)
    first = bench.exchange(last)
    for wrong in (bench.frame("STATUS", seq=last.seq), bench.frame("STATUS", seq=last.seq + 2)):
        answer = bench.exchange(wrong)
        require(
            answer.reason == "BAD_SEQ", f"SEQ {wrong.seq} after {last.seq} was answered {answer.spoken}, not BAD_SEQ"
        )
    require(bench.exchange(last).frame == first.frame, "after BAD_SEQ the last request is no longer known")
    require(bench.status().name == "STATUS_IS", "after BAD_SEQ the next request is not taken")


@item(14, "An EPOCH that is over, or any before the first HELLO after power-up, is BAD_EPOCH.", operator=True)
def wrong_epoch(bench: Bench) -> None:
    old = bench.hello().frame.epoch
    bench.hello()
    answer = bench.exchange(bench.frame("STATUS")._replace(epoch=old))
    require(
        answer.reason == "BAD_EPOCH", f"the EPOCH of an earlier session was answered {answer.spoken}, not BAD_EPOCH"
    )
    require(bench.status().name == "STATUS_IS", "after BAD_EPOCH the next request is not taken")
    bench.power_cycle()
    frame = bench.frame("STATUS")
    end = bench.port.now() + 6.0
    answered = None
    while answered is None and bench.port.now() < end:
        sent = bench.send(frame)
        answered = bench.hear(0.5, sent)
    require(answered is not None, "silent for more than 5 s after power-up")
    require(answered is not None and answered.reason == "BAD_EPOCH", "a session survived power-up")


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


LAST_SEQ = 65_535


@item(56, "SEQ counts to 65535; nothing follows it but a HELLO, which opens a new session.", slow=True)
def last_seq(bench: Bench) -> None:
    epoch = bench.hello().frame.epoch
    while bench.seq < LAST_SEQ:
        answer = bench.exchange(bench.frame("STATUS"))
        require(answer.name == "STATUS_IS", f"STATUS with SEQ {bench.seq + 1} was answered {answer.spoken}")
    last = bench.frame("STATUS", seq=LAST_SEQ)
    require(bench.exchange(last).name == "STATUS_IS", "SEQ 65535, sent again, is not known as the last request")
    for seq in (0, 1):
        answer = bench.exchange(bench.frame("STATUS", seq=seq))
        text = f"SEQ {seq} after 65535 was answered {answer.spoken}: the count must not begin again in a session"
        require(answer.reason == "BAD_SEQ", text)
    bench.seq = LAST_SEQ
    require(bench.hello().frame.epoch > epoch, "the HELLO after SEQ 65535 opened no new session")
    require(bench.status().name == "STATUS_IS", "the first request after SEQ 65535 and HELLO is not taken")
