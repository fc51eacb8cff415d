"""What must never be read as a card: altered faces, siblings in other colours; and what colour may and may not do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest

from drivers.optical.budget import Budget
from drivers.optical.card_search import Search
from drivers.optical.cards import ALL_CARDS, SUITS
from drivers.optical.decks.deck_pictures import Sheet
from drivers.optical.decks.design import FACE_SCALE, FINE_SCALE, Design
from drivers.optical.decks.enrolment import FailedTrial, altered_read, causes, without_lower_index
from drivers.optical.decks.resemblance import like_designs
from drivers.optical.reader import look_at, read_picture
from drivers.optical.reading import Reason, Sight, Thresholds, Verdict
from drivers.optical.recognition.decision import WITHOUT_COLOUR, judge
from drivers.optical.recognition.match_scores import index_at, suit_scores
from drivers.optical.recognition.picture_sizes import SizedPicture
from hardware_sims.camera.designs.design import BuiltInDesign
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import CLOTHS, seeded_scene
from tests.drivers.optical.scenes import DICE, Picture, house, lying, photo

OTHER = {"As": "Ac", "9d": "8d", "Kh": "Qh", "5c": "5s", "7h": "7d", "Ts": "9s"}


@dataclass(frozen=True, kw_only=True)
class Altered:
    """The built-in cards with the index of another card in the upper corner, or in both corners."""

    other: str
    corners: int = 2

    def face(self, card: str) -> Picture:
        face, other = BuiltInDesign().face(card).copy(), BuiltInDesign().face(self.other)
        height, width = (round(share * size) for share, size in zip((0.3, 0.22), face.shape[:2], strict=True))
        face[:height, :width] = other[:height, :width]
        if self.corners == 2:
            face[-height:, -width:] = other[-height:, -width:]
        return face

    def back(self) -> Picture:
        return BuiltInDesign().back()


class FourColours:
    """The built-in cards with blue diamonds and green clubs."""

    def face(self, card: str) -> Picture:
        face = BuiltInDesign().face(card)
        if card[1] == "d":
            return np.ascontiguousarray(face[:, :, ::-1])
        if card[1] == "c":
            inked = face.max(axis=2) < 128
            face = face.copy()
            face[inked] = (40, 120, 20)
        return face

    def back(self) -> Picture:
        return BuiltInDesign().back()


@pytest.mark.parametrize("corners", [1, 2])
@pytest.mark.parametrize("card", OTHER)
def test_a_card_whose_index_is_not_that_of_its_face_is_unreadable(card: str, corners: int) -> None:
    photographer = Photographer(dice=DICE, design=Altered(other=OTHER[card], corners=corners))
    picture = photographer.picture(seeded_scene(DICE, [card], LEVELS["light"], take=corners))
    assert read_picture(picture, [house()]).verdict is Verdict.UNREADABLE


@pytest.mark.proof
@pytest.mark.parametrize("corners", [1, 2])
@pytest.mark.parametrize("card", ALL_CARDS)
def test_no_card_with_an_index_of_the_same_rank_is_read(card: str, corners: int) -> None:
    """The suit of its index is another one: the hardest alteration, on every table."""
    for take, suit in enumerate(suit for suit in SUITS if suit != card[1]):
        photographer = Photographer(dice=DICE, design=Altered(other=card[0] + suit, corners=corners))
        scene = seeded_scene(DICE, [card], LEVELS["live"], take=take, table=list(CLOTHS)[take])
        assert read_picture(photographer.picture(scene), [house()]).card is None


@dataclass(frozen=True, kw_only=True)
class ForeignCourt:
    """A drawing in many colours, as of the court of a strange design, with the indices of a built-in card."""

    indices: int

    def face(self, card: str) -> Picture:
        face = BuiltInDesign().face(card).copy()
        height, width = face.shape[:2]
        colours = np.random.default_rng(5).integers(0, 200, (9, 6, 3)).astype(np.uint8)
        drawing = cv2.resize(colours, (width, height), interpolation=cv2.INTER_NEAREST)
        down, across = round(0.3 * height), round(0.22 * width)
        paper = np.zeros((height, width), dtype=bool)
        paper[:down, :across] = True
        paper[-down:, -across:] = self.indices == 2
        face[~paper] = drawing[~paper]
        return face

    def back(self) -> Picture:
        return BuiltInDesign().back()


@pytest.mark.parametrize(("card", "indices", "table"), [("2h", 1, "green"), ("Kd", 2, "black"), ("5c", 2, "green")])
def test_an_index_never_speaks_alone_where_a_face_without_paper_is_in_sight(
    card: str, indices: int, table: str
) -> None:
    photographer = Photographer(dice=DICE, design=ForeignCourt(indices=indices))
    scene = seeded_scene(DICE, [card], LEVELS["light"], take=indices - 1, table=table)
    assert read_picture(photographer.picture(scene), [house()]).card is None


def test_an_index_names_the_card_that_fits_best_at_its_own_place() -> None:
    """An ace printed as 1 lies a little beside the stroke of a 4: moved there, the 4 fitted it before all others."""
    left, top, right, bottom = (round(edge * FACE_SCALE) for edge in house().index)
    faces = {card: face.copy() for card, face in house().faces.items()}
    for card, stroke, foot in (("4d", left + 8, 3), ("Ad", left + 11, 0)):
        faces[card][top:bottom, left:right] = 255
        faces[card][top + 3 : bottom - 4, stroke : stroke + 4] = (40, 40, 200)
        faces[card][top + 30 : top + 33, stroke - foot : stroke] = (40, 40, 200)
    design = replace(house(), name="narrow", faces=faces, _slopes={})
    altered = faces["4d"].copy()
    altered[: bottom + 6, : right + 6] = faces["Ad"][: bottom + 6, : right + 6]
    to_card = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, FACE_SCALE]]) / FACE_SCALE
    index = index_at(SizedPicture(altered), to_card, design, ALL_CARDS.index("4d"))
    assert ALL_CARDS[int(index.scores.argmax())] == "Ad"


@pytest.mark.parametrize(("card", "face"), [("Ah", "Ac"), ("Ac", "Ah"), ("5d", "5s"), ("9s", "9d")])
def test_the_ink_of_the_pips_contradicts_indices_of_another_colour(card: str, face: str) -> None:
    """One pip has little shape: below the edge of a shadow it was taken for that of the suit that both indices name."""
    (attempt,) = Search(on_felt(house().faces[card], 0.0), [house()], Thresholds(), Budget(), None).surely()
    picture, to_card = SizedPicture(on_felt(house().faces[face], 0.0)), attempt.fit.pose.to_card
    flat = picture.straightened(to_card, FINE_SCALE, house().size(FINE_SCALE))
    assert judge(attempt.fit, grey=False).agree
    assert not judge(replace(attempt.fit, flat=flat), grey=False).agree


@pytest.mark.parametrize(("card", "other"), [("Jh", "Js"), ("Qd", "Qc"), ("Ks", "Kc")])
def test_courts_that_are_one_drawing_in_other_colours_are_not_exchanged_by_their_indices(card: str, other: str) -> None:
    across, down = (round(edge * FACE_SCALE) + 6 for edge in house().index[2:])
    own, theirs = house().faces[card], house().faces[other]
    recoloured, altered = own[:, :, [1, 2, 0]].copy(), own.copy()
    for face in (recoloured, altered):
        face[:down, :across], face[-down:, -across:] = theirs[:down, :across], theirs[-down:, -across:]
    design = replace(house(), name="one-drawing", faces={**house().faces, other: recoloured}, _slopes={})
    assert read_picture(on_felt(recoloured, 4.0), [design]).card == other
    assert read_picture(on_felt(altered, 4.0), [design]).card is None


@pytest.mark.parametrize(("card", "other"), [("5c", "5s"), ("9s", "9c"), ("7h", "7d")])
def test_the_sign_of_another_suit_contradicts_however_little_it_is_of_the_index(card: str, other: str) -> None:
    """As if the whole index fitted its own card best, as one with a small sign does."""
    own, theirs = house().faces[card], house().faces[other]
    height, width = (round(mm * FACE_SCALE) for mm in (house().index[3], house().index[2]))
    altered = own.copy()
    altered[:height, :width] = theirs[:height, :width]
    (attempt,) = Search(on_felt(own, 7.0), [house()], Thresholds(), Budget(), None).surely()
    fit, (upper, lower) = attempt.fit, attempt.fit.corners
    assert upper is not None
    assert attempt.judgement.agree
    sign = index_at(SizedPicture(on_felt(altered, 7.0)), fit.pose.to_card, house(), ALL_CARDS.index(card))
    assert SUITS[int(suit_scores(sign, house(), ALL_CARDS.index(card)).argmax())] == other[1]
    seen = replace(fit, corners=(replace(upper, relief=sign.relief), lower))
    assert not judge(seen, grey=False).agree


@pytest.mark.parametrize(("card", "other"), [("2c", "2s"), ("9s", "9c")])
def test_a_suit_that_is_hardly_told_from_another_is_not_believed_in_an_index_that_is_in_sight(
    card: str, other: str
) -> None:
    """The edge of a shadow across its paper makes it no covered one."""
    number = ALL_CARDS.index(card)
    (attempt,) = Search(on_felt(house().faces[card], 7.0), [house()], Thresholds(), Budget(), None).surely()
    fit, (upper, lower) = attempt.fit, attempt.fit.corners
    assert upper is not None
    theirs = index_at(SizedPicture(on_felt(house().faces[other], 7.0)), fit.pose.to_card, house(), number).relief
    for share in np.linspace(0.0, 1.0, 41, dtype=np.float32):
        mixed = replace(upper, relief=(1 - share) * upper.relief + share * theirs, clear=False)
        scores = suit_scores(mixed, house(), number)
        if float(scores[SUITS.index(card[1])] - scores[SUITS.index(other[1])]) < 0.005:
            break
    assert float(mixed.scores[number]) > 0.9
    assert not judge(replace(fit, corners=(mixed, lower)), grey=False).agree


@pytest.mark.parametrize("card", ["8s", "Qd", "3c"])
def test_an_index_that_fits_another_card_far_better_contradicts_though_it_fits_nothing_well(card: str) -> None:
    """Glare or a pip beside it may spoil an index that is in sight: below a good face it was excused."""
    (attempt,) = Search(on_felt(house().faces[card], 0.0), [house()], Thresholds(), Budget(), None).surely()
    fit, (upper, lower) = attempt.fit, attempt.fit.corners
    assert upper is not None
    scores = np.full(len(ALL_CARDS), 0.30, dtype=np.float32)
    scores[ALL_CARDS.index("5h")] = 0.62
    for blank, agree in ((0.6, False), (0.3, True)):  # covered, it says nothing
        spoilt = replace(upper, scores=scores, clear=False, blank=blank, relief=np.zeros_like(upper.relief))
        assert judge(replace(fit, corners=(spoilt, lower)), grey=False).agree is agree


@pytest.mark.parametrize("card", ["Th", "Ad", "6c"])
def test_an_index_that_is_not_there_contradicts_where_paper_is_in_its_place_however_well_the_face_fits(
    card: str,
) -> None:
    """Laid askew, an altered index fits nothing at all: it was taken for covered."""
    (attempt,) = Search(on_felt(house().faces[card], 0.0), [house()], Thresholds(), Budget(), None).surely()
    fit, (upper, lower) = attempt.fit, attempt.fit.corners
    assert upper is not None
    assert attempt.judgement.face > 0.92
    nothing = replace(upper, scores=upper.scores * np.float32(0.4), clear=False, relief=np.zeros_like(upper.relief))
    for blank, agree in ((0.5, False), (0.3, True)):
        assert judge(replace(fit, corners=(replace(nothing, blank=blank), lower)), grey=False).agree is agree
    half = replace(nothing, scores=upper.scores * np.float32(0.57 / float(upper.scores.max())), blank=0.5)
    assert judge(replace(fit, corners=(half, lower)), grey=False).agree  # what is in sight of it names this card


def test_a_card_laid_worse_than_one_that_is_contradicted_is_not_sure() -> None:
    """In another frame the same card lies askew, and what contradicts it is not in sight."""
    search = Search(on_felt(house().faces["9s"], 0.0), [house()], Thresholds(), Budget(), None)
    (attempt,) = search.surely()
    assert search.stands(attempt)
    altered = house().faces["9s"].copy()
    height, width = (round(mm * FACE_SCALE) for mm in (house().index[3], house().index[2]))
    altered[:height, :width] = house().faces["Qd"][:height, :width]
    search = Search(on_felt(altered, 0.0), [house()], Thresholds(), Budget(), None)
    assert search.surely() == []
    askew = replace(attempt.judgement, evidence=attempt.judgement.evidence / 2)
    assert search.is_sure(askew)
    assert not search.stands(replace(attempt, judgement=askew))


@pytest.mark.parametrize(("card", "other"), [("4s", "4d"), ("2c", "2s")])
def test_indices_never_overrule_the_face(card: str, other: str) -> None:
    """Both indices name another card, and fit well: the face names its own, by however little."""
    (attempt,) = Search(on_felt(house().faces[other], 0.0), [house()], Thresholds(), Budget(), None).surely()
    number, faces = ALL_CARDS.index(card), attempt.fit.face * np.float32(0.85)
    faces[number] = faces[ALL_CARDS.index(other)] + 0.01
    seen = judge(replace(attempt.fit, face=faces), grey=False)
    assert (attempt.judgement.agree, ALL_CARDS[seen.best], seen.agree) == (True, other, False)


def on_felt(face: Picture, degrees: float) -> Picture:
    height, width = face.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.1)
    turn[:, 2] += 320 - width / 2, 240 - height / 2
    felt = np.full((480, 640, 3), (62, 98, 24), dtype=np.uint8)
    cv2.warpAffine(face, turn, (640, 480), felt, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)
    return felt


def test_a_sibling_in_four_colours_is_never_read_as_another_suit() -> None:
    photographer = Photographer(dice=DICE, design=FourColours())
    told = Counter[str]()
    for take, card in enumerate(("3d", "8d", "Qd", "4c", "9c", "Kc", "5h", "7s")):
        seen = read_picture(photographer.picture(seeded_scene(DICE, [card], LEVELS["light"], take=take)), [house()])
        assert seen.card in (card, None)
        told[card[1] if seen.card is None else "read"] += 1
    assert told["d"] == 3  # blue ink on a diamond contradicts


def grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def test_a_picture_without_colour_is_read_by_shape_and_is_less_sure() -> None:
    for take, card in enumerate(("3d", "8h", "Qd", "4c", "9s", "Ah")):
        picture = photo(card, take=take)
        coloured, colourless = read_picture(picture, [house()]), read_picture(grey(picture), [house()])
        assert (coloured.card, colourless.card) == (card, card)
        assert colourless.confidence <= WITHOUT_COLOUR < coloured.confidence


def test_a_warm_lamp_turns_no_suit() -> None:
    for take, card in enumerate(("3d", "8h", "Qs", "4c")):
        warm = np.clip(photo(card, take=take) * np.array([0.45, 0.8, 1.15]), 0, 255).astype(np.uint8)
        assert read_picture(warm, [house()]).card == card


@pytest.mark.parametrize("table", CLOTHS)
def test_a_table_in_play_printed_cloth_chips_and_a_finger(table: str) -> None:
    photographer = Photographer(dice=DICE)
    told = []
    cards = ALL_CARDS[:: 52 // 6]
    for take, card in enumerate(cards):
        scene = seeded_scene(DICE, [card], LEVELS["live"], take=take, table=table)
        told.append(read_picture(photographer.picture(scene), [house()]).card)
    assert all(seen in (card, None) for seen, card in zip(told, cards, strict=True))
    assert told.count(None) <= 1


def test_chips_and_a_finger_are_no_cards_but_a_second_card_is() -> None:
    for spoilt in (Disturbances(chips=1.0), Disturbances(finger=0.2), Disturbances(layout=1.0)):
        assert read_picture(lying("8s", 20, spoilt, take=2), [house()]).card == "8s"
    assert read_picture(photo("8s", "Kd", level="clean"), [house()]).reason is Reason.SEVERAL_CARDS


def test_the_best_fitting_design_wins_however_many_are_known() -> None:
    """The same pictures with other designs known beside: mirrored cards are no rivals."""
    mirrored = Design(
        name="mirrored",
        width_mm=house().width_mm,
        height_mm=house().height_mm,
        index=house().index,
        faces={card: np.ascontiguousarray(house().faces[card][:, ::-1]) for card in ALL_CARDS},
    )
    for take, card in enumerate(ALL_CARDS[::6]):
        seen = read_picture(photo(card, level="moderate", take=take), [mirrored, house()])
        assert (seen.card, seen.design) in ((card, "house"), (None, "house"), (None, None))


@pytest.mark.parametrize("level", ["light", "moderate"])
def test_a_back_is_told_as_a_back_and_never_alarms(level: str) -> None:
    """Nothing is unreadable about it, so no picture of it is stored."""
    for take in range(8):
        assert read_picture(photo(None, level=level, take=take), [house()]).verdict is Verdict.NO_CARD


def test_a_back_on_a_white_table_is_told_as_a_back_and_not_shown() -> None:
    """It has no outline there, and what it shows between its lines may look like the index of an unknown design."""
    photographer = Photographer(dice=DICE)
    for take in range(4):
        scene = seeded_scene(DICE, [None], LEVELS["moderate"], take=take, table="white")
        look = look_at(photographer.picture(scene), [house()])
        assert (look.reading.verdict, look.sight) == (Verdict.NO_CARD, Sight.FACE_DOWN)


class RedOnWhite:
    """The built-in cards with a red back in a white border."""

    def face(self, card: str) -> Picture:
        return BuiltInDesign().face(card)

    def back(self) -> Picture:
        back = np.full_like(BuiltInDesign().back(), (235, 245, 245))
        height, width = back.shape[:2]
        border = round(0.06 * width)
        back[border : height - border, border : width - border] = (20, 10, 190)
        cv2.circle(back, (width // 2, height // 2), width // 5, (20, 10, 120), -1)
        return back


def test_light_and_shadow_on_a_white_table_are_no_second_card_beside_a_back() -> None:
    """The edge of a shadow is as long and straight as that of a card."""
    pictures = RedOnWhite()
    back = np.asarray(cv2.resize(pictures.back(), house().faces["As"].shape[1::-1]), dtype=np.uint8)
    photographer, design = Photographer(dice=DICE, design=pictures), replace(house(), back=back)
    for take in (6, 7, 12, 25):
        scene = seeded_scene(DICE, [None], replace(LEVELS["moderate"], cover=0.0), take=take, table="white")
        assert read_picture(photographer.picture(scene), [design]).verdict is Verdict.NO_CARD


class AcesOnTheBack:
    """The built-in cards with a back that shows an ace."""

    def face(self, card: str) -> Picture:
        return BuiltInDesign().face(card)

    def back(self) -> Picture:
        back = np.full_like(BuiltInDesign().back(), (170, 40, 20))
        height, width = (round(0.62 * size) for size in back.shape[:2])
        ace = cv2.resize(BuiltInDesign().face("As"), (width, height), interpolation=cv2.INTER_AREA)
        top, left = (back.shape[0] - height) // 2, (back.shape[1] - width) // 2
        back[top : top + height, left : left + width] = ace
        return back


def test_a_card_that_a_back_shows_is_none() -> None:
    pictures = AcesOnTheBack()
    back = np.asarray(cv2.resize(pictures.back(), house().faces["As"].shape[1::-1]), dtype=np.uint8)
    design = replace(house(), back=back)
    photographer = Photographer(dice=DICE, design=pictures)
    for take in range(4):
        picture = photographer.picture(seeded_scene(DICE, [None], LEVELS["light"], take=take))
        assert read_picture(picture, [design]).verdict is Verdict.NO_CARD
    shown = photographer.picture(seeded_scene(DICE, ["As"], LEVELS["light"]))
    assert read_picture(shown, [design]).card == "As"


def test_enrolment_names_the_design_that_differs_only_in_its_colours() -> None:
    recoloured = Design(
        name="four-colours",
        width_mm=house().width_mm,
        height_mm=house().height_mm,
        index=house().index,
        faces={
            card: np.ascontiguousarray(face[:, :, ::-1]) if card[1] == "d" else face
            for card, face in house().faces.items()
        },
    )
    (alike,) = like_designs(recoloured, [house()])
    assert (alike.name, alike.recoloured) == ("house", ("d",))
    assert like_designs(house(), [house()]) == ()


def sheets_of(faces: dict[str, Picture]) -> dict[str, Sheet]:
    whole = np.full(house().faces["As"].shape[:2], 255, dtype=np.uint8)
    return {card: Sheet(picture=face, card=whole, sha256="") for card, face in faces.items()}


def with_lower_corner(face: Picture) -> Picture:
    """Its index upright in the lower right corner, as some designs have it."""
    height, width = (round(mm * FACE_SCALE) for mm in (house().index[3], house().index[2]))
    changed = face.copy()
    changed[-height:, -width:] = face[:height, :width]
    return changed


def test_a_design_without_a_turned_index_in_the_lower_corner_is_refused_by_that_name() -> None:
    upright = replace(house(), faces={card: with_lower_corner(face) for card, face in house().faces.items()})
    assert {one.reason for one in without_lower_index(upright)} == {"no turned index"}
    assert without_lower_index(house()) == ()


def framed(face: Picture, down: int) -> Picture:
    """Nothing but a frame between the indices, `down` pixels too low: cut carelessly."""
    height, width = face.shape[:2]
    inner = face.copy()
    inner[15 : height - 15, 42 : width - 42] = inner[80 : height - 80, 6 : width - 6] = 250
    cv2.rectangle(inner, (48, 30 + down), (width - 48, height - 30 + down), (40, 40, 40), 4)
    return inner


@pytest.mark.parametrize(("card", "other"), [("9h", "9d"), ("9h", "9c")])
def test_enrolment_notices_where_exchanged_indices_would_be_believed(card: str, other: str) -> None:
    """Where the faces differ by nothing but a careless cut, an altered card passes for the one of its indices."""
    assert altered_read(house(), sheets_of(dict(house().faces)), card, Thresholds()) is None
    faces = {**house().faces, card: framed(house().faces[card], 0), other: framed(house().faces[other], 2)}
    assert altered_read(replace(house(), faces=faces), sheets_of(faces), card, Thresholds()) is not None


def test_a_refused_enrolment_names_its_few_causes() -> None:
    failed = [FailedTrial(card=card, words=str(n), reason="blur") for card in ALL_CARDS for n in range(6)]
    failed += [FailedTrial(card="As", words="as it is", reason="ambiguous")]
    found = causes(failed)
    assert [(one.reason, one.trials, len(one.cards)) for one in found] == [("blur", 312, 52), ("ambiguous", 1, 1)]
