# The table of one hand, which `_game.pxi` and `_state.pxi` step, the one with its history and the other without.

PHASES = tuple([c.xz_phase_name(i).decode() for i in range(c.XZ_PHASE_COUNT)])
ORIGINS = tuple([c.xz_origin_name(i).decode() for i in range(c.XZ_ORIGIN_COUNT)])
ANSWERS = tuple([c.xz_answer_name(i).decode() for i in range(c.XZ_ANSWER_COUNT)])
WAYS = tuple([c.xz_way_name(i).decode() for i in range(c.XZ_WAY_COUNT)])

cdef tuple _NOTHING = ()
cdef NativeRules _ANY_RULES = NativeRules.preset(0)  # of a table that was never dealt


cdef class TableCore:
    """What `xuezhan.Game` and `xuezhan.State` say alike. Every method holds the object's lock where there is no GIL."""
    cdef c.xz_state state
    cdef NativeRules native
    cdef public object _rules  # the `Rules` that `native` belongs to

    def __cinit__(self, *args, **kwargs):
        self.native = _ANY_RULES
        self.state.phase = c.XZ_OVER

    @property
    @cython.critical_section
    def done(self):
        """Whether the hand has ended."""
        return self.state.phase == c.XZ_OVER

    @property
    @cython.critical_section
    def players(self):
        """How many seats there are."""
        return self.state.players

    @property
    @cython.critical_section
    def dealer(self):
        """The seat that dealt this hand."""
        return self.state.dealer

    @property
    def rules(self):
        """The rules played by."""
        return self._rules

    @property
    @cython.critical_section
    def phase(self):
        """
        `"exchange"`, `"declare"` (before play), `"turn"`, `"claim"` (answers to a discard are owed), `"rob"` (to an added
        kong) or `"over"`.
        """
        return PHASES[self.state.phase]

    @property
    @cython.critical_section
    def actor(self):
        """The seat that owes an answer now, the first in turn order if several do; None when the hand is over."""
        return _none_if(c.xz_to_act(&self.state))

    @property
    @cython.critical_section
    def legal_actions(self):
        """What `actor` may do now, ascending; empty when the hand is over."""
        cdef int seat = c.xz_to_act(&self.state)
        return _NOTHING if seat == c.XZ_NONE else _action_tuple(c.xz_legal(&self.native.value, &self.state, seat))

    @cython.critical_section
    def _legal_of(self, int seat):
        return _action_tuple(c.xz_legal(&self.native.value, &self.state, seat))

    @property
    @cython.critical_section
    def pending(self):
        """`{seat: legal actions}` of every seat that owes an answer now, in turn order."""
        return _pending_of(&self.native.value, &self.state)

    @property
    @cython.critical_section
    def scores(self):
        """Points won or lost in this hand so far, by seat; they sum to zero."""
        cdef int seat
        return tuple([self.state.scores[seat] for seat in range(self.state.players)])

    @property
    @cython.critical_section
    def wall_left(self):
        """How many tiles can still be drawn."""
        return self.state.wall_back - self.state.wall_front

    @property
    @cython.critical_section
    def next_dealer(self):
        """The seat that deals the next hand, by what has happened so far (§7)."""
        return c.xz_next_dealer(&self.state)

    @property
    @cython.critical_section
    def fingerprint(self):
        """The digest of `canonical_bytes` (docs/determinism.md §4): equal states have equal fingerprints."""
        return c.xz_state_fingerprint(&self.native.value, &self.state)

    @cython.critical_section
    def canonical_bytes(self):
        """The game facts of the present state as bytes (docs/determinism.md §5)."""
        cdef uint8_t buffer[c.XZ_CANONICAL_MAX]
        cdef int length = c.xz_state_canonical(&self.native.value, &self.state, buffer)
        return buffer[:length]

    @cython.critical_section
    def validate(self):
        """Recomputes whatever the state keeps and checks every clause; raises `InvalidState` naming the first that fails."""
        cdef char reason[256]
        if c.xz_state_check(&self.native.value, &self.state, reason, sizeof(reason)) != c.XZ_OK:
            raise InvalidState(reason.decode())

    @cython.critical_section
    def hand(self, int seat):
        """The concealed tiles and melds of a seat; a winner's winning tile is not among them."""
        cdef c.xz_hand hand
        c.xz_state_hand(&self.state, _existing_seat(&self.state, seat), &hand)
        return hand_of(&hand)


cdef dict _pending_of(const c.xz_rules *rules, const c.xz_state *state):
    cdef unsigned mask = c.xz_pending(state)
    cdef int seat = c.xz_to_act(state), i
    cdef dict found = {}
    if mask:
        for i in range(state.players):
            if mask >> seat & 1:
                found[seat] = _action_tuple(c.xz_legal(rules, state, seat))
            seat = seat + 1 if seat + 1 < state.players else 0
    return found


cdef int _existing_seat(const c.xz_state *state, int seat) except -1:
    if seat < 0 or seat >= state.players:
        raise ValueError(f"seat {seat} does not exist; seats are 0 to {state.players - 1}")
    return seat


cdef str _owed(const c.xz_rules *rules, const c.xz_state *state):
    """Who is to answer and with what, for those who may see the whole table."""
    owed = "; ".join([f"seat {s}: " + ", ".join(map(str, legal)) for s, legal in _pending_of(rules, state).items()])
    return f"legal now: {owed}"


cdef str _why_no_answer(const c.xz_state *state, int seat):
    """Why nothing is asked of a seat, by what it knows itself."""
    if seat < 0 or seat >= state.players:
        return f"there is no seat {seat}; seats are 0 to {state.players - 1}"
    if state.answers[seat] > c.XZ_OWING:
        return f"seat {seat} has answered already"
    if state.phase == c.XZ_TURN:
        return f"seat {seat} owes no answer: it is the turn of seat {state.actor}"
    return f"seat {seat} owes no answer"


cdef object _refusal(const c.xz_rules *rules, const c.xz_state *state, int status, int seat, int action, object given):
    """The `IllegalAction` for an answer that was refused: nothing in its message is hidden from `seat`."""
    if state.phase == c.XZ_OVER:
        return IllegalAction("the hand is over; nothing is legal any more")
    if status == c.XZ_E_SEAT:
        return IllegalAction(_why_no_answer(state, seat), detail=_owed(rules, state))
    name = str(_ACTIONS[action]) if 0 <= action < c.XZ_ACTION_COUNT else f"action {shown(given)}"
    legal = ", ".join(map(str, _action_tuple(c.xz_legal(rules, state, seat))))
    return IllegalAction(f"{name} is not legal for seat {seat}{_why_no_win(state, seat, action)}; legal: {legal}")


cdef str _why_no_win(const c.xz_state *state, int seat, int action):
    """Of a win that is refused: what the seat's own hand lacks for it."""
    cdef c.xz_hand hand
    if action != c.XZ_WIN or state.phase not in (c.XZ_TURN, c.XZ_CLAIM, c.XZ_ROB):
        return ""
    c.xz_state_hand(state, seat, &hand)
    if state.phase != c.XZ_TURN:
        hand.counts[state.tile] += 1
    if c.xz_hand_is_win(&hand):
        return ": it is complete but locked (§2.8)" if state.lock[seat] else ""
    return f" ({_face('why_no_win')(hand_of(&hand))})"
