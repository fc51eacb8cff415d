"""What can be wrong with the book of people, by whose fault it is.

* `PeopleRefused`: a person asked for what cannot be (a name taken, a simple PIN, a file of others). Nothing changed.
* `PeopleDamaged`: the file is not what we wrote. Nobody is admitted from it.
"""

from __future__ import annotations

from dealer_console.messages import MessageError


class PeopleRefused(MessageError):
    """Not possible like this; the text says what to do. It never holds a PIN."""


class PeopleDamaged(MessageError):
    """Somebody or something changed the file of people."""
