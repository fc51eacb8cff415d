"""From the table's state to the snapshot that is published. Called on the thread that owns the state."""

from __future__ import annotations

from dealer_console.game.message import Message
from dealer_console.game.state import Round
from dealer_console.table.approvals.request import Request
from dealer_console.table.commands.authorization import standing
from dealer_console.table.commands.codec import command_of, overtaken
from dealer_console.table.commands.money.tray import CloseTable, difference, for_pit_manager
from dealer_console.table.devices.cards_by_hand import why_shoe_first
from dealer_console.table.devices.returned_device import returned
from dealer_console.table.people.actions import Right
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.snapshot.guide import cards, guide
from dealer_console.table.snapshot.past_rounds import PastRound
from dealer_console.table.snapshot.table_snapshot import (
    BookedRound,
    LooseCard,
    OpenRequest,
    PersonAtTable,
    TableSnapshot,
)
from dealer_console.table.state.card_places import comes_first, hit_of_hand_in_turn, needs_words, sealed_draw
from dealer_console.table.state.entry_drafts import why_not_undo
from dealer_console.table.state.late_call import cards_are_away, why_not_late
from dealer_console.table.state.loose_cards import loose_moves
from dealer_console.table.state.table_state import FACE_UP, NEXT, QUEUED, UNEXPLAINED, TableState


def _approvers(state: TableState, setup: TableSetup, request: Request) -> tuple[str, ...]:
    """The roles that may; of a tray that is off by the most that the house names, the pit manager alone."""
    command = command_of(request.subject, who=request.requester)
    if isinstance(command, CloseTable):
        off = difference(state.shift, command.tray)
        if for_pit_manager(setup.table(state.shift), off) is not None:
            return ("pit-manager",)
    rights = setup.permissions.actions[request.action]
    return tuple(role.value for role in rights.roles((Right.APPROVE,), standing(state, request.action)))


def requests(state: TableState, setup: TableSetup, now_ms: int) -> tuple[OpenRequest, ...]:
    open_requests = []
    for request in state.approvals.waiting(now_ms):
        rights = setup.permissions.actions[request.action]
        open_requests.append(
            OpenRequest(
                request=request.id,
                action=request.action.value,
                says=rights.says,
                command=command_of(request.subject, who=request.requester),
                subject=request.subject,
                subject_hash=request.subject_hash,
                requester=request.requester,
                requester_name=state.name_of(request.requester),
                reason=request.reason,
                asked_at_ms=request.asked_at_ms,
                expires_at_ms=request.expires_at_ms,
                approvers=_approvers(state, setup, request),
                overtaken=overtaken(request, state.felt_hash()),
            )
        )
    return tuple(open_requests)


PastRounds = tuple[PastRound, ...]


def snapshot_of(
    state: TableState, setup: TableSetup, stopped: Message | None = None, *, now_ms: int = 0, past: PastRounds = ()
) -> TableSnapshot:
    """`now_ms` tells which requests have expired; nothing else depends on the time."""
    opening, shoe, hole = state.opening, state.shoe, state.hole_draw
    shoe_first = why_shoe_first(state, setup.file) if state.cards_by_hand and not state.in_round else None
    by_hand, no_late = state.cards_by_hand and shoe_first is None, why_not_late(state)
    r = state.round  # it stays as it is: the next move makes another one
    return TableSnapshot(
        seq=state.seq,
        stopped=stopped,
        table=state.table,
        round=r,
        round_number=state.round_number,
        bets=state.bets,
        last_bets=state.last_bets,
        standing=state.standing,
        settled=state.settled,
        stays=why_not_undo(state) if r is not None else None,
        booked=BookedRound.of(state.dealt, away=cards_are_away(state)) if state.dealt and no_late is None else None,
        no_late_call=no_late,
        late=state.late,
        loose_asked=bool(loose_moves(state, asked=True)),
        loose_unasked=bool(loose_moves(state, asked=False)),
        shoe_out=shoe.out if shoe is not None else 0,
        shoe_left=shoe.left if shoe is not None else None,
        shoe_number=state.shoe_number,
        by_hand=by_hand,
        shoe_first=shoe_first,
        enter_card=bool(state.owed_by_hand) or (opening is not None and opening.dealt and opening.unreadable),
        opening=opening.place if opening is not None else None,
        hole_opens=hole is not None and not hole.unreadable and not by_hand,
        kept_down=state.face_down,
        down_opens=_down_opens(state, r),
        loose=_loose(state),
        card_ready=state.draw_at(NEXT, QUEUED) is not None,
        links=dict(state.links),
        faults=dict(state.faults),
        doors=state.doors,
        without=state.without,
        off_table=state.off_table,
        returned=returned(state),
        batch_stage=state.batch_stage,
        second_stage=state.second_batch.stage if state.second_batch is not None else None,
        camera_viewer=state.camera.viewer,
        keeper_asks=next(iter(state.questions.items()), None),
        keeper_unconfirmed=state.keeper.unconfirmed,
        alarms=state.alarms,
        alarm_messages=state.alarm_messages,
        calls=state.calls,
        locked=state.locked,
        console_closed_by=state.console_closed_by,
        is_open=state.is_open,
        shift=state.shift,
        names=state.names,
        present=_present(state),
        guide=guide(state, setup),
        cards=cards(state, setup),
        requests=requests(state, setup, now_ms),
        past=past,
    )


def _present(state: TableState) -> tuple[PersonAtTable, ...]:
    people = state.shift.present
    return tuple(
        PersonAtTable(person=present.person, name=state.name_of(present.person), role=present.role)
        for present in people
    )


def _down_opens(state: TableState, r: Round | None) -> frozenset[str]:
    covered = [hand.id for hand in r.hands.values() if hand.face_down] if r is not None else []
    return frozenset(hand for hand in covered if sealed_draw(state, hand) is not None)


def _loose(state: TableState) -> LooseCard | None:
    draw = state.draw_at(UNEXPLAINED, FACE_UP)
    if draw is None or not needs_words(state, draw) or comes_first(state) is not None:
        return None
    hit = hit_of_hand_in_turn(state.round) if state.round is not None and draw.place != FACE_UP else None
    return LooseCard(
        face_up=draw.place == FACE_UP,
        name_it=draw.unreadable or state.cards_by_hand,
        hit_of=hit.hand if hit is not None else "",
    )
