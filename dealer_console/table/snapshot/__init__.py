"""What the table shows: one frozen value for each publish, made from the committed state alone."""

from dealer_console.table.snapshot.builder import snapshot_of
from dealer_console.table.snapshot.past_rounds import PastRound, PastRounds
from dealer_console.table.snapshot.table_snapshot import (
    BookedRound,
    CardGuide,
    CardsInPlay,
    GuideStep,
    LooseCard,
    OpenRequest,
    PersonAtTable,
    TableSnapshot,
)

__all__ = [
    "BookedRound",
    "CardGuide",
    "CardsInPlay",
    "GuideStep",
    "LooseCard",
    "OpenRequest",
    "PastRound",
    "PastRounds",
    "PersonAtTable",
    "TableSnapshot",
    "snapshot_of",
]
