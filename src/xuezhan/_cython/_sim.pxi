# Policies, batches and their sums. `xuezhan.simulation` has the checks, the threads and the summary; here whole batches are
# played without the GIL.


POLICIES = tuple([c.xz_policy_name(i).decode() for i in range(c.XZ_POLICY_COUNT)])

RESULT_DTYPE = np.dtype([
    ("index", "u8"), ("scores", "i8", 4), ("win_amount", "i8", 4), ("win_fan", "i2", 4), ("win_order", "u1", 4),
    ("win_kind", "u1", 4), ("win_pattern", "u1", 4), ("win_tile", "u1", 4), ("win_from", "u1", 4), ("kongs", "u1", (4, 3)),
    ("turns", "u2"), ("dealer", "u1"), ("next_dealer", "u1"), ("exhausted", "?"), ("ready", "u1"), ("pigs", "u1"),
    ("winners", "u1"), ("wins", "u1", 4), ("self_draws", "u1", 4), ("deal_ins", "u1", 4),
], align=True)
if RESULT_DTYPE.itemsize != sizeof(c.xz_hand_result):
    raise ImportError("RESULT_DTYPE and xz_hand_result differ in size")


cdef object _wide(c.xz_wide sum):
    return ((<object>sum.high) << 64) + sum.low


cdef list _int64s(const int64_t *numbers, int count):
    return [numbers[i] for i in range(count)]


cdef class Tally:
    """One `xz_tally`: integer sums over hands. `add` takes another one in; the order does not matter."""
    cdef c.xz_tally value

    def add(self, Tally part):
        c.xz_tally_add(&self.value, &part.value)

    @property
    def hands(self):
        return self.value.hands

    def to_dict(self):
        cdef c.xz_tally *t = &self.value
        return {
            "hands": t.hands,
            "exhausted": t.exhausted,
            "turns": t.turns,
            "winners": _int64s(t.winners, c.XZ_MAX_SEATS + 1),
            "winning_events": _int64s(t.winning_events, c.XZ_MAX_SEATS),
            "fan": _int64s(t.fan, c.XZ_TALLY_FAN),
            "patterns": _int64s(t.patterns, c.XZ_PATTERN_COUNT),
            "events": _int64s(t.events, c.XZ_EVENT_KIND_COUNT),
            "payments": _int64s(t.payments, c.XZ_PAYMENT_COUNT),
            "paid": [_wide(t.paid[i]) for i in range(c.XZ_PAYMENT_COUNT)],
            "policies": [self._policy(i) for i in range(c.XZ_POLICY_COUNT)],
            "seats": [self._seat(i) for i in range(c.XZ_MAX_SEATS)],
        }

    cdef dict _policy(self, int policy):
        cdef c.xz_policy_tally *p = &self.value.policies[policy]
        return {
            "score_square": _wide(p.score_square), "winning_hands_square": p.winning_hands_square,
            "self_draw_hands_square": p.self_draw_hands_square, "first_wins_square": p.first_wins_square,
            "deal_in_hands_square": p.deal_in_hands_square, "ready_square": p.ready_square,
            "pigs_square": p.pigs_square,
        }

    cdef dict _seat(self, int seat):
        cdef c.xz_seat_tally *s = &self.value.seats[seat]
        return {
            "score": _wide(s.score), "score_square": _wide(s.score_square), "wins": s.wins,
            "discard_wins": s.discard_wins, "rob_wins": s.rob_wins, "self_draws": s.self_draws,
            "first_wins": s.first_wins, "winning_hands": s.winning_hands, "self_draw_hands": s.self_draw_hands, "deal_ins": s.deal_ins, "deal_in_hands": s.deal_in_hands, "ready": s.ready,
            "pigs": s.pigs, "kongs": _int64s(s.kongs, c.XZ_KONG_KINDS),
        }


cdef int _fill_batch(c.xz_batch *batch, NativeRules rules, tuple policies, uint64_t seed, int dealer) except -1:
    if len(policies) != rules.value.players:
        raise ValueError(f"{len(policies)} policies given for {rules.value.players} seats")
    batch.seed = seed
    batch.dealer = dealer
    for seat in range(len(policies)):
        batch.policies[seat] = policies[seat]
    return 0


cdef int _check_batch(int status) except -1:
    if status != c.XZ_OK:
        raise ValueError(c.xz_status_text(status).decode())
    return 0


def play_hands(NativeRules rules not None, tuple policies not None, uint64_t seed, int dealer, uint64_t first_index,
               int64_t count, uint8_t[::1] results=None, Tally tally=None, uint8_t[::1] records=None):
    """
    Plays `count` hands without the GIL. `policies`: one index into POLICIES a seat; `dealer`: a seat or -1. `results` and
    `records` are the bytes of `count` xz_hand_result (RESULT_DTYPE) and xz_record.
    """
    cdef c.xz_batch batch
    cdef c.xz_hand_result *result = NULL
    cdef c.xz_record *record = NULL
    cdef c.xz_tally *sums = NULL
    cdef int status
    _fill_batch(&batch, rules, policies, seed, dealer)
    if count <= 0:
        return
    if results is not None:
        if results.shape[0] != count * <int64_t>sizeof(c.xz_hand_result):
            raise ValueError(f"results has {results.shape[0]} bytes for {count} hands")
        result = <c.xz_hand_result *>&results[0]
    if records is not None:
        if records.shape[0] != count * <int64_t>sizeof(c.xz_record):
            raise ValueError(f"records has {records.shape[0]} bytes for {count} hands")
        record = <c.xz_record *>&records[0]
    if tally is not None:
        sums = &tally.value
    with nogil:
        status = c.xz_play_batch(&rules.value, &batch, first_index, count, result, record, sums)
    _check_batch(status)


def hand_fingerprint(NativeRules rules not None, tuple policies not None, uint64_t seed, uint64_t index, int dealer):
    """The fingerprint of one hand (docs/determinism.md §4)."""
    cdef c.xz_batch batch
    cdef uint64_t fingerprint = 0
    cdef int status
    _fill_batch(&batch, rules, policies, seed, dealer)
    with nogil:
        status = c.xz_hand_fingerprint(&rules.value, &batch, index, &fingerprint)
    _check_batch(status)
    return fingerprint


def bench_fingerprint():
    """The signature of behaviour over all three rulebooks (docs/determinism.md §4)."""
    cdef uint64_t fingerprint
    with nogil:
        fingerprint = c.xz_bench_fingerprint()
    return fingerprint


# ---- measuring: see the header


cdef class FloorRows:
    """Hands for the floor kernels, checked once: uint8 of shape (rows, 27)."""
    cdef object counts, places
    cdef const uint8_t[:, ::1] rows
    cdef const uint32_t[:, ::1] at

    def __init__(self, counts):
        shanten(counts)  # refuses rows that are no hands
        self.counts = np.array(counts, np.uint8, ndmin=2)
        if len(self.counts) == 0 or self.counts.ndim != 2:
            raise ValueError(f"counts must have shape (rows, 27), not {np.shape(counts)}")
        self.rows = self.counts
        self.places = np.empty((len(self.counts), 3), np.uint32)
        cdef uint32_t[:, ::1] places = self.places
        floor.xz_floor_places(&self.rows[0, 0], self.rows.shape[0], &places[0, 0])
        self.at = places

    def loads(self):
        """Three loads a row."""
        cdef uint64_t sum
        with nogil:
            sum = floor.xz_floor_loads(&self.at[0, 0], self.at.shape[0])
        return sum

    def index_loads(self):
        """The places of every row computed, then the three loads."""
        cdef uint64_t sum
        with nogil:
            sum = floor.xz_floor_index_loads(&self.rows[0, 0], self.rows.shape[0])
        return sum


def floor_deals(uint64_t seed, uint64_t first_index, int64_t count):
    """`count` walls, shuffled and left."""
    cdef uint64_t sum
    with nogil:
        sum = floor.xz_floor_deals(seed, first_index, count)
    return sum


def floor_bare_hands(uint64_t seed, uint64_t first_index, int64_t count):
    """Turns of `count` bare hands."""
    cdef uint64_t turns
    with nogil:
        turns = floor.xz_floor_bare_hands(seed, first_index, count)
    return turns
