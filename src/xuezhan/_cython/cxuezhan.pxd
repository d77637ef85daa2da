# What the binding uses of csrc/include/xuezhan/xuezhan.h, in its order; the only `cdef extern` there is. Contracts stand in the header.
# Enumerators are plain ints here: no call takes an enumeration.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "xuezhan/xuezhan.h" nogil:
    enum:
        XZ_ABI_VERSION

    int xz_abi_version()
    const char *xz_version()
    const char *xz_build()
    bint xz_uses_bit_instructions()

    enum:
        XZ_SLOTS, XZ_SUITS, XZ_MAX_SEATS, XZ_MAX_MELDS, XZ_MAX_WALL, XZ_MAX_HAND, XZ_NONE, XZ_UNREACHABLE,
        XZ_ALL_SLOTS

    # status

    enum: # xz_status
        XZ_OK, XZ_E_TILES, XZ_E_SIZE, XZ_E_SEAT, XZ_E_ILLEGAL, XZ_E_PENALTY, XZ_E_BUFFER, XZ_E_CODEC

    const char *xz_status_text(int status)

    # tiles and text (§1, docs/notation.md)

    enum: # xz_meld_kind
        XZ_NO_MELD, XZ_PONG, XZ_DIRECT_KONG, XZ_ADDED_KONG, XZ_CONCEALED_KONG, XZ_MELD_KIND_COUNT

    enum:
        XZ_MELD_PAYERS

    const char *xz_meld_kind_name(int kind)

    ctypedef struct xz_meld:
        uint8_t kind
        uint8_t tile
        uint8_t feeder
        uint8_t holds

    ctypedef struct xz_hand:
        uint8_t counts[XZ_SLOTS]
        uint8_t meld_count
        xz_meld melds[XZ_MAX_MELDS]

    ctypedef struct xz_text_error:
        size_t position
        char message[160]

    int xz_hand_parse(const char *text, size_t length, xz_hand *hand, xz_text_error *error)
    int xz_hand_format(const xz_hand *hand, char *buffer, size_t size)
    int xz_tiles_parse(const char *text, size_t length, uint8_t *slots, size_t capacity, xz_text_error *error)
    int xz_hand_check(const xz_hand *hand)

    bint xz_hand_is_win(const xz_hand *hand)

    # one hand (§1, §3)


    ctypedef struct xz_discard:
        uint8_t tile
        int8_t shanten
        uint32_t accepts

    ctypedef struct xz_hand_rules:
        uint8_t size
        uint8_t pairs
        uint8_t void_suit

    int xz_hand_rules_make(int size, bint pairs_win, int void_suit, xz_hand_rules *rules)
    bint xz_hand_is_win_under(const xz_hand *hand, const xz_hand_rules *rules)
    uint32_t xz_hand_waits_under(const xz_hand *hand, const xz_hand_rules *rules)
    int xz_hand_shanten_under(const xz_hand *hand, const xz_hand_rules *rules)
    uint32_t xz_hand_accepts_under(const xz_hand *hand, const xz_hand_rules *rules)
    int xz_hand_shanten_live_under(const xz_hand *hand, const uint8_t live[XZ_SLOTS], const xz_hand_rules *rules)
    uint32_t xz_hand_accepts_live_under(const xz_hand *hand, const uint8_t live[XZ_SLOTS], const xz_hand_rules *rules)
    int xz_hand_discards_under(const xz_hand *hand, const xz_hand_rules *rules, xz_discard discards[XZ_MAX_HAND])

    # many hands

    ctypedef struct xz_hand_rows:
        const uint8_t *counts
        int64_t rows
        ptrdiff_t row_step, slot_step
        const uint32_t *pongs
        const uint32_t *kongs
        ptrdiff_t meld_step
        const uint8_t *voids
        ptrdiff_t void_step
        const uint8_t *live
        ptrdiff_t live_row_step, live_slot_step

    int64_t xz_win_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint8_t *out, int *status)
    int64_t xz_waits_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status)
    int64_t xz_shanten_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, int8_t *out, int *status)
    int64_t xz_accepts_rows_under(const xz_hand_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status)
    enum:
        XZ_INDEX_HALVES

    int64_t xz_index_rows(
        const uint8_t *counts, int64_t rows, ptrdiff_t row_step, ptrdiff_t slot_step, uint16_t *index, int *status)
    ctypedef struct xz_hand_index_rows:
        const uint16_t *index
        int64_t rows
        ptrdiff_t row_step
        const uint8_t *voids
        ptrdiff_t void_step

    int64_t xz_win_index_rows_under(const xz_hand_index_rows *hands, const xz_hand_rules *rules, uint8_t *out, int *status)
    int64_t xz_waits_index_rows_under(
        const xz_hand_index_rows *hands, const xz_hand_rules *rules, uint32_t *out, int *status)
    int64_t xz_shanten_index_rows_under(
        const xz_hand_index_rows *hands, const xz_hand_rules *rules, int8_t *out, int *status)

    # rules (§12)

    enum:
        XZ_NULL

    enum:
        XZ_RULEBOOK_COUNT
        XZ_PRESET_COUNT

    enum: # xz_pattern
        XZ_HEAVENLY, XZ_EARTHLY, XZ_PATTERN_COUNT

    const char *xz_pattern_name(int pattern)
    const char *xz_pattern_chinese(int pattern)

    ctypedef struct xz_derived:
        uint8_t whole_hand

    ctypedef struct xz_rules:
        int64_t players
        int64_t exchange_count
        int64_t escape_units, false_win_units, wrong_count_units
        int64_t earthly_on
        xz_derived derived

    enum: # xz_option_kind
        XZ_OPTION_PATTERNS

    ctypedef struct xz_option:
        const char *name
        int32_t kind
        bint nullable
        int64_t low, high, step
        const char * const *choices
        size_t offset
        const char *clause
        const char *terms
        const char *meaning

    int xz_option_count()
    const xz_option *xz_option_at(int index)

    ctypedef struct xz_preset:
        const char *name
        const char *title
        const char *source

    enum: # xz_origin_of_value
        XZ_ORIGIN_BASE, XZ_ORIGIN_RULING

    const xz_preset *xz_preset_at(int preset)
    int xz_preset_value(int preset, size_t offset, int64_t *value)
    int xz_rules_preset(int preset, xz_rules *rules)
    int xz_rules_prepare(xz_rules *rules, char *reason, size_t size)

    # scoring (§3)

    ctypedef struct xz_circumstances:
        uint8_t self_draw
        uint8_t bloom
        uint8_t rob
        uint8_t kong_discard
        uint8_t last_tile
        uint8_t first_turn
        uint8_t four_wilds
        uint8_t later_win

    enum: # xz_score_part
        XZ_PART_COUNT

    const char *xz_score_part_name(int part)

    ctypedef struct xz_score:
        int64_t multiplier
        int64_t points
        int16_t fan
        int16_t uncut_fan
        uint8_t pattern
        uint8_t roots
        int16_t parts[XZ_PART_COUNT]

    int xz_score_hand(const xz_rules *rules, const xz_hand *hand, int win, const xz_circumstances *how, xz_score *score)

    # chances (docs/chances.md)

    ctypedef struct xz_chances:
        int32_t rows
        int32_t shanten
        uint32_t winning_hands
        uint32_t positions
        uint8_t tiles[XZ_MAX_HAND]

    int xz_find_chances(
        const xz_rules *rules, const xz_hand *hand, const uint8_t live[XZ_SLOTS], int draws, void *space, size_t size,
        xz_chances *found, double *ready, double *won, double *fan)

    # actions (action-space version 1)

    enum:
        XZ_ACTION_COUNT

    ctypedef struct xz_actions:
        uint64_t words[2]

    enum: # xz_penalty
        XZ_PENALTY_COUNT

    const char *xz_penalty_name(int penalty)

    # the state of a hand

    enum: # xz_action
        XZ_WIN

    enum: # xz_phase
        XZ_TURN, XZ_CLAIM, XZ_ROB, XZ_OVER, XZ_EXCHANGING, XZ_PHASE_COUNT

    enum: # xz_origin
        XZ_ORIGIN_COUNT

    enum: # xz_answer
        XZ_OWING, XZ_ANSWER_COUNT

    enum: # xz_way
        XZ_WAY_COUNT

    enum:
        XZ_MAX_EXCHANGE, XZ_WINNERS_BYTES, XZ_LAID_ASIDE, XZ_GIVEN_SHOWN

    ctypedef struct xz_state:
        int64_t scores[XZ_MAX_SEATS]
        uint8_t tiles[XZ_MAX_WALL]
        xz_meld melds[XZ_MAX_SEATS][XZ_MAX_MELDS]
        uint8_t lock[XZ_MAX_SEATS]
        uint8_t answers[XZ_MAX_SEATS]
        uint8_t players, dealer, phase, actor, tile
        uint8_t out, left
        uint8_t river_count, wall_front, wall_back

    const char *xz_phase_name(int phase)
    const char *xz_origin_name(int origin)
    const char *xz_answer_name(int answer)
    const char *xz_way_name(int way)

    enum: # xz_field_type
        XZ_FIELD_INT64, XZ_FIELD_UINT8, XZ_FIELD_UINT16, XZ_FIELD_UINT32, XZ_FIELD_MELD

    ctypedef struct xz_field:
        const char *name
        size_t offset
        uint8_t type
        uint8_t seats
        uint8_t rows, columns

    int xz_field_count()
    const xz_field *xz_field_at(int index)

    # events

    enum: # xz_event_kind
        XZ_EVENT_DISCARD, XZ_EVENT_PONG, XZ_EVENT_KONG, XZ_EVENT_KONG_CALL, XZ_EVENT_WIN, XZ_EVENT_PAYMENT,
        XZ_EVENT_PENALTY, XZ_EVENT_KIND_COUNT

    const char *xz_event_kind_name(int kind)
    const char *xz_win_kind_name(int kind)

    enum: # xz_win_kind
        XZ_WIN_KIND_COUNT

    enum: # xz_payment
        XZ_PAY_KONG_DIRECT, XZ_PAY_KONG_ADDED, XZ_PAY_KONG_CONCEALED, XZ_PAYMENT_COUNT

    const char *xz_payment_name(int payment)

    ctypedef struct xz_event:
        int64_t amount
        xz_score score
        xz_circumstances how
        uint8_t kind, seat, other, tile, detail, meld

    enum:
        XZ_MAX_EVENTS

    ctypedef struct xz_events:
        int32_t count
        xz_event items[XZ_MAX_EVENTS]

    # play (§2)

    int xz_deal_way(
        const xz_rules *rules, xz_state *state, int dealer, const uint8_t *wall, int wall_length, int way,
        xz_events *events)
    int xz_exchange_way(const xz_rules *rules, uint64_t seed, uint64_t index)
    int xz_wall_length(const xz_rules *rules)
    unsigned xz_pending(const xz_state *state)
    int xz_to_act(const xz_state *state)
    xz_actions xz_legal(const xz_rules *rules, const xz_state *state, int seat)
    int xz_step(const xz_rules *rules, xz_state *state, int seat, int action, xz_events *events)
    int xz_penalize(const xz_rules *rules, xz_state *state, int seat, int penalty, xz_events *events)
    int xz_next_dealer(const xz_state *state)
    int xz_state_check(const xz_rules *rules, const xz_state *state, char *reason, size_t size)
    void xz_state_hand(const xz_state *state, int seat, xz_hand *hand)

    enum:
        XZ_CANONICAL_MAX

    int xz_state_canonical(const xz_rules *rules, const xz_state *state, uint8_t *buffer)
    uint64_t xz_state_fingerprint(const xz_rules *rules, const xz_state *state)

    # determinism (docs/determinism.md)

    ctypedef struct xz_rng:
        uint64_t s[4]

    uint64_t xz_key(uint64_t seed, uint64_t index, uint64_t stream)
    void xz_rng_seed(xz_rng *rng, uint64_t seed, uint64_t index, uint64_t stream)
    uint32_t xz_rng_below(xz_rng *rng, uint32_t n)
    int xz_wall(uint64_t seed, uint64_t index, unsigned suits, uint8_t *wall)
    uint64_t xz_digest(const uint8_t *bytes, size_t length)

    enum:
        XZ_STREAM_POLICY, XZ_STREAM_CALLER

    # records (§10)

    enum:
        XZ_MAX_ENTRIES, XZ_ENTRY_PENALTY

    ctypedef struct xz_entry:
        uint8_t seat
        uint8_t action

    ctypedef struct xz_record:
        uint8_t wall[XZ_MAX_WALL]
        uint8_t wall_length, dealer
        uint8_t way
        uint16_t count
        xz_entry entries[XZ_MAX_ENTRIES]

    int xz_record_deal(const xz_rules *rules, const xz_record *record, xz_state *state, xz_events *events)
    int xz_record_enter(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events)
    int xz_record_enter_written(const xz_rules *rules, xz_state *state, xz_entry entry, xz_events *events)
    int xz_record_replay(const xz_rules *rules, const xz_record *record, xz_state *state, int *position)
    int xz_record_arrange(const xz_rules *rules, const xz_record *taken, xz_record *written)

    enum:
        XZ_RECORD_MAX_BYTES

    int xz_record_encode(const xz_rules *rules, int base, const xz_record *record, uint8_t *buffer, size_t size)
    int xz_record_decode(const uint8_t *bytes, size_t length, xz_rules *rules, int *base, xz_record *record)

    enum:
        XZ_RECORD_MAX_TEXT, XZ_JSON_DEPTH

    int xz_record_format(
        const xz_rules *rules, int base, const xz_record *record, const int64_t *scores, char *buffer, size_t size)

    ctypedef struct xz_record_read:
        xz_rules rules
        xz_record record
        xz_state state
        int32_t base
        size_t meta_at, meta_length

    int64_t xz_record_parse(const char *text, size_t length, xz_record_read *read, xz_text_error *error)

    # what one seat may know (docs/server.md)

    ctypedef struct xz_view:
        int64_t scores[XZ_MAX_SEATS]
        int64_t win_amount[XZ_MAX_SEATS]
        xz_actions legal
        uint32_t waits
        uint8_t counts[XZ_SLOTS]
        uint8_t seen[XZ_SLOTS]
        uint8_t river[XZ_MAX_WALL]
        xz_meld melds[XZ_MAX_SEATS][XZ_MAX_MELDS]
        uint8_t meld_count[XZ_MAX_SEATS]
        uint8_t concealed[XZ_MAX_SEATS]
        uint8_t win_tile[XZ_MAX_SEATS]
        uint8_t win_payers[XZ_MAX_SEATS]
        uint8_t taken[XZ_MAX_SEATS]
        uint8_t seat, players, dealer, phase, actor, origin
        uint8_t tile
        uint8_t drawn
        uint8_t chain_kind, chain_meld, next_dealer
        uint8_t active, won, out, left
        uint8_t lock, answer
        uint8_t river_count, wall_left
        uint8_t given[XZ_MAX_EXCHANGE]
        uint8_t got[XZ_MAX_EXCHANGE]
        uint8_t way
        uint8_t void_suit[XZ_MAX_SEATS]
        uint8_t off_void, cleared
        uint8_t fresh[XZ_MAX_SEATS]
        uint8_t wins[XZ_MAX_SEATS]
        uint8_t winners[XZ_WINNERS_BYTES]
        uint8_t first_roots
        uint16_t first_kong_fan
        uint32_t passed

    int xz_view_of(const xz_rules *rules, const xz_state *state, int seat, xz_view *view)
    int xz_turn_view(const xz_rules *rules, const xz_hand *hand, xz_view *view)

    enum: # xz_worlds
        XZ_WORLDS_COUNT

    const char *xz_worlds_name(int worlds)
    int64_t xz_redeal_many(
        const xz_rules *rules, const xz_view *view, int worlds, int policy, xz_rng *rng,
        double (*weight)(const xz_rules *rules, const xz_state *world, void *context), void *context, xz_state *states,
        int64_t count)
    bint xz_event_of(const xz_event *event, int seat, bint over, xz_event *seen)

    # states and views as bytes

    enum:
        XZ_STATE_MAX_BYTES

    int xz_state_encode(const xz_rules *rules, const xz_state *state, uint8_t *buffer, size_t size)
    int xz_state_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_state *state)

    enum:
        XZ_VIEW_MAX_BYTES

    int xz_view_encode(const xz_rules *rules, const xz_view *view, uint8_t *buffer, size_t size)
    int xz_view_decode(const xz_rules *rules, const uint8_t *bytes, size_t length, xz_view *view)

    # views as tensors (docs/observation.md)

    enum:
        XZ_OBS_VERSION, XZ_OBS_RIVER_DEPTH

    enum:
        XZ_OBS_HAND, XZ_OBS_WAITS, XZ_OBS_DRAWN, XZ_OBS_TILE, XZ_OBS_SEEN, XZ_OBS_UNSEEN, XZ_OBS_LEGAL_DISCARD,
        XZ_OBS_LEGAL_KONG, XZ_OBS_PONGS, XZ_OBS_MELDED_KONGS, XZ_OBS_CONCEALED_KONGS, XZ_OBS_WON, XZ_OBS_RIVER,
        XZ_OBS_DISCARDS, XZ_OBS_TABLE, XZ_OBS_SEATS, XZ_OBS_POINTS, XZ_OBS_LEGAL_EXCHANGE, XZ_OBS_GIVEN, XZ_OBS_KEPT,
        XZ_OBS_GOT, XZ_OBS_WILD, XZ_OBS_PASSED, XZ_OBS_VOID, XZ_OBS_SOFT, XZ_OBS_LAID_ASIDE, XZ_OBS_CHOICES, XZ_OBS_WINS,
        XZ_OBS_SPARE, XZ_OBS_PLANES

    void xz_observe_int8(const xz_rules *rules, const xz_view *view, int8_t *out)
    void xz_observe_float32(const xz_rules *rules, const xz_view *view, float *out)

    # policies and batches

    enum: # xz_policy
        XZ_POLICY_COUNT

    const char *xz_policy_name(int policy)
    int xz_policy_action(int policy, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng)
    int xz_policy_view_action(int policy, const xz_rules *rules, const xz_view *view, xz_rng *rng)
    int xz_value_action(const xz_rules *rules, const xz_view *view)
    const double XZ_NO_WORTH
    int xz_value_worths(const xz_rules *rules, const xz_view *view, double worths[XZ_ACTION_COUNT])

    # playouts and search (docs/players.md)

    enum:
        XZ_OUTCOME_WON, XZ_OUTCOME_DEALT_IN, XZ_OUTCOME_EXHAUSTED, XZ_OUTCOME_READY

    ctypedef struct xz_outcome:
        int64_t points
        uint32_t flags

    ctypedef struct xz_playout:
        uint64_t seed
        int32_t policy
        int32_t own
        int32_t worlds

    int xz_play_worlds(
        const xz_rules *rules, const xz_view *view, const xz_playout *playout, uint64_t first_world, int64_t count,
        const uint8_t *actions, int action_count, xz_outcome *outcomes)

    ctypedef struct xz_search_options:
        xz_playout playout
        double doubt
        int32_t breadth

    enum:
        XZ_SEARCH_ACTIONS

    ctypedef struct xz_search:
        xz_playout playout
        int64_t worlds
        uint8_t actions[XZ_SEARCH_ACTIONS]
        int32_t count
        int32_t effort

    int xz_search_begin(
        const xz_rules *rules, const xz_view *view, const xz_search_options *options, xz_search *search)
    int xz_search_run(const xz_rules *rules, const xz_view *view, xz_search *search, int64_t worlds)
    void xz_search_add(const xz_rules *rules, xz_search *search, const xz_outcome *outcomes, int64_t worlds)
    int64_t xz_search_next(const xz_search *search, int64_t playouts)
    void xz_search_narrow(xz_search *search)
    int xz_search_best(const xz_search *search)

    ctypedef struct xz_batch:
        uint64_t seed
        int32_t policies[XZ_MAX_SEATS]
        int32_t dealer

    enum:
        XZ_KONG_KINDS

    ctypedef struct xz_hand_result:
        uint64_t index
        int64_t scores[XZ_MAX_SEATS]
        int64_t win_amount[XZ_MAX_SEATS]
        uint8_t win_tile[XZ_MAX_SEATS]
        uint8_t kongs[XZ_MAX_SEATS][XZ_KONG_KINDS]
        uint16_t turns
        uint8_t dealer, next_dealer
        uint8_t exhausted
        uint8_t ready, pigs
        uint8_t winners
        uint8_t wins[XZ_MAX_SEATS]
        uint8_t self_draws[XZ_MAX_SEATS]
        uint8_t deal_ins[XZ_MAX_SEATS]

    ctypedef struct xz_wide:
        uint64_t low
        int64_t high

    ctypedef struct xz_seat_tally:
        xz_wide score, score_square
        int64_t wins, discard_wins, rob_wins, self_draws, first_wins
        int64_t winning_hands
        int64_t self_draw_hands
        int64_t deal_ins
        int64_t deal_in_hands
        int64_t ready, pigs
        int64_t kongs[XZ_KONG_KINDS]

    ctypedef struct xz_policy_tally:
        xz_wide score_square
        int64_t winning_hands_square, self_draw_hands_square, first_wins_square, deal_in_hands_square, ready_square, pigs_square

    enum:
        XZ_TALLY_FAN

    ctypedef struct xz_tally:
        int64_t hands, exhausted, turns
        int64_t winners[XZ_MAX_SEATS + 1]
        int64_t winning_events[XZ_MAX_SEATS]
        int64_t fan[XZ_TALLY_FAN]
        int64_t patterns[XZ_PATTERN_COUNT]
        int64_t events[XZ_EVENT_KIND_COUNT]
        int64_t payments[XZ_PAYMENT_COUNT]
        xz_wide paid[XZ_PAYMENT_COUNT]
        xz_policy_tally policies[XZ_POLICY_COUNT]
        xz_seat_tally seats[XZ_MAX_SEATS]

    void xz_tally_add(xz_tally *total, const xz_tally *part)
    int xz_play_batch(
        const xz_rules *rules, const xz_batch *batch, uint64_t first_index, int64_t count, xz_hand_result *results,
        xz_record *records, xz_tally *tally)
    int xz_hand_fingerprint(const xz_rules *rules, const xz_batch *batch, uint64_t index, uint64_t *fingerprint)
    uint64_t xz_bench_fingerprint()

    # environments: many hands stepped together

    enum: # xz_autoreset
        XZ_AUTORESET_COUNT

    const char *xz_autoreset_name(int mode)

    enum:
        XZ_CALLER

    ctypedef struct xz_env_slot:
        xz_state state
        xz_actions legal
        uint64_t seed, index
        uint64_t next
        uint64_t sampler
        uint8_t seat

    ctypedef struct xz_env:
        xz_rules rules
        int32_t policies[XZ_MAX_SEATS]
        int32_t dealer
        int32_t autoreset
        uint64_t stride
        int64_t count
        xz_env_slot *slots

    ctypedef struct xz_env_arrays:
        int8_t *observations_int8
        float *observations_float32
        uint8_t *masks
        float *rewards
        int8_t *seats
        uint8_t *done
        int8_t *final_observations_int8
        float *final_observations_float32

    int xz_env_check(const xz_env *env)
    void xz_env_reset(xz_env *env, int64_t start, int64_t stop, const uint8_t *which, const xz_env_arrays *out)
    int64_t xz_env_first_illegal(const xz_env *env, int64_t start, int64_t stop, const int64_t *actions)
    void xz_env_step(xz_env *env, int64_t start, int64_t stop, const int64_t *actions, const xz_env_arrays *out)
    void xz_env_sample(xz_env *env, int64_t start, int64_t stop, int64_t *actions)
