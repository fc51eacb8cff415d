"""The felt: cloth, cards, totals, marks and wagers."""
