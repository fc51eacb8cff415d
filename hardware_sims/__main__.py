"""`python -m hardware_sims` is the command `hardware-sims`."""

from hardware_sims.cli import main

main()
