-- Wireshark dissector for the line of an angel-eye shoe, as far as it is publicly known.
-- Written by `python -m tests.tools.wire.documents`; do not edit.
-- Try it: hardware-sims convert CAPTURE.log CAPTURE.txt; text2pcap -D -t '%s.%f' -l 148 CAPTURE.txt CAPTURE.pcap
--         tshark -X lua_script:angel-eye.lua -r CAPTURE.pcap -V
-- Each report is sent three times: the second and third are marked as copies.
-- A card that our tools have masked is 80: not readable.

local REPORTS = { ["S"] = "start of communication", ["P"] = "stand-by", ["D"] = "card drawn", ["R"] = "retransmission", ["d"] = "card drawn outside a game", ["G"] = "baccarat result", ["C"] = "cutting card", ["E"] = "error", ["e"] = "error cleared", ["L"] = "lock state", ["M"] = "preset changed" }
local SIZES = { ["S"] = 0, ["P"] = 0, ["D"] = 2, ["R"] = 2, ["d"] = 2, ["G"] = 1, ["C"] = 0, ["E"] = 1, ["e"] = 1, ["L"] = 1, ["M"] = 6 }
local TARGETS = { [0] = "player", [1] = "banker", [2] = "burn", [4] = "first card (burn count)", [5] = "burn count" }
local MODES = { [0] = "lock", [1] = "error", [2] = "setting" }
local RESULTS = { [1] = "player", [2] = "tie", [4] = "banker", [7] = "force quit" }
local ERRORS = { [1] = "cannot read", [2] = "overdraw", [3] = "button", [4] = "reverse at exit", [5] = "reverse midway", [6] = "card code", [7] = "drawing timed out" }
local REASONS = { ["01"] = "overrun, frame or parity", ["02"] = "BCC", ["03"] = "no ETX", ["11"] = "format or length", ["12"] = "address", ["13"] = "command", ["14"] = "type", ["21"] = "busy", ["22"] = "write in progress", ["FF"] = "other" }
local angel_eye = Proto("angel_eye", "angel-eye shoe")
local f = angel_eye.fields
f.seq = ProtoField.string("angel_eye.seq", "sequence")
f.code = ProtoField.string("angel_eye.code", "report")
f.target = ProtoField.uint8("angel_eye.target", "target", base.DEC, TARGETS, 0x70)
f.index = ProtoField.uint8("angel_eye.index", "index", base.DEC, nil, 0x0F)
f.card = ProtoField.string("angel_eye.card", "card")
f.mode = ProtoField.uint8("angel_eye.mode", "mode", base.DEC, MODES, 0x70)
f.result = ProtoField.uint8("angel_eye.result", "result", base.DEC, RESULTS, 0x70)
f.error_mode = ProtoField.bool("angel_eye.error_mode", "error mode", 8, nil, 0x40)
f.error = ProtoField.uint8("angel_eye.error", "error", base.DEC, ERRORS, 0x3F)
f.locked = ProtoField.bool("angel_eye.locked", "locked")
f.preset = ProtoField.string("angel_eye.preset", "preset")
f.copy = ProtoField.uint8("angel_eye.copy", "copy")
f.command = ProtoField.string("angel_eye.command", "command")
f.reply = ProtoField.string("angel_eye.reply", "reply")
f.bcc = ProtoField.string("angel_eye.bcc", "BCC")
f.noise = ProtoField.bytes("angel_eye.noise", "no part of a report")
local e_bcc = ProtoExpert.new("angel_eye.bad_bcc", "BCC does not fit", expert.group.CHECKSUM, expert.severity.ERROR)
local e_cut = ProtoExpert.new("angel_eye.cut_off", "cut off", expert.group.MALFORMED, expert.severity.ERROR)
local e_form = ProtoExpert.new("angel_eye.unknown", "no known report", expert.group.PROTOCOL, expert.severity.WARN)
angel_eye.experts = { e_bcc, e_cut, e_form }

local copies, last = {}, {}
function angel_eye.init() copies, last = {}, { bytes = "", count = 0 } end

-- The XOR of bytes first to last as two hex digits.
local function bcc(buffer, first, final)
  local value = 0
  for i = first, final do value = bit.bxor(value, buffer(i, 1):uint()) end
  return string.format("%02X", value)
end

local function card_name(byte)
  local suit, rank = bit.band(bit.rshift(byte, 4), 7), bit.band(byte, 15)
  if rank < 1 or rank > 13 or suit > 4 then return "not readable" end
  return ("A23456789TJQK"):sub(rank, rank) .. ("?dcsh"):sub(suit + 1, suit + 1)
end

local function add_data(tree, buffer, code, at, size)
  if code == "D" or code == "R" then
    tree:add(f.target, buffer(at, 1))
    tree:add(f.index, buffer(at, 1))
    tree:add(f.card, buffer(at + 1, 1), card_name(buffer(at + 1, 1):uint()))
  elseif code == "d" then
    tree:add(f.mode, buffer(at, 1))
    tree:add(f.card, buffer(at + 1, 1), card_name(buffer(at + 1, 1):uint()))
  elseif code == "G" then
    tree:add(f.result, buffer(at, 1))
  elseif code == "E" then
    tree:add(f.error_mode, buffer(at, 1))
    tree:add(f.error, buffer(at, 1))
  elseif code == "e" then
    tree:add(f.error, buffer(at, 1))
  elseif code == "L" then
    tree:add(f.locked, buffer(at, 1), buffer(at, 1):uint() == 0x81)
  elseif code == "M" then
    tree:add(f.preset, buffer(at, size))
  end
end

local function copy_of(pinfo, at, bytes)
  local place = pinfo.number .. ":" .. at
  if not pinfo.visited and copies[place] == nil then
    last = { bytes = bytes, count = last.bytes == bytes and last.count + 1 or 1 }
    copies[place] = last.count
  end
  return copies[place] or 1
end

-- One report or command from its first byte; returns where it ends, or nil when it is cut off.
local function end_of(buffer, at)
  local i = at + 1
  while i < buffer:len() do
    local byte = buffer(i, 1):uint()
    if byte == 0x03 then return i + 2 < buffer:len() and i + 2 or nil end
    if byte == 0x05 or byte == 0x02 then return nil end
    i = i + 1
  end
  return nil
end

local function add_report(buffer, pinfo, tree, at, final)
  local code, size = buffer(at + 2, 1):string(), final - at - 5
  local meaning = REPORTS[code] or "unknown"
  local branch = tree:add(angel_eye, buffer(at, final - at + 1), "report " .. code .. ", " .. meaning)
  branch:add(f.seq, buffer(at + 1, 1))
  branch:add(f.code, buffer(at + 2, 1))
  local told, made = buffer(final - 1, 2):string(), bcc(buffer, at + 1, final - 2)
  branch:add(f.bcc, buffer(final - 1, 2))
  if told ~= made then
    branch:add_proto_expert_info(e_bcc)
  elseif SIZES[code] ~= size then
    branch:add_proto_expert_info(e_form)
  else
    add_data(branch, buffer, code, at + 3, size)
  end
  local count = copy_of(pinfo, at, buffer(at, final - at + 1):bytes():tohex())
  branch:add(f.copy, count):set_generated()
  local words = meaning .. (count > 1 and ", copy " .. count or "") .. (told ~= made and ", bad BCC" or "")
  pinfo.cols.info:append(string.format("[%s %s %s] ", buffer(at + 1, 1):string(), code, words))
end

local function add_command(buffer, pinfo, tree, at, final)
  local branch = tree:add(angel_eye, buffer(at, final - at + 1), "command")
  local text = buffer(at + 1, final - at - 3):string()
  branch:add(f.command, buffer(at + 1, final - at - 3))
  branch:add(f.bcc, buffer(final - 1, 2))
  local told = buffer(final - 1, 2):string()
  local form = told == bcc(buffer, at, final - 2) and "with STX"
  form = form or told == bcc(buffer, at + 1, final - 2) and "without STX"
  if not form then branch:add_proto_expert_info(e_bcc) end
  pinfo.cols.info:append(string.format("[command %s, BCC %s] ", text:sub(3), form or "wrong"))
end

local function add_reply(buffer, pinfo, tree, at)
  if buffer(at, 1):uint() == 0x06 then
    tree:add(f.reply, buffer(at, 1), "ACK")
    pinfo.cols.info:append("[ACK] ")
    return at + 1
  end
  if at + 2 >= buffer:len() then
    tree:add_proto_expert_info(e_cut)
    return buffer:len()
  end
  local words = "NAK " .. buffer(at + 1, 2):string() .. " " .. (REASONS[buffer(at + 1, 2):string()] or "?")
  tree:add(f.reply, buffer(at, 3), words)
  pinfo.cols.info:append("[" .. words .. "] ")
  return at + 3
end

function angel_eye.dissector(buffer, pinfo, tree)
  pinfo.cols.protocol = "angel-eye"
  pinfo.cols.info = ""
  local at = 0
  while at < buffer:len() do
    local first = buffer(at, 1):uint()
    local final = (first == 0x05 or first == 0x02) and end_of(buffer, at)
    if final and final - at >= 5 then
      local add = first == 0x05 and add_report or add_command
      add(buffer, pinfo, tree, at, final)
      at = final + 1
    elseif first == 0x06 or first == 0x15 then
      at = add_reply(buffer, pinfo, tree, at)
    else
      local start = at
      repeat at = at + 1 until at >= buffer:len() or buffer(at, 1):uint() == 0x05 or buffer(at, 1):uint() == 0x02
      local branch = tree:add(f.noise, buffer(start, at - start))
      if first == 0x05 or first == 0x02 then branch:add_proto_expert_info(e_cut) end
      pinfo.cols.info:append(first == 0x05 and "[cut off] " or "[noise] ")
    end
  end
end

DissectorTable.get("tcp.port"):add_for_decode_as(angel_eye)
local encapsulation = wtap_encaps and wtap_encaps.USER1 or wtap.USER1
DissectorTable.get("wtap_encap"):add(encapsulation, angel_eye)
