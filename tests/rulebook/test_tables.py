"""The files of tables: the three that come along, and every problem of a wrong one at once."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from dealer_console.game.choices import BadChoices
from dealer_console.rulebook import BadFile
from dealer_console.rulebook.load import CONFIG_VARIABLE
from dealer_console.rulebook.tables import UnknownTable, load_table, table_from_file, table_names

CONFIG = Path(__file__).parents[2] / "config"
MA, CB, SD = "massachusetts-switch-1", "catfish-bend-blackjack-1", "south-dakota-switch-1"
MA_CONTINUOUS = "massachusetts-switch-2"


def text_of(name: str) -> str:
    return (CONFIG / "tables" / f"{name}.toml").read_text("utf-8")


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    text = text_of(name)
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    file = folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return file


def problems(folder: Path, name: str, *changes: tuple[str, str]) -> list[str]:
    """The problems of a file with these texts replaced; every text must stand in it."""
    file = changed(folder, name, *changes)
    with pytest.raises(BadFile) as caught:
        table_from_file(file)
    assert str(caught.value).startswith(f"{file}: {len(caught.value.problems)} problem")
    return [str(problem) for problem in caught.value.problems]


def test_the_tables_that_come_along() -> None:
    assert table_names() == sorted([MA, MA_CONTINUOUS, CB, SD, "washington-switch-1", "washington-switch-2"])
    ma, cb, sd = load_table(MA), load_table(CB), load_table(SD)
    assert [device.kind for device in ma.devices] == ["shoe", "batch-shuffler", "reader"]
    assert [device.kind for device in cb.devices] == ["shoe"]
    assert sd.devices == ()
    assert [device.designs for device in load_table("washington-switch-2").devices] == [(), ("house",)]
    assert (ma.rules.document, cb.rules.document, sd.rules.document) == ("MA", "CB", "SD")
    assert ma.denominations == (100000, 50000, 10000, 2500, 500, 250, 100, 50)
    assert (ma.game.minimum, ma.game.hole_card, ma.floor) == (
        1500,
        "reader",
        "postgresql://floor.example/dealer_console",
    )
    assert cb.people == {"dealer": 1, "supervisor": 1, "pit-manager": 1}
    assert [threshold.cents for threshold in ma.differences] == [50, 10000]
    assert ma.has_device("reader")
    assert not cb.has_device("batch-shuffler", "continuous-shuffler")


def test_an_unknown_table_and_the_nearest_name() -> None:
    with pytest.raises(UnknownTable, match="did you mean 'catfish-bend-blackjack-1'"):
        load_table("catfish-bend-blackjack")


def test_cb_shuffle_a_shuffler_is_refused(tmp_path: Path) -> None:
    found = problems(tmp_path, CB, ('kind = "shoe"', 'kind = "batch-shuffler"'))
    expected = "devices.0.kind: a batch-shuffler cannot stand at this table: the cards are shuffled by hand only"
    assert found == [f"{expected} [CB shuffle]"]


def test_sd_7_a_continuous_shuffler_leaves_nothing_to_cut(tmp_path: Path) -> None:
    device = '[[devices]]\nkind = "continuous-shuffler"\nport = "/dev/csm"\nserial = "C-1"\n[people]'
    found = problems(tmp_path, SD, ("[people]", device))
    expected = "a continuous-shuffler cannot stand at this table: the cards are cut after every shuffle"
    assert f"devices.{len(load_table(SD).devices)}.kind: {expected} [SD 7]" in found


def test_a_reader_only_where_the_hole_card_goes_into_one(tmp_path: Path) -> None:
    found = problems(tmp_path, MA, ('hole_card = "reader"', 'hole_card = "last"'))
    assert found == ["devices.2.kind: a reader needs hole_card = \"reader\"; this table has 'last' [MA 7(l)(1)]"]
    found = problems(tmp_path, MA, ('kind = "reader"\nport = "usb://"', 'kind = "camera"\nport = "v4l2:0"'))
    assert found == ['devices: hole_card = "reader" needs a reader [MA 7(l)(1)]']


def test_every_problem_at_once_with_key_clause_and_nearest_word(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        CB,
        ('amount = "500"', "amount = 500.5"),
        ('kind = "shoe"', 'kind = "sho"'),
        ("spots_per_player = 3", "spots_per_player = 4"),
        ("called_wagers = false", "called_wagers = true"),
        ('minimum = "10"', 'minimun = "10"'),
        ("limits_minutes = 20", "limit_minutes = 20"),
    )
    for part in (
        "chips.0.amount: 500.5: 500.5 is no amount: a float cannot hold cents exactly",
        "devices.0.kind: 'sho' is not offered; expected",
        "did you mean 'shoe'?",
        "notices.limits_minutes: this key is missing",
        "notices.limit_minutes: unknown key; did you mean 'limits_minutes'?",
        "choices.minimun: unknown table choice 'minimun'; did you mean 'minimum'?",
        "policy.spots_per_player: a player has at most 3 spots, not 4 [CB dealing 5]",
        "policy.called_wagers: money plays does not count here: a wager lies in its box [CB placement 1]",
    ):
        assert any(part in row for row in found), part
    assert len(found) == 7


KEPT = 'port = "unix:/run/keeper/shoe.sock"\ndialect = "angel-eye"\ncontrol = "unix:/run/keeper/control.sock"'
SHOE = 'port = "/dev/serial/by-id/usb-shoe-S-200417"'


def test_a_shoe_that_tells_its_cards_in_plain_stands_behind_a_keeper(tmp_path: Path) -> None:
    file = changed(tmp_path, MA, (SHOE, KEPT))
    shoe = table_from_file(file).devices[0]
    assert (shoe.dialect, shoe.port, shoe.control) == (
        "angel-eye",
        "unix:/run/keeper/shoe.sock",
        "unix:/run/keeper/control.sock",
    )
    assert problems(tmp_path, MA, (SHOE, f'{SHOE}\ndialect = "angel-eye"')) == [
        f"devices.0.{key}: a shoe that speaks angel-eye is met through its keeper: "
        'write "unix:" and the path of its socket'
        for key in ("port", "control")
    ]


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        (MA, 'name = "massachusetts-switch-1"', 'name = "other"', "name: 'other' does not fit the file name"),
        (MA, 'rules = "massachusetts-switch"', 'rules = "massachusets-switch"', "did you mean 'massachusetts-switch'"),
        (MA, "decks = 6", "decks = 5", "choices.decks: massachusetts-switch offers decks = 6 or 8, not 5 [MA 2(a)]"),
        (MA, 'amount = "0.50"', 'amount = "1"', "chips.7.amount: 1.00 stands for chip 6 already"),
        (MA, 'amount = "0.50"', 'amount = "0"', "chips.7.amount: a chip is worth more than 0.00"),
        (MA, 'colour = "white"', 'colour = "Pink"', "chips.6.colour: pink stands for chip 5 already"),
        (
            MA,
            'minimum = "15"',
            'minimum = "15"\nchip_unit = "2.50"',
            "choices.chip_unit: the chip unit is the smallest chip of the table, 0.50, not 2.50 [MA 8(b)]",
        ),
        (MA, 'port = "usb://"', 'port = "COM3"', "devices.2.port: 'COM3' is no port: begin with /dev/, socket://"),
        (MA, 'kind = "reader"', 'kind = "camera"', "devices.2.port: 'usb://' is no port: begin with v4l2:, dir:"),
        (MA, 'port = "usb://"', 'port = "usb://"\ndialect = "angel-eye"', "devices.2.dialect: a reader does not speak"),
        (MA, SHOE, f'{SHOE}\ncontrol = "unix:/x"', "devices.0.control: only the keeper of dialect"),
        (MA, 'serial = "R-300511"', 'serial = "S-200417"', "devices.2.serial: 'S-200417' stands twice"),
        (MA, 'kind = "shoe"', 'kind = "continuous-shuffler"', "devices.1.kind: a table has one shuffler"),
        (
            MA,
            'kind = "batch-shuffler"',
            'kind = "continuous-shuffler"',
            "devices: a continuous shuffler stands in the place",
        ),
        (MA, 'reaches = "100"', 'reaches = "0.25"', "differences.1.reaches: 0.25 must be above 0.50"),
        (MA, "postgresql://floor.example", "postgresql://a:b@floor.example", "floor: a password does not belong"),
        (MA, "postgresql://floor.example", "mysql://floor.example", "floor: expected postgresql://host/database"),
        (MA, "postgresql://floor.example", "postgresql://[floor", "floor: 'postgresql://[floor/dealer_console' is no"),
        (CB, "called_wagers = false", "called_wagers = false\ndealer_cuts = true", "[CB shuffle 3d]"),
        (CB, 'minimum = "10"', 'minimum = "30"', "choices.minimum: the minimum may not be above 25.00 [CB limits]"),
        (
            SD,
            "spots_per_player = 1",
            "spots_per_player = 2",
            "policy.spots_per_player: a player has at most one spot, not 2 [Reading 21]",
        ),
        (SD, "dealer = 1", "dealer = 2", "people.dealer: 2: "),
        (SD, "[people]", "[people]\nowner = 1", "people.owner: unknown key"),
        (SD, 'rules = "south-dakota-switch"', "", "rules: this key is missing"),
        (SD, 'sat_out = "may-wager"', 'sat_out = "may-wagr"', "policy.sat_out: 'may-wagr' is not offered; expected"),
    ],
)
def test_what_can_be_wrong(tmp_path: Path, name: str, before: str, after: str, told: str) -> None:
    assert any(told in problem for problem in problems(tmp_path, name, (before, after)))


def test_massachusetts_lets_the_house_permit_more_spots(tmp_path: Path) -> None:
    file = tmp_path / f"{MA}.toml"
    file.write_text(text_of(MA).replace("spots_per_player = 2", "spots_per_player = 5"), "utf-8")
    assert table_from_file(file).spots_per_player == 5


def test_a_broken_rule_set_is_told_beside_the_problems_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "broken.toml").write_text('name = "broken"\n', "utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    found = problems(tmp_path, SD, ('rules = "south-dakota-switch"', 'rules = "broken"'), ("decks = 8", 'decks = "8"'))
    assert found[0].startswith("rules: the rule set cannot be used")


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("name = ", "utf-8")
    with pytest.raises(BadFile, match="no valid TOML"):
        table_from_file(file)


def test_choices_change_within_the_rule_set() -> None:
    table = load_table(MA)
    changed = table.with_choices({"surrender": True, "minimum": "25"}, date(2026, 11, 16))
    assert (changed.game.surrender, changed.game.minimum, table.game.surrender) == (True, 2500, False)
    with pytest.raises(BadChoices):
        table.with_choices({"decks": 4})


@pytest.mark.parametrize(("name", "unit"), [(MA, 50), (MA_CONTINUOUS, 50), (CB, 50), (SD, 25)])
def test_the_chip_unit_is_the_smallest_chip(name: str, unit: int, tmp_path: Path) -> None:
    table = load_table(name)
    assert table.game.chip_unit == unit == min(chip.cents for chip in table.chips)
    assert table.with_choices({"minimum": "20"}).game.chip_unit == unit
    said = changed(tmp_path, name, ("[choices]", f'[choices]\nchip_unit = "0.{unit}"'))
    assert table_from_file(said).game.chip_unit == unit
