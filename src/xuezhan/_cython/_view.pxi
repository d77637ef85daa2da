# What one seat may know. A `ViewCore` holds an `xz_view`, and the game's history, of which nothing can be reached from Python
# but what this seat has seen.

cdef enum:
    _WORLDS_AT_ONCE = 1 << 16 # between looks whether the program was interrupted

OBSERVATION_VERSION = c.XZ_OBS_VERSION
OBSERVATION_SHAPE = (c.XZ_OBS_PLANES, c.XZ_SLOTS)
ACTION_COUNT = c.XZ_ACTION_COUNT

OBSERVATION_PLANES = {
    "hand": (c.XZ_OBS_HAND, 4), "waits": (c.XZ_OBS_WAITS, 1), "drawn": (c.XZ_OBS_DRAWN, 1), "tile": (c.XZ_OBS_TILE, 1),
    "seen": (c.XZ_OBS_SEEN, 1), "unseen": (c.XZ_OBS_UNSEEN, 1), "legal_discard": (c.XZ_OBS_LEGAL_DISCARD, 1),
    "legal_kong": (c.XZ_OBS_LEGAL_KONG, 1), "pongs": (c.XZ_OBS_PONGS, 4), "melded_kongs": (c.XZ_OBS_MELDED_KONGS, 4),
    "concealed_kongs": (c.XZ_OBS_CONCEALED_KONGS, 4), "won": (c.XZ_OBS_WON, 4), "river": (c.XZ_OBS_RIVER, 4),
    "discards": (c.XZ_OBS_DISCARDS, 4 * c.XZ_OBS_RIVER_DEPTH), "table": (c.XZ_OBS_TABLE, 1), "seats": (c.XZ_OBS_SEATS, 1),
    "points": (c.XZ_OBS_POINTS, 1), "legal_exchange": (c.XZ_OBS_LEGAL_EXCHANGE, 1), "given": (c.XZ_OBS_GIVEN, 1),
    "kept": (c.XZ_OBS_KEPT, 1), "got": (c.XZ_OBS_GOT, 1), "wild": (c.XZ_OBS_WILD, 1), "passed": (c.XZ_OBS_PASSED, 1),
    "void": (c.XZ_OBS_VOID, 4), "soft": (c.XZ_OBS_SOFT, 4), "laid_aside": (c.XZ_OBS_LAID_ASIDE, 4),
    "choices": (c.XZ_OBS_CHOICES, 1), "wins": (c.XZ_OBS_WINS, 1), "spare": (c.XZ_OBS_SPARE, 2),
}


cdef int _policy_number(object name) except -2:
    """The number of a policy; -1 for None."""
    if name is None:
        return -1
    for i in range(c.XZ_POLICY_COUNT):
        if c.xz_policy_name(i).decode() == name:
            return i
    known = ", ".join([c.xz_policy_name(i).decode() for i in range(c.XZ_POLICY_COUNT)])
    raise ValueError(f"there is no policy {name!r}; policies are {known}")


#: How the tiles that a seat does not see may come to lie.
WORLDS = tuple([c.xz_worlds_name(i).decode() for i in range(c.XZ_WORLDS_COUNT)])


cdef int _worlds_number(str name) except -1:
    if name not in WORLDS:
        raise ValueError(f"worlds is {name!r}; it must be one of {', '.join(WORLDS)}")
    return WORLDS.index(name)


@cython.final
cdef class _Weight:
    cdef object function
    cdef StateCore state  # one object for every world: a caller who keeps it copies it
    cdef object error


cdef double _ask_weight(const c.xz_rules *rules, const c.xz_state *world, void *context) noexcept with gil:
    """Calls the caller's function; after an exception every world is kept, so that dealing ends soon."""
    cdef _Weight weight = <_Weight>context
    if weight.error is not None:
        return 1.0
    try:
        weight.state.state = world[0]
        value = float(weight.function(weight.state))
        if not 0.0 <= value <= 1.0:
            raise ValueError(f"a weight is {value}; weights are 0 to 1")
        return value
    except BaseException as error:
        weight.error = error
        return 1.0


cdef class ViewCore:
    """See `xuezhan.View`."""
    cdef c.xz_view value
    cdef History history # None: of a bare state, or read from bytes
    cdef int upto        # how many of its entries the view has behind it
    cdef tuple seen      # events and payments of a view that was copied from another process
    cdef NativeRules native
    cdef public object _rules

    @classmethod
    def of(cls, game, int seat):
        """The view of `seat` in a game or a state. Raises `ValueError` for a seat that does not exist."""
        cdef ViewCore view = cls.__new__(cls)
        if isinstance(game, GameCore):
            view._look(<TableCore>game, seat)
            view.history = (<GameCore>game).history
            view.upto = (<GameCore>game).count
        elif isinstance(game, StateCore):
            view._look(<TableCore>game, seat)
        else:
            raise TypeError(f"View.of is of a Game or a State, not of a {type(game).__name__}")
        return view

    cdef int _look(self, TableCore table, int seat) except -1:
        self._rules = table._rules
        self.native = table.native
        c.xz_view_of(&self.native.value, &table.state, _existing_seat(&table.state, seat), &self.value)
        return 0

    @property
    def seat(self):
        """Whose view it is."""
        return self.value.seat

    @property
    def players(self):
        """How many seats there are."""
        return self.value.players

    @property
    def dealer(self):
        """The seat that dealt."""
        return self.value.dealer

    @property
    def rules(self):
        """The rules played by."""
        return self._rules

    @property
    def phase(self):
        """As `Game.phase`."""
        return PHASES[self.value.phase]

    @property
    def actor(self):
        """Whose turn it is; while a discard or an added kong is answered, still its owner. None when the hand is over."""
        return _none_if(self.value.actor)

    @property
    def origin_number(self):
        """How the actor's turn began: 0 deal, 1 draw, 2 kong replacement, 3 pong; None when the hand is over."""
        return _none_if(self.value.origin)

    @property
    def hand(self):
        """The own concealed tiles and melds."""
        cdef c.xz_hand hand
        cdef int seat = self.value.seat
        memset(&hand, 0, sizeof(hand))
        memcpy(hand.counts, self.value.counts, sizeof(hand.counts))
        memcpy(hand.melds, self.value.melds[seat], sizeof(hand.melds))
        hand.meld_count = self.value.meld_count[seat]
        return hand_of(&hand)

    @property
    def waits(self):
        """The tiles that would complete the own hand (before a draw)."""
        return tiles_of_mask(self.value.waits)

    @property
    def melds(self):
        """The melds of every seat, in order of making."""
        cdef int seat, i
        return tuple([tuple([meld_of(&self.value.melds[seat][i]) for i in range(self.value.meld_count[seat])])
                      for seat in range(self.value.players)])

    @property
    def rivers(self):
        """The discards that still lie before each seat, oldest first."""
        cdef int seat, i
        return tuple([tuple([tile_name(self.value.river[i] & 31) for i in range(self.value.river_count)
                             if self.value.river[i] >> 5 == seat]) for seat in range(self.value.players)])

    @property
    def river(self):
        """All discards that still lie, oldest first, as (seat, tile)."""
        cdef int i
        return tuple([(self.value.river[i] >> 5, tile_name(self.value.river[i] & 31))
                      for i in range(self.value.river_count) if not self.value.river[i] & c.XZ_LAID_ASIDE])

    @property
    def laid_aside(self):
        """Tiles of wins after which play goes on (§16), in order: (tile, the seat it came from, the seats that won on it)."""
        cdef int i, seat, event = 0
        cdef unsigned winners
        found = []
        for i in range(self.value.river_count):
            if self.value.river[i] & c.XZ_LAID_ASIDE:
                winners = self.value.winners[event // 2] >> (4 * (event % 2)) & 15
                event += 1
                found.append((tile_name(self.value.river[i] & 31), self.value.river[i] >> 5 & 3,
                              tuple([seat for seat in range(self.value.players) if winners >> seat & 1])))
        return tuple(found)

    cdef tuple _gifts(self, const uint8_t *gifts, bint shown):
        cdef int i
        return tuple([tile_name(gifts[i] & 31) for i in range(c.XZ_MAX_EXCHANGE)
                      if gifts[i] != c.XZ_NONE and (shown or not gifts[i] & c.XZ_GIVEN_SHOWN)])

    @property
    def given(self):
        """The own tiles picked for the exchange so far, afterwards those that were given, by slot (§14)."""
        return self._gifts(self.value.given, True)

    @property
    def kept(self):
        """Those of the tiles given that their receiver still holds for certain (§14)."""
        return self._gifts(self.value.given, False) if self.value.phase != c.XZ_EXCHANGING else ()

    @property
    def got(self):
        """The tiles got in the exchange, by slot; empty before."""
        return self._gifts(self.value.got, True)

    @property
    def way(self):
        """The way that the tiles went, `"next"`, `"across"` or `"previous"`; None before and without an exchange."""
        return None if self.value.way == c.XZ_NONE else WAYS[self.value.way]

    @property
    def void_suits(self):
        """The void suit of each seat, `"m"`, `"p"` or `"s"` (§15); None before all have named theirs, but for the own one."""
        cdef int seat
        return tuple([None if self.value.void_suit[seat] == c.XZ_NONE else "mps"[self.value.void_suit[seat]]
                      for seat in range(self.value.players)])

    @property
    def cleared(self):
        """Whether each seat's latest discard showed that it had no tile of its void suit left (§15)."""
        return self._flags(self.value.cleared)

    @property
    def fresh(self):
        """How many tiles each seat has drawn since its latest discard; kept where `cleared` is."""
        return self._numbers(self.value.fresh)

    @property
    def off_void(self):
        """Whether each seat has discarded a tile that is not of its void suit (§15)."""
        return self._flags(self.value.off_void)

    @property
    def wins(self):
        """How often each seat has won, where play goes on after a win (§16)."""
        return self._numbers(self.value.wins)

    @property
    def fixed(self):
        """Whether each seat plays on after a win, with a hand that is fixed (§16)."""
        return self._flags(self.value.active & self.value.won)

    @property
    def passed(self):
        """The tiles whose wins were passed under the lock that is on (`pass_scope` = same_tile)."""
        return tiles_of_mask(self.value.passed)

    @property
    def first_win(self):
        """(roots, the kongs' own fan) that the own first win counted, where later wins count them too (§16); zeros before."""
        return self.value.first_roots, self.value.first_kong_fan

    cdef tuple _numbers(self, const uint8_t *numbers):
        cdef int seat
        return tuple([numbers[seat] for seat in range(self.value.players)])

    cdef tuple _flags(self, unsigned mask):
        cdef int seat
        return tuple([bool(mask >> seat & 1) for seat in range(self.value.players)])

    @property
    def concealed(self):
        """How many concealed tiles each seat holds."""
        return self._numbers(self.value.concealed)

    @property
    def taken_counts(self):
        """How many tiles each seat has taken since the deal; 2 stands for two or more."""
        return self._numbers(self.value.taken)

    @property
    def win_tiles(self):
        """The tile that each seat has won with, or None."""
        cdef int seat
        return tuple([_tile_or_none(self.value.win_tile[seat]) for seat in range(self.value.players)])

    @property
    def win_amounts(self):
        """What each of those who paid a seat's win paid; 0 without a win."""
        cdef int seat
        return tuple([self.value.win_amount[seat] for seat in range(self.value.players)])

    @property
    def win_payers(self):
        """The seats that paid each seat's win and have not had it back."""
        cdef int seat, payer
        return tuple([tuple([payer for payer in range(self.value.players) if self.value.win_payers[seat] >> payer & 1])
                      for seat in range(self.value.players)])

    @property
    def kong_payers(self):
        """For each meld of each seat, the seats whose payment for it the kong still holds (§5); none for a pong."""
        cdef int seat, i, payer
        return tuple([tuple([tuple([payer for payer in range(self.value.players)
                                    if self.value.melds[seat][i].holds & c.XZ_MELD_PAYERS & 1 << payer])
                             for i in range(self.value.meld_count[seat])]) for seat in range(self.value.players)])

    @property
    def active(self):
        """Whether each seat still plays."""
        return self._flags(self.value.active)

    @property
    def out(self):
        """Whether each seat was put out by a penalty or has left."""
        return self._flags(self.value.out | self.value.left)

    @property
    def wall_left(self):
        """How many tiles can still be drawn."""
        return self.value.wall_left

    @property
    def scores(self):
        """Points won or lost so far, by seat."""
        cdef int seat
        return tuple([self.value.scores[seat] for seat in range(self.value.players)])

    @property
    def tile(self):
        """The discard or added kong being answered; on the own turn the tile drawn. Else None."""
        return _tile_or_none(self.value.tile)

    @property
    def drawn(self):
        """The tile drawn last, on the own turn and while the own tile is answered. Else None."""
        return _tile_or_none(self.value.drawn)

    @property
    def chain(self):
        """The actor's meld that its running chain of kongs ends with, or None."""
        if self.value.chain_kind == c.XZ_NO_MELD:
            return None
        return meld_of(&self.value.melds[self.value.actor][self.value.chain_meld])

    @property
    def next_dealer(self):
        """The seat that deals next by what has happened so far; None while nobody has won."""
        return _none_if(self.value.next_dealer)

    @property
    def lock(self):
        """The own passing lock (docs/determinism.md §5)."""
        return self.value.lock

    @property
    def answer_number(self):
        """The own answer in this round: 0 not asked, 1 asked and owing, 2 pass, 3 pong, 4 kong, 5 win."""
        return self.value.answer

    @property
    def legal_actions(self):
        """What the seat may do now; empty if it owes no answer."""
        return _action_tuple(self.value.legal)

    @property
    def seen_counts(self):
        """How many of each slot lie open: melds, rivers, winning tiles (a tile won by several seats once). 27 counts."""
        return tuple([self.value.seen[i] for i in range(c.XZ_SLOTS)])

    def _told(self):
        """(events, payments) that the seat has seen; None for the view of a bare state."""
        if self.history is not None:
            return self.history.told_to(self.value.seat, self.value.phase == c.XZ_OVER, self.upto)
        return self.seen

    def _keep(self, tuple seen):
        """Events and payments, where there is no history."""
        self.seen = seen

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def _encode(self):
        cdef uint8_t buffer[c.XZ_VIEW_MAX_BYTES]
        cdef int length = c.xz_view_encode(&self.native.value, &self.value, buffer, sizeof(buffer))
        if length < 0:
            raise SystemError(c.xz_status_text(length).decode())
        return buffer[:length]

    def _decode(self, NativeRules native not None, const uint8_t[::1] data not None):
        cdef c.xz_view value
        cdef int status = c.XZ_E_CODEC
        if data.shape[0] > 0:
            status = c.xz_view_decode(&native.value, &data[0], data.shape[0], &value)
        if status != c.XZ_OK:
            raise InvalidState(c.xz_status_text(status).decode())
        self.native = native
        self.value = value

    def _raw_bytes(self):
        """The memory of the `xz_view`: equal wherever the seat knows the same."""
        return (<const uint8_t *>&self.value)[:sizeof(c.xz_view)]

    def observe(self, out=None, dtype=np.int8):
        """
        The view as numbers (docs/observation.md): an array of shape `OBSERVATION_SHAPE`, int8 or float32. `out`, if
        given, is such an array, C-contiguous, and is filled and returned. Raises `TypeError` for another dtype and
        `ValueError` for another shape.
        """
        cdef int8_t[:, ::1] small
        cdef float[:, ::1] wide
        if out is None:
            out = np.empty(OBSERVATION_SHAPE, _observation_dtype(dtype))
        else:
            _check_out(out, OBSERVATION_SHAPE)
        if _observation_dtype(out.dtype) == np.int8:
            small = out
            c.xz_observe_int8(&self.native.value, &self.value, &small[0, 0])
        else:
            wide = out
            c.xz_observe_float32(&self.native.value, &self.value, &wide[0, 0])
        return out

    def action_mask(self, out=None):
        """Which of the 87 actions are legal now: bool of shape (87,); into `out` if given."""
        cdef int a
        if out is None:
            out = np.zeros(c.XZ_ACTION_COUNT, np.bool_)
        elif not isinstance(out, np.ndarray):
            raise TypeError(f"out must be a NumPy array, not {type(out).__name__}")
        elif out.shape != (c.XZ_ACTION_COUNT,):
            raise ValueError(f"out must have shape (87,), not {out.shape}")
        else:
            out[:] = 0
        for a in range(c.XZ_ACTION_COUNT):
            if self.value.legal.words[a // 64] >> (a % 64) & 1:
                out[a] = 1
        return out

    def _redeal(self, Py_ssize_t n, uint64_t seed, uint64_t index, object policy, str worlds not None,
                object weight):
        """A `StateBatch` of n worlds."""
        cdef StateBatchCore batch = _face("StateBatch")()
        cdef type kind = _face("State")
        cdef c.xz_rng rng
        cdef int number = _policy_number(policy)
        cdef int way = _worlds_number(worlds)
        cdef int64_t found, done = 0, part
        cdef _Weight asking
        cdef void *context = NULL
        cdef double (*function)(const c.xz_rules *, const c.xz_state *, void *) noexcept nogil
        function = NULL
        batch._make(self._rules, self.native, n)
        c.xz_rng_seed(&rng, seed, index, c.XZ_STREAM_CALLER)
        if weight is not None:
            asking = _Weight.__new__(_Weight)
            asking.function = weight
            asking.state = kind.__new__(kind)
            asking.state._rules = self._rules
            asking.state.native = self.native
            context = <void *>asking
            function = _ask_weight
        while done < n:
            part = min(n - done, _WORLDS_AT_ONCE)
            with nogil:
                found = c.xz_redeal_many(&self.native.value, &self.value, way, c.XZ_NONE if number < 0 else number, &rng,
                                         function, context, batch.states + done, part)
            if weight is not None and asking.error is not None:
                raise asking.error
            if found < 0:
                raise InvalidState("the view cannot be: its tiles do not add up")
            done += found
            if found < part:
                raise InvalidState(f"only {done} of {n} worlds were found: 65536 deals in a row were refused")
            PyErr_CheckSignals()
        return batch


cdef int _check_out(object out, tuple shape) except -1:
    """Whether `out` is an array of this shape that can be filled."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a NumPy array, not {type(out).__name__}")
    if out.shape != shape:
        raise ValueError(f"out must have shape {shape}, not {out.shape}")
    if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
        raise ValueError("out must be C-contiguous, aligned and writeable")
    return 0


cdef object _observation_dtype(object dtype):
    found = np.dtype(dtype)
    if found != np.int8 and found != np.float32:
        raise TypeError(f"observations are int8 or float32, not {found}")
    return found
