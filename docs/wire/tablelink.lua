-- Wireshark dissector for tablelink version 1.
-- Written by `python -m tests.tools.wire.documents`; do not edit.
-- Try it: hardware-sims convert CAPTURE.log CAPTURE.txt; text2pcap -D -t '%s.%f' -l 147 CAPTURE.txt CAPTURE.pcap
--         tshark -X lua_script:tablelink.lua -r CAPTURE.pcap -V
-- The Info column holds type, numbers, event, flags or reason; a reply links to its request and the other way round.

local tablelink = Proto("tablelink", "tablelink version 1")
local f = tablelink.fields

f.header_version = ProtoField.uint8("tablelink.header.version", "version", base.HEX)
f.header_dst = ProtoField.uint8("tablelink.header.dst", "dst", base.HEX)
f.header_src = ProtoField.uint8("tablelink.header.src", "src", base.HEX)
f.header_type = ProtoField.uint8("tablelink.header.type", "type", base.DEC, { [1] = "HELLO", [2] = "POLL", [3] = "STATUS", [4] = "QUERY", [5] = "METERS", [6] = "HISTORY", [7] = "DETAIL", [8] = "OFFER", [9] = "SESSION_KEY", [10] = "VERIFY", [11] = "CERTIFICATE", [16] = "ENABLE", [17] = "INHIBIT", [18] = "CLEAR", [19] = "PAIR", [20] = "SELF_TEST", [21] = "AGREE", [32] = "SHUFFLE", [33] = "RELEASE", [34] = "EJECT", [35] = "RECOUNT", [48] = "REVEAL", [64] = "ARM", [127] = "RESERVED", [129] = "IDENTITY", [130] = "EVENT", [131] = "STATUS_IS", [132] = "CMD_IS", [133] = "METERS_IS", [134] = "HISTORY_IS", [135] = "DETAIL_IS", [136] = "OFFER_IS", [137] = "SESSION_KEY_IS", [138] = "VERIFY_IS", [139] = "CERTIFICATE_IS", [255] = "NAK" })
f.header_seq = ProtoField.uint16("tablelink.header.seq", "seq", base.DEC)
f.header_epoch = ProtoField.uint32("tablelink.header.epoch", "epoch", base.DEC)
f.header_length = ProtoField.uint16("tablelink.header.length", "length", base.DEC)
f.hello_minor = ProtoField.uint8("tablelink.hello.minor", "minor", base.DEC)
f.hello_nonce = ProtoField.bytes("tablelink.hello.nonce", "nonce")
f.poll_upto = ProtoField.uint32("tablelink.poll.upto", "upto", base.DEC)
f.query_cmd = ProtoField.uint64("tablelink.query.cmd", "cmd", base.DEC)
f.enable_cmd = ProtoField.uint64("tablelink.enable.cmd", "cmd", base.DEC)
f.inhibit_cmd = ProtoField.uint64("tablelink.inhibit.cmd", "cmd", base.DEC)
f.clear_cmd = ProtoField.uint64("tablelink.clear.cmd", "cmd", base.DEC)
f.clear_fault = ProtoField.uint8("tablelink.clear.fault", "fault", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.pair_cmd = ProtoField.uint64("tablelink.pair.cmd", "cmd", base.DEC)
f.pair_key = ProtoField.bytes("tablelink.pair.key", "key")
f.history_back = ProtoField.uint8("tablelink.history.back", "back", base.DEC)
f.offer_commit = ProtoField.bytes("tablelink.offer.commit", "commit")
f.verify_seed = ProtoField.bytes("tablelink.verify.seed", "seed")
f.self_test_cmd = ProtoField.uint64("tablelink.self_test.cmd", "cmd", base.DEC)
f.agree_cmd = ProtoField.uint64("tablelink.agree.cmd", "cmd", base.DEC)
f.agree_public = ProtoField.bytes("tablelink.agree.public", "public")
f.shuffle_cmd = ProtoField.uint64("tablelink.shuffle.cmd", "cmd", base.DEC)
f.shuffle_batch = ProtoField.uint32("tablelink.shuffle.batch", "batch", base.DEC)
f.shuffle_decks = ProtoField.uint8("tablelink.shuffle.decks", "decks", base.DEC)
f.shuffle_expected = ProtoField.uint16("tablelink.shuffle.expected", "expected", base.DEC)
f.release_cmd = ProtoField.uint64("tablelink.release.cmd", "cmd", base.DEC)
f.release_batch = ProtoField.uint32("tablelink.release.batch", "batch", base.DEC)
f.eject_cmd = ProtoField.uint64("tablelink.eject.cmd", "cmd", base.DEC)
f.recount_cmd = ProtoField.uint64("tablelink.recount.cmd", "cmd", base.DEC)
f.reveal_cmd = ProtoField.uint64("tablelink.reveal.cmd", "cmd", base.DEC)
f.reveal_draw = ProtoField.uint32("tablelink.reveal.draw", "draw", base.DEC)
f.reveal_why = ProtoField.uint8("tablelink.reveal.why", "why", base.DEC, { [1] = "DEALT_FACE_UP", [2] = "HOLE_CARD_TURNED", [3] = "BURN_CARD_SHOWN", [4] = "IRREGULARITY" })
f.arm_cmd = ProtoField.uint64("tablelink.arm.cmd", "cmd", base.DEC)
f.arm_round = ProtoField.uint32("tablelink.arm.round", "round", base.DEC)
f.arm_up = ProtoField.uint8("tablelink.arm.up", "up", base.DEC, { [1] = "ACE", [2] = "TEN" })
f.identity_nonce = ProtoField.bytes("tablelink.identity.nonce", "nonce")
f.identity_minor = ProtoField.uint8("tablelink.identity.minor", "minor", base.DEC)
f.identity_family = ProtoField.uint8("tablelink.identity.family", "family", base.DEC, { [1] = "BATCH", [2] = "CONTINUOUS", [3] = "SHOE", [4] = "READER" })
f.identity_model = ProtoField.string("tablelink.identity.model", "model")
f.identity_serial = ProtoField.string("tablelink.identity.serial", "serial")
f.identity_fw = ProtoField.bytes("tablelink.identity.fw", "fw")
f.identity_fw_sha256 = ProtoField.bytes("tablelink.identity.fw_sha256", "fw_sha256")
f.identity_boots = ProtoField.uint32("tablelink.identity.boots", "boots", base.DEC)
f.identity_acked = ProtoField.uint32("tablelink.identity.acked", "acked", base.DEC)
f.identity_next = ProtoField.uint32("tablelink.identity.next", "next", base.DEC)
f.identity_ring = ProtoField.uint16("tablelink.identity.ring", "ring", base.DEC)
f.identity_caps = ProtoField.uint16("tablelink.identity.caps", "caps", base.HEX)
f.identity_caps_counts = ProtoField.bool("tablelink.identity.caps.counts", "COUNTS", 16, nil, 1)
f.identity_caps_identities = ProtoField.bool("tablelink.identity.caps.identities", "IDENTITIES", 16, nil, 2)
f.identity_caps_gate = ProtoField.bool("tablelink.identity.caps.gate", "GATE", 16, nil, 4)
f.identity_caps_face_up = ProtoField.bool("tablelink.identity.caps.face_up", "FACE_UP", 16, nil, 8)
f.identity_caps_cut_card = ProtoField.bool("tablelink.identity.caps.cut_card", "CUT_CARD", 16, nil, 16)
f.identity_caps_two_batches = ProtoField.bool("tablelink.identity.caps.two_batches", "TWO_BATCHES", 16, nil, 32)
f.event_state = ProtoField.uint8("tablelink.event.state", "state", base.DEC, { [16] = "BATCH_EMPTY", [17] = "BATCH_LOADED", [18] = "BATCH_SHUFFLING", [19] = "BATCH_READY", [20] = "BATCH_UNLOADING", [21] = "BATCH_DEAD", [32] = "CONTINUOUS_EMPTY", [33] = "CONTINUOUS_RUNNING", [34] = "CONTINUOUS_COUNTING", [35] = "CONTINUOUS_UNLOADING", [48] = "SHOE_EMPTY", [49] = "SHOE_LOADED", [50] = "SHOE_CUT", [64] = "READER_IDLE", [65] = "READER_ARMED", [66] = "READER_READING", [67] = "READER_HOLDING" })
f.event_flags = ProtoField.uint8("tablelink.event.flags", "flags", base.HEX)
f.event_flags_enabled = ProtoField.bool("tablelink.event.flags.enabled", "ENABLED", 8, nil, 1)
f.event_flags_fault = ProtoField.bool("tablelink.event.flags.fault", "FAULT", 8, nil, 2)
f.event_flags_door = ProtoField.bool("tablelink.event.flags.door", "DOOR", 8, nil, 4)
f.event_flags_service = ProtoField.bool("tablelink.event.flags.service", "SERVICE", 8, nil, 8)
f.event_flags_paired = ProtoField.bool("tablelink.event.flags.paired", "PAIRED", 8, nil, 16)
f.event_fault = ProtoField.uint8("tablelink.event.fault", "fault", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.event_left = ProtoField.uint8("tablelink.event.left", "left", base.DEC)
f.event_no = ProtoField.uint32("tablelink.event.no", "no", base.DEC)
f.event_t = ProtoField.uint32("tablelink.event.t", "t", base.DEC)
f.event_code = ProtoField.uint8("tablelink.event.code", "code", base.DEC, { [0] = "NONE", [1] = "POWER_UP", [2] = "ENABLED", [3] = "INHIBITED", [4] = "FAULT", [5] = "FAULT_CLEARED", [6] = "DOOR", [7] = "PAIRED", [8] = "LOADED", [9] = "EMPTY", [16] = "SHUFFLE_STARTED", [17] = "SHUFFLE_DONE", [18] = "BATCH_DEAD", [19] = "BATCH_OUT", [32] = "CARD_OUT", [33] = "CARDS_IN", [34] = "INVENTORY", [35] = "LOW", [48] = "CARD_DRAWN", [49] = "REVEALED", [50] = "CUT_CARD", [64] = "INSERTED", [65] = "RESULT", [66] = "REMOVED", [67] = "UNARMED" })
f.status_is_state = ProtoField.uint8("tablelink.status_is.state", "state", base.DEC, { [16] = "BATCH_EMPTY", [17] = "BATCH_LOADED", [18] = "BATCH_SHUFFLING", [19] = "BATCH_READY", [20] = "BATCH_UNLOADING", [21] = "BATCH_DEAD", [32] = "CONTINUOUS_EMPTY", [33] = "CONTINUOUS_RUNNING", [34] = "CONTINUOUS_COUNTING", [35] = "CONTINUOUS_UNLOADING", [48] = "SHOE_EMPTY", [49] = "SHOE_LOADED", [50] = "SHOE_CUT", [64] = "READER_IDLE", [65] = "READER_ARMED", [66] = "READER_READING", [67] = "READER_HOLDING" })
f.status_is_flags = ProtoField.uint8("tablelink.status_is.flags", "flags", base.HEX)
f.status_is_flags_enabled = ProtoField.bool("tablelink.status_is.flags.enabled", "ENABLED", 8, nil, 1)
f.status_is_flags_fault = ProtoField.bool("tablelink.status_is.flags.fault", "FAULT", 8, nil, 2)
f.status_is_flags_door = ProtoField.bool("tablelink.status_is.flags.door", "DOOR", 8, nil, 4)
f.status_is_flags_service = ProtoField.bool("tablelink.status_is.flags.service", "SERVICE", 8, nil, 8)
f.status_is_flags_paired = ProtoField.bool("tablelink.status_is.flags.paired", "PAIRED", 8, nil, 16)
f.status_is_fault = ProtoField.uint8("tablelink.status_is.fault", "fault", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.status_is_zero = ProtoField.uint8("tablelink.status_is.zero", "zero", base.DEC)
f.status_is_bad_frames = ProtoField.uint32("tablelink.status_is.bad_frames", "bad_frames", base.DEC)
f.status_is_a = ProtoField.uint32("tablelink.status_is.a", "a", base.DEC)
f.status_is_b = ProtoField.uint32("tablelink.status_is.b", "b", base.DEC)
f.status_is_c = ProtoField.uint32("tablelink.status_is.c", "c", base.DEC)
f.cmd_is_cmd = ProtoField.uint64("tablelink.cmd_is.cmd", "cmd", base.DEC)
f.cmd_is_status = ProtoField.uint8("tablelink.cmd_is.status", "status", base.DEC, { [0] = "UNKNOWN", [1] = "RUNNING", [2] = "DONE", [3] = "FAILED" })
f.nak_code = ProtoField.uint8("tablelink.nak.code", "code", base.DEC, { [1] = "BAD_MAC", [2] = "BAD_EPOCH", [3] = "BAD_SEQ", [4] = "BAD_TYPE", [5] = "BAD_LEN", [6] = "BAD_VALUE", [7] = "ID_REUSED", [8] = "NOT_PAIRED", [9] = "FAULT", [10] = "INHIBITED", [11] = "BAD_STATE", [12] = "NOT_PERMITTED" })
f.nak_of = ProtoField.uint8("tablelink.nak.of", "of", base.DEC, { [1] = "HELLO", [2] = "POLL", [3] = "STATUS", [4] = "QUERY", [5] = "METERS", [6] = "HISTORY", [7] = "DETAIL", [8] = "OFFER", [9] = "SESSION_KEY", [10] = "VERIFY", [11] = "CERTIFICATE", [16] = "ENABLE", [17] = "INHIBIT", [18] = "CLEAR", [19] = "PAIR", [20] = "SELF_TEST", [21] = "AGREE", [32] = "SHUFFLE", [33] = "RELEASE", [34] = "EJECT", [35] = "RECOUNT", [48] = "REVEAL", [64] = "ARM", [127] = "RESERVED", [129] = "IDENTITY", [130] = "EVENT", [131] = "STATUS_IS", [132] = "CMD_IS", [133] = "METERS_IS", [134] = "HISTORY_IS", [135] = "DETAIL_IS", [136] = "OFFER_IS", [137] = "SESSION_KEY_IS", [138] = "VERIFY_IS", [139] = "CERTIFICATE_IS", [255] = "NAK" })
f.nak_state = ProtoField.uint8("tablelink.nak.state", "state", base.DEC, { [16] = "BATCH_EMPTY", [17] = "BATCH_LOADED", [18] = "BATCH_SHUFFLING", [19] = "BATCH_READY", [20] = "BATCH_UNLOADING", [21] = "BATCH_DEAD", [32] = "CONTINUOUS_EMPTY", [33] = "CONTINUOUS_RUNNING", [34] = "CONTINUOUS_COUNTING", [35] = "CONTINUOUS_UNLOADING", [48] = "SHOE_EMPTY", [49] = "SHOE_LOADED", [50] = "SHOE_CUT", [64] = "READER_IDLE", [65] = "READER_ARMED", [66] = "READER_READING", [67] = "READER_HOLDING" })
f.nak_fault = ProtoField.uint8("tablelink.nak.fault", "fault", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.meters_is_minutes = ProtoField.uint32("tablelink.meters_is.minutes", "minutes", base.DEC)
f.meters_is_good = ProtoField.uint32("tablelink.meters_is.good", "good", base.DEC)
f.meters_is_bad = ProtoField.uint32("tablelink.meters_is.bad", "bad", base.DEC)
f.meters_is_cards = ProtoField.uint32("tablelink.meters_is.cards", "cards", base.DEC)
f.meters_is_faults = ProtoField.uint32("tablelink.meters_is.faults", "faults", base.DEC)
f.meters_is_jams_inlet = ProtoField.uint16("tablelink.meters_is.jams_inlet", "jams_inlet", base.DEC)
f.meters_is_jams_feeder = ProtoField.uint16("tablelink.meters_is.jams_feeder", "jams_feeder", base.DEC)
f.meters_is_jams_mixer = ProtoField.uint16("tablelink.meters_is.jams_mixer", "jams_mixer", base.DEC)
f.meters_is_jams_elevator = ProtoField.uint16("tablelink.meters_is.jams_elevator", "jams_elevator", base.DEC)
f.meters_is_jams_outlet = ProtoField.uint16("tablelink.meters_is.jams_outlet", "jams_outlet", base.DEC)
f.meters_is_jams_head = ProtoField.uint16("tablelink.meters_is.jams_head", "jams_head", base.DEC)
f.history_is_back = ProtoField.uint8("tablelink.history_is.back", "back", base.DEC)
f.history_is_kept = ProtoField.uint8("tablelink.history_is.kept", "kept", base.DEC)
f.history_is_batch = ProtoField.uint32("tablelink.history_is.batch", "batch", base.DEC)
f.history_is_count = ProtoField.uint16("tablelink.history_is.count", "count", base.DEC)
f.history_is_verdict = ProtoField.uint8("tablelink.history_is.verdict", "verdict", base.DEC, { [0] = "OK", [1] = "WRONG_COUNT", [2] = "WRONG_CARDS" })
f.history_is_seconds = ProtoField.uint16("tablelink.history_is.seconds", "seconds", base.DEC)
f.history_is_minute = ProtoField.uint32("tablelink.history_is.minute", "minute", base.DEC)
f.detail_is_fault = ProtoField.uint8("tablelink.detail_is.fault", "fault", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.detail_is_place = ProtoField.uint8("tablelink.detail_is.place", "place", base.DEC)
f.detail_is_sensor = ProtoField.uint8("tablelink.detail_is.sensor", "sensor", base.DEC)
f.detail_is_doors = ProtoField.uint8("tablelink.detail_is.doors", "doors", base.DEC)
f.detail_is_step1 = ProtoField.uint8("tablelink.detail_is.step1", "step1", base.DEC)
f.detail_is_step2 = ProtoField.uint8("tablelink.detail_is.step2", "step2", base.DEC)
f.detail_is_step3 = ProtoField.uint8("tablelink.detail_is.step3", "step3", base.DEC)
f.detail_is_step4 = ProtoField.uint8("tablelink.detail_is.step4", "step4", base.DEC)
f.offer_is_public = ProtoField.bytes("tablelink.offer_is.public", "public")
f.session_key_is_nonce = ProtoField.bytes("tablelink.session_key_is.nonce", "nonce")
f.verify_is_digest = ProtoField.bytes("tablelink.verify_is.digest", "digest")
f.verify_is_signature = ProtoField.bytes("tablelink.verify_is.signature", "signature")
f.certificate_is_public = ProtoField.bytes("tablelink.certificate_is.public", "public")
f.certificate_is_signature = ProtoField.bytes("tablelink.certificate_is.signature", "signature")
f.power_up_cause = ProtoField.uint8("tablelink.power_up.cause", "cause", base.DEC)
f.power_up_test = ProtoField.uint8("tablelink.power_up.test", "test", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.power_up_boots = ProtoField.uint32("tablelink.power_up.boots", "boots", base.DEC)
f.inhibited_cause = ProtoField.uint8("tablelink.inhibited.cause", "cause", base.DEC, { [1] = "COMMAND", [2] = "HOST_LOST", [3] = "FAULT", [4] = "DOOR", [5] = "SERVICE", [6] = "EVENT_MEMORY" })
f.fault_of = ProtoField.uint8("tablelink.fault.of", "of", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.fault_at = ProtoField.uint8("tablelink.fault.at", "at", base.DEC, { [16] = "BATCH_EMPTY", [17] = "BATCH_LOADED", [18] = "BATCH_SHUFFLING", [19] = "BATCH_READY", [20] = "BATCH_UNLOADING", [21] = "BATCH_DEAD", [32] = "CONTINUOUS_EMPTY", [33] = "CONTINUOUS_RUNNING", [34] = "CONTINUOUS_COUNTING", [35] = "CONTINUOUS_UNLOADING", [48] = "SHOE_EMPTY", [49] = "SHOE_LOADED", [50] = "SHOE_CUT", [64] = "READER_IDLE", [65] = "READER_ARMED", [66] = "READER_READING", [67] = "READER_HOLDING" })
f.fault_cards = ProtoField.uint8("tablelink.fault.cards", "cards", base.DEC)
f.fault_cleared_of = ProtoField.uint8("tablelink.fault_cleared.of", "of", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.door_open = ProtoField.uint8("tablelink.door.open", "open", base.DEC)
f.paired_key_id = ProtoField.bytes("tablelink.paired.key_id", "key_id")
f.shuffle_started_batch = ProtoField.uint32("tablelink.shuffle_started.batch", "batch", base.DEC)
f.shuffle_done_batch = ProtoField.uint32("tablelink.shuffle_done.batch", "batch", base.DEC)
f.shuffle_done_count = ProtoField.uint16("tablelink.shuffle_done.count", "count", base.DEC)
f.shuffle_done_verdict = ProtoField.uint8("tablelink.shuffle_done.verdict", "verdict", base.DEC, { [0] = "OK", [1] = "WRONG_COUNT", [2] = "WRONG_CARDS" })
f.batch_dead_batch = ProtoField.uint32("tablelink.batch_dead.batch", "batch", base.DEC)
f.batch_dead_of = ProtoField.uint8("tablelink.batch_dead.of", "of", base.DEC, { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" })
f.batch_out_batch = ProtoField.uint32("tablelink.batch_out.batch", "batch", base.DEC)
f.batch_out_good = ProtoField.uint8("tablelink.batch_out.good", "good", base.DEC)
f.card_out_total_out = ProtoField.uint32("tablelink.card_out.total_out", "total_out", base.DEC)
f.cards_in_n = ProtoField.uint8("tablelink.cards_in.n", "n", base.DEC)
f.cards_in_total_in = ProtoField.uint32("tablelink.cards_in.total_in", "total_in", base.DEC)
f.inventory_inside = ProtoField.uint16("tablelink.inventory.inside", "inside", base.DEC)
f.inventory_total_in = ProtoField.uint32("tablelink.inventory.total_in", "total_in", base.DEC)
f.inventory_total_out = ProtoField.uint32("tablelink.inventory.total_out", "total_out", base.DEC)
f.low_inside = ProtoField.uint16("tablelink.low.inside", "inside", base.DEC)
f.card_drawn_draw = ProtoField.uint32("tablelink.card_drawn.draw", "draw", base.DEC)
f.card_drawn_card_flags = ProtoField.uint8("tablelink.card_drawn.card_flags", "card_flags", base.HEX)
f.card_drawn_card_flags_unreadable = ProtoField.bool("tablelink.card_drawn.card_flags.unreadable", "UNREADABLE", 8, nil, 1)
f.card_drawn_card_flags_face_up = ProtoField.bool("tablelink.card_drawn.card_flags.face_up", "FACE_UP", 8, nil, 2)
f.card_drawn_card_flags_forced = ProtoField.bool("tablelink.card_drawn.card_flags.forced", "FORCED", 8, nil, 4)
f.card_drawn_commit = ProtoField.bytes("tablelink.card_drawn.commit", "commit")
f.revealed_draw = ProtoField.uint32("tablelink.revealed.draw", "draw", base.DEC)
f.revealed_why = ProtoField.uint8("tablelink.revealed.why", "why", base.DEC, { [1] = "DEALT_FACE_UP", [2] = "HOLE_CARD_TURNED", [3] = "BURN_CARD_SHOWN", [4] = "IRREGULARITY" })
f.cut_card_draw = ProtoField.uint32("tablelink.cut_card.draw", "draw", base.DEC)
f.inserted_round = ProtoField.uint32("tablelink.inserted.round", "round", base.DEC)
f.result_round = ProtoField.uint32("tablelink.result.round", "round", base.DEC)
f.result_result = ProtoField.uint16("tablelink.result.result", "result", base.DEC, { [42435] = "BLACKJACK", [23100] = "CLEAR", [38505] = "UNREADABLE" })
f.removed_round = ProtoField.uint32("tablelink.removed.round", "round", base.DEC)
f.revealed_card_draw = ProtoField.uint32("tablelink.revealed_card.draw", "draw", base.DEC)
f.revealed_card_card = ProtoField.uint8("tablelink.revealed_card.card", "card", base.HEX)
f.revealed_card_nonce = ProtoField.bytes("tablelink.revealed_card.nonce", "nonce")
f.differences_n = ProtoField.uint8("tablelink.shuffle_done.n", "differences")
f.difference_card = ProtoField.uint8("tablelink.shuffle_done.card", "card", base.HEX)
f.difference_count = ProtoField.int8("tablelink.shuffle_done.difference", "difference")
f.crc = ProtoField.string("tablelink.crc", "CRC-32C")
f.mac = ProtoField.bytes("tablelink.mac", "MAC")
f.response_in = ProtoField.framenum("tablelink.response_in", "reply in", base.NONE, frametype.RESPONSE)
f.response_to = ProtoField.framenum("tablelink.response_to", "request in", base.NONE, frametype.REQUEST)
f.wait = ProtoField.relative_time("tablelink.time", "time since the request")
f.is_repeat = ProtoField.bool("tablelink.repeat", "the same request again")

local e_length = ProtoExpert.new("tablelink.bad_length", "length does not fit", expert.group.CHECKSUM, expert.severity.ERROR)
local e_crc = ProtoExpert.new("tablelink.bad_crc", "CRC does not fit", expert.group.CHECKSUM, expert.severity.ERROR)
local e_cobs = ProtoExpert.new("tablelink.bad_cobs", "COBS is broken", expert.group.CHECKSUM, expert.severity.ERROR)
local e_version = ProtoExpert.new("tablelink.bad_version", "another protocol version", expert.group.CHECKSUM, expert.severity.ERROR)
local e_flags = ProtoExpert.new("tablelink.bad_flags", "a reserved flag is set", expert.group.CHECKSUM, expert.severity.ERROR)
tablelink.experts = { e_length, e_crc, e_cobs, e_version, e_flags }

local HEADER_SIZE = 12
local MAC_SIZE = 16
local MAX_PAYLOAD = 96
local MIN_BETWEEN = 18
local MAX_BETWEEN = 130
local EVENT = 130
local CMD_IS = 132
local STATUS_IS = 131
local NAK = 255
local SHUFFLE_DONE = 17
local MESSAGE_NAMES = { [1] = "HELLO", [2] = "POLL", [3] = "STATUS", [4] = "QUERY", [5] = "METERS", [6] = "HISTORY", [7] = "DETAIL", [8] = "OFFER", [9] = "SESSION_KEY", [10] = "VERIFY", [11] = "CERTIFICATE", [16] = "ENABLE", [17] = "INHIBIT", [18] = "CLEAR", [19] = "PAIR", [20] = "SELF_TEST", [21] = "AGREE", [32] = "SHUFFLE", [33] = "RELEASE", [34] = "EJECT", [35] = "RECOUNT", [48] = "REVEAL", [64] = "ARM", [127] = "RESERVED", [129] = "IDENTITY", [130] = "EVENT", [131] = "STATUS_IS", [132] = "CMD_IS", [133] = "METERS_IS", [134] = "HISTORY_IS", [135] = "DETAIL_IS", [136] = "OFFER_IS", [137] = "SESSION_KEY_IS", [138] = "VERIFY_IS", [139] = "CERTIFICATE_IS", [255] = "NAK" }
local EVENT_NAMES = { [0] = "NONE", [1] = "POWER_UP", [2] = "ENABLED", [3] = "INHIBITED", [4] = "FAULT", [5] = "FAULT_CLEARED", [6] = "DOOR", [7] = "PAIRED", [8] = "LOADED", [9] = "EMPTY", [16] = "SHUFFLE_STARTED", [17] = "SHUFFLE_DONE", [18] = "BATCH_DEAD", [19] = "BATCH_OUT", [32] = "CARD_OUT", [33] = "CARDS_IN", [34] = "INVENTORY", [35] = "LOW", [48] = "CARD_DRAWN", [49] = "REVEALED", [50] = "CUT_CARD", [64] = "INSERTED", [65] = "RESULT", [66] = "REMOVED", [67] = "UNARMED" }
local FAULT_NAMES = { [1] = "JAM", [2] = "DOUBLE_FEED", [3] = "MOTOR", [4] = "UNREADABLE", [5] = "FOREIGN_CARD", [6] = "DOOR_IN_CYCLE", [7] = "POWER_IN_CYCLE", [8] = "RNG", [9] = "SENSOR", [10] = "COUNT_DRIFT", [11] = "REVERSED", [12] = "GATE", [13] = "MEMORY" }
local STATUS_NAMES = { [0] = "UNKNOWN", [1] = "RUNNING", [2] = "DONE", [3] = "FAILED" }
local REASON_NAMES = { [1] = "BAD_MAC", [2] = "BAD_EPOCH", [3] = "BAD_SEQ", [4] = "BAD_TYPE", [5] = "BAD_LEN", [6] = "BAD_VALUE", [7] = "ID_REUSED", [8] = "NOT_PAIRED", [9] = "FAULT", [10] = "INHIBITED", [11] = "BAD_STATE", [12] = "NOT_PERMITTED" }
local FLAG_NAMES = { { 1, "ENABLED" }, { 2, "FAULT" }, { 4, "DOOR" }, { 8, "SERVICE" }, { 16, "PAIRED" } }
local HEADER = { { id = "header_version", size = 1 }, { id = "header_dst", size = 1 }, { id = "header_src", size = 1 }, { id = "header_type", size = 1 }, { id = "header_seq", size = 2 }, { id = "header_epoch", size = 4 }, { id = "header_length", size = 2 } }
local MESSAGES = {
  [1] = { { id = "hello_minor", size = 1 }, { id = "hello_nonce", size = 8 } },
  [2] = { { id = "poll_upto", size = 4 } },
  [3] = {},
  [4] = { { id = "query_cmd", size = 8 } },
  [16] = { { id = "enable_cmd", size = 8 } },
  [17] = { { id = "inhibit_cmd", size = 8 } },
  [18] = { { id = "clear_cmd", size = 8 }, { id = "clear_fault", size = 1 } },
  [19] = { { id = "pair_cmd", size = 8 }, { id = "pair_key", size = 32 } },
  [5] = {},
  [6] = { { id = "history_back", size = 1 } },
  [7] = {},
  [8] = { { id = "offer_commit", size = 32 } },
  [9] = {},
  [10] = { { id = "verify_seed", size = 32 } },
  [11] = {},
  [20] = { { id = "self_test_cmd", size = 8 } },
  [21] = { { id = "agree_cmd", size = 8 }, { id = "agree_public", size = 32 } },
  [32] = { { id = "shuffle_cmd", size = 8 }, { id = "shuffle_batch", size = 4 }, { id = "shuffle_decks", size = 1 }, { id = "shuffle_expected", size = 2 } },
  [33] = { { id = "release_cmd", size = 8 }, { id = "release_batch", size = 4 } },
  [34] = { { id = "eject_cmd", size = 8 } },
  [35] = { { id = "recount_cmd", size = 8 } },
  [48] = { { id = "reveal_cmd", size = 8 }, { id = "reveal_draw", size = 4 }, { id = "reveal_why", size = 1 } },
  [64] = { { id = "arm_cmd", size = 8 }, { id = "arm_round", size = 4 }, { id = "arm_up", size = 1 } },
  [129] = { { id = "identity_nonce", size = 8 }, { id = "identity_minor", size = 1 }, { id = "identity_family", size = 1 }, { id = "identity_model", size = 8 }, { id = "identity_serial", size = 12 }, { id = "identity_fw", size = 4 }, { id = "identity_fw_sha256", size = 32 }, { id = "identity_boots", size = 4 }, { id = "identity_acked", size = 4 }, { id = "identity_next", size = 4 }, { id = "identity_ring", size = 2 }, { id = "identity_caps", size = 2, bits = { "identity_caps_counts", "identity_caps_identities", "identity_caps_gate", "identity_caps_face_up", "identity_caps_cut_card", "identity_caps_two_batches" } } },
  [130] = { { id = "event_state", size = 1 }, { id = "event_flags", size = 1, bits = { "event_flags_enabled", "event_flags_fault", "event_flags_door", "event_flags_service", "event_flags_paired" } }, { id = "event_fault", size = 1 }, { id = "event_left", size = 1 }, { id = "event_no", size = 4 }, { id = "event_t", size = 4 }, { id = "event_code", size = 1 } },
  [131] = { { id = "status_is_state", size = 1 }, { id = "status_is_flags", size = 1, bits = { "status_is_flags_enabled", "status_is_flags_fault", "status_is_flags_door", "status_is_flags_service", "status_is_flags_paired" } }, { id = "status_is_fault", size = 1 }, { id = "status_is_zero", size = 1 }, { id = "status_is_bad_frames", size = 4 }, { id = "status_is_a", size = 4 }, { id = "status_is_b", size = 4 }, { id = "status_is_c", size = 4 } },
  [132] = { { id = "cmd_is_cmd", size = 8 }, { id = "cmd_is_status", size = 1 } },
  [255] = { { id = "nak_code", size = 1 }, { id = "nak_of", size = 1 }, { id = "nak_state", size = 1 }, { id = "nak_fault", size = 1 } },
  [133] = { { id = "meters_is_minutes", size = 4 }, { id = "meters_is_good", size = 4 }, { id = "meters_is_bad", size = 4 }, { id = "meters_is_cards", size = 4 }, { id = "meters_is_faults", size = 4 }, { id = "meters_is_jams_inlet", size = 2 }, { id = "meters_is_jams_feeder", size = 2 }, { id = "meters_is_jams_mixer", size = 2 }, { id = "meters_is_jams_elevator", size = 2 }, { id = "meters_is_jams_outlet", size = 2 }, { id = "meters_is_jams_head", size = 2 } },
  [134] = { { id = "history_is_back", size = 1 }, { id = "history_is_kept", size = 1 }, { id = "history_is_batch", size = 4 }, { id = "history_is_count", size = 2 }, { id = "history_is_verdict", size = 1 }, { id = "history_is_seconds", size = 2 }, { id = "history_is_minute", size = 4 } },
  [135] = { { id = "detail_is_fault", size = 1 }, { id = "detail_is_place", size = 1 }, { id = "detail_is_sensor", size = 1 }, { id = "detail_is_doors", size = 1 }, { id = "detail_is_step1", size = 1 }, { id = "detail_is_step2", size = 1 }, { id = "detail_is_step3", size = 1 }, { id = "detail_is_step4", size = 1 } },
  [136] = { { id = "offer_is_public", size = 32 } },
  [137] = { { id = "session_key_is_nonce", size = 8 } },
  [138] = { { id = "verify_is_digest", size = 32 }, { id = "verify_is_signature", size = 64 } },
  [139] = { { id = "certificate_is_public", size = 32 }, { id = "certificate_is_signature", size = 64 } },
}
local EVENTS = {
  [0] = {},
  [1] = { { id = "power_up_cause", size = 1 }, { id = "power_up_test", size = 1 }, { id = "power_up_boots", size = 4 } },
  [2] = {},
  [3] = { { id = "inhibited_cause", size = 1 } },
  [4] = { { id = "fault_of", size = 1 }, { id = "fault_at", size = 1 }, { id = "fault_cards", size = 1 } },
  [5] = { { id = "fault_cleared_of", size = 1 } },
  [6] = { { id = "door_open", size = 1 } },
  [7] = { { id = "paired_key_id", size = 8 } },
  [8] = {},
  [9] = {},
  [16] = { { id = "shuffle_started_batch", size = 4 } },
  [17] = { { id = "shuffle_done_batch", size = 4 }, { id = "shuffle_done_count", size = 2 }, { id = "shuffle_done_verdict", size = 1 } },
  [18] = { { id = "batch_dead_batch", size = 4 }, { id = "batch_dead_of", size = 1 } },
  [19] = { { id = "batch_out_batch", size = 4 }, { id = "batch_out_good", size = 1 } },
  [32] = { { id = "card_out_total_out", size = 4 } },
  [33] = { { id = "cards_in_n", size = 1 }, { id = "cards_in_total_in", size = 4 } },
  [34] = { { id = "inventory_inside", size = 2 }, { id = "inventory_total_in", size = 4 }, { id = "inventory_total_out", size = 4 } },
  [35] = { { id = "low_inside", size = 2 } },
  [48] = { { id = "card_drawn_draw", size = 4 }, { id = "card_drawn_card_flags", size = 1, bits = { "card_drawn_card_flags_unreadable", "card_drawn_card_flags_face_up", "card_drawn_card_flags_forced" } }, { id = "card_drawn_commit", size = 32 } },
  [49] = { { id = "revealed_draw", size = 4 }, { id = "revealed_why", size = 1 } },
  [50] = { { id = "cut_card_draw", size = 4 } },
  [64] = { { id = "inserted_round", size = 4 } },
  [65] = { { id = "result_round", size = 4 }, { id = "result_result", size = 2 } },
  [66] = { { id = "removed_round", size = 4 } },
  [67] = {},
}
local REVEALED = { { id = "revealed_card_draw", size = 4 }, { id = "revealed_card_card", size = 1 }, { id = "revealed_card_nonce", size = 16 } }

-- The library of bit operations that Wireshark brings along works in all its versions of Lua.
local band, bor, bxor, lshift, rshift = bit.band, bit.bor, bit.bxor, bit.lshift, bit.rshift

local function crc32c(bytes)
  local crc = 0xFFFFFFFF
  for i = 1, #bytes do
    crc = bxor(crc, bytes:byte(i))
    for _ = 1, 8 do
      if band(crc, 1) == 1 then crc = bxor(rshift(crc, 1), 0x82F63B78) else crc = rshift(crc, 1) end
    end
  end
  return bit.tobit(bxor(crc, 0xFFFFFFFF))
end

local function septets(bytes)
  local value = 0
  for i = 1, #bytes do
    local byte = bytes:byte(i)
    if byte < 0x80 or (i == 1 and byte > 0x8F) then return nil end
    value = bor(lshift(value, 7), band(byte, 0x7F))
  end
  return bit.tobit(value)
end

local function cobs(bytes)
  local out, i = {}, 1
  while i <= #bytes do
    local code = bytes:byte(i)
    if code == 0 or i + code - 1 > #bytes then return nil end
    out[#out + 1] = bytes:sub(i + 1, i + code - 1)
    i = i + code
    if i <= #bytes and code < 0xFF then out[#out + 1] = "\0" end
  end
  return table.concat(out)
end

local function add_fields(tree, buffer, at, rows)
  for _, row in ipairs(rows) do
    if at + row.size > buffer:len() then return at end
    if row.size > 0 then
      local branch = tree:add_le(f[row.id], buffer(at, row.size))
      for _, bit_id in ipairs(row.bits or {}) do branch:add_le(f[bit_id], buffer(at, row.size)) end
      at = at + row.size
    end
  end
  return at
end

local function add_differences(tree, buffer, at)
  local count = buffer(at, 1):uint()
  local branch = tree:add(f.differences_n, buffer(at, 1))
  for i = 0, count - 1 do
    local place = at + 1 + 2 * i
    if place + 2 > buffer:len() then return end
    branch:add(f.difference_card, buffer(place, 1))
    branch:add(f.difference_count, buffer(place + 1, 1))
  end
end

-- By device address: its last request. By packet and place: the frames that belong together. Filled once, in order.
local asked, links = {}, {}
function tablelink.init() asked, links = {}, {} end

local function remember(pinfo, place, body)
  local dst, src, seq = body:byte(2), body:byte(3), body:byte(5) + 256 * body:byte(6)
  local mine = { at = pinfo.abs_ts }
  links[place] = mine
  if body:byte(4) < 0x80 then
    local before = asked[dst]
    mine.is_repeat = before ~= nil and before.body == body
    asked[dst] = { number = pinfo.number, place = place, body = body, seq = seq }
    return
  end
  local request = asked[src]
  if request == nil or request.seq ~= seq then request = asked[0] end
  if request == nil or request.seq ~= seq then return end
  mine.request, mine.wait = request.number, pinfo.abs_ts - links[request.place].at
  links[request.place].response = pinfo.number
end

local function add_links(tree, pinfo, place, body)
  if not pinfo.visited and links[place] == nil then remember(pinfo, place, body) end
  local mine = links[place]
  if mine == nil then return end
  if mine.response then tree:add(f.response_in, mine.response):set_generated() end
  if mine.request then
    tree:add(f.response_to, mine.request):set_generated()
    tree:add(f.wait, NSTime.new(0, math.floor(mine.wait * 1000000000 + 0.5))):set_generated()
  end
  if mine.is_repeat then
    tree:add(f.is_repeat, true):set_generated()
    pinfo.cols.info:append("(repeat) ")
  end
end

local function flag_words(flags)
  local words = ""
  for _, row in ipairs(FLAG_NAMES) do
    if band(flags, row[1]) ~= 0 then words = words .. " " .. row[2] end
  end
  return words
end

-- What the message says, in a few words for the Info column.
local function summary(buffer, kind, length)
  local at = HEADER_SIZE
  if kind == EVENT and length >= 13 then
    local code, fault = buffer(at + 12, 1):uint(), buffer(at + 2, 1):uint()
    local event = (EVENT_NAMES[code] or "?") .. (code ~= 0 and " no " .. buffer(at + 4, 4):le_uint() or "")
    local words = " " .. event .. flag_words(buffer(at + 1, 1):uint())
    return fault == 0 and words or words .. " " .. (FAULT_NAMES[fault] or "?")
  elseif kind == STATUS_IS and length >= 3 then
    return flag_words(buffer(at + 1, 1):uint())
  elseif kind == CMD_IS and length >= 9 then
    return " " .. (STATUS_NAMES[buffer(at + 8, 1):uint()] or "?")
  elseif kind == NAK and length == 4 then
    local reason, of = buffer(at, 1):uint(), buffer(at + 1, 1):uint()
    return string.format(" %s to %s", REASON_NAMES[reason] or "?", MESSAGE_NAMES[of] or "?")
  end
  return ""
end

local function dissect_body(buffer, pinfo, tree, place)
  local version, kind, length = buffer(0, 1):uint(), buffer(3, 1):uint(), buffer(10, 2):le_uint()
  local mac = band(version, 1) * MAC_SIZE
  add_fields(tree, buffer, 0, HEADER)
  if rshift(version, 4) ~= 1 then tree:add_proto_expert_info(e_version) end
  if band(version, 0x0E) ~= 0 then tree:add_proto_expert_info(e_flags) end
  if band(version, 0x0E) ~= 0 or length > MAX_PAYLOAD or HEADER_SIZE + length + mac ~= buffer:len() then
    tree:add_proto_expert_info(e_length)
    return
  end
  local name = MESSAGE_NAMES[kind] or string.format("type 0x%02x", kind)
  local numbers = string.format("%s seq %d epoch %d", name, buffer(4, 2):le_uint(), buffer(6, 4):le_uint())
  pinfo.cols.info:append("[" .. numbers .. summary(buffer, kind, length) .. "] ")
  add_links(tree, pinfo, place, buffer:raw())
  -- A range of no bytes at the end is out of bounds: an empty payload is shown at the type.
  local payload = tree:add(tablelink, length > 0 and buffer(HEADER_SIZE, length) or buffer(3, 1), name)
  local at = add_fields(payload, buffer, HEADER_SIZE, MESSAGES[kind] or {})
  local last = HEADER_SIZE + length
  if kind == EVENT and at == HEADER_SIZE + 13 then
    local code = buffer(at - 1, 1):uint()
    at = add_fields(payload, buffer, at, EVENTS[code] or {})
    if code == SHUFFLE_DONE and at < last then add_differences(payload, buffer, at) end
  elseif kind == CMD_IS and at < last then
    at = add_fields(payload, buffer, at, REVEALED)
  end
  if mac > 0 then tree:add(f.mac, buffer(last, mac)) end
end

local function dissect_piece(buffer, pinfo, tree)
  local branch = tree:add(tablelink, buffer, string.format("tablelink, %d bytes", buffer:len()))
  if buffer:len() < MIN_BETWEEN or buffer:len() > MAX_BETWEEN then
    branch:add_proto_expert_info(e_length)
    return
  end
  local raw = buffer:raw()
  local encoded = raw:sub(1, #raw - 5)
  local told = septets(raw:sub(#raw - 4))
  branch:add(f.crc, buffer(buffer:len() - 5, 5), told and bit.tohex(told) or "no septets")
  if told == nil or told ~= crc32c(encoded) then
    branch:add_proto_expert_info(e_crc)
    return
  end
  local body = cobs(encoded)
  if body == nil or #body < HEADER_SIZE then
    branch:add_proto_expert_info(e_cobs)
    return
  end
  local bytes = ByteArray.new(body, true)
  dissect_body(bytes:tvb("tablelink body")(), pinfo, branch, pinfo.number .. ":" .. buffer:offset())
end

function tablelink.dissector(buffer, pinfo, tree)
  pinfo.cols.protocol = "tablelink"
  pinfo.cols.info = ""
  local start, i, size = 0, 0, buffer:len()
  while i < size do
    if buffer(i, 1):uint() == 0 then
      if i > start then dissect_piece(buffer(start, i - start), pinfo, tree) end
      start = i + 1
    end
    i = i + 1
  end
  if start < size then
    pinfo.desegment_offset = start
    pinfo.desegment_len = DESEGMENT_ONE_MORE_SEGMENT
  end
end

DissectorTable.get("tcp.port"):add_for_decode_as(tablelink)
local encapsulation = wtap_encaps and wtap_encaps.USER0 or wtap.USER0
DissectorTable.get("wtap_encap"):add(encapsulation, tablelink)
