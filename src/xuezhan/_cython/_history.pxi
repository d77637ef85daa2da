# What happened in a hand. A game, its copies and its views share one `History` as far as they have it in common: it only grows,
# and each of them knows how many of its entries are its own. Events are made when somebody asks, by playing the entries that came
# since anybody last did.

cdef enum:
    _EVERYBODY = c.XZ_MAX_SEATS  # viewer: what all seats see
    _REFEREE = c.XZ_MAX_SEATS + 1  # viewer: everything
    _VIEWERS = c.XZ_MAX_SEATS + 2

cdef struct _Told:
    c.xz_event event
    c.xz_meld meld  # that it is about, as it was after the step; kind XZ_NO_MELD if none


@cython.final
cdef class _Seen:
    """The events and payments of one viewer, named, and how many there are after the deal and after each entry."""
    cdef tuple events, payments, event_ends, payment_ends
    cdef int step  # of the last event

    def __cinit__(self):
        self.events = self.payments = self.event_ends = self.payment_ends = ()


cdef struct _Telling:
    c.xz_state state  # after the entries whose events are told
    int told          # how many of these there are, the deal counted as one
    _Told *items
    Py_ssize_t count, room
    Py_ssize_t ends[c.XZ_MAX_ENTRIES + 1]  # of items, after the deal and after each entry


cdef _Seen _NOTHING_SEEN = _Seen.__new__(_Seen)


@cython.final
cdef class History:
    cdef c.xz_record taken
    cdef NativeRules native
    cdef _Telling *telling  # NULL until somebody asks for events
    cdef list seen          # a `_Seen` for each viewer, first while the hand runs, then when it is over; None as well

    def __dealloc__(self):
        if self.telling != NULL:
            free(self.telling.items)
            free(self.telling)

    @cython.critical_section
    cdef bint append(self, int at, int seat, int action) except -1:
        """Takes an entry if it is the one after the first `at`; False if another stands there already."""
        if self.taken.count != at:
            return False
        if at == c.XZ_MAX_ENTRIES:
            raise SystemError("a hand of more entries than any can have")
        self.taken.entries[at].seat = <uint8_t>seat
        self.taken.entries[at].action = <uint8_t>action
        self.taken.count += 1
        return True

    cdef History beginning(self, int count):
        """One of its own with the first `count` entries."""
        cdef History other = History.__new__(History)
        other.native = self.native
        other.taken.wall_length = self.taken.wall_length
        other.taken.dealer = self.taken.dealer
        other.taken.way = self.taken.way
        other.taken.count = <uint16_t>count
        memcpy(other.taken.wall, self.taken.wall, self.taken.wall_length)
        memcpy(other.taken.entries, self.taken.entries, count * sizeof(c.xz_entry))
        return other

    cdef int deal_again(self, c.xz_state *state, c.xz_events *events) except -1:
        if self.taken.wall_length == 0:
            raise ValueError("this game was never dealt")
        c.xz_record_deal(&self.native.value, &self.taken, state, events)
        return 0

    cdef _Telling *tell(self, int upto) except NULL:
        """Plays on until the events of the deal and of the first `upto` entries are there."""
        cdef c.xz_events events
        if self.telling == NULL:
            self.telling = <_Telling *>calloc(1, sizeof(_Telling))
            if self.telling == NULL:
                raise MemoryError()
        cdef _Telling *telling = self.telling
        while telling.told <= upto:
            if telling.told == 0:
                self.deal_again(&telling.state, &events)
            else:
                c.xz_record_enter(&self.native.value, &telling.state, self.taken.entries[telling.told - 1], &events)
            _keep(telling, &events)
            telling.ends[telling.told] = telling.count
            telling.told += 1
        return telling

    @cython.critical_section
    cdef _Seen seen_by(self, int viewer, bint over, int upto):
        """What a viewer has seen of the first `upto` entries, and maybe of more; `over`: as of when the hand is over."""
        cdef _Seen more, seen = _NOTHING_SEEN
        cdef _Telling *telling
        cdef c.xz_event shown
        cdef Py_ssize_t item, entry
        cdef int step
        if self.seen is None:
            self.seen = [_NOTHING_SEEN] * (2 * _VIEWERS)
        seen = self.seen[_VIEWERS * over + viewer]
        if len(seen.event_ends) > upto:
            return seen
        telling = self.tell(upto)
        named, payment_of = _face("event_from_core"), _face("payment_of")
        events, payments = list(seen.events), list(seen.payments)
        event_ends, payment_ends = list(seen.event_ends), list(seen.payment_ends)
        step = seen.step
        for entry in range(len(seen.event_ends), upto + 1):
            for item in range(telling.ends[entry - 1] if entry else 0, telling.ends[entry]):
                if viewer == _REFEREE:
                    shown = telling.items[item].event
                    step = <int>entry
                elif not c.xz_event_of(&telling.items[item].event, viewer if viewer < c.XZ_MAX_SEATS else c.XZ_NONE - 1, over, &shown):
                    continue
                elif _is_play(shown.kind):
                    step += 1
                event = named(_raw_event(&shown, &telling.items[item].meld, step))
                events.append(event)
                if shown.kind == c.XZ_EVENT_PAYMENT:
                    payments.append(payment_of(event))
            event_ends.append(len(events))
            payment_ends.append(len(payments))
        more = _Seen.__new__(_Seen)
        more.events, more.payments = tuple(events), tuple(payments)
        more.event_ends, more.payment_ends = tuple(event_ends), tuple(payment_ends)
        more.step = step
        self.seen[_VIEWERS * over + viewer] = more
        return more

    cdef tuple told_to(self, int viewer, bint over, int upto):
        """(events, payments) of a viewer after the first `upto` entries."""
        cdef _Seen seen = self.seen_by(viewer, over, upto)
        return _first(seen.events, seen.event_ends[upto]), _first(seen.payments, seen.payment_ends[upto])


cdef tuple _first(tuple items, Py_ssize_t count):
    return items if count == len(items) else items[:count]


cdef int _keep(_Telling *telling, const c.xz_events *events) except -1:
    cdef _Told *items
    cdef int i
    if telling.count + events.count > telling.room:
        telling.room = 2 * telling.room + events.count + 64
        items = <_Told *>realloc(telling.items, telling.room * sizeof(_Told))
        if items == NULL:
            raise MemoryError()
        telling.items = items
    for i in range(events.count):
        telling.items[telling.count].event = events.items[i]
        telling.items[telling.count].meld = _meld_about(&telling.state, &events.items[i])
        telling.count += 1
    return 0


cdef bint _is_play(int kind) noexcept:
    """What all seats see of a hand's course: `step` counts it in the events of a seat."""
    return kind in (c.XZ_EVENT_DISCARD, c.XZ_EVENT_PONG, c.XZ_EVENT_KONG, c.XZ_EVENT_KONG_CALL, c.XZ_EVENT_WIN,
                    c.XZ_EVENT_PENALTY)


cdef tuple _raw_score(const c.xz_score *score):
    return (score.pattern, score.fan, score.uncut_fan, score.multiplier, score.points, score.roots,
            {SCORE_PARTS[i]: score.parts[i] for i in range(c.XZ_PART_COUNT) if score.parts[i]})


cdef c.xz_meld _meld_about(const c.xz_state *state, const c.xz_event *event) noexcept:
    """The meld that an event is about: the payee's of a kong payment, else the first-named seat's."""
    cdef c.xz_meld none
    cdef int owner = event.seat
    if event.meld == c.XZ_NONE:
        memset(&none, 0, sizeof(none))
        return none
    if event.kind == c.XZ_EVENT_PAYMENT and event.detail in (c.XZ_PAY_KONG_DIRECT, c.XZ_PAY_KONG_ADDED, c.XZ_PAY_KONG_CONCEALED):
        owner = event.other
    return state.melds[owner][event.meld]


cdef tuple _raw_event(const c.xz_event *event, const c.xz_meld *meld, int step):
    """kind, seat, other, tile, detail, amount, meld, score, how, step: kinds as numbers, None where there is nothing."""
    return (event.kind, _none_if(event.seat), _none_if(event.other), _tile_or_none(event.tile), event.detail, event.amount,
            None if meld.kind == c.XZ_NO_MELD else meld_of(meld),
            _raw_score(&event.score) if event.score.multiplier else None,
            (event.how.self_draw, event.how.bloom, event.how.rob, event.how.kong_discard, event.how.last_tile,
             event.how.first_turn, event.how.four_wilds, event.how.later_win), step)
