"""`dealer-console new-round`: a commented template that replays as it stands."""

from __future__ import annotations

from dealer_console.cli.output import print_error, print_line
from dealer_console.cli.verbs import RuleSet
from dealer_console.game.rules import Rules
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules


def new_round(rule_set: RuleSet) -> int:
    try:
        print_line(template(load_rules(rule_set)))
    except (UnknownRules, NoConfig, BadFile) as error:
        return print_error(error)
    return 0


def template(rules: Rules) -> str:
    choices = rules.choices
    side_bets = [f"{name}=5" if name != "free-bet" else "free-bet=25" for name in rules.side_bets]
    hands = "1a 1b 2a 2b" if rules.is_switch else "1a 2a"
    hole = choices["hole_card"].default
    last = hole == "last"
    lines = [
        f"# A round of {rules.title}. Lines that begin with # are comments.",
        f'rules = "{rules.name}"',
        "",
        "# The table's choices; leave a key out to take its default:",
        *(f"#   {key}: {_offer(choice.of)}" for key, choice in choices.items() if key != "match_pays"),
        f'table = {{ decks = {choices["decks"].default}, hole_card = "{hole}" }}',
        "",
        "# One text per bettor: SPOT[/BETTOR] AMOUNT and side bets by name.",
        f"#   on offer here: {', '.join(side_bets) or 'no side bets'}",
        'bets = ["1 25", "2 25"]',
        "",
        "# What happened, in order: runs of cards as they leave the shoe, and moves.",
        f"# First cards {hands}, the up-card, the second cards{'' if last else ', the hole card ??'}.",
        "play = [",
        '    "??",                       # the burn card, unseen',
        *_deal(rules, last=last),
        "]",
        "",
        "# For a test, say what must come out:",
        '# expect = ["1a main win 25", "net 1 25", "house -25"]',
    ]
    return "\n".join(lines)


def _offer(of: tuple[object, ...] | None) -> str:
    if of is None:
        return 'an amount: whole dollars or a text such as "12.50"'
    return " or ".join(
        str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
        for value in of
    )


def _deal(rules: Rules, *, last: bool) -> list[str]:
    if rules.is_switch:
        deal = "Th 9c 8d 7s  6h  9d Ks 9h Qd" + ("" if last else "  ??")
        acts = ['    "1a stand", "1b stand",      # Th 9d: 19, 9c Ks: 19; a first decision declines the switch']
        acts.append('    "2 switch",                  # 8d Qd: 18, 7s 9h: 16')
        acts.append('    "2a stand", "2b stand",')
    else:
        deal = "Th 9c  6h  9d Ks  ??"
        acts = ['    "1a stand", "2a stand",']
    show = (
        '    "Td",                        # the dealer\'s second card: 16'
        if last
        else '    "reveal Td",                 # 16'
    )
    return [f'    "{deal}",', *acts, show, '    "9s",                        # 25']
