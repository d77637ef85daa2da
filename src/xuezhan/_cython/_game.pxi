# One hand of play: `GameCore` holds the rules, the state, and the history that leads to it. `xuezhan.play.game` gives it names.

from cpython.number cimport PyNumber_Index
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM

from xuezhan.play.action import ACTIONS as _PY_ACTIONS
from xuezhan.play.action import Action
import sys as _sys

_sys.modules["xuezhan.play.action"]._tiles_of = Tiles

cdef tuple _ACTIONS = _PY_ACTIONS
cdef object _parse_action = Action.parse

EVENT_KINDS = tuple([c.xz_event_kind_name(i).decode() for i in range(c.XZ_EVENT_KIND_COUNT)])
WIN_KINDS = tuple([c.xz_win_kind_name(i).decode() for i in range(c.XZ_WIN_KIND_COUNT)])
PAYMENTS = tuple([c.xz_payment_name(i).decode() for i in range(c.XZ_PAYMENT_COUNT)])
PENALTIES = tuple([c.xz_penalty_name(i).decode() for i in range(c.XZ_PENALTY_COUNT)])
ENTRY_PENALTY = c.XZ_ENTRY_PENALTY
cdef dict _PENALTY_NUMBERS = {name: i for i, name in enumerate(PENALTIES)}


def deal_wall(seed, index, unsigned suits):
    """The slots of the wall of (seed, index) as bytes, dealt from the front (docs/determinism.md §1)."""
    cdef uint8_t wall[c.XZ_MAX_WALL]
    cdef int length = c.xz_wall(seed, index, suits, wall)
    return wall[:length]


NO_WAY = c.XZ_NONE


def way_of(NativeRules rules not None, seed, index):
    """The way of the exchange of (seed, index) where the rules leave it to chance; else NO_WAY."""
    return c.xz_exchange_way(&rules.value, seed, index)


def dice(seed, index, stream, uint32_t n):
    """One `below(n)` on a fresh stream (docs/determinism.md §1)."""
    cdef c.xz_rng rng
    c.xz_rng_seed(&rng, seed, index, stream)
    return c.xz_rng_below(&rng, n)


cdef int _action_count(c.xz_actions actions) noexcept:
    cdef uint64_t word
    cdef int n = 0
    for word in actions.words:
        while word:
            word &= word - 1
            n += 1
    return n


cdef tuple _action_tuple(c.xz_actions actions):
    cdef tuple found = PyTuple_New(_action_count(actions))
    cdef uint64_t word
    cdef int a, n = 0, part
    cdef object action
    for part in range(2):
        word = actions.words[part]
        a = 64 * part
        while word:
            if word & 1:
                action = <object>PyTuple_GET_ITEM(_ACTIONS, a)
                Py_INCREF(action)
                PyTuple_SET_ITEM(found, n, action)
                n += 1
            word >>= 1
            a += 1
    return found


cdef int _seat_number(object seat) except? -2:
    """Of a number; `IllegalAction` for anything else: it may be what a client sent."""
    if isinstance(seat, bool) or not hasattr(seat, "__index__"):
        raise IllegalAction(f"{shown(seat)} is no seat; seats are numbers from 0")
    try:
        return PyNumber_Index(seat)
    except OverflowError:
        return -1


cdef int _action_number(object action) except? -2:
    """Of an `Action`, its number or its text; `IllegalAction` for what is none of these: it may be what a client sent."""
    if type(action) is str:
        action = _parse_action(action)
    elif type(action) is bool:
        raise IllegalAction("an action is an Action, its number or its text, not bool")
    try:
        return PyNumber_Index(action)
    except OverflowError:
        return -1
    except TypeError:
        raise IllegalAction(f"an action is an Action, its number or its text, not {type(action).__name__}") from None


cdef tuple _picks_of(object action):
    """The actions of a whole choice for the exchange, such as "exchange 1m2m2m"; None if it is none of several tiles."""
    if type(action) is not str:
        return None
    words = action.lower().split()
    if len(words) < 2 or words[0] != "exchange":
        return None
    tiles = "".join(words[1:])
    if len(tiles) < 3:
        return None
    if len(tiles) % 2:
        raise ValueError(f"{action!r} is no choice; one is 'exchange 1m2m2m', two characters a tile")
    return tuple([_parse_action("exchange " + tiles[i:i + 2]) + 0 for i in range(0, len(tiles), 2)])


cdef int _take_choice(const c.xz_rules *rules, c.xz_state *state, int seat, tuple picks, object given) except -1:
    """All picks of a seat's choice, or none: raises IllegalAction."""
    cdef c.xz_state after = state[0]
    cdef int status, action
    cdef bint whole = False
    for action in picks:
        if whole:
            raise IllegalAction(f"{given!r} is more than a choice of {rules.exchange_count} tiles")
        status = c.xz_step(rules, &after, seat, action, NULL)
        if status != c.XZ_OK:
            raise _refusal(rules, &after, status, seat, action, given)
        whole = after.phase != c.XZ_EXCHANGING or after.answers[seat] != c.XZ_OWING
    if not whole:
        raise IllegalAction(f"{given!r} is no whole choice; it takes {rules.exchange_count} tiles")
    state[0] = after
    return 0


cdef object _none_if(int value):
    return None if value == c.XZ_NONE else value


cdef object _tile_or_none(int slot):
    return None if slot == c.XZ_NONE else tile_name(slot)


include "_history.pxi"


cdef class GameCore(TableCore):
    """See `xuezhan.Game`."""
    cdef History history
    cdef int count             # how many of the history's entries are this game's
    cdef public object _meta   # what a record had as meta, in a tuple; None if nothing
    cdef public object _source # seed and index of the wall, in a tuple; None if it was given outright
    cdef public object _result # how it ended, once somebody has asked

    def __cinit__(self, *args, **kwargs):
        self.history = History.__new__(History)

    @cython.critical_section
    def _begin(self, NativeRules native not None, int dealer, const uint8_t[::1] wall not None, int way):
        """Deals. All must be checked already; raises ValueError if the core refuses it. `way`: NO_WAY unless left open."""
        cdef c.xz_state state
        cdef int status = c.xz_deal_way(&native.value, &state, dealer, &wall[0], <int>wall.shape[0], way, NULL)
        if status != c.XZ_OK:
            raise ValueError(c.xz_status_text(status).decode())
        self.native = native
        self.state = state
        if self.history.taken.wall_length:
            self.history = History.__new__(History)  # views of what was before keep theirs
        self.history.native = native
        self.history.taken.dealer = <uint8_t>dealer
        self.history.taken.way = <uint8_t>way
        self.history.taken.wall_length = <uint8_t>wall.shape[0]
        memcpy(self.history.taken.wall, &wall[0], wall.shape[0])
        self.count = 0

    cdef int _log(self, int seat, int action) except -1:
        if not self.history.append(self.count, seat, action):  # a copy of this game went on otherwise
            self.history = self.history.beginning(self.count)
            self.history.append(self.count, seat, action)
        self.count += 1
        return 0

    cdef c.xz_record _record(self):
        cdef c.xz_record record = self.history.taken
        record.count = <uint16_t>self.count
        return record

    @cython.critical_section
    def step(self, action, seat=None):
        """
        Takes one answer: an `Action`, its integer or its text. `seat` is `actor` unless given; the seats that owe an
        answer may be heard in any order. A whole choice for the exchange may be given at once, as `"exchange 1m2m2m"`.
        Raises `IllegalAction`, naming what would have been legal for that seat; the game is then as it was.
        """
        cdef int what, who, status
        cdef tuple picks = _picks_of(action)
        who = c.xz_to_act(&self.state) if seat is None else _seat_number(seat)
        if picks is not None:
            _take_choice(&self.native.value, &self.state, who, picks, action)
            for what in picks:
                self._log(who, what)
            return
        what = _action_number(action)
        status = c.xz_step(&self.native.value, &self.state, who, what, NULL)
        if status != c.XZ_OK:
            raise _refusal(&self.native.value, &self.state, status, who, what, action)
        self._log(who, what)

    @cython.critical_section
    def penalize(self, object seat, str kind not None):
        """
        Imposes a penalty (§7): `"escape"`, `"false_win"` or `"wrong_count"`. Raises `IllegalAction` where the rules have
        none or it cannot fall on this seat now.
        """
        cdef int penalty, status, who
        found = _PENALTY_NUMBERS.get(kind)
        if found is None:
            raise IllegalAction(f"there is no penalty {kind!r}; penalties are {', '.join(_PENALTY_NUMBERS)}")
        penalty = found
        who = _seat_number(seat)
        status = c.xz_penalize(&self.native.value, &self.state, who, penalty, NULL)
        if status != c.XZ_OK:
            raise IllegalAction(self._why_no_penalty(status, who, penalty))
        self._log(who, c.XZ_ENTRY_PENALTY + penalty)

    cdef str _why_no_penalty(self, int status, int seat, int penalty):
        name = PENALTIES[penalty]
        if self.state.phase == c.XZ_OVER:
            return f"{name} cannot be imposed: the hand is over"
        if seat < 0 or seat >= self.state.players:
            return f"{name} cannot be imposed on seat {seat}: there are {self.state.players} seats"
        units = self.native.value.escape_units, self.native.value.false_win_units, self.native.value.wrong_count_units
        if units[penalty] == c.XZ_NULL:
            return f"{name} cannot be imposed: these rules have none ({name}_units is None)"
        if self.state.out >> seat & 1:
            return f"{name} cannot be imposed on seat {seat}: it is out already"
        if self.state.left >> seat & 1:
            return f"{name} cannot be imposed on seat {seat}: it has left already"
        return f"{name} cannot be imposed on seat {seat}: it has won"

    @property
    def _way(self):
        """The way that was dealt with where the rules leave it open; else NO_WAY."""
        return self.history.taken.way

    @property
    @cython.critical_section
    def wall(self):
        """The whole wall as it was dealt from, as bytes of slots."""
        return self.history.taken.wall[:self.history.taken.wall_length]

    @property
    @cython.critical_section
    def step_count(self):
        """How many answers and penalties were taken."""
        return self.count

    @property
    @cython.critical_section
    def hand_fingerprint(self):
        """The digest of the fingerprints of every state so far (docs/determinism.md §4)."""
        cdef c.xz_state state
        cdef uint64_t prints[c.XZ_MAX_ENTRIES + 1]
        cdef uint8_t bytes[(c.XZ_MAX_ENTRIES + 1) * 8]
        cdef int i, j
        cdef History history = self.history
        history.deal_again(&state, NULL)
        prints[0] = c.xz_state_fingerprint(&self.native.value, &state)
        for i in range(self.count):
            c.xz_record_enter(&self.native.value, &state, history.taken.entries[i], NULL)
            prints[i + 1] = c.xz_state_fingerprint(&self.native.value, &state)
        for i in range(self.count + 1):
            for j in range(8):
                bytes[8 * i + j] = <uint8_t>(prints[i] >> (8 * j))
        return c.xz_digest(bytes, 8 * (<size_t>self.count + 1))

    @cython.critical_section
    cdef int _copy_to(self, GameCore other) except -1:
        other._rules = self._rules
        other._meta = self._meta
        other._source = self._source
        other._result = self._result
        other.native = self.native
        other.state = self.state
        other.history = self.history
        other.count = self.count
        return 0

    def copy(self):
        """A game of its own in the same position."""
        cdef GameCore other = GameCore.__new__(type(self))
        self._copy_to(other)
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    @cython.critical_section
    def _told(self):
        """(events, payments) of the referee."""
        return self.history.told_to(_REFEREE, False, self.count)

    @cython.critical_section
    def _seen_since(self, int before):
        """What each seat has seen since `before` entries were taken, and last what all have."""
        cdef int viewer, upto = self.count
        cdef bint over = self.state.phase == c.XZ_OVER
        cdef _Seen seen
        found = []
        for viewer in (*range(self.state.players), _EVERYBODY):
            seen = self.history.seen_by(viewer, over, upto)
            found.append(seen.events[seen.event_ends[before]:seen.event_ends[upto]])
        return tuple(found)

    @cython.critical_section
    def river(self, int seat):
        """The discards that still lie before a seat, oldest first; claimed and won tiles are gone from it."""
        cdef int i
        _existing_seat(&self.state, seat)
        return tuple([tile_name(self.state.tiles[i] & 31) for i in range(self.state.river_count)
                      if self.state.tiles[i] >> 5 == seat])

    @cython.critical_section
    def _taken(self):
        """The entries as taken: bytes, two each, seat and action (128 + penalty)."""
        return (<const uint8_t *>&self.history.taken.entries[0])[:2 * self.count]

    @cython.critical_section
    def _enter(self, int seat, int action, bint written):
        """Takes an entry (action, or 128 + penalty) and returns the status; `written`: only what comes next in a record."""
        cdef c.xz_entry entry
        cdef int status
        if seat < 0 or seat > 255 or action < 0 or action > 255:
            return c.XZ_E_SEAT
        entry.seat = <uint8_t>seat
        entry.action = <uint8_t>action
        if written:
            status = c.xz_record_enter_written(&self.native.value, &self.state, entry, NULL)
        else:
            status = c.xz_record_enter(&self.native.value, &self.state, entry, NULL)
        if status == c.XZ_OK:
            self._log(seat, action)
        return status

    @cython.critical_section
    def _why_refused(self, int seat, int action):
        """Why `_enter` would refuse this, in words that the seat may read."""
        if self.state.phase == c.XZ_OVER:
            return "the hand is over"
        if action >= c.XZ_ENTRY_PENALTY:
            if self.state.phase == c.XZ_TURN or all(self.state.answers[i] <= c.XZ_OWING for i in range(self.state.players)):
                return self._why_no_penalty(c.XZ_E_PENALTY, seat, action - c.XZ_ENTRY_PENALTY)
            return "a penalty stands before all answers of its round"
        if not c.xz_pending(&self.state) >> seat & 1:
            return _why_no_answer(&self.state, seat)
        legal = _action_tuple(c.xz_legal(&self.native.value, &self.state, seat))
        if action in legal:
            return f"the answers of a round stand in turn order, and seat {seat}'s does not come next"
        return f"{_ACTIONS[action]} is not legal for seat {seat}{_why_no_win(&self.state, seat, action)}"

    @cython.critical_section
    def _encode(self, int base):
        cdef c.xz_record taken = self._record()
        cdef c.xz_record written
        cdef uint8_t buffer[c.XZ_RECORD_MAX_BYTES]
        cdef int length = c.xz_record_arrange(&self.native.value, &taken, &written)
        if length == c.XZ_OK:
            length = c.xz_record_encode(&self.native.value, base, &written, buffer, sizeof(buffer))
        if length < 0:
            raise SystemError(c.xz_status_text(length).decode())
        return buffer[:length]


cdef class PolicyStream:
    """A policy in one seat of one hand: its name and its random stream (docs/determinism.md §2)."""
    cdef c.xz_rng rng
    cdef int policy

    def __init__(self, str name not None, seed, index, int seat):
        self.policy = -1
        for i in range(c.XZ_POLICY_COUNT):
            if c.xz_policy_name(i).decode() == name:
                self.policy = i
        if self.policy < 0:
            raise ValueError(f"there is no policy {name!r}")
        c.xz_rng_seed(&self.rng, seed, index, c.XZ_STREAM_POLICY + seat)

    @cython.critical_section
    def act(self, GameCore game not None, int seat):
        """What the policy answers for `seat`, which must owe an answer."""
        if seat < 0 or not c.xz_pending(&game.state) >> seat & 1:
            raise _refusal(&game.native.value, &game.state, c.XZ_E_SEAT, seat, -1, None)
        return _ACTIONS[c.xz_policy_action(self.policy, &game.native.value, &game.state, seat, &self.rng)]

    @cython.critical_section
    def see(self, ViewCore view not None):
        """What the policy answers for the view's seat, which must owe an answer."""
        cdef int action = c.xz_policy_view_action(self.policy, &view.native.value, &view.value, &self.rng)
        _check_playouts(action)
        return _ACTIONS[action]

    def __reduce__(self):
        name = c.xz_policy_name(self.policy).decode()
        return type(self), (name, 0, 0, 0), tuple([self.rng.s[i] for i in range(4)])

    def __setstate__(self, tuple state not None):
        """Goes on where another stream was."""
        for i in range(4):
            self.rng.s[i] = state[i]
