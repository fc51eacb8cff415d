"""`dealer-console demo`: a demonstration round in the terminal."""

from __future__ import annotations

from dealer_console.commands.replay import replay_files
from dealer_console.commands.speaking import complain
from dealer_console.rulebook.load import NoConfig, config_folder


def deal_demonstration() -> int:
    try:
        return replay_files([config_folder() / "demonstration.round"], as_json=False)
    except NoConfig as error:
        return complain(str(error))
