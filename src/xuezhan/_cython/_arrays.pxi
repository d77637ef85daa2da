# Many hands at once: arrays of any leading shape and any strides, without the GIL.

ctypedef enum _kernel:
    _WIN, _WAITS, _SHANTEN, _ACCEPTS

cdef object _UINT8 = np.dtype(np.uint8)
cdef object _UINT16 = np.dtype(np.uint16)
cdef tuple _OUT_TYPES = (np.dtype(bool), np.dtype(np.uint32), np.dtype(np.int8), np.dtype(np.uint32))
cdef tuple _SIZES = ("3k+2", "3k+1", "3k+1 or 3k+2", "3k+1")
cdef tuple _WHOLE_SIZES = ("14", "13", "13 or 14")


def shanten(counts=None, pongs=0, kongs=0, *, live=None, index=None):
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

    Raises `InvalidTiles` with the `index` of a bad row, `TypeError` for a wrong dtype, `ValueError` for a wrong shape.
    """
    return _answers(_SHANTEN, counts, pongs, kongs, live, index)


def accepts(counts, pongs=0, kongs=0, *, live=None):
    """
    The tiles that lower the shanten of every hand of an array: uint32 of the leading shape, bit *i* = slot *i*; never a
    tile of which the hand holds all four or, with `live`, one that is dead. `counts` must have 3k+1 tiles a hand; the
    rest is as for `shanten`.
    """
    return _rows(_ACCEPTS, counts, pongs, kongs, live)


def waits(counts=None, pongs=0, kongs=0, *, index=None):
    """
    The waits of every hand of an array: uint32 of the leading shape, bit *i* = slot *i*; never a tile of which the hand
    holds all four. `counts` must have 3k+1 tiles a hand (`index`: 13); the rest is as for `shanten`.
    """
    return _answers(_WAITS, counts, pongs, kongs, None, index)


def is_win(counts=None, pongs=0, kongs=0, *, index=None):
    """
    Whether every hand of an array is complete: bool of the leading shape. `counts` must have 3k+2 tiles a hand (`index`:
    14); the rest is as for `shanten`.
    """
    return _answers(_WIN, counts, pongs, kongs, None, index)


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
            raise _bad_row(flat, None, None, leading, <int64_t>(-1 - done), status, "at most 14")
    return out.reshape((*leading, c.XZ_SUITS, 2))


cdef object _checked(str name, object array, object dtype, tuple row):
    if isinstance(array, (str, Hand, Tiles)):
        raise TypeError(f"{name} must be an array of {dtype}, not {type(array).__name__}; a Hand has counts")
    array = np.asanyarray(array)
    if array.dtype != dtype:
        raise TypeError(f"{name} must be {dtype}, not {array.dtype}")
    if array.shape[-len(row):] != row:
        raise ValueError(f"{name} must have shape (..., {', '.join([str(n) for n in row])}), not {array.shape}")
    return array


cdef object _answers(_kernel kernel, object counts, object pongs, object kongs, object live, object index):
    if index is None:
        if counts is None:
            raise TypeError("counts or index must be given")
        return _rows(kernel, counts, pongs, kongs, live)
    if counts is not None or live is not None or not _no_melds(pongs, kongs):
        raise TypeError("index stands in place of counts, pongs, kongs and live: hands with melds need their counts")
    return _index_rows(kernel, index)


cdef object _index_rows(_kernel kernel, object index):
    cdef int64_t done = 0, n
    cdef int status = c.XZ_OK
    cdef ptrdiff_t step
    cdef const uint16_t[:, :] rows
    cdef Py_buffer results
    index = _checked("index", index, _UINT16, (c.XZ_SUITS, 2))
    leading = index.shape[:index.ndim - 2]
    flat = index.reshape(-1, c.XZ_INDEX_HALVES)
    n = flat.shape[0]
    out = np.empty(n, _OUT_TYPES[<int>kernel])
    if n:
        if flat.strides[1] != sizeof(uint16_t) or flat.strides[0] % sizeof(uint16_t) or not flat.flags.aligned:
            flat = flat.copy()
        rows = flat
        step = rows.strides[0] // <ptrdiff_t>sizeof(uint16_t)
        PyObject_GetBuffer(out, &results, PyBUF_WRITABLE)
        try:
            with nogil:
                if kernel == _WIN:
                    done = c.xz_win_index_rows(&rows[0, 0], n, step, <uint8_t *>results.buf, &status)
                elif kernel == _WAITS:
                    done = c.xz_waits_index_rows(&rows[0, 0], n, step, <uint32_t *>results.buf, &status)
                else:
                    done = c.xz_shanten_index_rows(&rows[0, 0], n, step, <int8_t *>results.buf, &status)
        finally:
            PyBuffer_Release(&results)
        if done < 0:
            raise _bad_index(flat, leading, <int64_t>(-1 - done), status, _WHOLE_SIZES[<int>kernel])
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


cdef object _rows(_kernel kernel, object counts, object pongs, object kongs, object live):
    cdef Py_buffer rows, masks, results, lives
    cdef int64_t done = 0, n
    cdef int status = c.XZ_OK
    cdef const uint32_t *pong_masks = NULL
    cdef const uint32_t *kong_masks = NULL
    cdef ptrdiff_t meld_step = 0, row_step, slot_step
    cdef const uint8_t *live_rows = NULL
    cdef ptrdiff_t live_row_step = 0, live_slot_step = 0
    cdef bint melds

    counts = _checked("counts", counts, _UINT8, (c.XZ_SLOTS,))
    leading = counts.shape[:counts.ndim - 1]
    flat = counts.reshape(-1, c.XZ_SLOTS)
    n = flat.shape[0]
    out = np.empty(n, _OUT_TYPES[<int>kernel])
    left = None if live is None else _live_rows(live, leading)
    if n == 0:
        return out.reshape(leading)

    both = _meld_masks(pongs, kongs, leading)
    PyObject_GetBuffer(flat, &rows, PyBUF_STRIDED_RO)
    try:
        row_step, slot_step = rows.strides[0], rows.strides[1]
        PyObject_GetBuffer(out, &results, PyBUF_WRITABLE)
        try:
            melds = both is not None
            if melds:
                PyObject_GetBuffer(both, &masks, PyBUF_STRIDED_RO)
                pong_masks = <const uint32_t *>masks.buf
                kong_masks = pong_masks + masks.shape[1]
                meld_step = 1 if masks.shape[1] > 1 else 0
            if left is not None:
                PyObject_GetBuffer(left, &lives, PyBUF_STRIDED_RO)
                live_rows = <const uint8_t *>lives.buf
                live_row_step = lives.strides[0] if lives.shape[0] > 1 else 0
                live_slot_step = lives.strides[1]
            with nogil:
                if kernel == _WIN:
                    done = c.xz_win_rows(<const uint8_t *>rows.buf, n, row_step, slot_step, pong_masks, kong_masks,
                                         meld_step, <uint8_t *>results.buf, &status)
                elif kernel == _WAITS:
                    done = c.xz_waits_rows(<const uint8_t *>rows.buf, n, row_step, slot_step, pong_masks, kong_masks,
                                           meld_step, <uint32_t *>results.buf, &status)
                elif kernel == _SHANTEN and live_rows is NULL:
                    done = c.xz_shanten_rows(<const uint8_t *>rows.buf, n, row_step, slot_step, pong_masks, kong_masks,
                                             meld_step, <int8_t *>results.buf, &status)
                elif kernel == _SHANTEN:
                    done = c.xz_shanten_live_rows(<const uint8_t *>rows.buf, n, row_step, slot_step, live_rows,
                                                  live_row_step, live_slot_step, pong_masks, kong_masks, meld_step,
                                                  <int8_t *>results.buf, &status)
                elif live_rows is NULL:
                    done = c.xz_accepts_rows(<const uint8_t *>rows.buf, n, row_step, slot_step, pong_masks, kong_masks,
                                             meld_step, <uint32_t *>results.buf, &status)
                else:
                    done = c.xz_accepts_live_rows(<const uint8_t *>rows.buf, n, row_step, slot_step, live_rows,
                                                  live_row_step, live_slot_step, pong_masks, kong_masks, meld_step,
                                                  <uint32_t *>results.buf, &status)
            if left is not None:
                PyBuffer_Release(&lives)
            if melds:
                PyBuffer_Release(&masks)
        finally:
            PyBuffer_Release(&results)
    finally:
        PyBuffer_Release(&rows)
    if done < 0:
        raise _bad_row(flat, left, both, leading, <int64_t>(-1 - done), status, _SIZES[<int>kernel])
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


cdef object _bad_row(object flat, object left, object both, tuple leading, int64_t row, int status, str wanted):
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
            reason = f"{sum(tiles)} tiles; there must be {wanted}{'' if 'most' in wanted else ', at most 14'}"
        else:
            reason = f"{sum(tiles)} concealed tiles and {melds} melds; there must be {wanted} tiles, 13 or 14 with the melds"
    elif pongs & kongs:
        reason = "a tile is both pong and kong"
    else:
        reason = c.xz_status_text(status).decode()
    return InvalidTiles(f"{where}: {reason}", index=index)
