# The state of a hand as a value, for search: rules and the table, no history. `xuezhan.play.state` gives it names.

MELD_DTYPE = np.dtype([("kind", "u1"), ("tile", "u1"), ("feeder", "u1"), ("holds", "u1")])
cdef dict _FIELD_DTYPES = {
    c.XZ_FIELD_INT64: np.dtype("i8"), c.XZ_FIELD_UINT8: np.dtype("u1"), c.XZ_FIELD_UINT16: np.dtype("u2"),
    c.XZ_FIELD_UINT32: np.dtype("u4"), c.XZ_FIELD_MELD: MELD_DTYPE,
}


cdef object _state_dtype():
    """The core's table of fields as a dtype."""
    cdef const c.xz_field *field
    names, formats, offsets = [], [], []
    for i in range(c.xz_field_count()):
        field = c.xz_field_at(i)
        shape = [n for n in (field.seats, field.rows, field.columns) if n > 1]
        names.append(field.name.decode())
        formats.append((_FIELD_DTYPES[field.type], tuple(shape)) if shape else _FIELD_DTYPES[field.type])
        offsets.append(field.offset)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": sizeof(c.xz_state)})


STATE_DTYPE = _state_dtype()


cdef class StateCore(TableCore):
    """See `xuezhan.State`."""

    @cython.critical_section
    def _begin(self, NativeRules native not None, int dealer, const uint8_t[::1] wall not None, int way):
        """Deals. All must be checked already. `way`: NO_WAY unless the rules leave it open."""
        cdef c.xz_state state
        cdef int status = c.xz_deal_way(&native.value, &state, dealer, &wall[0], <int>wall.shape[0], way, NULL)
        if status != c.XZ_OK:
            raise ValueError(c.xz_status_text(status).decode())
        self.native = native
        self.state = state

    @classmethod
    def of(cls, game):
        """The present state of a `Game`."""
        if not isinstance(game, GameCore):
            raise TypeError(f"State.of is of a Game, not of a {type(game).__name__}")
        cdef StateCore made = cls.__new__(cls)
        cdef GameCore table = game
        made._rules = table._rules
        made.native = table.native
        made.state = table.state
        return made

    cdef StateCore _same(self, type kind):
        cdef StateCore made = kind.__new__(kind)
        made._rules = self._rules
        made.native = self.native
        return made

    @cython.critical_section
    def copy(self):
        """A state of its own in the same position."""
        cdef StateCore made = self._same(type(self))
        made.state = self.state
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    @cython.critical_section
    def step(self, action, seat=None):
        """
        Takes one answer: an `Action`, its integer or its text. `seat` is `actor` unless given; the seats that owe an answer
        may be heard in any order. Raises `IllegalAction`, naming what would have been legal for that seat; the state is then
        as it was.
        """
        self._take(action, seat, NULL)

    cdef int _take(self, object action, object seat, c.xz_events *events) except -1:
        cdef int what, who, status
        what = _action_number(action)
        who = c.xz_to_act(&self.state) if seat is None else _seat_number(seat)
        status = c.xz_step(&self.native.value, &self.state, who, what, events)
        if status != c.XZ_OK:
            raise _refusal(&self.native.value, &self.state, status, who, what, action)
        return 0

    @cython.critical_section
    def _step_seen(self, action, seat=None):
        """Steps, and gives what each seat sees of that, and last what all see, as lists of tuples of numbers."""
        cdef c.xz_events events
        cdef c.xz_event shown
        cdef c.xz_meld meld
        cdef int viewer, i
        self._take(action, seat, &events)
        seen = []
        for viewer in range(self.state.players + 1):
            found = []
            for i in range(events.count):
                if c.xz_event_of(&events.items[i], viewer if viewer < self.state.players else c.XZ_NONE - 1, self.state.phase == c.XZ_OVER, &shown):
                    meld = _meld_about(&self.state, &shown)
                    found.append(_raw_event(&shown, &meld, 0))
            seen.append(found)
        return seen

    @cython.critical_section
    def policy_action(self, str policy not None, seat=None, seed=None, index=0):
        """
        What a policy would answer for `seat`, by default `actor`, with the random stream that it begins a hand with
        (docs/determinism.md §2); without a seed one that nobody can foresee. Raises `IllegalAction` if the seat owes no answer.
        """
        cdef c.xz_rng rng
        cdef int number = _policy_number(policy)
        cdef int who = c.xz_to_act(&self.state) if seat is None else _seat_number(seat)
        if who < 0 or who >= c.XZ_MAX_SEATS or not c.xz_pending(&self.state) >> who & 1:
            raise _refusal(&self.native.value, &self.state, c.XZ_E_SEAT, who, -1, None)
        c.xz_rng_seed(&rng, seed_or_fresh(seed), index, c.XZ_STREAM_POLICY + <uint64_t>who)
        return _ACTIONS[c.xz_policy_action(number, &self.native.value, &self.state, who, &rng)]

    @property
    @cython.critical_section
    def wall(self):
        """The undrawn tiles in order, as bytes of slots."""
        return (<const uint8_t *>self.state.tiles)[self.state.wall_front:self.state.wall_back]

    @cython.critical_section
    def _encode(self):
        cdef uint8_t buffer[c.XZ_STATE_MAX_BYTES]
        cdef int length = c.xz_state_encode(&self.native.value, &self.state, buffer, sizeof(buffer))
        if length < 0:
            raise SystemError(c.xz_status_text(length).decode())
        return buffer[:length]

    @cython.critical_section
    def _decode(self, NativeRules native not None, const uint8_t[::1] data not None):
        cdef c.xz_state state
        cdef char reason[256]
        cdef int status = c.XZ_E_CODEC
        if data.shape[0] > 0:
            status = c.xz_state_decode(&native.value, &data[0], data.shape[0], &state)
        if status != c.XZ_OK:
            raise InvalidState(c.xz_status_text(status).decode())
        self.native = native
        self.state = state

    def __eq__(self, other):
        if not isinstance(other, StateCore):
            return NotImplemented
        return self._rules == (<StateCore>other)._rules and self.canonical_bytes() == other.canonical_bytes()

    __hash__ = None


cdef class StateBatchCore:
    """See `xuezhan.StateBatch`: states one after another in one block."""
    cdef object memory  # of STATE_DTYPE
    cdef c.xz_state *states
    cdef Py_ssize_t count
    cdef NativeRules native
    cdef public object _rules

    cdef int _make(self, object rules, NativeRules native, Py_ssize_t count) except -1:
        cdef uint8_t[::1] block
        self._rules = rules
        self.native = native
        self.memory = np.zeros(count, STATE_DTYPE)
        self.count = count
        self.states = NULL
        if count:
            block = self.memory.view(np.uint8)
            self.states = <c.xz_state *>&block[0]
        return 0

    def __len__(self):
        return self.count

    def __reduce__(self):
        raise TypeError("a StateBatch cannot be pickled or copied; its states can: list(batch)")

    def _state(self, Py_ssize_t i, type kind):
        cdef StateCore made = kind.__new__(kind)
        if not -self.count <= i < self.count:
            raise IndexError(f"there are {self.count} states")
        made._rules = self._rules
        made.native = self.native
        made.state = self.states[i + self.count if i < 0 else i]
        return made

    def field(self, str name not None):
        """A field of `xz_state` (see the header) for all states, as a read-only array."""
        return _read_only(self.memory[name])

    def validate(self):
        """As `State.validate`, for all; the message names the first that fails."""
        cdef char reason[256]
        cdef Py_ssize_t i
        for i in range(self.count):
            if c.xz_state_check(&self.native.value, &self.states[i], reason, sizeof(reason)) != c.XZ_OK:
                raise InvalidState(f"state {i}: {reason.decode()}")
