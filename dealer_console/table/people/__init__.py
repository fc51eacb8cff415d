"""The people of the table: who they are, what they may do, and who approved what. See docs/people.md."""

from dealer_console.table.people.actions import Action, Right, Standing, standing_of
from dealer_console.table.people.approvals import Approvals, Asked
from dealer_console.table.people.book import Answer, Listed, NotAdmitted, PeopleBook
from dealer_console.table.people.errors import PeopleDamaged, PeopleRefused
from dealer_console.table.people.lock_out import LockOutRule
from dealer_console.table.people.needed_rights import action_for_burn_card_shown, action_for_move, standing_of_round
from dealer_console.table.people.pepper import create_pepper, load_pepper
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.permissions_file import load_permissions, permissions_from_file
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.people.pins import HashCost, Pin, why_not_pin
from dealer_console.table.people.requests import Approval, Declined, Request, RequestId, subject_hash
from dealer_console.table.people.staff import LEFT, Staff

__all__ = [
    "LEFT",
    "Action",
    "Answer",
    "Approval",
    "Approvals",
    "Asked",
    "Declined",
    "HashCost",
    "Listed",
    "LockOutRule",
    "NotAdmitted",
    "PeopleBook",
    "PeopleDamaged",
    "PeopleRefused",
    "Permissions",
    "Person",
    "PersonId",
    "Pin",
    "Request",
    "RequestId",
    "Right",
    "Role",
    "Staff",
    "Standing",
    "action_for_burn_card_shown",
    "action_for_move",
    "create_pepper",
    "load_pepper",
    "load_permissions",
    "permissions_from_file",
    "standing_of",
    "standing_of_round",
    "subject_hash",
    "why_not_pin",
]
