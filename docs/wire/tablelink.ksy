# Written by `python -m tests.tools.wire.documents`; do not edit.
meta:
  id: tablelink
  title: tablelink version 1, the body of a frame after COBS
  endian: le
doc: |
  wire = 00 E c4 c3 c2 c1 c0 00, E = COBS(body). c4..c0 are 0x80 | seven bits each of CRC-32C(E), highest first.
  Split at 00, check and drop the last five bytes, undo COBS, then parse with this.
seq:
  - id: version
    type: b4
    valid: 1
  - id: reserved
    type: b3
    valid: 0
  - id: has_mac
    type: b1
  - id: dst
    type: u1
  - id: src
    type: u1
  - id: type
    type: u1
    enum: message_type
  - id: seq_number
    type: u2
  - id: epoch
    type: u4
  - id: len_payload
    type: u2
    valid:
      max: 96
  - id: payload
    size: len_payload
    type:
      switch-on: type
      cases:
        'message_type::hello': hello
        'message_type::poll': poll
        'message_type::status': status
        'message_type::query': query
        'message_type::enable': enable
        'message_type::inhibit': inhibit
        'message_type::clear': clear
        'message_type::pair': pair
        'message_type::meters': meters
        'message_type::history': history
        'message_type::detail': detail
        'message_type::offer': offer
        'message_type::session_key': session_key
        'message_type::verify': verify
        'message_type::certificate': certificate
        'message_type::self_test': self_test
        'message_type::agree': agree
        'message_type::shuffle': shuffle
        'message_type::release': release
        'message_type::eject': eject
        'message_type::recount': recount
        'message_type::reveal': reveal
        'message_type::arm': arm
        'message_type::identity': identity
        'message_type::event': event
        'message_type::status_is': status_is
        'message_type::cmd_is': cmd_is
        'message_type::nak': nak
        'message_type::meters_is': meters_is
        'message_type::history_is': history_is
        'message_type::detail_is': detail_is
        'message_type::offer_is': offer_is
        'message_type::session_key_is': session_key_is
        'message_type::verify_is': verify_is
        'message_type::certificate_is': certificate_is
  - id: mac
    size: 16
    if: has_mac
types:
  hello:
    seq:
      - id: minor
        type: u1
      - id: nonce
        size: 8
  poll:
    seq:
      - id: upto
        type: u4
  status: {}
  query:
    seq:
      - id: cmd
        type: u8
  enable:
    seq:
      - id: cmd
        type: u8
  inhibit:
    seq:
      - id: cmd
        type: u8
  clear:
    seq:
      - id: cmd
        type: u8
      - id: fault
        type: u1
        enum: fault_code
  pair:
    seq:
      - id: cmd
        type: u8
      - id: key
        size: 32
  meters: {}
  history:
    seq:
      - id: back
        type: u1
  detail: {}
  offer:
    seq:
      - id: commit
        size: 32
  session_key: {}
  verify:
    seq:
      - id: seed
        size: 32
  certificate: {}
  self_test:
    seq:
      - id: cmd
        type: u8
  agree:
    seq:
      - id: cmd
        type: u8
      - id: public
        size: 32
  shuffle:
    seq:
      - id: cmd
        type: u8
      - id: batch
        type: u4
      - id: decks
        type: u1
      - id: expected
        type: u2
  release:
    seq:
      - id: cmd
        type: u8
      - id: batch
        type: u4
  eject:
    seq:
      - id: cmd
        type: u8
  recount:
    seq:
      - id: cmd
        type: u8
  reveal:
    seq:
      - id: cmd
        type: u8
      - id: draw
        type: u4
      - id: why
        type: u1
        enum: reveal_reason
  arm:
    seq:
      - id: cmd
        type: u8
      - id: round
        type: u4
      - id: up
        type: u1
        enum: up_card
  identity:
    seq:
      - id: nonce
        size: 8
      - id: minor
        type: u1
      - id: family
        type: u1
        enum: device_family
      - id: model
        type: str
        size: 8
        terminator: 0
        encoding: ASCII
      - id: serial
        type: str
        size: 12
        terminator: 0
        encoding: ASCII
      - id: fw
        size: 4
      - id: fw_sha256
        size: 32
      - id: boots
        type: u4
      - id: acked
        type: u4
      - id: next
        type: u4
      - id: ring
        type: u2
      - id: caps
        type: cap_bits
  event:
    seq:
      - id: state
        type: u1
        enum: device_state
      - id: flags
        type: status_bits
      - id: fault
        type: u1
        enum: fault_code
      - id: left
        type: u1
      - id: number
        type: u4
      - id: t
        type: u4
      - id: code
        type: u1
        enum: event_code
      - id: data
        size-eos: true
        type:
          switch-on: code
          cases:
            'event_code::none': event_none
            'event_code::power_up': event_power_up
            'event_code::enabled': event_enabled
            'event_code::inhibited': event_inhibited
            'event_code::fault': event_fault
            'event_code::fault_cleared': event_fault_cleared
            'event_code::door': event_door
            'event_code::paired': event_paired
            'event_code::loaded': event_loaded
            'event_code::empty': event_empty
            'event_code::shuffle_started': event_shuffle_started
            'event_code::shuffle_done': event_shuffle_done
            'event_code::batch_dead': event_batch_dead
            'event_code::batch_out': event_batch_out
            'event_code::card_out': event_card_out
            'event_code::cards_in': event_cards_in
            'event_code::inventory': event_inventory
            'event_code::low': event_low
            'event_code::card_drawn': event_card_drawn
            'event_code::revealed': event_revealed
            'event_code::cut_card': event_cut_card
            'event_code::inserted': event_inserted
            'event_code::result': event_result
            'event_code::removed': event_removed
            'event_code::unarmed': event_unarmed
  status_is:
    seq:
      - id: state
        type: u1
        enum: device_state
      - id: flags
        type: status_bits
      - id: fault
        type: u1
        enum: fault_code
      - id: zero
        type: u1
      - id: bad_frames
        type: u4
      - id: a
        type: u4
      - id: b
        type: u4
      - id: c
        type: u4
  cmd_is:
    seq:
      - id: cmd
        type: u8
      - id: status
        type: u1
        enum: command_status
      - id: revealed
        type: revealed_card
        if: not _io.eof
  nak:
    seq:
      - id: code
        type: u1
        enum: nak_reason
      - id: of
        type: u1
        enum: message_type
      - id: state
        type: u1
        enum: device_state
      - id: fault
        type: u1
        enum: fault_code
  meters_is:
    seq:
      - id: minutes
        type: u4
      - id: good
        type: u4
      - id: bad
        type: u4
      - id: cards
        type: u4
      - id: faults
        type: u4
      - id: jams_inlet
        type: u2
      - id: jams_feeder
        type: u2
      - id: jams_mixer
        type: u2
      - id: jams_elevator
        type: u2
      - id: jams_outlet
        type: u2
      - id: jams_head
        type: u2
  history_is:
    seq:
      - id: back
        type: u1
      - id: kept
        type: u1
      - id: batch
        type: u4
      - id: count
        type: u2
      - id: verdict
        type: u1
        enum: shuffle_verdict
      - id: seconds
        type: u2
      - id: minute
        type: u4
  detail_is:
    seq:
      - id: fault
        type: u1
        enum: fault_code
      - id: place
        type: u1
      - id: sensor
        type: u1
      - id: doors
        type: u1
      - id: step1
        type: u1
      - id: step2
        type: u1
      - id: step3
        type: u1
      - id: step4
        type: u1
  offer_is:
    seq:
      - id: public
        size: 32
  session_key_is:
    seq:
      - id: nonce
        size: 8
  verify_is:
    seq:
      - id: digest
        size: 32
      - id: signature
        size: 64
  certificate_is:
    seq:
      - id: public
        size: 32
      - id: signature
        size: 64
  revealed_card:
    seq:
      - id: draw
        type: u4
      - id: card
        type: u1
      - id: nonce
        size: 16
  difference:
    seq:
      - id: card
        type: u1
      - id: count
        type: s1
  status_bits:
    meta:
      bit-endian: le
    seq:
      - id: enabled
        type: b1
      - id: fault
        type: b1
      - id: door
        type: b1
      - id: service
        type: b1
      - id: paired
        type: b1
      - id: reserved
        type: b3
        valid: 0
  cap_bits:
    meta:
      bit-endian: le
    seq:
      - id: counts
        type: b1
      - id: identities
        type: b1
      - id: gate
        type: b1
      - id: face_up
        type: b1
      - id: cut_card
        type: b1
      - id: two_batches
        type: b1
      - id: reserved
        type: b10
        valid: 0
  card_bits:
    meta:
      bit-endian: le
    seq:
      - id: unreadable
        type: b1
      - id: face_up
        type: b1
      - id: forced
        type: b1
      - id: reserved
        type: b5
        valid: 0
  event_none: {}
  event_power_up:
    seq:
      - id: cause
        type: u1
      - id: test
        type: u1
        enum: fault_code
      - id: boots
        type: u4
  event_enabled: {}
  event_inhibited:
    seq:
      - id: cause
        type: u1
        enum: inhibit_cause
  event_fault:
    seq:
      - id: of
        type: u1
        enum: fault_code
      - id: at
        type: u1
        enum: device_state
      - id: cards
        type: u1
  event_fault_cleared:
    seq:
      - id: of
        type: u1
        enum: fault_code
  event_door:
    seq:
      - id: open
        type: u1
  event_paired:
    seq:
      - id: key_id
        size: 8
  event_loaded: {}
  event_empty: {}
  event_shuffle_started:
    seq:
      - id: batch
        type: u4
  event_shuffle_done:
    seq:
      - id: batch
        type: u4
      - id: count
        type: u2
      - id: verdict
        type: u1
        enum: shuffle_verdict
      - id: num_differences
        type: u1
      - id: differences
        type: difference
        repeat: expr
        repeat-expr: num_differences
  event_batch_dead:
    seq:
      - id: batch
        type: u4
      - id: of
        type: u1
        enum: fault_code
  event_batch_out:
    seq:
      - id: batch
        type: u4
      - id: good
        type: u1
  event_card_out:
    seq:
      - id: total_out
        type: u4
  event_cards_in:
    seq:
      - id: n
        type: u1
      - id: total_in
        type: u4
  event_inventory:
    seq:
      - id: inside
        type: u2
      - id: total_in
        type: u4
      - id: total_out
        type: u4
  event_low:
    seq:
      - id: inside
        type: u2
  event_card_drawn:
    seq:
      - id: draw
        type: u4
      - id: card_flags
        type: card_bits
      - id: commit
        size: 32
  event_revealed:
    seq:
      - id: draw
        type: u4
      - id: why
        type: u1
        enum: reveal_reason
  event_cut_card:
    seq:
      - id: draw
        type: u4
  event_inserted:
    seq:
      - id: round
        type: u4
  event_result:
    seq:
      - id: round
        type: u4
      - id: result
        type: u2
        enum: reader_result
  event_removed:
    seq:
      - id: round
        type: u4
  event_unarmed: {}
enums:
  message_type:
    0x01: hello
    0x02: poll
    0x03: status
    0x04: query
    0x05: meters
    0x06: history
    0x07: detail
    0x08: offer
    0x09: session_key
    0x0a: verify
    0x0b: certificate
    0x10: enable
    0x11: inhibit
    0x12: clear
    0x13: pair
    0x14: self_test
    0x15: agree
    0x20: shuffle
    0x21: release
    0x22: eject
    0x23: recount
    0x30: reveal
    0x40: arm
    0x7f: reserved
    0x81: identity
    0x82: event
    0x83: status_is
    0x84: cmd_is
    0x85: meters_is
    0x86: history_is
    0x87: detail_is
    0x88: offer_is
    0x89: session_key_is
    0x8a: verify_is
    0x8b: certificate_is
    0xff: nak
  event_code:
    0x00: none
    0x01: power_up
    0x02: enabled
    0x03: inhibited
    0x04: fault
    0x05: fault_cleared
    0x06: door
    0x07: paired
    0x08: loaded
    0x09: empty
    0x10: shuffle_started
    0x11: shuffle_done
    0x12: batch_dead
    0x13: batch_out
    0x20: card_out
    0x21: cards_in
    0x22: inventory
    0x23: low
    0x30: card_drawn
    0x31: revealed
    0x32: cut_card
    0x40: inserted
    0x41: result
    0x42: removed
    0x43: unarmed
  nak_reason:
    0x01: bad_mac
    0x02: bad_epoch
    0x03: bad_seq
    0x04: bad_type
    0x05: bad_len
    0x06: bad_value
    0x07: id_reused
    0x08: not_paired
    0x09: fault
    0x0a: inhibited
    0x0b: bad_state
    0x0c: not_permitted
  fault_code:
    0x00: none
    0x01: jam
    0x02: double_feed
    0x03: motor
    0x04: unreadable
    0x05: foreign_card
    0x06: door_in_cycle
    0x07: power_in_cycle
    0x08: rng
    0x09: sensor
    0x0a: count_drift
    0x0b: reversed
    0x0c: gate
    0x0d: memory
  device_state:
    0x10: batch_empty
    0x11: batch_loaded
    0x12: batch_shuffling
    0x13: batch_ready
    0x14: batch_unloading
    0x15: batch_dead
    0x20: continuous_empty
    0x21: continuous_running
    0x22: continuous_counting
    0x23: continuous_unloading
    0x30: shoe_empty
    0x31: shoe_loaded
    0x32: shoe_cut
    0x40: reader_idle
    0x41: reader_armed
    0x42: reader_reading
    0x43: reader_holding
  command_status:
    0x00: unknown
    0x01: running
    0x02: done
    0x03: failed
  reader_result:
    0xa5c3: blackjack
    0x5a3c: clear
    0x9669: unreadable
  inhibit_cause:
    0x01: command
    0x02: host_lost
    0x03: fault
    0x04: door
    0x05: service
    0x06: event_memory
  shuffle_verdict:
    0x00: ok
    0x01: wrong_count
    0x02: wrong_cards
  reveal_reason:
    0x01: dealt_face_up
    0x02: hole_card_turned
    0x03: burn_card_shown
    0x04: irregularity
  up_card:
    0x01: ace
    0x02: ten
  device_family:
    0x01: batch
    0x02: continuous
    0x03: shoe
    0x04: reader
