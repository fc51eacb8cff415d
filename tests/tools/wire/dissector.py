"""The Wireshark dissector of tablelink, written from the tables: delimiters, CRC, COBS, header, messages and events."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from drivers.tablelink.constants import HEADER_SIZE, MAC_SIZE, MAX_BETWEEN, MAX_PAYLOAD, MIN_BETWEEN, Field
from drivers.tablelink.event_rows import EVENTS, EventCode, FaultCode
from drivers.tablelink.messages import MESSAGES, REVEALED_TAIL, CommandStatus, Flag, MessageType, NakReason
from tests.tools.wire.field_words import bits_of, words_of

_HEAD = """-- Wireshark dissector for tablelink version 1.
-- Written by `python -m tests.tools.wire.documents`; do not edit.
-- Try it: hardware-sims convert CAPTURE.log CAPTURE.txt; text2pcap -D -t '%s.%f' -l 147 CAPTURE.txt CAPTURE.pcap
--         tshark -X lua_script:tablelink.lua -r CAPTURE.pcap -V
-- The Info column holds type, numbers, event, flags or reason; a reply links to its request and the other way round.

local tablelink = Proto("tablelink", "tablelink version 1")
local f = tablelink.fields
"""

_CODE = """
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
    if i <= #bytes and code < 0xFF then out[#out + 1] = "\\0" end
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
"""

_EXPERT = "expert.group.CHECKSUM, expert.severity.ERROR"
_HEADER_FIELDS = (
    Field(name="version", kind="u8", size=1),
    Field(name="dst", kind="u8", size=1),
    Field(name="src", kind="u8", size=1),
    Field(name="type", kind="u8", size=1),
    Field(name="seq", kind="u16", size=2),
    Field(name="epoch", kind="u32", size=4),
    Field(name="length", kind="u16", size=2),
)
_LUA_TYPES = {"u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "text": "string", "raw": "bytes"}
_HEX = frozenset({"version", "dst", "src", "flags", "caps", "card", "card_flags"})


def _names(enum: type[IntEnum]) -> str:
    return "{ " + ", ".join(f'[{int(word)}] = "{word.name}"' for word in enum) + " }"


def _identifier(owner: str, field: Field) -> str:
    return f"{owner.lower()}_{field.name}"


def _declaration(owner: str, field: Field) -> str:
    """One ProtoField; its filter name is tablelink.<message or event>.<field>."""
    kind = _LUA_TYPES.get(field.kind, "bytes")
    filter_name = f"tablelink.{owner.lower()}.{field.name}"
    parts = [f'"{field.name}"', f'"{filter_name}"']
    if kind.startswith("uint"):
        words = words_of(owner, field)
        parts[0], parts[1] = f'"{filter_name}"', f'"{field.name}"'
        parts.append("base.HEX" if field.name in _HEX else "base.DEC")
        parts += [_names(words)] if words else []
    else:
        parts = [f'"{filter_name}"', f'"{field.name}"']
    return f"f.{_identifier(owner, field)} = ProtoField.{kind}({', '.join(parts)})"


def _bit_declarations(owner: str, field: Field) -> list[str]:
    identifier, name, size = _identifier(owner, field), f"tablelink.{owner.lower()}.{field.name}", 8 * field.size
    return [
        f"f.{identifier}_{flag.name.lower()} = ProtoField.bool("
        f'"{name}.{flag.name.lower()}", "{flag.name}", {size}, nil, {int(flag)})'
        for flag in bits_of(field) or ()
        if flag.name
    ]


def _cell(owner: str, field: Field) -> str:
    identifier = _identifier(owner, field)
    names = [f'"{identifier}_{flag.name.lower()}"' for flag in bits_of(field) or () if flag.name]
    bits = f", bits = {{ {', '.join(names)} }}" if names else ""
    return f'{{ id = "{identifier}", size = {field.size}{bits} }}'


def _rows(owner: str, fields: Iterable[Field]) -> str:
    cells = [_cell(owner, field) for field in fields if field.size]
    return "{ " + ", ".join(cells) + " }" if cells else "{}"


def _owners() -> list[tuple[str, tuple[Field, ...]]]:
    return [
        ("header", _HEADER_FIELDS),
        *((row.type.name, row.fields) for row in MESSAGES.values()),
        *((row.code.name, row.fields) for row in EVENTS.values() if row.fields),
        ("revealed_card", REVEALED_TAIL),
    ]


def dissector() -> str:
    lines = [_HEAD]
    for owner, fields in _owners():
        for field in fields:
            lines += [_declaration(owner, field), *_bit_declarations(owner, field)] if field.size else []
    lines += [
        'f.differences_n = ProtoField.uint8("tablelink.shuffle_done.n", "differences")',
        'f.difference_card = ProtoField.uint8("tablelink.shuffle_done.card", "card", base.HEX)',
        'f.difference_count = ProtoField.int8("tablelink.shuffle_done.difference", "difference")',
        'f.crc = ProtoField.string("tablelink.crc", "CRC-32C")',
        'f.mac = ProtoField.bytes("tablelink.mac", "MAC")',
        'f.response_in = ProtoField.framenum("tablelink.response_in", "reply in", base.NONE, frametype.RESPONSE)',
        'f.response_to = ProtoField.framenum("tablelink.response_to", "request in", base.NONE, frametype.REQUEST)',
        'f.wait = ProtoField.relative_time("tablelink.time", "time since the request")',
        'f.is_repeat = ProtoField.bool("tablelink.repeat", "the same request again")',
        "",
        *(
            f'local e_{name} = ProtoExpert.new("tablelink.bad_{name}", "{text}", {_EXPERT})'
            for name, text in (
                ("length", "length does not fit"),
                ("crc", "CRC does not fit"),
                ("cobs", "COBS is broken"),
                ("version", "another protocol version"),
                ("flags", "a reserved flag is set"),
            )
        ),
        "tablelink.experts = { e_length, e_crc, e_cobs, e_version, e_flags }",
        "",
        *_constants(),
    ]
    return "\n".join(lines) + "\n" + _CODE


def _constants() -> list[str]:
    sizes = {
        "HEADER_SIZE": HEADER_SIZE,
        "MAC_SIZE": MAC_SIZE,
        "MAX_PAYLOAD": MAX_PAYLOAD,
        "MIN_BETWEEN": MIN_BETWEEN,
        "MAX_BETWEEN": MAX_BETWEEN,
        "EVENT": int(MessageType.EVENT),
        "CMD_IS": int(MessageType.CMD_IS),
        "STATUS_IS": int(MessageType.STATUS_IS),
        "NAK": int(MessageType.NAK),
        "SHUFFLE_DONE": int(EventCode.SHUFFLE_DONE),
    }
    lines = [f"local {name} = {value}" for name, value in sizes.items()]
    names = {
        "MESSAGE": MessageType,
        "EVENT": EventCode,
        "FAULT": FaultCode,
        "STATUS": CommandStatus,
        "REASON": NakReason,
    }
    lines += [f"local {name}_NAMES = {_names(enum)}" for name, enum in names.items()]
    lines.append("local FLAG_NAMES = { " + ", ".join(f'{{ {int(flag)}, "{flag.name}" }}' for flag in Flag) + " }")
    lines += [f"local HEADER = {_rows('header', _HEADER_FIELDS)}", "local MESSAGES = {"]
    lines += [f"  [{int(row.type)}] = {_rows(row.type.name, row.fields)}," for row in MESSAGES.values()]
    lines += ["}", "local EVENTS = {"]
    lines += [f"  [{int(row.code)}] = {_rows(row.code.name, row.fields)}," for row in EVENTS.values()]
    return [*lines, "}", f"local REVEALED = {_rows('revealed_card', REVEALED_TAIL)}"]
