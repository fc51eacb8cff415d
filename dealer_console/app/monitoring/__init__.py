"""What a running table shows to those who watch many: figures for Prometheus, and a log. Never a card."""
