"""A floor of tables with days of play, dealt by the engine in virtual time: for `make pit` and for tests."""

from dealer_console.demo.floor.generator import DemoFloor, generate

__all__ = ["DemoFloor", "generate"]
