# Records as text: found in a block of a file, read, played and written without the GIL. `xuezhan.records` has the files, the
# errors and what is not done here: saying why a record is refused.

from libc.stdlib cimport realloc

JSON_DEPTH = c.XZ_JSON_DEPTH
MAX_ENTRIES = c.XZ_MAX_ENTRIES
RECORD_BYTES = sizeof(c.xz_record)

# ---- writing


def record_lines(NativeRules native not None, int base, const uint8_t[::1] records not None,
                 const uint8_t[::1] results not None):
    """The canonical texts of the hands that `play_hands` filled two buffers with, one a line, as bytes."""
    cdef Py_ssize_t count = records.shape[0] // <Py_ssize_t>sizeof(c.xz_record), i
    cdef size_t size = 0, used = 0
    cdef int length = 0
    cdef char *text = NULL
    cdef char *grown
    cdef const c.xz_record *record
    cdef const c.xz_hand_result *result
    if results.shape[0] != count * <Py_ssize_t>sizeof(c.xz_hand_result):
        raise ValueError(f"results has {results.shape[0]} bytes for {count} hands")
    if count == 0:
        return b""
    record = <const c.xz_record *>&records[0]
    result = <const c.xz_hand_result *>&results[0]
    try:
        with nogil:
            for i in range(count):
                if size - used < c.XZ_RECORD_MAX_TEXT + 1:
                    size = 2 * size + 1024 * <size_t>count + c.XZ_RECORD_MAX_TEXT + 1
                    grown = <char *>realloc(text, size)
                    if grown == NULL:
                        length = c.XZ_E_BUFFER
                        break
                    text = grown
                length = c.xz_record_format(&native.value, base, &record[i], result[i].scores, text + used, size - used)
                if length < 0:
                    break
                used += <size_t>length
                text[used] = b"\n"
                used += 1
        if length == c.XZ_E_BUFFER:
            raise MemoryError(f"no room for {count} records")
        if length < 0:
            raise SystemError(c.xz_status_text(length).decode())
        return PyBytes_FromStringAndSize(text, <Py_ssize_t>used)
    finally:
        free(text)


def record_of_game(GameCore game not None, int base):
    """The canonical text of a game's record without meta, as bytes."""
    cdef c.xz_record taken = game._record()
    cdef c.xz_record written
    cdef char text[c.XZ_RECORD_MAX_TEXT]
    cdef int length = c.xz_record_arrange(&game.native.value, &taken, &written)
    if length == c.XZ_OK:
        length = c.xz_record_format(&game.native.value, base, &written,
                                    game.state.scores if game.state.phase == c.XZ_OVER else NULL, text, sizeof(text))
    if length < 0:
        raise SystemError("the game's own entries cannot be played again")
    return text[:length]


# ---- reading


def json_depth(const uint8_t[::1] text not None):
    """How many lists and objects stand within each other in a JSON text; of any text, no fewer."""
    cdef Py_ssize_t i = 0, n = text.shape[0]
    cdef int depth = 0, most = 0
    cdef uint8_t byte
    with nogil:
        while i < n:
            byte = text[i]
            if byte == b'"':
                i += 1
                while i < n and text[i] != b'"':
                    i += 2 if text[i] == b"\\" else 1
            elif byte == b"[" or byte == b"{":
                depth += 1
                if depth > most:
                    most = depth
            elif byte == b"]" or byte == b"}":
                depth -= 1
            i += 1
    return most


cdef dict _RULES_READ = {}  # rules as they were read last, so that a file of equal ones makes them once


cdef object _rules_read(const c.xz_rules *rules, int base, object make):
    """The `Rules` of what was read; `make(rulebook's name, native)` makes them."""
    cdef NativeRules native
    cdef bytes key = (<const char *>rules)[:sizeof(c.xz_rules)] + bytes([base])
    found = _RULES_READ.get(key)
    if found is None:
        native = NativeRules.__new__(NativeRules)
        native.value = rules[0]
        found = make(PRESET_TABLE[base][0], native)
        if len(_RULES_READ) >= 64:
            _RULES_READ.clear()
        _RULES_READ[key] = found
    return found


cdef object _game_read(type kind, object rules, const c.xz_record *record, const c.xz_state *state):
    cdef GameCore game = kind.__new__(kind)
    game._rules = rules
    game.native = rules._native
    game.state = state[0]
    game.count = record.count
    game.history.native = game.native
    game.history.taken = record[0]
    return game


def decode_record(type kind not None, const uint8_t[::1] data not None, make not None):
    """(game, bytes read) of a record's compact form; `make` as below. Raises `InvalidRecord`."""
    cdef c.xz_rules rules
    cdef c.xz_record record
    cdef c.xz_state state
    cdef int base = 0, status = c.XZ_E_CODEC, used = 0
    if data.shape[0] > 0:
        status = used = c.xz_record_decode(&data[0], data.shape[0], &rules, &base, &record)
    if status >= 0:
        status = c.xz_record_replay(&rules, &record, &state, NULL)
    if status < 0:
        raise InvalidRecord(c.xz_status_text(status).decode())
    return _game_read(kind, _rules_read(&rules, base, make), &record, &state), used


def wall_slots(str wall not None):
    """The slots of a wall written with two characters a tile, as bytes; None if it is not."""
    cdef Py_ssize_t length, i
    cdef const char *text = PyUnicode_AsUTF8AndSize(wall, &length)
    cdef uint8_t slots[c.XZ_MAX_WALL]
    cdef int suit
    if length % 2 or length > 2 * c.XZ_MAX_WALL:
        return None
    for i in range(length // 2):
        suit = 0 if text[2 * i + 1] == b"m" else 1 if text[2 * i + 1] == b"p" else 2 if text[2 * i + 1] == b"s" else -1
        if suit < 0 or text[2 * i] < b"1" or text[2 * i] > b"9":
            return None
        slots[i] = <uint8_t>(9 * suit + text[2 * i] - 49)  # '1'
    return slots[:length // 2]


cdef enum _span_kind:
    _OBJECT        # from its first brace to its last
    _BROKEN        # a line, or what of an object there is
    _NO_COMMA, _TRAILING_COMMA, _NOT_CLOSED, _AFTER_LIST, _TOO_LONG

SPAN_FAULTS = (
    None, None, "a comma is missing before this record", "a comma stands before the end of the list",
    "the list of records is not closed", "something follows the list of records",
)

cdef struct _span:
    Py_ssize_t start, end
    int64_t line      # from 1
    Py_ssize_t read   # its place among those that were read, or -1
    int kind, depth   # depth: of lists and objects within each other


cdef class RecordScanner:
    """
    Where the records stand in a text that comes in blocks: an object in each line, objects over several lines, or a list of
    them. Goes on with the next line after whatever is none of these.
    """
    cdef bint began, in_list, closed, skipping
    cdef int after       # in a list: 0 nothing yet, 1 a record, 2 a comma
    cdef int64_t line
    cdef Py_ssize_t most

    def __init__(self, Py_ssize_t most):
        """`most`: bytes of a record; a longer one is not looked at."""
        self.line = 1
        self.most = most

    def scan(self, bytes text not None, bint final):
        """(a `RecordBlock`, how many bytes are done with): the rest is to stand before the next block."""
        cdef RecordBlock block = RecordBlock.__new__(RecordBlock)
        cdef Py_ssize_t used
        block.text = text
        block.bytes = text
        block.length = len(text)
        with nogil:
            used = self._scan(block, final)
        if used < 0:
            raise MemoryError("no room for the records of a block")
        return block, used

    cdef Py_ssize_t _scan(self, RecordBlock block, bint final) noexcept nogil:
        cdef const char *text = block.bytes
        cdef Py_ssize_t n = block.length, at = 0, end
        cdef char byte
        cdef int kind, depth
        if self.skipping:
            at = _line_end(text, 0, n)
            self.skipping = at == n
        while at < n:
            byte = text[at]
            if byte == b"\n":
                self.line += 1
            if byte == b" " or byte == b"\t" or byte == b"\r" or byte == b"\n":
                at += 1
                continue
            if not self.began:
                self.began = True
                if byte == b"[":
                    self.in_list = True
                    at += 1
                    continue
            if self.in_list and not self.closed:
                if byte == b"," and self.after == 1:
                    self.after = 2
                    at += 1
                    continue
                if byte == b"]":
                    if self.after == 2 and block.add(at, at, self.line, _TRAILING_COMMA, 0) < 0:
                        return -1
                    self.closed = True
                    at += 1
                    continue
            kind = _BROKEN
            depth = 0
            if byte == b"{" and not self.closed:
                end = _object_end(text, at, n, final, &kind, &depth)
            else:
                end = _line_end(text, at, n)
                if end == n and not final:
                    end = -1
            if end < 0 and n - at <= self.most:
                return at  # the rest is still to come
            if end < 0 or end - at > self.most:
                kind = _TOO_LONG
                end = _line_end(text, at, n)
                self.skipping = end == n
            elif self.closed:
                kind = _AFTER_LIST
            elif self.after == 1 and self.in_list and block.add(at, at, self.line, _NO_COMMA, 0) < 0:
                return -1
            if block.add(at, end, self.line, kind, depth) < 0:
                return -1
            self.after = 1
            while at < end:
                self.line += text[at] == b"\n"
                at += 1
        if final and self.in_list and not self.closed:
            self.closed = True
            if block.add(n, n, self.line, _NOT_CLOSED, 0) < 0:
                return -1
        return n


cdef Py_ssize_t _line_end(const char *text, Py_ssize_t at, Py_ssize_t n) noexcept nogil:
    while at < n and text[at] != b"\n":
        at += 1
    return at


cdef Py_ssize_t _object_end(const char *text, Py_ssize_t at, Py_ssize_t n, bint final, int *kind, int *most) noexcept nogil:
    """Behind the object's last brace, or where it breaks off (*kind is left then); -1 if the text ends too soon to tell."""
    cdef int depth = 0
    cdef char byte
    while at < n:
        byte = text[at]
        at += 1
        if byte == b'"':
            while at < n and text[at] != b'"' and text[at] != b"\n":
                at += 2 if text[at] == b"\\" else 1
            if at >= n:
                break
            if text[at] == b"\n":  # no string has a line end
                return at
            at += 1
        elif byte == b"{" or byte == b"[":
            depth += 1
            if depth > most[0]:
                most[0] = depth
        elif byte == b"}" or byte == b"]":
            depth -= 1
            if depth == 0:
                kind[0] = _OBJECT
                return at
        elif byte == b"\n":
            if n - at < 2:
                break
            if text[at] == b"{" and text[at + 1] == b'"':  # the next record begins: this one was cut short
                return at - 1
    return n if final else -1


cdef class RecordBlock:
    """Some records of a text, in their order: where they stand, and what `play` made of them."""
    cdef bytes text
    cdef const char *bytes
    cdef Py_ssize_t length, count, room, reads, read_room
    cdef _span *spans
    cdef c.xz_record_read *read

    def __dealloc__(self):
        free(self.spans)
        free(self.read)

    cdef int add(self, Py_ssize_t start, Py_ssize_t end, int64_t line, int kind, int depth) noexcept nogil:
        cdef _span *grown
        if self.count == self.room:
            grown = <_span *>realloc(self.spans, (2 * <size_t>self.room + 64) * sizeof(_span))
            if grown == NULL:
                return -1
            self.spans = grown
            self.room = 2 * self.room + 64
        self.spans[self.count] = _span(start, end, line, -1, kind, depth)
        self.count += 1
        return 0

    def __len__(self):
        return self.count

    def play(self):
        """Reads and plays every record that is right, without the GIL; returns itself."""
        cdef Py_ssize_t i
        cdef _span *span
        cdef c.xz_record_read *grown
        cdef int64_t used
        with nogil:
            for i in range(self.count):
                span = &self.spans[i]
                if span.kind != _OBJECT:
                    continue
                if self.reads == self.read_room:
                    grown = <c.xz_record_read *>realloc(self.read, (2 * <size_t>self.read_room + 16)
                                                        * sizeof(c.xz_record_read))
                    if grown == NULL:
                        break  # the rest is read one by one
                    self.read = grown
                    self.read_room = 2 * self.read_room + 16
                used = c.xz_record_parse(self.bytes + span.start, <size_t>(span.end - span.start),
                                         &self.read[self.reads], NULL)
                if used == span.end - span.start:
                    span.read = self.reads
                    self.reads += 1
        return self

    def line(self, Py_ssize_t i):
        """The line in which a record begins, from 1."""
        return self.spans[i].line

    def kind(self, Py_ssize_t i):
        """0 an object; else what is wrong: 1 it is none, more are the places of `SPAN_FAULTS`, then: it is too long."""
        return self.spans[i].kind

    def depth(self, Py_ssize_t i):
        """How many lists and objects stand within each other in an object."""
        return self.spans[i].depth

    def record_text(self, Py_ssize_t i):
        """The bytes of a record."""
        return self.text[self.spans[i].start:self.spans[i].end]

    def game(self, Py_ssize_t i, type kind not None, make not None):
        """(the game, its meta as text) of a record that was played; None of another. `make(rulebook, native)`: its Rules."""
        cdef c.xz_record_read *read
        cdef _span *span = &self.spans[i]
        if span.read < 0:
            return None
        read = &self.read[span.read]
        game = _game_read(kind, _rules_read(&read.rules, read.base, make), &read.record, &read.state)
        if read.meta_length == 0:
            return game, None
        return game, (self.bytes + span.start + read.meta_at)[:read.meta_length]


# ---- entries as Python values

cdef enum:
    _WITH_TILE = 256, _PERHAPS_WITH_TILE = 512

cdef dict _ENTRY_NAMES = {name: int(_parse_action(name)) for name in ("pong", "win", "pass")}
_ENTRY_NAMES.update({"discard": int(_parse_action("discard 1m")) | _WITH_TILE,
                     "kong": int(_parse_action("kong 1m")) | _PERHAPS_WITH_TILE})
_ENTRY_NAMES.update({name: c.XZ_ENTRY_PENALTY + i for i, name in enumerate(PENALTIES)})
cdef dict _TILE_SLOTS = {name: slot for slot, name in enumerate(TILE_NAMES)}


def play_entries(GameCore game not None, actions not None, Py_ssize_t at, Py_ssize_t stop):
    """
    Takes `actions[at:stop]`, a list or tuple of entries as `[0, "discard", "5m"]`, which must stand in written order. Returns
    the place of the first that was not taken: it is refused, or not written in the usual form; `stop` if there is none.
    """
    cdef tuple entries = tuple(actions)
    cdef c.xz_entry entry
    cdef object given, seat, name, tile, found
    cdef Py_ssize_t fields
    cdef int action, who
    while at < stop:
        given = entries[at]
        if type(given) is list:
            given = tuple(<list>given)
        elif type(given) is not tuple:
            break
        fields = len(<tuple>given)
        if fields != 2 and fields != 3:
            break
        seat = (<tuple>given)[0]
        name = (<tuple>given)[1]
        if type(seat) is not int or type(name) is not str:
            break
        who = _seat_number(seat)
        if who < 0 or who >= game.state.players:
            break
        found = _ENTRY_NAMES.get(name)
        if found is None:
            break
        action = found
        if action & _WITH_TILE or (action & _PERHAPS_WITH_TILE and game.state.phase == c.XZ_TURN):
            if fields == 2:
                break
            tile = (<tuple>given)[2]
            found = _TILE_SLOTS.get(tile) if type(tile) is str else None
            if found is None:
                break
            action = (action & 255) + <int>found
        elif fields == 3 or (action & _PERHAPS_WITH_TILE and game.state.tile >= c.XZ_SLOTS):
            break
        elif action & _PERHAPS_WITH_TILE:
            action = (action & 255) + game.state.tile
        entry.seat = <uint8_t>who
        entry.action = <uint8_t>action
        if c.xz_record_enter_written(&game.native.value, &game.state, entry, NULL) != c.XZ_OK:
            break
        game._log(entry.seat, entry.action)
        at += 1
    return at
