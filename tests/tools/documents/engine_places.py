"""Where the engine carries out the clauses that no key of a rule set names: a function, a class, or a call."""

from __future__ import annotations

from typing import Final

_VALUES: Final = ("cards.Card", "hand.Hand.count")
_MATCH: Final = ("side_bets.match_row",)
_DEAL: Final = ("state.Round", "flow.next_in_deal")
_AFTER_DEAL: Final = ("flow.deal_is_done", "settlement.settle_after_deal")
_INSURANCE: Final = ("settlement.take_insurance", "settlement.pay_insurance")
_FROM_THE_RIGHT: Final = ("settlement.from_the_right", "settlement.settle_at_end")
_EXPOSED: Final = ("irregularity_places.next_asked", "rulings.take_exposed_card", "rulings.refuse_exposed_card")

_WHO_CUTS: Final = ("procedures.cut_order",)
_STEPS: Final = ("procedures.next_step",)

PLACES: Final[dict[str, tuple[str, ...]]] = {
    "MA 4(b)(2)": ("procedures.cut_is_due",),
    "MA 4(d)": _WHO_CUTS,
    "MA 4(d)(1)": _WHO_CUTS,
    "MA 4(d)(2)": _WHO_CUTS,
    "MA 4(d)(3)": _WHO_CUTS,
    "MA 4(d)(4)": _WHO_CUTS,
    "MA 4(i)": _STEPS,
    "MA 4(i)(5)": _STEPS,
    "CB shuffle 3a": _WHO_CUTS,
    "CB shuffle 3b": _WHO_CUTS,
    "MA 2(b)": _VALUES,
    "MA 2(b)(1)": _VALUES,
    "MA 2(b)(2)": _VALUES,
    "MA 2(b)(3)": _VALUES,
    "MA 2(c)": _MATCH,
    "MA 6(a)(1)": _MATCH,
    "MA 6(a)(2)": _MATCH,
    "MA 6(a)(3)": _MATCH,
    "MA 6(a)(4)": _MATCH,
    "MA 6(d)": _MATCH,
    "MA 6(e)": ("settlement.settle_after_deal", "settlement.settle_hand"),
    "MA 7(d)(1)": _DEAL,
    "MA 7(d)(2)": _DEAL,
    "MA 7(d)(3)": _DEAL,
    "MA 7(e)": _AFTER_DEAL,
    "MA 7(f)": ("flow.deal_is_done",),
    "MA 7(g)(1)": ("effects.switch",),
    "MA 7(m)": _FROM_THE_RIGHT,
    "MA 8(a)(1)": ("legality.CHECKS", "effects.insure"),
    "MA 8(e)": _INSURANCE,
    "MA 9(b)": ("settlement.take_insurance", "settlement.pay_insurance", "settlement.settle_surrender"),
    "MA 11(c)": ("effects.split", "flow.next_turn"),
    "MA 13(e)": ("legality.CHECKS", "effects.insure"),
    "MA 15(l)(1)": ("irregularities.offered", "ruling_choices.void_by_ruling"),
    "MA 15(l)(2)": ("irregularities.offered", "ruling_choices.go_on_as"),
    "SD 5": _AFTER_DEAL,
    "CB dealing 14": _FROM_THE_RIGHT,
    "CB dealing 17": ("calls.push", "settlement.settle_at_end"),
    "CB dealing 23": _FROM_THE_RIGHT,
    "CB splitting 3": ("effects.split", "state.ride"),
    "CB splitting 9": ("calls.fives", "prompt.prompt"),
    "CB double 2": ("calls.double_less", "prompt.prompt"),
    "CB double 3": ("legality.CHECKS", "effects.double"),
    "CB double 4": ("legality.CHECKS", "effects.double"),
    "CB double 5": ("calls.fives", "prompt.prompt"),
    "CB insurance 3A": ("calls.insurance_open", "prompt.prompt"),
    "CB insurance 3B": ("phases.INSURANCE",),
    "CB insurance 4": ("legality.CHECKS", "effects.insure"),
    "CB insurance 6": ("flow.after_second_card",),
    "CB insurance 6B": _INSURANCE,
    "CB insurance 7": ("flow.check_is_clear",),
    "CB insurance 7A": ("flow.check_is_clear",),
    "CB payouts 2": ("prompt.prompt",),
    "CB payouts 4": ("prompt.prompt", "flow.checked"),
    "CB payouts 4B": ("flow.check_is_clear", "settlement.pay_naturals"),
    "CB trilux 1": ("bets.why_not_bet",),
    "CB trilux 5": _DEAL,
    "CB trilux 6": _AFTER_DEAL,
    "CB trilux 6a": _AFTER_DEAL,
    "CB bounty basics": ("side_bets.bounty_row",),
    "CB bounty getting started": ("bets.why_not_bet", "settlement.side_bet_row"),
    "CB bounty 4": _DEAL,
    "CB bounty 5": ("settlement.settle_at_end",),
    "CB bounty limits 1": ("bets.side_bet_limits",),
    "CB irregularities 1A": _EXPOSED,
    "CB irregularities 1B": _EXPOSED,
    "CB irregularities 10A": ("ruling_choices.go_on_as", "rulings.let_spot_out"),
    "CB irregularities 10B": ("irregularities.needs_supervisor",),
    "LW 10": ("flow.players_are_done", "dealer_draw.needs_second_card"),
    "LW appendix A": ("effects.switch", "settlement.judge"),
    "WA getting started": ("effects.switch", "effects.double", "effects.split"),
    "WA getting started 2": _AFTER_DEAL,
    "WA appendix A": ("effects.switch", "settlement.judge"),
}
