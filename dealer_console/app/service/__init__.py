"""The console as a service of systemd: its units, and what it says to its watchdog."""
