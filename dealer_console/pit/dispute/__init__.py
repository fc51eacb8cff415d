"""The dispute file of one round."""

from dealer_console.pit.dispute.extract import extract_of
from dealer_console.pit.dispute.pack import DisputeFiles, dispute_files

__all__ = ["DisputeFiles", "dispute_files", "extract_of"]
