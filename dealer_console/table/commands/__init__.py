"""What people and the pit ask of the table: one class for each command, with its right, its refusals and its entries.

A screen runs a whole evening by `TableSession.submit(command)` alone. See docs/people.md for who may do which, and
CONTRIBUTING.md for how to add one.
"""

from dealer_console.table.commands.card_correction import CorrectCard
from dealer_console.table.commands.cards.cut import CutMade, CutRefused, OfferCut, OrderRecut
from dealer_console.table.commands.cards.decks import CardsInspected, DecksIn, OrderCardsOut
from dealer_console.table.commands.cards.shoe import BurnCard, CountCards, CuttingCardOut, ShowBurnCard, SpreadCards
from dealer_console.table.commands.cards.shuffle import BeginShuffle, CardStep, ShuffleAgain
from dealer_console.table.commands.cards.shuffler import Release, Shuffle, TakeCardsOut, TakeInventory
from dealer_console.table.commands.command import WHO_SIGNS, Command, Signed, Source, all_commands
from dealer_console.table.commands.devices import (
    AnswerKeeper,
    ClearFault,
    EndCameraView,
    LookThroughCamera,
    PutOnTable,
    ResumeDevice,
    TakeOffTable,
    TrustAgain,
)
from dealer_console.table.commands.money.cash import (
    BuyIn,
    CallWager,
    ColourUp,
    ConfirmCalledWager,
    ReturnCalledWager,
    TokeGiven,
)
from dealer_console.table.commands.money.markers import IssueMarker, RedeemMarker, VoidMarker
from dealer_console.table.commands.money.slips import AskCredit, AskFill, CancelSlip, ConfirmSlip, SendSlip, VerifySlip
from dealer_console.table.commands.money.tray import CloseTable, CountTray, OpenTable
from dealer_console.table.commands.people.desk_orders import CloseRating, OrderFromDesk, SeatRating
from dealer_console.table.commands.people.notes import AlarmSeen, CallSupervisor, WriteNote
from dealer_console.table.commands.people.notices import AnnounceFromPit, AnnounceNotice, AskNotice, WithdrawNotice
from dealer_console.table.commands.people.presence import ComeIn, GoOut, StopConsole
from dealer_console.table.commands.people.requests import (
    Approve,
    ApproveFromPit,
    Decline,
    DeclineFromPit,
    FromPit,
    WithdrawRequest,
)
from dealer_console.table.commands.round.late_call import CallLate, PlaceLooseCard, TickLateSteps
from dealer_console.table.commands.round.play import Play, TakeBack
from dealer_console.table.commands.round.sealed_cards import ExplainDraw, KeepFaceDown, ShowHoleCard, TurnDoubleCard
from dealer_console.table.commands.round.seats import LetIn, PlayerLeft, SameWagers, SeatPlayer, ShareSpot, WagersDown
from dealer_console.table.commands.round.settlement import CorrectSettlement, SettlementDone, WagersPaid

__all__ = [
    "WHO_SIGNS",
    "AlarmSeen",
    "AnnounceFromPit",
    "AnnounceNotice",
    "AnswerKeeper",
    "Approve",
    "ApproveFromPit",
    "AskCredit",
    "AskFill",
    "AskNotice",
    "BeginShuffle",
    "BurnCard",
    "BuyIn",
    "CallLate",
    "CallSupervisor",
    "CallWager",
    "CancelSlip",
    "CardStep",
    "CardsInspected",
    "ClearFault",
    "CloseRating",
    "CloseTable",
    "ColourUp",
    "ComeIn",
    "Command",
    "ConfirmCalledWager",
    "ConfirmSlip",
    "CorrectCard",
    "CorrectSettlement",
    "CountCards",
    "CountTray",
    "CutMade",
    "CutRefused",
    "CuttingCardOut",
    "DecksIn",
    "Decline",
    "DeclineFromPit",
    "EndCameraView",
    "ExplainDraw",
    "FromPit",
    "GoOut",
    "IssueMarker",
    "KeepFaceDown",
    "LetIn",
    "LookThroughCamera",
    "OfferCut",
    "OpenTable",
    "OrderCardsOut",
    "OrderFromDesk",
    "OrderRecut",
    "PlaceLooseCard",
    "Play",
    "PlayerLeft",
    "PutOnTable",
    "RedeemMarker",
    "Release",
    "ResumeDevice",
    "ReturnCalledWager",
    "SameWagers",
    "SeatPlayer",
    "SeatRating",
    "SendSlip",
    "SettlementDone",
    "ShareSpot",
    "ShowBurnCard",
    "ShowHoleCard",
    "Shuffle",
    "ShuffleAgain",
    "Signed",
    "Source",
    "SpreadCards",
    "StopConsole",
    "TakeBack",
    "TakeCardsOut",
    "TakeInventory",
    "TakeOffTable",
    "TickLateSteps",
    "TokeGiven",
    "TrustAgain",
    "TurnDoubleCard",
    "VerifySlip",
    "VoidMarker",
    "WagersDown",
    "WagersPaid",
    "WithdrawNotice",
    "WithdrawRequest",
    "WriteNote",
    "all_commands",
]
