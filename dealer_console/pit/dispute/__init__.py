"""The dispute pack of one round."""

from dealer_console.pit.dispute.extract import extract_of
from dealer_console.pit.dispute.pack import dispute_files, dispute_pack

__all__ = ["dispute_files", "dispute_pack", "extract_of"]
