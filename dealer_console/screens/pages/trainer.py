"""The trainer's page of a demonstration: break a device, pull a cable, spill a card, and mend it again."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.console_config import TrainerAction
from dealer_console.screens.effects import Train
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerPage:
    """The devices in the column, what can happen to one of them in the row: what it leads to is seen on the felt."""

    device: str = ""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        devices = list(dict.fromkeys(action.device for action in builder.house.trainer))
        chosen = self.device or devices[0]
        actions = [action for action in builder.house.trainer if action.device == chosen]
        rows = (
            Row(elements=(Text(text=builder.words("trainer-how"), size="small"),)),
            Row(elements=tuple(_device(builder, device, chosen) for device in devices)),
            Row(elements=tuple(_button(builder, action) for action in actions), band=True),
        )
        return Overlay(
            id="trainer",
            title=builder.words("trainer-title"),
            columns=(rows,),
            note=builder.local.note,
            close=close_button(builder),
            covers="pad",
        )


def _device(builder: ScreenBuilder, device: str, chosen: str) -> Button:
    page = builder.open(TrainerPage(device=device))
    label = builder.words(f"device-{device}")
    return builder.button(f"trainer:{device}", label, page, key="auto-letter", checked=device == chosen)


def _button(builder: ScreenBuilder, action: TrainerAction) -> Button:
    name, label = f"trainer:{action.device}:{action.name}", builder.words(f"trainer-{action.name}")
    fields = {"device": builder.words(f"device-{action.device}"), "what": label}
    does = Train(
        does=action.does,
        done=builder.words("trainer-done", **fields),
        refused=builder.words("trainer-refused", **fields),
    )
    return builder.button(name, label, does, key="auto", main=True)
