# The chances of a seat that draws alone. `xuezhan.hands.chances` has the checks and the words.

cdef size_t _FIRST_SPACE = <size_t>1 << 20
cdef size_t _MOST_SPACE = <size_t>1 << 29


def find_chances(NativeRules native not None, Hand hand not None, const uint8_t[::1] live not None, int draws):
    """
    `xz_find_chances` of a hand, live tiles and draws that are right: shanten, nearest winning hands, positions, each row's
    discard, and the rows of `ready`, `won` and `fan`, without the GIL. None if it takes more than 512 MB.
    """
    cdef c.xz_chances found
    cdef size_t size = _FIRST_SPACE
    cdef int status = c.XZ_E_BUFFER
    cdef void *space
    numbers = np.zeros((3, c.XZ_MAX_HAND, draws + 1))
    cdef double[:, :, ::1] out = numbers
    while status == c.XZ_E_BUFFER and size <= _MOST_SPACE:
        space = malloc(size)
        if space == NULL:
            raise MemoryError
        with nogil:
            status = c.xz_find_chances(&native.value, &hand.value, &live[0], draws, space, size, &found, &out[0, 0, 0],
                                       &out[1, 0, 0], &out[2, 0, 0])
            free(space)
        size *= 8
    if status == c.XZ_E_BUFFER:
        return None
    if status != c.XZ_OK:
        raise InvalidTiles(c.xz_status_text(status).decode())
    tiles = tuple([None if found.tiles[i] == c.XZ_NONE else tile_name(found.tiles[i]) for i in range(found.rows)])
    rows = _read_only(numbers[:, :found.rows])
    return found.shanten, found.winning_hands, found.positions, tiles, rows[0], rows[1], rows[2]
