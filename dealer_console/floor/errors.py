"""What can be wrong between a table and the floor, by whose fault it is.

* `FloorAway`: nobody answers at the moment. The table deals on, and it is tried again.
* `FloorRefused`: somebody has to do something first: a wrong address, a login without rights, a database of another
  form, a journal that the floor does not take. The text says what.
"""

from __future__ import annotations

from dealer_console.messages import MessageError


class FloorError(MessageError):
    """Any of the errors of the floor."""


class FloorAway(FloorError):
    """The floor does not answer now."""


class FloorRefused(FloorError):
    """The floor answers, and does not want this; nothing has changed."""
