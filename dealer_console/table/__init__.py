"""The live table: intake of device facts and touches, people and approvals, the shift, recovery."""
