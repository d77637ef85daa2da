# One hand: the immutable `Hand` and what can be said of it.

cdef dict _BLOOMS = {
    None: 0, "direct": c.XZ_DIRECT_KONG, "added": c.XZ_ADDED_KONG, "concealed": c.XZ_CONCEALED_KONG
}
cdef dict _FIRST_TURNS = {None: 0, "heavenly": c.XZ_HEAVENLY, "earthly": c.XZ_EARTHLY}

UNREACHABLE = c.XZ_UNREACHABLE

Discard = namedtuple("Discard", ("tile", "shanten", "accepts"))
cdef object _new_tuple = tuple.__new__
Discard.__doc__ = """A discard: the `tile`, the `shanten` of the hand left (None if it can reach no win), what it `accepts`."""


cdef inline object _shanten_object(int shanten):
    return None if shanten == c.XZ_UNREACHABLE else shanten


cdef str _SUITS = "mps"


cdef int _make_hand_rules(c.xz_hand_rules *rules, object void, object size, object pairs_win) except -1:
    """The rules of a hand: `void` None or a suit, `size` 13, 10 or 7."""
    cdef int void_suit = c.XZ_NONE
    if void is None and size is _PLAIN_SIZE and pairs_win is True:
        memcpy(rules, &_plain_rules, sizeof(c.xz_hand_rules))
        return 0
    if void is not None:
        if not isinstance(void, str) or len(void) != 1 or void not in _SUITS:
            raise ValueError(f"void is {void!r}; a void suit is 'm', 'p' or 's'")
        void_suit = _SUITS.index(void)
    if isinstance(size, bool) or PyNumber_Index(size) not in (13, 10, 7):
        raise ValueError(f"hand_size is {size!r}; a hand is of 13, 10 or 7 tiles")
    if not isinstance(pairs_win, (bool, np.bool_)):
        raise TypeError(f"pairs_win is True or False, not {pairs_win!r}")
    c.xz_hand_rules_make(size, pairs_win, void_suit, rules)
    return 0


cdef object _NOT_GIVEN = object()
cdef object _PLAIN_SIZE = 13
cdef c.xz_hand_rules _plain_rules
c.xz_hand_rules_make(13, True, c.XZ_NONE, &_plain_rules)


cdef bint _same_hand_rules(const c.xz_hand_rules *a, const c.xz_hand_rules *b) noexcept:
    return a.size == b.size and a.pairs == b.pairs and a.void_suit == b.void_suit


def _hand_again(cls, str text, dict options):
    return cls(text, **options)


cdef Hand hand_of(const c.xz_hand *value):
    cdef Hand hand = Hand.__new__(Hand)
    hand.value = value[0]
    hand.rules = _plain_rules
    hand.count()
    return hand


cdef int _concealed(const c.xz_hand *hand) noexcept:
    cdef int slot, n = 0
    for slot in range(c.XZ_SLOTS):
        n += hand.counts[slot]
    return n


cdef void _count_held(const c.xz_hand *hand, uint8_t *held) noexcept:
    """All that the hand holds, its melds' tiles among them, a kong's as four."""
    cdef int i
    memcpy(held, hand.counts, 27)
    for i in range(hand.meld_count):
        held[hand.melds[i].tile] += 3 if hand.melds[i].kind == c.XZ_PONG else 4


def held_with_melds(Hand hand not None):
    """27 counts of all that the hand holds, its melds' tiles among them, a kong's as four."""
    cdef uint8_t held[27]
    _count_held(&hand.value, held)
    return _counts_array(held)


cdef int _read_live(object live, uint8_t *left) except -1:
    if isinstance(live, str):
        live = Tiles(live)
    if isinstance(live, Tiles):
        memcpy(left, (<Tiles>live).value, 27)
    elif isinstance(live, Iterable):
        _read_counts(live, left)
    else:
        raise TypeError(f"live tiles are Tiles, text or 27 counts, not {type(live).__name__}")
    return 0


def live_counts(live):
    """Live tiles, given as `Tiles`, text or 27 counts, as counts."""
    cdef uint8_t left[27]
    _read_live(live, left)
    return _counts_array(left)


cdef class Hand:
    """
    A hand of up to 14 tiles, immutable. `Hand(tiles, melds=(), *, void=None, hand_size=13, pairs_win=True)`.

    `tiles` is text in any notation (docs/notation.md), which may hold melds too; or 27 counts of the concealed tiles (an
    integer array of shape (27,), or any sequence of 27); or an iterable of tiles (names such as `"5m"`, or slots 0-26); or
    another hand.
    `melds` are more melds: text, or an iterable of `Meld` or text. Raises `InvalidTiles` with the place in a text,
    `TypeError` for a wrong dtype, `ValueError` for a wrong shape.
    `void` is the declared void suit (§15), `"m"`, `"p"` or `"s"`, which every win does without; None: any one suit may be.
    `hand_size` is 13, 10 or 7 tiles (§13): a win is 4, 3 or 2 melds and a pair, or 7 pairs with 13, 4 with 7; with
    `pairs_win` false no pairs win. Another hand's are taken over unless they are given.

    `str` gives the canonical text and reads back to an equal hand; the melds keep their order. A hand to be analysed has
    13 or 14 tiles (`hand_size` or one more) with its melds; or it has fewer, 3k+1 or 3k+2, and no melds, and is taken to have
    the missing ones of unknown tiles.

    >>> Hand("🀇🀈🀉 22筒"), Hand("123m22p").is_win, Hand("1112m", ["[555p]", "[666p]", "(7777p)"]).waits
    (Hand('123m22p'), True, Tiles('23m'))
    >>> Hand("1122334m", hand_size=7).waits, Hand("123456m2233555p", void="m").shanten
    (Tiles('14m'), 6)
    """
    cdef c.xz_hand value
    cdef c.xz_hand_rules rules
    cdef int tiles   # concealed
    cdef int usable  # concealed tiles if they can be analysed, else 0
    cdef bint whole  # 13 or 14 tiles with the melds, or as the size says

    def __cinit__(self, tiles=(), melds=(), *, object void=_NOT_GIVEN, hand_size=_NOT_GIVEN, pairs_win=_NOT_GIVEN):
        cdef Py_ssize_t size
        cdef const char *text
        cdef c.xz_text_error error
        if isinstance(tiles, str):
            text = _utf8(tiles, &size)
            if c.xz_hand_parse(text, size, &self.value, &error) != c.XZ_OK:
                raise text_error(&error, text)
        elif isinstance(tiles, Hand):
            self.value = (<Hand>tiles).value
            void = (<Hand>tiles).void if void is _NOT_GIVEN else void
            hand_size = (<Hand>tiles).hand_size if hand_size is _NOT_GIVEN else hand_size
            pairs_win = (<Hand>tiles).pairs_win if pairs_win is _NOT_GIVEN else pairs_win
        elif type(tiles) is Tiles:
            memcpy(self.value.counts, (<Tiles>tiles).value, c.XZ_SLOTS)
        elif isinstance(tiles, np.ndarray) and (tiles.ndim != 1 or tiles.dtype.kind not in "U"):
            _read_counts(tiles, self.value.counts)
        else:
            if not isinstance(tiles, Iterable):
                raise TypeError(f"a hand is made of text, counts or tiles, not {type(tiles).__name__}")
            tiles = list(islice(tiles, c.XZ_SLOTS + 1))
            if len(tiles) > c.XZ_SLOTS:
                raise InvalidTiles("more than 27 tiles given; there are at most 14 (or 27 counts)")
            if len(tiles) == c.XZ_SLOTS:
                _read_counts(tiles, self.value.counts)
            else:
                for tile in tiles:
                    self.hold(tile_slot(tile))
        _make_hand_rules(&self.rules, None if void is _NOT_GIVEN else void,
                         _PLAIN_SIZE if hand_size is _NOT_GIVEN else hand_size, pairs_win is _NOT_GIVEN or pairs_win)
        if melds:
            self.add_melds(melds)
        self.count()
        self.check()

    cdef void count(self) noexcept:
        self.tiles = _concealed(&self.value)
        self.whole = self.tiles + 3 * self.value.meld_count >= self.rules.size
        self.usable = self.tiles if self.whole or self.value.meld_count == 0 else 0

    cdef int hold(self, int slot) except -1:
        if self.value.counts[slot] == 4:
            raise InvalidTiles(f"more than four of {tile_name(slot)}")
        self.value.counts[slot] += 1
        return 0

    cdef int add_melds(self, object melds) except -1:
        cdef Hand read
        cdef int i
        text = melds if isinstance(melds, str) else "".join([str(meld) for meld in melds])
        read = Hand.__new__(Hand, text)
        if read.tiles:
            raise InvalidTiles(f"{text!r} has tiles outside of a meld; a meld is [111m], [1111m], [111+1m] or (1111m)")
        if self.value.meld_count + read.value.meld_count > c.XZ_MAX_MELDS:
            raise InvalidTiles("more than four melds")
        for i in range(read.value.meld_count):
            self.value.melds[self.value.meld_count] = read.value.melds[i]
            self.value.meld_count += 1
        return 0

    cdef int check(self) except -1:
        cdef int slot, i, tile, status = c.xz_hand_check(&self.value), size = self.tiles + 3 * self.value.meld_count
        cdef int held[27]
        if status == c.XZ_E_SIZE or (status == c.XZ_OK and size > self.rules.size + 1):
            raise InvalidTiles(f"{size} tiles (a kong counts as three); there are at most {self.rules.size + 1}")
        if status == c.XZ_OK:
            return 0
        for slot in range(27):
            held[slot] = self.value.counts[slot]
        for i in range(self.value.meld_count):
            tile = self.value.melds[i].tile
            held[tile] += 3 if self.value.melds[i].kind == c.XZ_PONG else 4
        for slot in range(27):
            if held[slot] > 4:
                raise InvalidTiles(f"more than four of {tile_name(slot)}")
        raise InvalidTiles(c.xz_status_text(status).decode())

    @property
    def counts(self):
        """Counts of the concealed tiles, a read-only uint8 array of 27."""
        return _counts_array(self.value.counts)

    @property
    def melds(self):
        """The melds, a tuple of `Meld`."""
        return tuple([meld_of(&self.value.melds[i]) for i in range(self.value.meld_count)])

    @property
    def void(self):
        """The declared void suit, `"m"`, `"p"` or `"s"`, or None."""
        return None if self.rules.void_suit == c.XZ_NONE else _SUITS[self.rules.void_suit]

    @property
    def hand_size(self):
        """13, 10 or 7: the tiles of a hand that waits."""
        return self.rules.size

    @property
    def pairs_win(self):
        """Whether pairs alone may be a win; with 10 tiles they never are."""
        return self.rules.pairs > 0

    @property
    def shanten(self):
        """
        The exact exchange distance (§1), own melds' tiles used up: -1 a win, 0 ready, None if no win can be reached.
        Raises `InvalidTiles` (a `ValueError`) for 3k tiles.
        """
        if self.usable % 3 == 0:
            raise self.wrong_size("shanten", "3k+1 or 3k+2")
        return _shanten_object(c.xz_hand_shanten_under(&self.value, &self.rules))

    @property
    def waits(self):
        """
        The tiles that complete a hand of 3k+1 tiles, never one of which it holds all four. Raises `InvalidTiles` for
        other numbers of tiles.
        """
        if self.usable % 3 != 1:
            raise self.wrong_size("waits", "3k+1")
        return tiles_of_mask(c.xz_hand_waits_under(&self.value, &self.rules))

    @property
    def is_win(self):
        """Whether the hand is complete (§1). 3k+1 tiles never are."""
        return self.usable % 3 == 2 and c.xz_hand_is_win_under(&self.value, &self.rules)

    @property
    def suits(self):
        """The suits held, concealed or in melds, such as `"mp"`."""
        cdef int slot, i
        cdef bint held[3]
        held[0] = held[1] = held[2] = False
        for slot in range(27):
            held[slot // 9] |= self.value.counts[slot] > 0
        for i in range(self.value.meld_count):
            held[self.value.melds[i].tile // 9] = True
        return "".join([suit for i, suit in enumerate("mps") if held[i]])

    @property
    def roots(self):
        """How many tiles are held four times, concealed or with a pong, and not declared as a kong (§1)."""
        cdef int slot, i, roots = 0
        for slot in range(27):
            roots += self.value.counts[slot] == 4
        for i in range(self.value.meld_count):
            if self.value.melds[i].kind == c.XZ_PONG:
                roots += self.value.counts[self.value.melds[i].tile] == 1
        return roots

    def discards(self, live=None):
        """
        What each different discard from a hand of 3k+2 tiles leaves: a tuple of `Discard(tile, shanten, accepts)`, by
        slot; `accepts` are the tiles that lower the shanten. With `live`, as `shanten_live` and `accepts_live` say of the
        hand left. Raises `InvalidTiles` for other numbers of tiles.
        """
        cdef c.xz_discard found[c.XZ_MAX_HAND]
        cdef int i, n
        if self.usable % 3 != 2:
            raise self.wrong_size("discards", "3k+2")
        if live is not None:
            n = self.live_discards(live, found)
        else:
            n = c.xz_hand_discards_under(&self.value, &self.rules, found)
        return tuple([
            _new_tuple(Discard, (tile_name(found[i].tile), _shanten_object(found[i].shanten), tiles_of_mask(found[i].accepts)))
            for i in range(n)
        ])

    cdef int live_discards(self, object live, c.xz_discard *found) except -1:
        cdef c.xz_hand hand = self.value
        cdef uint8_t left[27]
        cdef int slot, n = 0
        self.read_live(live, left)
        for slot in range(c.XZ_SLOTS):
            if hand.counts[slot]:
                hand.counts[slot] -= 1
                found[n].tile = <uint8_t>slot
                found[n].shanten = <int8_t>c.xz_hand_shanten_live_under(&hand, left, &self.rules)
                found[n].accepts = c.xz_hand_accepts_live_under(&hand, left, &self.rules)
                hand.counts[slot] += 1
                n += 1
        return n

    @property
    def accepts(self):
        """The tiles that lower the shanten of a hand of 3k+1 tiles. Raises `InvalidTiles` for other numbers of tiles."""
        if self.usable % 3 != 1:
            raise self.wrong_size("accepts", "3k+1")
        return tiles_of_mask(c.xz_hand_accepts_under(&self.value, &self.rules))

    def shanten_live(self, live):
        """
        The exchange distance where only `live` more of each tile can be drawn: `Tiles`, text, or 27 counts, an integer
        array of shape (27,) or any sequence; -1 a win, 0 ready, None if no win is left. Raises `InvalidTiles` for 3k tiles, or where hand and
        `live` have more than four of a tile.
        """
        cdef uint8_t left[27]
        if self.usable % 3 == 0:
            raise self.wrong_size("shanten_live", "3k+1 or 3k+2")
        self.read_live(live, left)
        return _shanten_object(c.xz_hand_shanten_live_under(&self.value, left, &self.rules))

    def accepts_live(self, live):
        """The live tiles that lower `shanten_live` of a hand of 3k+1 tiles, `Tiles`; errors as there."""
        cdef uint8_t left[27]
        if self.usable % 3 != 1:
            raise self.wrong_size("accepts_live", "3k+1")
        self.read_live(live, left)
        return tiles_of_mask(c.xz_hand_accepts_live_under(&self.value, left, &self.rules))

    cdef int read_live(self, object live, uint8_t *left) except -1:
        cdef int slot
        cdef uint8_t held[27]
        _read_live(live, left)
        _count_held(&self.value, held)
        for slot in range(27):
            if held[slot] + left[slot] > 4:
                raise InvalidTiles(f"{held[slot]} of {tile_name(slot)} held and {left[slot]} live; there are four")
        return 0

    def score(self, rules, win=None, *, self_draw=None, bloom=None, bint rob=False, bint kong_discard=False,
              bint last_tile=False, first_turn=None):
        """
        What a win with this hand is worth (§3), a `Score`.

        `rules` is a rulebook's name or a `Rules`. `win` is the winning tile, needed where the hand has 3k+1 tiles; a hand
        of 3k+2 has it already, and named it counts for what is won on the middle of a sequence. `bloom` (`"direct"`,
        `"added"`, `"concealed"`) is the kong whose replacement won, `first_turn` is `"heavenly"` or `"earthly"`; both are
        self-draws, but for an earthly win on a discard, where `earthly_on` has it. `rob` with `kong_discard`: the kong
        robbed was called on a replacement, and that counts. Raises `InvalidTiles` if the hand is no win,
        `ValueError` for circumstances that cannot be together.
        """
        cdef NativeRules native = _native_rules(rules)
        cdef c.xz_hand hand = self.value
        cdef c.xz_circumstances how
        cdef c.xz_score score
        cdef int slot
        memset(&how, 0, sizeof(how))
        if bloom not in _BLOOMS:
            raise ValueError(f"bloom is {bloom!r}; it must be None, 'direct', 'added' or 'concealed'")
        if first_turn not in _FIRST_TURNS:
            raise ValueError(f"first_turn is {first_turn!r}; it must be None, 'heavenly' or 'earthly'")
        how.bloom = _BLOOMS[bloom]
        how.first_turn = _FIRST_TURNS[first_turn]
        how.self_draw = self_draw or how.bloom or how.first_turn == c.XZ_HEAVENLY
        if how.first_turn == c.XZ_EARTHLY:
            how.self_draw = _earthly_is_drawn(native.value.earthly_on, self_draw)
        how.rob = rob
        how.kong_discard = kong_discard
        how.last_tile = last_tile
        self.check_circumstances(&how)
        if not self.whole:
            raise self.wrong_size("score", "3k+1 or 3k+2")
        if win is not None:
            slot = tile_slot(win)
            if self.tiles % 3 == 1:
                hand.counts[slot] += 1
            elif hand.counts[slot] == 0:
                raise InvalidTiles(f"{tile_name(slot)} is not among the tiles of {self}")
        elif self.tiles % 3 == 1:
            raise InvalidTiles(f"{self} has {self.tiles} concealed tiles; name the winning tile")
        if c.xz_hand_check(&hand) != c.XZ_OK:
            raise InvalidTiles(f"{self} holds all four of {tile_name(slot)}")
        if win is None or how.first_turn == c.XZ_HEAVENLY:
            slot = c.XZ_NONE
        if c.xz_score_hand(&native.value, &hand, slot, &how, &score) != c.XZ_OK:
            won = hand_of(&hand)
            raise InvalidTiles(f"{won} is no win: {_face('why_no_win')(won)}")
        return _score_object(_raw_score(&score))

    cdef int check_circumstances(self, const c.xz_circumstances *how) except -1:
        cdef int i
        if how.self_draw and (how.rob or how.kong_discard):
            raise ValueError("a self-draw is no robbing and no win on a discard")
        if how.rob and how.last_tile:
            raise ValueError("a robbing is never on the last tile")
        if how.first_turn and (how.bloom or self.value.meld_count):
            raise ValueError("a first turn has no melds before it")
        if how.bloom and how.bloom not in [self.value.melds[i].kind for i in range(self.value.meld_count)]:
            raise ValueError(f"a bloom follows a kong of its kind; {self} has none")
        return 0

    cdef object wrong_size(self, str what, str wanted):
        if self.value.meld_count or what == "score":
            wanted += f", {self.rules.size} or {self.rules.size + 1} tiles with the melds"
        return InvalidTiles(f"{what} is of {wanted}; {self} has {self.tiles} and {self.value.meld_count} melds")

    def __len__(self):
        return self.tiles + 3 * self.value.meld_count

    cdef dict options(self):
        """The keywords that differ from a plain hand's."""
        cdef dict options = {}
        if not _same_hand_rules(&self.rules, &_plain_rules):
            if self.rules.void_suit != c.XZ_NONE:
                options["void"] = self.void
            if self.rules.size != _PLAIN_SIZE:
                options["hand_size"] = self.hand_size
            if not self.pairs_win and self.rules.size != 10:
                options["pairs_win"] = False
        return options

    def __eq__(self, other):
        if not isinstance(other, Hand):
            return NotImplemented
        return str(self) == str(other) and _same_hand_rules(&self.rules, &(<Hand>other).rules)

    def __hash__(self):
        return hash((Hand, str(self)))

    def __str__(self):
        cdef char text[96]
        cdef int length = c.xz_hand_format(&self.value, text, sizeof(text))
        return text[:length].decode("ascii")

    def __repr__(self):
        options = "".join([f", {name}={value!r}" for name, value in self.options().items()])
        return f"{type(self).__name__}({str(self)!r}{options})"

    def __reduce__(self):
        options = self.options()
        return (_hand_again, (type(self), str(self), options)) if options else (type(self), (str(self),))


cdef bint _earthly_is_drawn(int64_t earthly_on, object self_draw) except? -1:
    """Whether an earthly win was drawn, by what the rules allow and the caller says (None: as they have it)."""
    choice = ("draw", "dealer_discard", "either")[earthly_on]
    cdef bint drawn = choice != "dealer_discard" if self_draw is None else self_draw
    if (choice == "draw" and not drawn) or (choice == "dealer_discard" and drawn):
        raise ValueError(f"an earthly win is {'by discard' if drawn is False else 'drawn'}, but earthly_on is {choice!r}")
    return drawn


cdef NativeRules _native_rules(object rules):
    if isinstance(rules, NativeRules):
        return rules
    return _face("as_rules")(rules)._native


cdef object _score_object(tuple raw):
    return _face("score_from_core")(raw)
