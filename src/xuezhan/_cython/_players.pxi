# Playouts, search and the player `value`. `xuezhan.players` and `xuezhan.evaluate` have the checks, the threads and the words.

OUTCOME_DTYPE = np.dtype([("points", "i8"), ("flags", "u4"), ("reserved", "u4")], align=True)
if OUTCOME_DTYPE.itemsize != sizeof(c.xz_outcome):
    raise ImportError("OUTCOME_DTYPE and xz_outcome differ in size")
OUTCOME_WON = c.XZ_OUTCOME_WON
OUTCOME_DEALT_IN = c.XZ_OUTCOME_DEALT_IN
OUTCOME_EXHAUSTED = c.XZ_OUTCOME_EXHAUSTED
OUTCOME_READY = c.XZ_OUTCOME_READY


cdef int _check_playouts(int status) except -1:
    """Raises what a negative status of the playouts stands for."""
    if status == c.XZ_E_SEAT:
        raise IllegalAction("the view's seat owes no answer")
    if status == c.XZ_E_ILLEGAL:
        raise IllegalAction("an action that is not legal for the view's seat")
    if status < 0:
        raise InvalidState(c.xz_status_text(status).decode())
    return 0


cdef c.xz_playout _playout(uint64_t seed, str policy, str own, str worlds):
    cdef c.xz_playout playout
    memset(&playout, 0, sizeof(playout))
    playout.seed = seed
    playout.policy = _policy_number(policy)
    playout.own = _policy_number(own)
    playout.worlds = _worlds_number(worlds)
    return playout


def play_worlds(ViewCore view not None, str policy not None, str own not None, str worlds not None, uint64_t seed,
                uint64_t first_world, int64_t count, const uint8_t[::1] actions not None, uint8_t[::1] outcomes not None):
    """
    Plays the worlds first_world … first_world + count - 1 to the end after each of `actions`, without the GIL, into the
    bytes of an array of OUTCOME_DTYPE of shape (count, len(actions)). `own`: the policy of the view's seat, `policy`: that
    of the others.
    """
    cdef c.xz_playout playout = _playout(seed, policy, own, worlds)
    cdef int status = 0
    cdef int tried = <int>actions.shape[0]
    if outcomes.shape[0] != count * tried * <int64_t>sizeof(c.xz_outcome):
        raise ValueError(f"outcomes has {outcomes.shape[0]} bytes for {count} worlds and {tried} actions")
    if count > 0 and tried > 0:
        with nogil:
            status = c.xz_play_worlds(&view.native.value, &view.value, &playout, first_world, count, &actions[0], tried,
                                      <c.xz_outcome *>&outcomes[0])
    _check_playouts(status)


def value_action(ViewCore view not None):
    """The action of the policy `value`. Raises `IllegalAction` if the seat owes no answer."""
    cdef int action
    with nogil:
        action = c.xz_value_action(&view.native.value, &view.value)
    _check_playouts(action)
    return _ACTIONS[action]


def value_worths(ViewCore view not None):
    """What each legal action is worth to the policy `value`. Raises `IllegalAction` if the seat owes no answer."""
    cdef double worths[c.XZ_ACTION_COUNT]
    _check_playouts(c.xz_value_worths(&view.native.value, &view.value, worths))
    return {_ACTIONS[i]: worths[i] for i in range(c.XZ_ACTION_COUNT) if worths[i] > c.XZ_NO_WORTH}


@cython.final
cdef class SearchCore:
    """One `xz_search`: a decision being searched. Use it from one thread at a time."""
    cdef c.xz_search search
    cdef c.xz_view view
    cdef NativeRules native

    def __init__(self, ViewCore view not None, str policy not None, str worlds not None, uint64_t seed, int breadth,
                 double doubt):
        cdef c.xz_search_options options
        memset(&options, 0, sizeof(options))
        options.playout = _playout(seed, policy, policy, worlds)
        options.breadth = breadth
        options.doubt = doubt
        self.view = view.value
        self.native = view.native
        _check_playouts(c.xz_search_begin(&self.native.value, &self.view, &options, &self.search))

    @property
    def actions(self):
        """The actions still looked at."""
        return tuple([_ACTIONS[self.search.actions[i]] for i in range(self.search.count)])

    @property
    def worlds(self):
        """How many worlds have been played."""
        return self.search.worlds

    @property
    def best(self):
        """The best action so far."""
        return _ACTIONS[c.xz_search_best(&self.search)]

    @cython.critical_section
    def run(self, int64_t worlds):
        """Plays so many worlds more."""
        cdef int status
        with nogil:
            status = c.xz_search_run(&self.native.value, &self.view, &self.search, worlds)
        _check_playouts(status)

    @cython.critical_section
    def add(self, const uint8_t[::1] outcomes not None):
        """Takes in the next worlds, played elsewhere after each of `actions`: the bytes of an array of OUTCOME_DTYPE."""
        cdef int64_t row = self.search.count * <int64_t>sizeof(c.xz_outcome)
        if outcomes.shape[0] % row:
            raise ValueError(f"{outcomes.shape[0]} bytes are no whole worlds")
        if outcomes.shape[0]:
            c.xz_search_add(&self.native.value, &self.search, <const c.xz_outcome *>&outcomes[0], outcomes.shape[0] // row)

    @property
    def seed(self):
        """The seed of its worlds."""
        return self.search.playout.seed

    @property
    def effort(self):
        """How many times as many playouts as the choice of a discard this decision deserves."""
        return self.search.effort

    def next(self, int64_t playouts):
        """How many worlds to play next with so many playouts left; 0: the search has come to an end."""
        return c.xz_search_next(&self.search, playouts)

    @cython.critical_section
    def narrow(self):
        """Drops the actions that can hardly be the best."""
        c.xz_search_narrow(&self.search)


def turn_view(NativeRules native not None, object rules, Hand hand not None, type kind):
    """The view of seat 0, on its turn with these tiles, of a table at which nobody has discarded yet."""
    cdef ViewCore view = kind.__new__(kind)
    if c.xz_turn_view(&native.value, &hand.value, &view.value) != c.XZ_OK:
        raise ValueError(f"{hand} is no hand of {native.value.derived.whole_hand} tiles")
    view._rules = rules
    view.native = native
    return view
