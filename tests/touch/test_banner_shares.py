"""How banners share their strip: whole words first, remarks give way."""

from __future__ import annotations

import pytest

from dealer_console.touch.widgets.banners import Claim, shares

WARNING = Claim(needs=60.0, least=20.0, packed=25.0)
ALARM = Claim(needs=100.0, least=30.0, packed=40.0)
REMARK = Claim(needs=120.0, least=30.0, packed=50.0, remark=True)


def test_what_fits_has_its_line_and_a_share_of_what_is_left() -> None:
    found = shares([WARNING, ALARM], 200.0)
    assert sum(found) == pytest.approx(200.0)
    assert all(width >= claim.needs for width, claim in zip(found, (WARNING, ALARM), strict=True))


def test_a_remark_gives_way_before_a_warning_does() -> None:
    warning, alarm, remark = shares([WARNING, ALARM, REMARK], 215.0)
    assert warning >= WARNING.needs
    assert alarm >= ALARM.needs
    assert remark == pytest.approx(55.0)


def test_a_remark_keeps_what_its_words_need_in_small_letters() -> None:
    widths = shares([WARNING, ALARM, REMARK], 180.0)
    assert widths[2] == pytest.approx(REMARK.packed)
    assert sum(widths) == pytest.approx(180.0)


def test_every_banner_has_room_for_its_longest_word() -> None:
    claims = [WARNING, ALARM, WARNING]
    assert all(width >= claim.least for width, claim in zip(shares(claims, 80.0), claims, strict=True))


def test_more_than_there_is_room_for_is_shared_and_none_is_dropped() -> None:
    found = shares([ALARM] * 5, 60.0)
    assert found == pytest.approx([12.0] * 5)
