#include "players/plan.h"

#include <string.h>

#include "players/weights.h"
#include "rules/kongs.h"

/* ---- hands ----------------------------------------------------------------------------------------------------------- */

xz_holding xz_holding_of(const xz_view *view) {
    xz_holding hand;
    memcpy(hand.counts, view->counts, sizeof hand.counts);
    memcpy(hand.melds, view->melds[view->seat], sizeof hand.melds);
    hand.meld_count = view->meld_count[view->seat];
    return hand;
}

void xz_holding_take(xz_holding *hand, int tile) { hand->counts[tile]++; }

void xz_holding_give(xz_holding *hand, int tile, int copies) {
    hand->counts[tile] = (uint8_t)(hand->counts[tile] - copies);
}

void xz_holding_meld(xz_holding *hand, int kind, int tile) {
    hand->melds[hand->meld_count++] =
        (xz_meld){.kind = (uint8_t)kind, .tile = (uint8_t)tile, .feeder = XZ_NONE, .holds = 0};
}

/* ---- prices ---------------------------------------------------------------------------------------------------------- */

static const uint8_t READINGS[XZ_PLAN_COUNT] = {XZ_READ_STANDARD,
                                                XZ_READ_STANDARD | XZ_READ_TRIPLETS,
                                                XZ_READ_PAIRS,
                                                XZ_READ_STANDARD | XZ_READ_FLUSH,
                                                XZ_READ_STANDARD | XZ_READ_TRIPLETS | XZ_READ_FLUSH,
                                                XZ_READ_PAIRS | XZ_READ_FLUSH};

xz_prices xz_prices_of(const xz_outlook *o, const xz_holding *hand) {
    xz_prices prices = {.known = 0, .holds = 0};
    for (int i = 0; i < hand->meld_count; i++) {
        xz_meld const meld = hand->melds[i];
        prices.facts.direct_kongs = (uint8_t)(prices.facts.direct_kongs + (meld.kind == XZ_DIRECT_KONG));
        prices.facts.added_kongs = (uint8_t)(prices.facts.added_kongs + (meld.kind == XZ_ADDED_KONG));
        prices.facts.concealed_kongs = (uint8_t)(prices.facts.concealed_kongs + (meld.kind == XZ_CONCEALED_KONG));
        prices.holds += (double)xz_kong_held(o->rules, meld);
    }
    return prices;
}

static const xz_price *price_of(const xz_outlook *o, xz_prices *prices, int plan, int roots) {
    int const at = plan * (XZ_MOST_ROOTS + 1) + xz_min(roots, XZ_MOST_ROOTS);
    if (!(prices->known >> at & 1u)) {
        xz_facts facts = prices->facts;
        facts.readings = READINGS[plan];
        facts.roots = (uint8_t)xz_min(roots, XZ_MOST_ROOTS);
        prices->of[at] = (xz_price){.win = xz_outlook_win(o, &facts), .points = xz_outlook_points(o, &facts)};
        prices->known |= 1u << at;
    }
    return &prices->of[at];
}

/* ---- the race to a win ----------------------------------------------------------------------------------------------- */

/* Live copies out of an untouched wall that bring a hand of each plan a stage nearer, by what it still lacks (0: ready);
 * then those that also do so when an opponent discards them. Averages of play. */
#define XZ_UNTOUCHED 95.0
static const double COPIES[XZ_PLAN_COUNT][XZ_MOST_STAGES] = {
    {6.7, 19, 30, 40, 55, 70, 80, 80}, {3.5, 6, 9, 14, 20, 26, 30, 30}, {2.6, 7.5, 12.5, 17.5, 22, 26, 30, 30},
    {8, 14, 19, 23, 26, 28, 30, 32},   {3.5, 6, 9, 13, 17, 20, 20, 20}, {2.6, 7.5, 12, 16, 18, 20, 20, 20}};
static const double CLAIMS[XZ_PLAN_COUNT][XZ_MOST_STAGES] = {{6.7, 3, 3.4, 3, 3, 3, 3, 3}, {3.5, 6, 8, 7, 6, 4, 3, 3},
                                                             {2.6, 0, 0, 0, 0, 0, 0, 0},   {8, 3, 3.4, 3, 3, 3, 3, 3},
                                                             {3.5, 6, 8, 7, 6, 4, 3, 3},   {2.6, 0, 0, 0, 0, 0, 0, 0}};

static double larger(double a, double b) { return a > b ? a : b; }

typedef struct race {
    double won;    /* chance to win */
    double rounds; /* rounds left at the win, times that chance */
    double ready;  /* chance to be ready, not won, at the end */
} race;

static double later_rate(const xz_outlook *o, int plan, int stage) {
    double const own = COPIES[plan][stage] / XZ_UNTOUCHED;
    double const fed = CLAIMS[plan][stage] * XZ_W_FED * o->opponents / XZ_UNTOUCHED;
    return 1 - (1 - own) * (1 - fed);
}

static double rate_of(const xz_outlook *o, int copies, int claims) {
    double const own = copies * o->own < 1 ? copies * o->own : 1;
    double const fed = claims * o->fed < 0.95 ? claims * o->fed : 0.95;
    return 1 - (1 - own) * (1 - fed);
}

/* `later`: the rates of the stages to come. `from`: the stage before the discard, which a hand that went back a step comes to again no better than it was. */
static race run(const xz_outlook *o, const double later[XZ_MOST_STAGES], xz_stage now, xz_stage from, int draws) {
    double rate[XZ_MOST_STAGES], at[XZ_MOST_STAGES + 1] = {0};
    int const lacks = now.lacks;
    for (int stage = 0; stage < lacks; stage++) {
        rate[stage] = later[stage];
    }
    if (from.lacks >= 0 && from.lacks < lacks) {
        double const before = rate_of(o, from.copies, from.claims);
        rate[from.lacks] = before < rate[from.lacks] ? before : rate[from.lacks];
    }
    rate[lacks] = rate_of(o, now.copies, now.claims);
    at[lacks] = 1;
    race result = {0, 0, 0};
    double goes_on = 1;
    for (int left = draws - 1; left >= 0; left--) {
        goes_on *= o->goes_on;
        double const hit = at[0] * rate[0];
        result.won += hit * goes_on;
        result.rounds += hit * goes_on * left;
        at[0] -= hit;
        for (int stage = 0; stage < lacks; stage++) {
            double const nearer = at[stage + 1] * rate[stage + 1];
            at[stage] += nearer;
            at[stage + 1] -= nearer;
        }
    }
    result.ready = at[0];
    return result;
}

/* ---- suits ----------------------------------------------------------------------------------------------------------- */

/* What a row must exceed somewhere for the two to lack less, as bytes that its own then carry into their top bit. */
typedef struct bar {
    uint64_t low, high; /* of bytes 0-7, of bytes 2-9 */
} bar;

static bar bar_of(const uint8_t *other, int melds, int together) {
    uint8_t bytes[XZ_LIVE_SHAPES] = {0};
    for (int i = 0; i <= 2 * melds + 1; i++) {
        bytes[i] = (uint8_t)(0x7F - together + other[2 * melds + 1 - i]);
    }
    return (bar){xz_load8(bytes), xz_load8(bytes + 2)};
}

static bool clears(const uint8_t *row, bar b) {
    uint64_t const top = UINT64_C(0x8080808080808080);
    return (((xz_load8(row) + b.low) | (xz_load8(row + 2) + b.high)) & top) != 0;
}

static double kong_income(const xz_outlook *o, int kind) {
    return (double)xz_kong_income(o->rules, kind, o->opponents);
}

static double within(double chance, int draws) {
    double never = 1;
    for (int i = 0; i < draws; i++) {
        never *= 1 - chance;
    }
    return 1 - never;
}

static void look_at_suit(xz_appraisal *p, int suit) {
    const xz_holding *const hand = p->hand;
    const uint8_t *const live = p->o->live;
    xz_suit_part *const part = &p->suits[suit];
    memset(part, 0, sizeof *part);
    xz_live_rows(hand->counts + xz_slot(suit, 0), live + xz_slot(suit, 0), part->row, part->with);
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        int const slot = xz_slot(suit, rank);
        int const held = hand->counts[slot];
        part->groups[held]++;
        part->tiles += held;
        part->live_singles += held == 1 ? live[slot] : 0;
        part->live_pairs += held == 2 ? live[slot] : 0;
        part->live_odd += held & 1 ? live[slot] : 0;
        part->kongs += held == 4 ? p->kong_now : held == 3 && live[slot] ? p->kong_later : 0;
        part->claims[rank] = held >= 2 ? live[slot] : 0;
    }
    part->roots = part->groups[4];
    for (int i = 0; i < hand->meld_count; i++) {
        int const tile = hand->melds[i].tile;
        if (xz_suit_of(tile) == suit) {
            part->tiles += 3;
            if (hand->melds[i].kind == XZ_PONG) {
                part->roots += hand->counts[tile] == 1;
                part->kongs += hand->counts[tile] == 1 ? p->added_now : live[tile] ? p->added_later : 0;
            }
        }
    }
}

enum { TOO_FAR = 6 }; /* a special hand that lacks so many tiles is not thought of */

/* ---- plans ----------------------------------------------------------------------------------------------------------- */

static double gain(const xz_appraisal *p, const xz_price *price, race r) {
    const xz_outlook *const o = p->o;
    double const lost = o->exhausted * (o->unready + p->prices->holds);
    return r.won * (price->win + lost) + r.rounds * o->staying +
           r.ready * (lost + o->exhausted * o->rivals * price->points);
}

static double plan_worth(xz_appraisal *p, int choice, int plan, int roots, xz_stage now, double kongs) {
    xz_stage *const from = &p->from[choice][plan % XZ_SUITS];
    now.lacks = xz_max(now.lacks, 0);
    if (p->whole) {
        *from = now;
    }
    bool const special = plan != XZ_PLAN_STANDARD;
    if (now.lacks >= (special ? TOO_FAR : XZ_MOST_STAGES) || now.lacks > p->draws || now.copies + now.claims == 0) {
        return 0;
    }
    if (now.lacks == 0) {
        now.claims = now.copies;
    }
    return gain(p, price_of(p->o, p->prices, plan, roots), run(p->o, p->later[plan], now, *from, p->draws)) + kongs;
}

/* The live copies of the suit's tiles that clear the bar. */
static void accepted(const xz_appraisal *p, int suit, bar b, xz_stage *stage) {
    const xz_suit_part *const part = &p->suits[suit];
    for (int rank = 0; rank < XZ_RANKS; rank++) {
        int const live = p->o->live[xz_slot(suit, rank)];
        if (live && clears(part->with[rank], b)) {
            stage->copies += live;
            stage->claims += part->claims[rank];
        }
    }
}

/* Choices of suits: one of them, or all but one. */
static const uint8_t CHOICES[XZ_SUIT_CHOICES][2] = {{0, XZ_NONE}, {1, XZ_NONE}, {2, XZ_NONE}, {1, 2}, {0, 2}, {0, 1}};

static unsigned suits_of_choice(int choice) {
    return choice < XZ_SUITS ? 1u << choice : 7u & ~(1u << (choice - XZ_SUITS));
}

static xz_stage standard_stage(const xz_appraisal *p, int a, int b) {
    static const uint8_t nothing[XZ_LIVE_WIDTH] = {XZ_LIVE_BASE};
    bool const flush = b == XZ_NONE;
    const uint8_t *const row_a = p->suits[a].row, *const row_b = flush ? nothing : p->suits[b].row;
    int const together = xz_live_together(row_a, row_b, p->melds);
    if (together <= XZ_LIVE_BASE) {
        return (xz_stage){.lacks = XZ_UNREACHABLE};
    }
    xz_stage stage = {.lacks = 2 * XZ_LIVE_BASE - together - 1};
    accepted(p, a, bar_of(row_b, p->melds, together), &stage);
    if (!flush) {
        accepted(p, b, bar_of(row_a, p->melds, together), &stage);
    }
    return stage;
}

static xz_stage triplets_stage(const xz_appraisal *p, const xz_suit_part *a, const xz_suit_part *b) {
    int const ones = a->groups[1] + b->groups[1], twos = a->groups[2] + b->groups[2];
    int const more = a->groups[3] + a->groups[4] + b->groups[3] + b->groups[4];
    int const live_pairs = a->live_pairs + b->live_pairs, live_singles = a->live_singles + b->live_singles;
    int const threes = xz_min(more, p->melds);
    int const from_pairs = xz_min(twos, p->melds - threes);
    int const from_singles = xz_min(ones, p->melds - threes - from_pairs);
    bool const pair = twos > from_pairs || more > threes;
    int const overlap = 3 * threes + 2 * from_pairs + from_singles + (pair ? 2 : ones > from_singles);
    int const copies = live_pairs + (threes + twos <= p->melds ? live_singles : 0);
    return (xz_stage){.lacks = 3 * p->melds + 1 - overlap, .copies = copies, .claims = live_pairs};
}

static xz_stage pairs_stage(const xz_suit_part *a, const xz_suit_part *b) {
    int pairs = 0;
    for (int held = 2; held <= 4; held++) {
        pairs += (a->groups[held] + b->groups[held]) * (held / 2);
    }
    return (xz_stage){
        .lacks = 13 - xz_min(a->tiles + b->tiles, pairs + 7), .copies = a->live_odd + b->live_odd, .claims = 0};
}

/* The worth of the best that can be built of a choice of suits. */
static double choice_worth(xz_appraisal *p, int choice) {
    static const xz_suit_part none = {0};
    int const a = CHOICES[choice][0], b = CHOICES[choice][1];
    bool const flush = b == XZ_NONE;
    const xz_suit_part *const first = &p->suits[a], *const second = flush ? &none : &p->suits[b];
    int const roots = first->roots + second->roots;
    double const kongs = first->kongs + second->kongs;
    double best =
        plan_worth(p, choice, flush ? XZ_PLAN_FLUSH : XZ_PLAN_STANDARD, roots, standard_stage(p, a, b), kongs);
    best = larger(best, plan_worth(p, choice, flush ? XZ_PLAN_FLUSH_TRIPLETS : XZ_PLAN_TRIPLETS, roots,
                                   triplets_stage(p, first, second), kongs));
    if (p->melds == XZ_MAX_MELDS) {
        best = larger(best, plan_worth(p, choice, flush ? XZ_PLAN_FLUSH_PAIRS : XZ_PLAN_PAIRS, roots,
                                       pairs_stage(first, second), 0));
    }
    return best;
}

/* ---- together -------------------------------------------------------------------------------------------------------- */

static void look_at_choices(xz_appraisal *p, unsigned changed) {
    for (int choice = 0; choice < XZ_SUIT_CHOICES; choice++) {
        unsigned const suits = suits_of_choice(choice);
        if ((suits & changed) && !(p->own_suits & ~suits)) {
            p->worth[choice] = choice_worth(p, choice);
        }
    }
}

/* A pig at the end: fewer draws than tiles to get rid of that are not of that suit again. */
static double pig_chance(const xz_appraisal *p, int suit) {
    int const tiles = p->suits[suit].tiles;
    int live = 0;
    for (int slot = xz_slot(suit, 0); slot < xz_slot(suit, XZ_RANKS); slot++) {
        live += p->o->live[slot];
    }
    double const again = live * p->o->own;
    double left[XZ_MAX_HAND + 1] = {0};
    left[tiles] = 1;
    for (int draw = 0; draw < p->draws; draw++) {
        for (int n = 0; n < tiles; n++) {
            left[n] += left[n + 1] * (1 - again);
            left[n + 1] *= again;
        }
    }
    return 1 - left[0];
}

static double pig_cost(const xz_appraisal *p) {
    if (p->own_suits == 7) {
        return p->o->exhausted * p->o->pig; /* melds stay: it is one for good */
    }
    int least = XZ_NONE;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        if (!(p->own_suits >> suit & 1u) && (least == XZ_NONE || p->suits[suit].tiles < p->suits[least].tiles)) {
            least = suit;
        }
    }
    if (p->suits[least].tiles * 4 <= p->draws) {
        return 0; /* or as good as that */
    }
    return pig_chance(p, least) * p->o->exhausted * p->o->pig;
}

/* The best, and a little of the others: it is good to have a choice. */
static double together(const xz_appraisal *p) {
    double best = 0, sum = 0;
    for (int choice = 0; choice < XZ_SUIT_CHOICES; choice++) {
        sum += p->worth[choice];
        best = larger(best, p->worth[choice]);
    }
    return best + (sum - best) * XZ_W_CHOICE - pig_cost(p);
}

double xz_appraise(xz_appraisal *p, const xz_outlook *o, xz_prices *prices, const xz_holding *hand, int draws) {
    memset(p, 0, sizeof *p);
    p->o = o;
    p->prices = prices;
    p->hand = hand;
    p->draws = draws;
    p->melds = XZ_MAX_MELDS - hand->meld_count;
    for (int i = 0; i < hand->meld_count; i++) {
        p->own_suits |= 1u << xz_suit_of(hand->melds[i].tile);
    }
    for (int plan = 0; plan < XZ_PLAN_COUNT; plan++) {
        for (int stage = 0; stage < XZ_MOST_STAGES; stage++) {
            p->later[plan][stage] = later_rate(o, plan, stage);
        }
    }
    double const drawn = within(o->own, draws), given = (1 - drawn) * within(o->fed, draws);
    p->kong_now = kong_income(o, XZ_CONCEALED_KONG) * XZ_W_KONG_KEPT;
    p->kong_later = drawn * p->kong_now + given * kong_income(o, XZ_DIRECT_KONG) * XZ_W_KONG_KEPT;
    p->added_now = kong_income(o, XZ_ADDED_KONG) * XZ_W_KONG_KEPT;
    p->added_later = drawn * p->added_now;
    for (int suit = 0; suit < XZ_SUITS; suit++) {
        look_at_suit(p, suit);
    }
    p->whole = true;
    look_at_choices(p, 7);
    return together(p);
}

double xz_appraise_without(xz_appraisal *p, xz_holding *hand, int tile) {
    int const suit = xz_suit_of(tile);
    xz_suit_part const part = p->suits[suit];
    double worth[XZ_SUIT_CHOICES];
    memcpy(worth, p->worth, sizeof worth);
    xz_holding_give(hand, tile, 1);
    p->whole = false;
    look_at_suit(p, suit);
    look_at_choices(p, 1u << suit);
    double const result = together(p);
    p->suits[suit] = part;
    memcpy(p->worth, worth, sizeof worth);
    xz_holding_take(hand, tile);
    return result;
}
