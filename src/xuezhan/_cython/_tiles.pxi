# Tiles and melds: text in and out, and the immutable multiset `Tiles`.

cdef tuple _NAMES = TILE_NAMES
cdef dict _SLOTS = {name: slot for slot, name in enumerate(_NAMES)}
cdef tuple _MELD_KINDS = tuple([c.xz_meld_kind_name(i).decode() for i in range(c.XZ_MELD_KIND_COUNT)])

MELD_KINDS = _MELD_KINDS[1:]


cdef inline object tile_name(int slot):
    return <object>PyTuple_GET_ITEM(_NAMES, slot)


cdef int tile_slot(object tile) except -1:
    cdef int slot
    if isinstance(tile, str):
        found = _SLOTS.get(tile)
        return found if found is not None else _one_tile(tile)
    try:
        slot = PyNumber_Index(tile)
    except OverflowError:
        slot = -1
    except TypeError:
        raise TypeError(f"a tile is text such as '5m' or a slot, not {type(tile).__name__}") from None
    if not 0 <= slot < c.XZ_SLOTS:
        raise InvalidTiles(f"{tile} is no slot; slots are 0 to 26")
    return slot


cdef int _one_tile(str text) except -1:
    """A tile in any other notation."""
    cdef uint8_t slots[2]
    if _read_tiles(text, slots, 2) != 1:
        raise InvalidTiles(f"{text!r} is not one tile; one tile is '5m'")
    return slots[0]


cdef const char *_utf8(str text, Py_ssize_t *size) except NULL:
    try:
        return PyUnicode_AsUTF8AndSize(text, size)
    except UnicodeEncodeError as error:
        raise InvalidTiles(f"a lone surrogate is no character (at {error.start})", position=error.start) from None


cdef object text_error(const c.xz_text_error *error, const char *text):
    """The exception that says what the reader says. `text` is UTF-8 up to the error's position."""
    position = len(PyUnicode_DecodeUTF8(text, error.position, "strict"))
    return InvalidTiles(f"{error.message.decode()} (at {position})", position=position)


cdef int _read_tiles(str text, uint8_t *slots, size_t capacity) except -1:
    cdef Py_ssize_t size
    cdef c.xz_text_error error
    cdef const char *utf8 = _utf8(text, &size)
    cdef int count = c.xz_tiles_parse(utf8, size, slots, capacity, &error)
    if count < 0:
        raise text_error(&error, utf8)
    return count


cdef Tiles tiles_of_mask(uint32_t mask):
    cdef Tiles tiles = Tiles.__new__(Tiles)
    cdef int slot
    for slot in range(c.XZ_SLOTS):
        tiles.value[slot] = mask >> slot & 1
    return tiles


@cython.final
cdef class Tiles:
    """
    An immutable multiset of tiles, at most four of each.

    From text in any notation, or from an iterable of tiles (`"5m"`, or slots 0-26). Iterates over the names of its tiles
    in slot order and prints as text. `+` raises `InvalidTiles` past four of a tile; `-` takes away what there is.

    >>> Tiles("147m") - Tiles("4m"), "1m" in Tiles("147m"), list(Tiles("99s1m"))
    (Tiles('17m'), True, ['1m', '9s', '9s'])
    """
    cdef uint8_t value[27]

    def __cinit__(self, tiles=()):
        cdef uint8_t slots[108]
        cdef int i, n
        if type(tiles) is Tiles:
            memcpy(self.value, (<Tiles>tiles).value, 27)
        elif isinstance(tiles, str):
            n = _read_tiles(tiles, slots, 108)
            for i in range(n):
                self.put(slots[i], 1)
        else:
            for tile in tiles:
                self.put(tile_slot(tile), 1)

    @staticmethod
    def from_mask(mask):
        """One tile of each slot whose bit is set, 0 to 2^27 - 1."""
        if not 0 <= mask <= c.XZ_ALL_SLOTS:
            raise InvalidTiles(f"{mask} is no mask of slots; masks are 0 to 2**27 - 1")
        return tiles_of_mask(mask)

    @staticmethod
    def from_counts(counts):
        """From 27 counts, 0 to 4 each."""
        cdef Tiles tiles = Tiles.__new__(Tiles)
        _read_counts(counts, tiles.value)
        return tiles

    cdef int put(self, int slot, int by) except -1:
        if self.value[slot] + by > 4:
            raise InvalidTiles(f"more than four of {tile_name(slot)}")
        self.value[slot] += <uint8_t>by
        return 0

    @property
    def mask(self):
        """Bit *i* is set if there is a tile of slot *i*."""
        cdef uint32_t mask = 0
        cdef int slot
        for slot in range(27):
            if self.value[slot]:
                mask |= <uint32_t>1 << slot
        return mask

    @property
    def counts(self):
        """The 27 counts, a read-only uint8 array."""
        return _counts_array(self.value)

    def count(self, tile):
        """How many of one tile there are."""
        return self.value[tile_slot(tile)]

    def __len__(self):
        cdef int slot, n = 0
        for slot in range(27):
            n += self.value[slot]
        return n

    def __contains__(self, tile):
        return self.value[tile_slot(tile)] > 0

    def __iter__(self):
        cdef int slot, i
        cdef list names = []
        for slot in range(27):
            for i in range(self.value[slot]):
                names.append(tile_name(slot))
        return iter(names)

    def __add__(self, other):
        cdef Tiles total, right = _as_tiles(other)
        cdef int slot
        if right is None:
            return NotImplemented
        total = Tiles.__new__(Tiles, self)
        for slot in range(27):
            total.put(slot, right.value[slot])
        return total

    def __sub__(self, other):
        cdef Tiles rest, right = _as_tiles(other)
        cdef int slot
        if right is None:
            return NotImplemented
        rest = Tiles.__new__(Tiles)
        for slot in range(27):
            if self.value[slot] > right.value[slot]:
                rest.value[slot] = self.value[slot] - right.value[slot]
        return rest

    def __eq__(self, other):
        if type(other) is not Tiles:
            return NotImplemented
        return self.value[:27] == (<Tiles>other).value[:27]

    def __hash__(self):
        return hash((Tiles, self.value[:27]))

    def __str__(self):
        return _counts_text(self.value)

    def __repr__(self):
        return f"Tiles({str(self)!r})"

    def __reduce__(self):
        return Tiles, (str(self),)


cdef Tiles _as_tiles(object other):
    if type(other) is Tiles:
        return other
    return Tiles(other) if isinstance(other, str) else None


cdef str _counts_text(const uint8_t *counts):
    """`"123m44p"`."""
    cdef int suit, rank, i
    cdef list parts = []
    for suit in range(3):
        held = False
        for rank in range(9):
            for i in range(counts[9 * suit + rank]):
                parts.append(chr(c'1' + rank))
                held = True
        if held:
            parts.append("mps"[suit])
    return "".join(parts)


cdef object _counts_array(const uint8_t *counts):
    return np.frombuffer(PyBytes_FromStringAndSize(<const char *>counts, 27), np.uint8)


cdef object _read_only(object array):
    """The array as one that cannot be made writeable: its memory is lent for reading only."""
    return np.asarray(memoryview(array).toreadonly())


cdef int _read_counts(object counts, uint8_t *out) except -1:
    """27 integers of 0 to 4, from an array or any sequence."""
    cdef int slot
    cdef Py_buffer view
    if isinstance(counts, np.ndarray):
        if counts.dtype.kind not in "iu":
            raise TypeError(f"counts must be integers, not {counts.dtype}")
        if counts.shape != (27,):
            raise ValueError(f"counts of one hand must have shape (27,), not {counts.shape}")
        if counts.itemsize == 1:
            PyObject_GetBuffer(counts, &view, PyBUF_STRIDED_RO)
            for slot in range(27):
                out[slot] = (<const uint8_t *>view.buf)[slot * view.strides[0]]
            PyBuffer_Release(&view)
            for slot in range(27):
                if out[slot] > 4:
                    raise InvalidTiles(f"{counts[slot]} of {tile_name(slot)}; there are 0 to 4 of a tile")
            return 0
        counts = counts.tolist()
    else:
        counts = list(counts)
        if len(counts) != 27:
            raise ValueError(f"there must be 27 counts, not {len(counts)}")
    for slot in range(27):
        count = PyNumber_Index(counts[slot])
        if not 0 <= count <= 4:
            raise InvalidTiles(f"{count} of {tile_name(slot)}; there are 0 to 4 of a tile")
        out[slot] = count
    return 0


class Meld(namedtuple("Meld", ("kind", "tile", "feeder"), defaults=(None,))):
    """
    A meld: `kind` is `"pong"`, `"direct_kong"`, `"added_kong"` or `"concealed_kong"`, `tile` its name; `feeder` the seat
    whose discard was claimed, None if concealed or not known. Prints as text, `[111m]`.

    >>> Meld("added_kong", "1m"), str(Meld("concealed_kong", "5s"))
    (Meld('added_kong', '1m'), '(5555s)')
    """

    __slots__ = ()

    def __str__(self):
        rank, suit = self.tile
        if self.kind == "pong":
            return f"[{rank * 3}{suit}]"
        if self.kind == "added_kong":
            return f"[{rank * 3}+{rank}{suit}]"
        return f"({rank * 4}{suit})" if self.kind == "concealed_kong" else f"[{rank * 4}{suit}]"

    def __repr__(self):
        feeder = "" if self.feeder is None else f", {self.feeder}"
        return f"Meld({self.kind!r}, {self.tile!r}{feeder})"


cdef object meld_of(const c.xz_meld *meld):
    return Meld(_MELD_KINDS[meld.kind], tile_name(meld.tile), None if meld.feeder == c.XZ_NONE else meld.feeder)
