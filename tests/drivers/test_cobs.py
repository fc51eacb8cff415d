"""Byte stuffing: what is encoded comes back, nothing else is taken, and no zero byte is ever left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.tablelink import cobs


@given(st.binary(max_size=124))
def test_a1_a_body_comes_back_and_its_encoding_is_one_byte_longer(body: bytes) -> None:
    encoded = cobs.encode(body)
    assert b"\0" not in encoded
    assert len(encoded) == len(body) + 1
    assert max(encoded[:1]) <= cobs.MAX_CODE
    assert cobs.decode(encoded) == body


@given(st.binary(max_size=130))
def test_a1_whatever_arrives_is_a_body_or_broken(encoded: bytes) -> None:
    try:
        body = cobs.decode(encoded)
    except cobs.BrokenCobsError:
        return
    assert cobs.encode(body) == encoded


@given(st.binary(max_size=125))
def test_a1_the_decoder_of_the_hot_loop_agrees(encoded: bytes) -> None:
    """The library also knows the code 0xFF, which no frame holds: there its body has another length."""
    try:
        body = cobs.fastest()[1](encoded)
    except cobs.DAMAGE:
        with pytest.raises(cobs.BrokenCobsError):
            cobs.decode(encoded)
        return
    if len(body) == len(encoded) - 1:
        assert cobs.decode(encoded) == body


@pytest.mark.parametrize("broken", [b"", b"\x00", b"\x03\x11", b"\x01\x00\x01", b"\x02\x11\x05\x22"])
def test_a1_a_code_that_points_nowhere_is_broken(broken: bytes) -> None:
    with pytest.raises(cobs.BrokenCobsError):
        cobs.decode(broken)
