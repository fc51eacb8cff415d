"""The version of this program, as it stands in journals."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def software_version() -> str:
    try:
        return f"dealer-console {version('dealer-console')}"
    except PackageNotFoundError:  # a checkout that was never installed
        return "dealer-console (not installed)"
