"""C1–C3 and C12–C14: sessions, repeats and sequence numbers (A2)."""

from hardware_sims.tools.conformance.bench import Bench, names
from hardware_sims.tools.conformance.items.item import item, require


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
