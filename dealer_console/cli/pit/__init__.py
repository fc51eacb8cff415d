"""Verbs of the supervisor: report, dispute, search, alerts, ratings, demo-floor, and the window `pit-review`."""
