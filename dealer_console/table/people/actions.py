"""The axes of the matrix: what can be done, how the table stands, and what somebody may do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from dealer_console.game.message import Message


class Action(StrEnum):
    """What a person can do. What it means and where the right comes from stands in `config/permissions.toml`."""

    # the round
    TAKE_BETS = "take-bets"
    DEAL = "deal"
    DECIDE = "decide"
    UNDO = "undo"
    UNDO_PAID = "undo-paid"
    CORRECT_CARD = "correct-card"
    CORRECT_READ_CARD = "correct-read-card"
    CALL_IRREGULARITY = "call-irregularity"
    RESOLVE_IRREGULARITY = "resolve-irregularity"
    RULE_IRREGULARITY = "rule-irregularity"
    CALL_LATE = "call-late"
    LATE_STEPS = "late-steps"
    VOID_ROUND = "void-round"
    CORRECT_SETTLEMENT = "correct-settlement"
    CONFIRM_CALLED_WAGER = "confirm-called-wager"
    ALLOW_THIRD_SPOT = "allow-third-spot"
    LET_IN = "let-in"
    # the shift
    OPEN_TABLE = "open-table"
    CLOSE_TABLE = "close-table"
    DEALER_IN = "dealer-in"
    DEALER_OUT = "dealer-out"
    BUY_IN = "buy-in"
    FILL_REQUEST = "fill-request"
    FILL_CONFIRM = "fill-confirm"
    CREDIT_REQUEST = "credit-request"
    CREDIT_CONFIRM = "credit-confirm"
    SLIP_VERIFY = "slip-verify"
    SLIP_VOID = "slip-void"
    MARKER_ISSUE = "marker-issue"
    MARKER_REDEEM = "marker-redeem"
    COUNT_TRAY = "count-tray"
    LIMITS_CHANGE = "limits-change"
    NOTICE = "notice"
    ASK_NOTICE = "ask-notice"
    # the cards
    INSPECT_CARDS = "inspect-cards"
    SHUFFLE = "shuffle"
    SHUFFLE_AGAIN = "shuffle-again"
    SHUFFLE_ACKNOWLEDGE = "shuffle-acknowledge"
    SHUFFLE_ON_REQUEST = "shuffle-on-request"
    CUT = "cut"
    RECUT = "recut"
    SHOE_CHANGE = "shoe-change"
    CARDS_OUT = "cards-out"
    SHOW_BURN_CARD = "show-burn-card"
    SHOW_BURN_CARD_APPROVED = "show-burn-card-approved"
    # the devices
    DEVICE_PAIR = "device-pair"
    DEVICE_SERVICE = "device-service"
    DEVICE_APPROVE = "device-approve"
    DEVICE_CLEAR = "device-clear"
    DEVICE_REMOVE = "device-remove"
    RESUME_DEVICE = "resume-device"
    CONTINUE_AFTER_EVENT_GAP = "continue-after-event-gap"
    RESTART_AFTER_STOP = "restart-after-stop"
    STOP_CONSOLE = "stop-console"
    BEGIN_JOURNAL = "begin-journal"
    # the cage, and the desk of the pit
    CAGE_SEND = "cage-send"
    CAGE_CASH = "cage-cash"
    SOFT_COUNT = "soft-count"
    RATE_PLAYER = "rate-player"
    # looking, and the house
    CALL_SUPERVISOR = "call-supervisor"
    ACKNOWLEDGE_CALL = "acknowledge-call"
    NOTE = "note"
    REVIEW = "review"
    VERIFY = "verify"
    EXPORT = "export"
    PEOPLE_LIST = "people-list"
    PEOPLE_MANAGE = "people-manage"


AT_THE_TABLE: Final = frozenset(
    {
        Action.OPEN_TABLE,
        Action.CLOSE_TABLE,
        Action.COUNT_TRAY,
        Action.INSPECT_CARDS,
        Action.FILL_CONFIRM,
        Action.CREDIT_CONFIRM,
        Action.SLIP_VERIFY,
        Action.MARKER_ISSUE,
        Action.MARKER_REDEEM,
    }
)
"""Whoever approves these has counted chips or looked at cards or a signature: nobody can do that from a desk."""


class Standing(StrEnum):
    """How the table stands. Exactly one at every moment; the later one in this list wins."""

    CLOSED = "closed"
    BETWEEN_ROUNDS = "open-between-rounds"
    IN_ROUND = "in-round"
    IRREGULARITY = "irregularity-open"
    STOPPED = "stopped"

    @property
    def message(self) -> Message:
        return Message(f"standing-{self.value}")


class Right(StrEnum):
    """One cell of the matrix.

    Who may approve may ask too, but then somebody else approves: two people in every case.
    """

    NO = "no"
    YES = "yes"  # alone
    ASK = "ask"  # asks; another person approves
    APPROVE = "approve"  # approves what another person asked


def standing_of(*, is_open: bool, in_round: bool, irregularity_open: bool, stopped: bool) -> Standing:
    if stopped:
        return Standing.STOPPED
    if not is_open:
        return Standing.CLOSED
    if irregularity_open:
        return Standing.IRREGULARITY
    return Standing.IN_ROUND if in_round else Standing.BETWEEN_ROUNDS
