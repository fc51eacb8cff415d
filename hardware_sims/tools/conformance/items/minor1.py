"""C57–C64: minor 1, for devices that speak it (A11)."""

import hashlib

from hardware_sims.tools.conformance.bench import Answer, Bench, events_named, names
from hardware_sims.tools.conformance.items.batch_shuffler import CYCLE, ONE_DECK, decks_to_check, loaded, shuffled
from hardware_sims.tools.conformance.items.item import SkippedError, item, require
from hardware_sims.wire.constants import CAPS, COMMAND_STATUS, FAULTS, MESSAGES, MINOR_1_REQUESTS_FOR
from hardware_sims.wire.minor1 import (
    STEPS,
    agreed_key,
    offer_commit,
    public_of,
    session_key,
    short_code,
    signature_fits,
    verify_text,
)
from hardware_sims.wire.payloads import REQUEST_SIZES
from hardware_sims.wire.tablelink import encode

_WATCHDOG = 2
_COUNTED = ("minutes", "good", "bad", "cards", "faults")


def minor_1(bench: Bench) -> None:
    """A session of minor 1, or the item is not for this device."""
    minor = bench.hello(minor=1)["minor"]
    if minor == 0:
        raise SkippedError("the device speaks minor 0")
    require(minor == 1, f"IDENTITY says minor {minor} to a host of minor 1; the lower one is 1")


def answer_to(bench: Bench, name: str, **fields: object) -> Answer:
    answer = bench.ask(name, **fields)
    require(answer.name == f"{name}_IS", f"{name} in a session of minor 1 was answered {answer.spoken}")
    return answer


@item(57, "Minor 1: METERS and DETAIL are answered and no count falls; in a session of minor 0 all of it is BAD_TYPE.")
def meters_and_minor_0(bench: Bench) -> None:
    minor_1(bench)
    first = answer_to(bench, "METERS")
    answer_to(bench, "DETAIL")
    second = answer_to(bench, "METERS")
    for name in _COUNTED:
        require(second[name] >= first[name], f"the meter {name} fell from {first[name]} to {second[name]}")
    require(bench.hello(minor=0)["minor"] == 0, "IDENTITY says another minor than 0 to a host of minor 0")
    for name in MINOR_1_REQUESTS_FOR:
        answer = bench.ask(name, payload=bytes(REQUEST_SIZES[MESSAGES[name]]))
        require(answer.reason == "BAD_TYPE", f"{name} in a session of minor 0 was answered {answer.spoken}")


@item(
    58, "Minor 1: a good shuffle adds one to the meters and is the first of the history.", families="b", operator=True
)
def meters_of_a_shuffle(bench: Bench) -> None:
    minor_1(bench)
    before = answer_to(bench, "METERS")
    batch = loaded(bench, ONE_DECK)
    shuffled(bench, batch)
    after = answer_to(bench, "METERS")
    for name, more in (("good", 1), ("bad", 0), ("cards", len(ONE_DECK))):
        text = f"a good shuffle of 52 cards took the meter {name} from {before[name]} to {after[name]}"
        require(after[name] == before[name] + more, text)
    last = answer_to(bench, "HISTORY", back=0)
    heard = (last["batch"], last["count"], last["verdict"])
    require(heard == (batch, 52, 0), f"the last shuffle is batch, count, verdict {heard}, not {(batch, 52, 0)}")
    answer = bench.ask("HISTORY", back=last["kept"])
    require(answer.reason == "BAD_VALUE", f"HISTORY behind the last one kept was answered {answer.spoken}")
    bench.done("RELEASE", batch=batch)
    bench.do("take")
    bench.events_until("BATCH_OUT", CYCLE)


@item(59, "Minor 1: a fault is counted; DETAIL has its recovery steps, and the bit of an open lid.", operator=True)
def where_a_fault_is(bench: Bench) -> None:
    minor_1(bench)
    require(answer_to(bench, "DETAIL")["fault"] == 0, "DETAIL tells a fault where none is latched")
    counted = answer_to(bench, "METERS")["faults"]
    bench.do("fault sensor")
    bench.events_until("FAULT", bench.soon)
    faults = answer_to(bench, "METERS")["faults"]
    require(faults == counted + 1, f"a fault took the meter faults from {counted} to {faults}")
    detail = answer_to(bench, "DETAIL")
    require(detail["fault"] == FAULTS["SENSOR"], f"DETAIL tells fault {detail['fault']}, latched is 9")
    steps = [step for number in range(1, 5) if (step := detail[f"step{number}"])]
    require(bool(steps) and set(steps) <= set(STEPS.values()), f"the recovery steps are {steps}; A11 has 1 to 8")
    require(bool(detail["sensor"] or detail["place"]), "DETAIL tells neither the place nor the sensor of the fault")
    bench.do("door open")
    bench.events_until("DOOR", bench.soon)
    require(bool(answer_to(bench, "DETAIL")["doors"]), "DETAIL tells no open door while the lid is open")
    bench.do("door close")
    bench.upset = True


@item(60, "Minor 1: after SESSION_KEY only the key of both nonces and EPOCH is taken, another one in each session.")
def key_of_a_session(bench: Bench) -> None:
    key = bench.key
    if key is None:
        raise SkippedError("needs a paired device: pair it and give --key")
    nonces = []
    for _ in range(2):
        minor_1(bench)
        nonces.append(bytes(answer_to(bench, "SESSION_KEY")["nonce"]))
        bench.key_of_session = session_key(key, bench.nonce, nonces[-1], bench.epoch)
        answer = bench.status()
        require(answer.name == "STATUS_IS", f"a STATUS under the key of the session was answered {answer.spoken}")
        bench.port.send(encode(bench.frame("STATUS"), key))
        other = bench.hear(bench.port.reply_wait)
        reason = other.reason if other is not None else "silence"
        require(reason == "BAD_MAC", f"a STATUS under the pairing key was answered {reason} in a session with its own")
    require(nonces[0] != nonces[1], "two sessions got the same nonce from the device: their keys are not fresh")


@item(61, "Minor 1: SELF_TEST restarts an inhibited device; POWER_UP has cause 2 and the result. Enabled: BAD_STATE.")
def ordered_self_test(bench: Bench) -> None:
    bench.done("ENABLE")
    minor_1(bench)
    bench.refused("BAD_STATE", "SELF_TEST")
    bench.done("INHIBIT")
    bench.drain()
    boots = bench.identity["boots"]
    require(bench.done("SELF_TEST")["status"] == COMMAND_STATUS["DONE"], "SELF_TEST was not DONE")
    bench.port.wait(0.15)
    identity = bench.hello_after_power_up()
    require(identity["boots"] == boots + 1, "SELF_TEST did not restart the device: boots stays the same")
    causes = [event["cause"] for event in events_named(bench.drain(), "POWER_UP")]
    require(causes == [_WATCHDOG], f"after SELF_TEST POWER_UP came with causes {causes}, not 2 once")


@item(
    62, "Minor 1: a key is agreed upon under the switch by code and button, and in a session without it.", operator=True
)
def agreement(bench: Bench) -> None:
    before = bench.key
    if before is None:
        raise SkippedError("would pair this device for good: pair it first and give --key")
    minor_1(bench)
    serial = str(bench.identity["serial"])
    bench.do("service on")
    bench.key = None
    try:
        minor_1(bench)
        agreed = _agreed_by_code(bench, serial)
        bench.do("service off")
        bench.key = agreed
        minor_1(bench)
        bench.key = _agreed_in_session(bench, serial)
        minor_1(bench)
    finally:
        _put_back(bench, before)


def _agreed_by_code(bench: Bench, serial: str) -> bytes:
    secret = bench.dice.bytes(32)
    public = public_of(secret)
    device = bytes(answer_to(bench, "OFFER", commit=offer_commit(public))["public"])
    bench.refused("NOT_PERMITTED", "AGREE", public=public_of(bench.dice.bytes(32)))
    cmd = bench.new_id()
    status = bench.done("AGREE", cmd=cmd, public=public)["status"]
    require(status == COMMAND_STATUS["RUNNING"], f"AGREE has status {status} before anybody has confirmed it")
    shown = short_code(serial, public, device)
    bench.do(f"press confirm {shown}" if bench.operator.slow else "press confirm")
    status = bench.ask("QUERY", cmd=cmd)["status"]
    require(status == COMMAND_STATUS["DONE"], f"AGREE has status {status} after it was confirmed")
    return _key(serial, secret, public, device)


def _agreed_in_session(bench: Bench, serial: str) -> bytes:
    bench.drain()
    secret = bench.dice.bytes(32)
    public = public_of(secret)
    device = bytes(answer_to(bench, "OFFER", commit=offer_commit(public))["public"])
    key = _key(serial, secret, public, device)
    status = bench.done("AGREE", public=public)["status"]
    require(status == COMMAND_STATUS["DONE"], f"AGREE in an authenticated session has status {status}, not DONE")
    ids = [event["key_id"] for event in events_named(bench.drain(), "PAIRED")]
    require(ids == [hashlib.sha256(key).digest()[:8]], "PAIRED does not name the key that was agreed upon")
    require(bench.hello().name == "IDENTITY", "the old key is refused before the new one was ever used")
    return key


def _key(serial: str, secret: bytes, public: bytes, device: bytes) -> bytes:
    key = agreed_key(serial, secret, public, device, other=device)
    require(key is not None, "the public key of the device gives no secret")
    return key or b""


def _put_back(bench: Bench, key: bytes) -> None:
    """The device gets its old key again, by PAIR, which sends it: the bench is no table."""
    bench.try_do("service on")
    bench.key = None
    bench.hello()
    bench.done("PAIR", key=key)
    bench.try_do("service off")
    bench.key = key
    bench.hello()
    require("PAIRED" in names(bench.drain()), "the device did not take its old key back")


@item(63, "Minor 1: VERIFY answers each seed with another digest, signed with the key of the certificate.")
def genuine(bench: Bench) -> None:
    minor_1(bench)
    public = bytes(answer_to(bench, "CERTIFICATE")["public"])
    seeds = [bench.dice.bytes(32) for _ in range(2)]
    answers = [answer_to(bench, "VERIFY", seed=seed) for seed in (*seeds, seeds[0])]
    require(answers[0]["digest"] != answers[1]["digest"], "VERIFY gives the same digest for two seeds")
    require(answers[0]["digest"] == answers[2]["digest"], "VERIFY gives two digests for the same seed")
    for seed, answer in zip(seeds, answers, strict=False):
        text = verify_text(str(bench.identity["serial"]), seed, answer["digest"])
        fits = signature_fits(public, answer["signature"], text)
        require(fits, "the answer to VERIFY is not signed with the key of the certificate")


@item(
    64,
    "Minor 1, with two batches: one waits in the outlet while another is shuffled; each comes out under its own id.",
    families="b",
    operator=True,
)
def two_batches(bench: Bench) -> None:
    minor_1(bench)
    if not bench.identity["caps"] & CAPS["two-batches"]:
        raise SkippedError("the device holds one batch at a time")
    first = loaded(bench, ONE_DECK)
    shuffled(bench, first)
    bench.do("load " + "".join(ONE_DECK))
    require("LOADED" in names(bench.drain()), "cards put in beside a batch that waits gave no LOADED")
    second = int(bench.status()["a"]) + 1
    bench.done("SHUFFLE", batch=second, decks=decks_to_check(bench), expected=len(ONE_DECK))
    bench.refused("NOT_PERMITTED", "RELEASE", batch=second)
    bench.done("RELEASE", batch=first)
    bench.do("take")
    events = bench.events_until("BATCH_OUT", CYCLE)
    out = (events[-1]["batch"], events[-1]["good"])
    require(out == (first, 1), f"BATCH_OUT tells batch and good {out} for the batch {first} that waited")
    if "SHUFFLE_DONE" not in names(events):
        bench.events_until("SHUFFLE_DONE", CYCLE)
    bench.done("RELEASE", batch=second)
    bench.do("take")
    last = bench.events_until("BATCH_OUT", CYCLE)[-1]
    require(last["batch"] == second, f"BATCH_OUT tells batch {last['batch']}, not {second}")
