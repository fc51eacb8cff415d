"""The people of the table: who they are, and what they may do. See docs/people.md."""

from dealer_console.table.people.actions import Action, Right, Standing, standing_of
from dealer_console.table.people.book import Answer, Listed, NotAdmitted, PeopleBook
from dealer_console.table.people.pepper import create_pepper, load_pepper
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.permissions_file import load_permissions, permissions_from_file
from dealer_console.table.people.person import PeopleDamaged, PeopleRefused, Person, PersonId, Role
from dealer_console.table.people.pins import HashCost, LockOutRule, Pin, why_not_pin
from dealer_console.table.people.staff import LEFT, NewPerson, Staff

__all__ = [
    "LEFT",
    "Action",
    "Answer",
    "HashCost",
    "Listed",
    "LockOutRule",
    "NewPerson",
    "NotAdmitted",
    "PeopleBook",
    "PeopleDamaged",
    "PeopleRefused",
    "Permissions",
    "Person",
    "PersonId",
    "Pin",
    "Right",
    "Role",
    "Staff",
    "Standing",
    "create_pepper",
    "load_pepper",
    "load_permissions",
    "permissions_from_file",
    "standing_of",
    "why_not_pin",
]
