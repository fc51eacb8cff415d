"""The dispute file of one round."""

from dealer_console.pit.dispute.dispute_files import DisputeFiles, dispute_files
from dealer_console.pit.dispute.extract import extract_of

__all__ = ["DisputeFiles", "dispute_files", "extract_of"]
