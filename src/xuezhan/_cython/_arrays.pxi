# Many hands at once: arrays of any leading shape and any strides, without the GIL.

ctypedef enum _kernel:
    _WIN, _WAITS, _SHANTEN, _ACCEPTS

cdef object _UINT8 = np.dtype(np.uint8)
cdef object _UINT16 = np.dtype(np.uint16)
cdef object _UINT32 = np.dtype(np.uint32)
cdef tuple _OUT_TYPES = (np.dtype(bool), _UINT32, np.dtype(np.int8), _UINT32)
cdef tuple _SCALARS = (np.bool_, np.uint32, np.int8, np.uint32)
cdef tuple _SIZES = ("3k+2", "3k+1", "3k+1 or 3k+2", "3k+1")


def shanten(counts=None, pongs=0, kongs=0, *, live=None, index=None, object void=None, hand_size=13, pairs_win=True):
    """
    The shanten of every hand of an array: int8 of the leading shape; -1 a win, 0 ready, `UNREACHABLE` (127) no win.

    `counts` is uint8 of shape (…, 27): concealed tiles, 3k+1 or 3k+2 a hand. `pongs` and `kongs` are masks of own melds
    (bit *i* = slot *i*), integers or arrays that broadcast to the leading shape, whose tiles are then used up and of which
    there must be as many as make 13 or 14 tiles. With both left at 0, a row of fewer tiles is taken to have melds of
    unknown tiles.

    `live`, uint8 of shape (…, 27) that broadcasts to `counts`, says how many more of each tile can be drawn: then only
    wins count that need no more than these, and a hand from which none is left is `UNREACHABLE`. There are at most four
    of a tile in `counts`, `live` and melds together; with four of each the result is as without `live`.

    `index`, in place of all these, is uint16 of shape (…, 3, 2) as `index(counts)` gives it, of hands without melds: 13 or
    14 tiles.

    `void` is a declared void suit (§15), which every win does without: `"m"`, `"p"` or `"s"` for all hands, or an array of
    such names or of numbers (0 m, 1 p, 2 s, 255 none) that broadcasts to the leading shape. `hand_size` is 13, 10 or 7
    (§13): of how many tiles a hand is, and that four pairs win with 7 and none with 10; with `pairs_win` false none do.

    Raises `InvalidTiles` with the `index` of a bad row, `TypeError` for a wrong dtype, `ValueError` for a wrong shape or
    option.
    """
    return _answers(_SHANTEN, counts, pongs, kongs, live, index, void, hand_size, pairs_win)


def accepts(counts, pongs=0, kongs=0, *, live=None, object void=None, hand_size=13, pairs_win=True):
    """
    The tiles that lower the shanten of every hand of an array: uint32 of the leading shape, bit *i* = slot *i*; never a
    tile of which the hand holds all four or, with `live`, one that is dead. `counts` must have 3k+1 tiles a hand; the
    rest is as for `shanten`.
    """
    return _answers(_ACCEPTS, counts, pongs, kongs, live, None, void, hand_size, pairs_win)


def waits(counts=None, pongs=0, kongs=0, *, index=None, object void=None, hand_size=13, pairs_win=True):
    """
    The waits of every hand of an array: uint32 of the leading shape, bit *i* = slot *i*; never a tile of which the hand
    holds all four. `counts` must have 3k+1 tiles a hand (`index`: 13); the rest is as for `shanten`.
    """
    return _answers(_WAITS, counts, pongs, kongs, None, index, void, hand_size, pairs_win)


def is_win(counts=None, pongs=0, kongs=0, *, index=None, object void=None, hand_size=13, pairs_win=True):
    """
    Whether every hand of an array is complete: bool of the leading shape. `counts` must have 3k+2 tiles a hand (`index`:
    14); the rest is as for `shanten`.
    """
    return _answers(_WIN, counts, pongs, kongs, None, index, void, hand_size, pairs_win)


def index(counts):
    """
    Where every hand of an array stands in the tables: uint16 of shape (…, 3, 2), two halves for each suit m, p, s.

    The first half is the counts of ranks 1 to 4 as a number in base 5, rank 1 its units; the second that of ranks 5 to 9.
    A tile more or less changes one half by 1, 5, 25, 125 or (a 9) 625: a program that changes hands a tile at a time can
    keep their index up to date itself, and asks `shanten`, `waits` and `is_win` with it in less time than with counts.

    `counts` is uint8 of shape (…, 27), at most 14 tiles a hand. Raises as `shanten` does.

    >>> import xuezhan as xz
    >>> hand = xz.index(xz.Hand("123456m2233555p").counts)
    >>> hand.tolist(), int(xz.shanten(index=hand))
    ([[156, 6], [60, 3], [0, 0]], 0)
    >>> hand[1, 0] += 5  # draws 2p
    >>> bool(xz.is_win(index=hand))
    True
    """
    cdef Py_buffer rows
    cdef int status = c.XZ_OK
    cdef int64_t done = 0, n
    cdef uint16_t[:, ::1] halves
    counts = _checked("counts", counts, _UINT8, (c.XZ_SLOTS,))
    leading = counts.shape[:counts.ndim - 1]
    flat = counts.reshape(-1, c.XZ_SLOTS)
    n = flat.shape[0]
    out = np.empty((n, c.XZ_INDEX_HALVES), _UINT16)
    if n:
        halves = out
        PyObject_GetBuffer(flat, &rows, PyBUF_STRIDED_RO)
        try:
            with nogil:
                done = c.xz_index_rows(<const uint8_t *>rows.buf, n, rows.strides[0], rows.strides[1], &halves[0, 0],
                                       &status)
        finally:
            PyBuffer_Release(&rows)
        if done < 0:
            raise _bad_row(flat, None, None, leading, <int64_t>(-1 - done), status, "at most 14", 13)
    return out.reshape((*leading, c.XZ_SUITS, 2))


cdef object _checked(str name, object array, object dtype, tuple row):
    if isinstance(array, (str, Hand, Tiles)):
        raise TypeError(f"{name} must be an array of {dtype}, not {type(array).__name__}; a Hand has counts")
    array = np.asanyarray(array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be {dtype} or other integers, not {array.dtype}; {name}.astype(np.{dtype}) casts it")
    if array.shape[-len(row):] != row:
        raise ValueError(f"{name} must have shape (..., {', '.join([str(n) for n in row])}), not {array.shape}")
    if array.dtype != dtype:  # the numbers are what counts, as long as they fit
        most = np.iinfo(dtype).max
        if array.size and not (0 <= array.min() and array.max() <= most):
            raise InvalidTiles(f"{name} must be {dtype}, 0 to {most}; there are {array.min()} to {array.max()}")
        array = array.astype(dtype)
    return array


cdef object _answers(
    _kernel kernel, object counts, object pongs, object kongs, object live, object index, object void, object hand_size,
    object pairs_win
):
    cdef c.xz_hand_rules rules
    cdef bint one_void = void is None or isinstance(void, str)
    _make_hand_rules(&rules, void if one_void else None, hand_size, pairs_win)
    void = None if one_void else void
    if type(counts) is _ndarray and one_void and index is None and live is None and _no_melds(pongs, kongs):
        found = _plain_rows(kernel, counts, &rules)
        if found is not None:
            return found
    if index is None:
        if counts is None:
            raise TypeError("counts or index must be given")
        return _rows(kernel, counts, pongs, kongs, live, void, &rules)
    if counts is not None or live is not None or not _no_melds(pongs, kongs):
        raise TypeError("index stands in place of counts, pongs, kongs and live: hands with melds need their counts")
    return _index_rows(kernel, index, void, &rules)


cdef int64_t _ask(_kernel kernel, const c.xz_hand_rows *hands, const c.xz_hand_rules *rules, void *out, int *status) noexcept nogil:
    if kernel == _WIN:
        return c.xz_win_rows_under(hands, rules, <uint8_t *>out, status)
    if kernel == _WAITS:
        return c.xz_waits_rows_under(hands, rules, <uint32_t *>out, status)
    if kernel == _SHANTEN:
        return c.xz_shanten_rows_under(hands, rules, <int8_t *>out, status)
    return c.xz_accepts_rows_under(hands, rules, <uint32_t *>out, status)


cdef object _plain_rows(_kernel kernel, object counts, const c.xz_hand_rules *rules):
    """One or many rows with nothing beside them, as most calls are; None if they need a closer look, or an error."""
    cdef Py_buffer rows, results
    cdef c.xz_hand_rows hands
    cdef uint32_t one = 0
    cdef int64_t done = 0
    cdef int status = c.XZ_OK
    cdef object found = None
    PyObject_GetBuffer(counts, &rows, PyBUF_STRIDED_RO | PyBUF_FORMAT)
    try:
        if rows.itemsize != 1 or rows.format[0] != c'B' or not 1 <= rows.ndim <= 2 or rows.shape[rows.ndim - 1] != c.XZ_SLOTS:
            return None
        memset(&hands, 0, sizeof(hands))
        hands.counts = <const uint8_t *>rows.buf
        hands.slot_step = rows.strides[rows.ndim - 1]
        hands.rows = 1
        if rows.ndim == 1:
            if _ask(kernel, &hands, rules, &one, &status) < 0:
                return None
            if kernel == _WIN:
                return _SCALARS[<int>kernel]((<uint8_t *>&one)[0])
            if kernel == _SHANTEN:
                return _SCALARS[<int>kernel]((<int8_t *>&one)[0])
            return _SCALARS[<int>kernel](one)
        hands.rows = rows.shape[0]
        hands.row_step = rows.strides[0]
        found = np.empty(rows.shape[0], _OUT_TYPES[<int>kernel])
        if hands.rows:
            PyObject_GetBuffer(found, &results, PyBUF_WRITABLE)
            with nogil:
                done = _ask(kernel, &hands, rules, results.buf, &status)
            PyBuffer_Release(&results)
        return None if done < 0 else found
    finally:
        PyBuffer_Release(&rows)


cdef object _void_rows(object void, tuple leading):
    """uint8 of shape (rows,), or (1,) where one serves for all: 0 m, 1 p, 2 s, 255 none."""
    given = np.asarray(void)
    if given.dtype.kind == "U":
        numbers = np.full(given.shape, 3, np.uint8)
        for number, suit in enumerate("mps"):
            numbers[given == suit] = number
        if (numbers == 3).any():
            raise ValueError(f"void is {given[numbers == 3][0]!r}; a void suit is 'm', 'p' or 's'")
    elif given.dtype.kind in "iu":
        if given.size and not (((given >= 0) & (given <= 2)) | (given == c.XZ_NONE)).all():
            raise ValueError("void suits are the numbers 0 m, 1 p, 2 s, and 255 for none")
        numbers = given.astype(np.uint8, copy=False)
    else:
        raise TypeError(f"void must be names or numbers of suits, not {given.dtype}")
    if numbers.ndim == 0:
        return numbers.reshape(1)
    try:
        return np.broadcast_to(numbers, leading).reshape(-1)
    except ValueError:
        raise ValueError(f"void of shape {numbers.shape} does not broadcast to {leading}") from None


cdef object _index_rows(_kernel kernel, object index, object void, const c.xz_hand_rules *rules):
    cdef c.xz_hand_index_rows hands
    cdef int64_t done = 0
    cdef int status = c.XZ_OK
    cdef const uint16_t[:, :] rows
    cdef const uint8_t[:] voids
    cdef Py_buffer results
    index = _checked("index", index, _UINT16, (c.XZ_SUITS, 2))
    leading = index.shape[:index.ndim - 2]
    flat = index.reshape(-1, c.XZ_INDEX_HALVES)
    out = np.empty(flat.shape[0], _OUT_TYPES[<int>kernel])
    if flat.shape[0]:
        if flat.strides[1] != sizeof(uint16_t) or flat.strides[0] % sizeof(uint16_t) or not flat.flags.aligned:
            flat = flat.copy()
        rows = flat
        memset(&hands, 0, sizeof(hands))
        hands.index = &rows[0, 0]
        hands.rows = rows.shape[0]
        hands.row_step = rows.strides[0] // <ptrdiff_t>sizeof(uint16_t)
        if void is not None:
            voids = _void_rows(void, leading)
            hands.voids = &voids[0]
            hands.void_step = voids.strides[0] if voids.shape[0] > 1 else 0
        PyObject_GetBuffer(out, &results, PyBUF_WRITABLE)
        try:
            with nogil:
                if kernel == _WIN:
                    done = c.xz_win_index_rows_under(&hands, rules, <uint8_t *>results.buf, &status)
                elif kernel == _WAITS:
                    done = c.xz_waits_index_rows_under(&hands, rules, <uint32_t *>results.buf, &status)
                else:
                    done = c.xz_shanten_index_rows_under(&hands, rules, <int8_t *>results.buf, &status)
        finally:
            PyBuffer_Release(&results)
        if done < 0:
            wanted = (f"{rules.size + 1}", f"{rules.size}", f"{rules.size} or {rules.size + 1}")[<int>kernel]
            raise _bad_index(flat, leading, <int64_t>(-1 - done), status, wanted)
    return out.reshape(leading) if leading else out[0]


cdef object _live_rows(object live, tuple leading):
    """uint8 of shape (rows, 27), or (1, 27) where one serves for all."""
    live = _checked("live", live, _UINT8, (c.XZ_SLOTS,))
    if live.size == c.XZ_SLOTS and live.ndim <= 1 + len(leading):
        return live.reshape(1, c.XZ_SLOTS)
    try:
        return np.broadcast_to(live, (*leading, c.XZ_SLOTS)).reshape(-1, c.XZ_SLOTS)
    except ValueError:
        raise ValueError(f"live of shape {live.shape} does not broadcast to {(*leading, c.XZ_SLOTS)}") from None


cdef object _rows(
    _kernel kernel, object counts, object pongs, object kongs, object live, object void, const c.xz_hand_rules *rules
):
    cdef c.xz_hand_rows hands
    cdef Py_buffer rows, results
    cdef const uint32_t[:, ::1] masks
    cdef const uint8_t[:, :] lives
    cdef const uint8_t[:] voids
    cdef int64_t done = 0
    cdef int status = c.XZ_OK

    counts = _checked("counts", counts, _UINT8, (c.XZ_SLOTS,))
    leading = counts.shape[:counts.ndim - 1]
    flat = counts if counts.ndim == 2 else counts.reshape(-1, c.XZ_SLOTS)
    out = np.empty(flat.shape[0], _OUT_TYPES[<int>kernel])
    left = None if live is None else _live_rows(live, leading)
    suits = None if void is None else _void_rows(void, leading)
    if flat.shape[0] == 0:
        return out.reshape(leading)

    memset(&hands, 0, sizeof(hands))
    both = _meld_masks(pongs, kongs, leading)
    if both is not None:
        masks = both
        hands.pongs = &masks[0, 0]
        hands.kongs = &masks[1, 0]
        hands.meld_step = 1 if masks.shape[1] > 1 else 0
    if left is not None:
        lives = left
        hands.live = &lives[0, 0]
        hands.live_row_step = lives.strides[0] if lives.shape[0] > 1 else 0
        hands.live_slot_step = lives.strides[1]
    if suits is not None:
        voids = suits
        hands.voids = &voids[0]
        hands.void_step = voids.strides[0] if voids.shape[0] > 1 else 0
    PyObject_GetBuffer(flat, &rows, PyBUF_STRIDED_RO)
    try:
        hands.counts = <const uint8_t *>rows.buf
        hands.rows = rows.shape[0]
        hands.row_step = rows.strides[0]
        hands.slot_step = rows.strides[1]
        PyObject_GetBuffer(out, &results, PyBUF_WRITABLE)
        try:
            with nogil:
                done = _ask(kernel, &hands, rules, results.buf, &status)
        finally:
            PyBuffer_Release(&results)
    finally:
        PyBuffer_Release(&rows)
    if done < 0:
        raise _bad_row(flat, left, both, leading, <int64_t>(-1 - done), status, _SIZES[<int>kernel], rules.size)
    return out.reshape(leading) if leading else out[0]


cdef bint _no_melds(object pongs, object kongs):
    """Whether both are the plain 0."""
    return type(pongs) is int and type(kongs) is int and pongs == 0 and kongs == 0


cdef object _meld_masks(object pongs, object kongs, tuple leading):
    """None where there are none; else uint32 of shape (2, rows), or (2, 1) where one serves for all."""
    if _no_melds(pongs, kongs):
        return None
    masks = []
    for name, given in (("pongs", pongs), ("kongs", kongs)):
        mask = np.asarray(given)
        if mask.dtype.kind not in "iu":
            raise TypeError(f"{name} must be integers, not {mask.dtype}")
        if mask.size and not (0 <= mask.min() and mask.max() <= c.XZ_ALL_SLOTS):
            raise InvalidTiles(f"{name} must be masks of slots, 0 to 2**27 - 1")
        masks.append((name, mask.astype(np.uint32, copy=False)))
    if masks[0][1].ndim == 0 and masks[1][1].ndim == 0:
        return np.array([[masks[0][1]], [masks[1][1]]], np.uint32)
    rows = []
    for name, mask in masks:
        try:
            rows.append(np.broadcast_to(mask, leading).reshape(-1))
        except ValueError:
            raise ValueError(f"{name} of shape {mask.shape} do not broadcast to {leading}") from None
    return np.stack(rows)


cdef tuple _place(str name, int64_t row, tuple leading):
    """The index of a row, and how an error names it."""
    index = tuple([int(i) for i in np.unravel_index(row, leading)]) if leading else ()
    return index, f"{name}[{', '.join([str(i) for i in index])}]" if index else name


cdef object _bad_index(object flat, tuple leading, int64_t row, int status, str wanted):
    index, where = _place("index", row, leading)
    halves = flat[row].tolist()
    if status == c.XZ_E_TILES:
        reason = f"{halves} holds a half out of range; a first half is below 625, a second below 3125"
    else:
        tiles = sum([int(digit) for half in halves for digit in np.base_repr(half, 5)])
        reason = f"{tiles} tiles; there must be {wanted}: hands with melds need their counts"
    return InvalidTiles(f"{where}: {reason}", index=index)


cdef object _bad_row(object flat, object left, object both, tuple leading, int64_t row, int status, str wanted, int size):
    """What is wrong with a row, and where it is."""
    index, where = _place("counts", row, leading)
    tiles = flat[row].tolist()
    pongs, kongs = (0, 0) if both is None else [int(masks[row if len(masks) > 1 else 0]) for masks in both]
    melds = pongs.bit_count() + kongs.bit_count()
    held = [n + (3 if pongs >> slot & 1 else 4 if kongs >> slot & 1 else 0) for slot, n in enumerate(tiles)]
    over = [tile_name(slot) for slot, n in enumerate(held) if n > 4]
    beside = [0] * c.XZ_SLOTS if left is None else left[row if len(left) > 1 else 0].tolist()
    too_live = [tile_name(slot) for slot in range(c.XZ_SLOTS) if held[slot] + beside[slot] > 4]
    if status == c.XZ_E_TILES and over:
        reason = f"more than four of {over[0]}"
    elif status == c.XZ_E_TILES and too_live:
        slot = tile_slot(too_live[0])
        reason = f"{held[slot]} of {too_live[0]} held and {beside[slot]} live; there are four"
    elif status == c.XZ_E_SIZE:
        if both is None:
            reason = f"{sum(tiles)} tiles; there must be {wanted}{'' if 'most' in wanted else f', at most {size + 1}'}"
        else:
            whole = f"{size} or {size + 1} with the melds"
            reason = f"{sum(tiles)} concealed tiles and {melds} melds; there must be {wanted} tiles, {whole}"
    elif pongs & kongs:
        reason = "a tile is both pong and kong"
    else:
        reason = c.xz_status_text(status).decode()
    return InvalidTiles(f"{where}: {reason}", index=index)
