"""Tests of the people of the table, their rights and their approvals."""
