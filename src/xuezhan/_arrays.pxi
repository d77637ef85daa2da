# Many hands at once: arrays of any leading shape and any strides, without the GIL.

ctypedef enum _kernel:
    _WIN, _WAITS, _SHANTEN, _ACCEPTS

cdef tuple _OUT_TYPES = (np.dtype(bool), np.dtype(np.uint32), np.dtype(np.int8), np.dtype(np.uint32))
cdef tuple _SIZES = ("3k+2", "3k+1", "3k+1 or 3k+2", "3k+1")


def shanten(counts, pongs=0, kongs=0, *, live=None):
    """
    The shanten of every hand of an array: int8 of the leading shape; -1 a win, 0 ready, `UNREACHABLE` (127) no win.

    `counts` is uint8 of shape (…, 27): concealed tiles, 3k+1 or 3k+2 a hand. `pongs` and `kongs` are masks of own melds
    (bit *i* = slot *i*), integers or arrays that broadcast to the leading shape, whose tiles are then used up and of which
    there must be as many as make 13 or 14 tiles. With both left at 0, a row of fewer tiles is taken to have melds of
    unknown tiles.

    `live`, uint8 of shape (…, 27) that broadcasts to `counts`, says how many more of each tile can be drawn: then only
    wins count that need no more than these, and a hand from which none is left is `UNREACHABLE`. There are at most four
    of a tile in `counts`, `live` and melds together; with four of each the result is as without `live`.

    Raises `InvalidTiles` with the `index` of a bad row, `TypeError` for a wrong dtype, `ValueError` for a wrong shape.
    """
    return _rows(_SHANTEN, counts, pongs, kongs, live)


def accepts(counts, pongs=0, kongs=0, *, live=None):
    """
    The tiles that lower the shanten of every hand of an array: uint32 of the leading shape, bit *i* = slot *i*; never a
    tile of which the hand holds all four or, with `live`, one that is dead. `counts` must have 3k+1 tiles a hand; the
    rest is as for `shanten`.
    """
    return _rows(_ACCEPTS, counts, pongs, kongs, live)


def waits(counts, pongs=0, kongs=0):
    """
    The waits of every hand of an array: uint32 of the leading shape, bit *i* = slot *i*; never a tile of which the hand
    holds all four. `counts` must have 3k+1 tiles a hand; the rest is as for `shanten`.
    """
    return _rows(_WAITS, counts, pongs, kongs, None)


def is_win(counts, pongs=0, kongs=0):
    """
    Whether every hand of an array is complete: bool of the leading shape. `counts` must have 3k+2 tiles a hand; the rest
    is as for `shanten`.
    """
    return _rows(_WIN, counts, pongs, kongs, None)


cdef object _tile_rows(str name, object given):
    array = np.asanyarray(given)
    if array.dtype != np.uint8:
        raise TypeError(f"{name} must be uint8, not {array.dtype}")
    if array.ndim == 0 or array.shape[array.ndim - 1] != c.XZ_SLOTS:
        raise ValueError(f"{name} must have shape (..., 27), not {array.shape}")
    return array


cdef object _live_rows(object live, tuple leading):
    """uint8 of shape (rows, 27), or (1, 27) where one serves for all."""
    live = _tile_rows("live", live)
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

    counts = _tile_rows("counts", counts)
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
        raise _bad_row(flat, left, both, leading, <int64_t>(-1 - done), status, kernel)
    return out.reshape(leading) if leading else out[0]


cdef object _meld_masks(object pongs, object kongs, tuple leading):
    """None where both are the plain 0; else uint32 of shape (2, rows), or (2, 1) where one serves for all."""
    if type(pongs) is int and type(kongs) is int and pongs == 0 and kongs == 0:
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


cdef object _bad_row(object flat, object left, object both, tuple leading, int64_t row, int status, _kernel kernel):
    """What is wrong with a row, and where it is."""
    index = tuple([int(i) for i in np.unravel_index(row, leading)]) if leading else ()
    where = f"counts[{', '.join([str(i) for i in index])}]" if index else "counts"
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
        wanted = _SIZES[<int>kernel]
        if both is None:
            reason = f"{sum(tiles)} tiles; there must be {wanted}, at most 14"
        else:
            reason = f"{sum(tiles)} concealed tiles and {melds} melds; there must be {wanted} tiles, 13 or 14 with the melds"
    elif pongs & kongs:
        reason = "a tile is both pong and kong"
    else:
        reason = c.xz_status_text(status).decode()
    return InvalidTiles(f"{where}: {reason}", index=index)
