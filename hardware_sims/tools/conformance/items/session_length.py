"""C56: the last number of a session (A2). Its own module: it takes 65,535 requests, minutes on a real line."""

from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.item import item, require

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
