"""Requests and approvals: who asked, who approved, and exactly what."""
