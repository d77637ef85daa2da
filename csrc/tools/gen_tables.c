/*
 * Writes the tables of one suit as C source: gen_tables OUTPUT.c
 *
 * A suit is nine counts. For every one of the 405,350 vectors of at most 14 tiles the tables say what the suit adds to a
 * hand (tables/suit_table.h); the heart of it is its overlap vector (automaton.h). The automaton of hands with own melds, whose
 * tiles are used up, goes into the tables itself.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/automaton.h"
#include "tools/live.h"
#include "tools/output.h"

/* The overlap vectors of all suits. */
static set classes;

/* ---- the index ------------------------------------------------------------------------------------------------------ */

/* With room for a fifth tile of a rank, which gives some place or other. */
static uint16_t low_rank[XZ_LOW_COUNT + 125];
static uint32_t high_base[XZ_HIGH_COUNT + 625];

static int digit_sum(int number) {
    int sum = 0;
    for (; number; number /= 5) {
        sum += number % 5;
    }
    return sum;
}

/* Halves by their sum: the low ones that fit beside a high one are then the first of them, and suits of few tiles, which are
 * the usual ones, stand close together. */
static void make_index(void) {
    uint32_t up_to[XZ_MAX_HAND + 1], next = 0;
    for (int sum = 0; sum <= 16; sum++) {
        for (int low = 0; low < XZ_LOW_COUNT; low++) {
            if (digit_sum(low) == sum) {
                low_rank[low] = (uint16_t)next++;
            }
        }
        if (sum <= XZ_MAX_HAND) {
            up_to[sum] = next;
        }
    }
    next = 0;
    for (int sum = 0; sum <= 20; sum++) {
        for (int high = 0; high < XZ_HIGH_COUNT; high++) {
            if (digit_sum(high) == sum) {
                high_base[high] = sum > XZ_MAX_HAND ? 0 : next; /* too many tiles: some place or other */
                next += sum > XZ_MAX_HAND ? 0 : up_to[XZ_MAX_HAND - sum];
            }
        }
    }
    if (next != XZ_VECTORS) {
        die("the index does not have the number of vectors there are");
    }
}

static uint32_t place(const uint8_t counts[RANKS]) {
    unsigned low = counts[0] + 5u * counts[1] + 25u * counts[2] + 125u * counts[3];
    unsigned high = counts[4] + 5u * counts[5] + 25u * counts[6] + 125u * counts[7] + 625u * counts[8];
    return high_base[high] + low_rank[low];
}

/* ---- one vector of counts ------------------------------------------------------------------------------------------- */

typedef struct record {
    uint32_t wait;
    uint8_t class; /* of the overlap vector */
    uint8_t pairs; /* four of a kind is two */
    uint8_t tiles;
    uint8_t facts;
} record;

static int is_complete(const uint8_t counts[RANKS], int rank, int pair_left) {
    while (rank < RANKS && !counts[rank]) {
        rank++;
    }
    if (rank == RANKS) {
        return 1;
    }
    uint8_t rest[RANKS];
    memcpy(rest, counts, RANKS);
    if (counts[rank] >= 3) {
        rest[rank] = (uint8_t)(counts[rank] - 3);
        if (is_complete(rest, rank, pair_left)) {
            return 1;
        }
        rest[rank] = counts[rank];
    }
    if (pair_left && counts[rank] >= 2) {
        rest[rank] = (uint8_t)(counts[rank] - 2);
        if (is_complete(rest, rank, 0)) {
            return 1;
        }
        rest[rank] = counts[rank];
    }
    if (rank <= 6 && counts[rank + 1] && counts[rank + 2]) {
        rest[rank]--;
        rest[rank + 1]--;
        rest[rank + 2]--;
        return is_complete(rest, rank, pair_left);
    }
    return 0;
}

/* Triplets and at most one pair. */
static int is_triplets(const uint8_t counts[RANKS]) {
    int pairs = 0;
    for (int r = 0; r < RANKS; r++) {
        if (counts[r] == 2) {
            pairs++;
        } else if (counts[r] != 0 && counts[r] != 3) {
            return 0;
        }
    }
    return pairs <= 1;
}

/* 123 and 789 as often as the ranks within say, the rest triplets and a pair of 1s and 9s. */
static int is_outside(const uint8_t counts[RANKS]) {
    if (counts[1] != counts[2] || counts[6] != counts[7] || counts[3] || counts[4] || counts[5]) {
        return 0;
    }
    if (counts[0] < counts[1] || counts[8] < counts[7]) {
        return 0;
    }
    uint8_t rest[RANKS] = {0};
    rest[0] = (uint8_t)(counts[0] - counts[1]);
    rest[8] = (uint8_t)(counts[8] - counts[7]);
    return is_triplets(rest);
}

static int is_straight(const uint8_t counts[RANKS], int pair) {
    uint8_t rest[RANKS];
    for (int r = 0; r < RANKS; r++) {
        if (!counts[r]) {
            return 0;
        }
        rest[r] = (uint8_t)(counts[r] - 1);
    }
    return is_complete(rest, 0, pair);
}

static int overlap(size_t class, int melds, int pair) {
    return ((const uint8_t *)set_key(&classes, class))[melds * 2 + pair];
}

/* Complete tiles have all of themselves in common with the melds and the pair they are. */
static int completes(size_t class, int tiles) {
    return tiles % 3 != 1 && overlap(class, tiles / 3, tiles % 3 == 2) == tiles;
}

static record describe(uint8_t counts[RANKS], int tiles, const uint16_t *class_at) {
    record r;
    memset(&r, 0, sizeof r);
    size_t class = class_at[place(counts)];
    int pairs = 0, fours = 0, odd = 0, odd_rank = 0;
    int complete = completes(class, tiles);
    for (int rank = 0; rank < RANKS; rank++) {
        pairs += counts[rank] / 2;
        fours += counts[rank] == 4;
        if (counts[rank] % 2) {
            odd++;
            odd_rank = rank;
        }
        if (tiles < XZ_MAX_HAND && counts[rank] < 4) {
            counts[rank]++;
            if (completes(class_at[place(counts)], tiles + 1)) {
                r.wait |= 1u << rank;
            }
            counts[rank]--;
        }
    }
    if (odd == 1) {
        r.wait |= 1u << (XZ_WAIT_PAIR_SHIFT + odd_rank);
    }
    r.wait |= (uint32_t)(complete ? XZ_KIND_COMPLETE : 0) | (uint32_t)(odd == 0 ? XZ_KIND_PAIRS : 0);
    r.class = (uint8_t)class;
    r.pairs = (uint8_t)pairs;
    r.tiles = (uint8_t)tiles;
    if (complete || odd == 0) {
        r.facts = (uint8_t)(fours << XZ_FOURS_SHIFT);
    }
    if (complete) {
        int triplets = is_triplets(counts);
        int jiang = triplets && !(counts[0] || counts[2] || counts[3] || counts[5] || counts[6] || counts[8]);
        r.facts = (uint8_t)(r.facts | (triplets ? XZ_FACT_TRIPLETS : 0) | (is_outside(counts) ? XZ_FACT_OUTSIDE : 0) |
                            (is_straight(counts, tiles % 3 == 2) ? XZ_FACT_STRAIGHT : 0) | (jiang ? XZ_FACT_JIANG : 0));
    }
    return r;
}

static FILE *out;

/* ---- all vectors ---------------------------------------------------------------------------------------------------- */

static uint16_t *class_at;
static uint16_t *id_at;
static set records;

static void walk_classes(const automaton *plain, uint8_t counts[RANKS], int rank, int left, size_t state_number) {
    for (int count = 0; count <= 4 && count <= left; count++) {
        counts[rank] = (uint8_t)count;
        size_t next = plain->next[rank][state_number * XZ_SYMBOLS + (size_t)count];
        if (rank == RANKS - 1) {
            class_at[place(counts)] = (uint16_t)next;
        } else {
            walk_classes(plain, counts, rank + 1, left - count, next);
        }
    }
    counts[rank] = 0;
}

typedef void visit(uint8_t counts[RANKS], int tiles);

/* The vectors of exactly `left` tiles from this rank on. */
static void walk(visit *to, uint8_t counts[RANKS], int rank, int left, int tiles) {
    if (rank == RANKS) {
        if (left == 0) {
            to(counts, tiles);
        }
        return;
    }
    for (int count = 0; count <= 4 && count <= left; count++) {
        counts[rank] = (uint8_t)count;
        walk(to, counts, rank + 1, left - count, tiles);
    }
    counts[rank] = 0;
}

/* By their number of tiles, so that what is numbered as it comes has the usual suits, of few tiles, close together. */
static void visit_all(visit *to) {
    uint8_t counts[RANKS] = {0};
    for (int tiles = 0; tiles <= XZ_MAX_HAND; tiles++) {
        walk(to, counts, 0, tiles, tiles);
    }
}

static void number_record(uint8_t counts[RANKS], int tiles) {
    record r = describe(counts, tiles, class_at);
    id_at[place(counts)] = (uint16_t)set_put(&records, &r);
}

/* ---- two suits together ---------------------------------------------------------------------------------------------- */

static const uint8_t *vector_of(size_t class) { return set_key(&classes, class); }

/* The most tiles that two suits have in common with `melds` melds and a pair. */
static int standard_overlap(int melds, size_t a, size_t b) {
    int best = 0;
    for (int m = 0; m <= melds; m++) {
        for (int p = 0; p < 2; p++) {
            int value = vector_of(a)[m * 2 + p] + vector_of(b)[(melds - m) * 2 + 1 - p];
            best = value > best ? value : best;
        }
    }
    return best;
}

/* Of the first `count` classes those that say the same of so few melds are one. Returns how many are left. */
static size_t reduce_classes(int melds, size_t count, uint8_t *reduced, uint8_t *lacks, uint16_t *overlaps) {
    set vectors = set_make((size_t)(melds + 1) * 2);
    size_t *first = take(count, sizeof *first);
    for (size_t i = 0; i < count; i++) {
        size_t number = set_put(&vectors, vector_of(i));
        if (number >= XZ_CLASSES) {
            die("more classes than foreseen");
        }
        if (number + 1 == vectors.count && !first[number]) {
            first[number] = i;
        }
        reduced[i] = (uint8_t)number;
    }
    for (size_t i = 0; melds == 3 && i < vectors.count * XZ_CLASS_GAINS; i++) {
        overlaps[i] = (uint16_t)(vectors.keys[i] << XZ_OVERLAP_SHIFT);
    }
    for (size_t a = 0; a < vectors.count; a++) {
        for (size_t b = 0; b < vectors.count; b++) {
            lacks[a * XZ_CLASSES + b] = (uint8_t)(3 * melds + 2 - standard_overlap(melds, first[a], first[b]));
        }
    }
    size_t made = vectors.count;
    set_free(&vectors);
    free(first);
    return made;
}

/*
 * A whole hand without melds may also be seven pairs, which it has min(tiles, 7 + pairs) tiles in common with. Two suits
 * of more than 15 tiles (a tile more than a hand, which the search of discards looks at) never meet, so the suits that differ
 * nowhere else are one class: few, although class, pairs and tiles all count.
 */
enum { FREE = 255 /* the two never meet */ };

typedef struct whole {
    uint8_t class, pairs, tiles;
} whole;

static int whole_overlap(const whole *a, const whole *b) {
    int tiles = a->tiles + b->tiles, pairs = 7 + a->pairs + b->pairs;
    int standard = standard_overlap(4, a->class, b->class), seven = tiles < pairs ? tiles : pairs;
    return tiles > XZ_MAX_HAND + 1 ? FREE : standard > seven ? standard : seven;
}

static int agree(int a, int b) { return a == FREE || b == FREE || a == b; }

/* class_of[i] of the wholes, and what the classes lack. Two are made one if they agree with all there is so far. */
static size_t merge_wholes(const set *wholes, uint8_t *class_of, uint8_t *lacks) {
    size_t count = wholes->count, classes_made = 0;
    uint8_t *with = take(count * count, 1);
    size_t *leader = take(count, sizeof *leader);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            with[i * count + j] = (uint8_t)whole_overlap(set_key(wholes, i), set_key(wholes, j));
        }
    }
    for (size_t i = 0; i < count; i++) {
        size_t class = 0;
        for (; class < classes_made; class++) {
            size_t k = leader[class];
            int same = agree(with[k * count + k], with[i * count + i]) &&
                       agree(with[k * count + i], with[i * count + i]) &&
                       agree(with[k * count + k], with[k * count + i]);
            for (size_t j = 0; j < count && same; j++) {
                same = agree(with[k * count + j], with[i * count + j]);
            }
            if (same) {
                break;
            }
        }
        class_of[i] = (uint8_t)class;
        if (class == classes_made) {
            leader[classes_made++] = i;
            continue;
        }
        size_t k = leader[class];
        for (size_t j = 0; j < count; j++) {
            if (with[k * count + j] == FREE) {
                with[k * count + j] = with[j * count + k] = with[i * count + j];
            }
        }
        for (size_t j = 0; j < count; j++) {
            with[i * count + j] = with[j * count + i] = with[k * count + j];
        }
    }
    if (classes_made != XZ_WHOLE_CLASSES) {
        die("more classes than foreseen");
    }
    for (size_t a = 0; a < classes_made; a++) {
        for (size_t b = 0; b < classes_made; b++) {
            uint8_t value = with[leader[a] * count + leader[b]];
            lacks[a * XZ_WHOLE_PITCH + b] = (uint8_t)(XZ_MAX_HAND - (value == FREE ? 0 : value));
        }
    }
    free(with);
    free(leader);
    return classes_made;
}

/* The classes of all records, of the automaton's last states, and what every two classes lack. Of four melds to make there are
 * only the classes of suits without own melds, `plain`. */
static void write_classes(const automaton *melded, size_t plain) {
    size_t states = melded->count[8] * XZ_SYMBOLS;
    uint8_t *of_record = take(MELDS, records.count), *of_state = take(XZ_MAX_MELDS, states + XZ_SYMBOLS);
    uint8_t *lacks = take(MELDS, XZ_CLASSES * XZ_CLASSES);
    uint8_t reduced[256];
    uint16_t overlaps[XZ_CLASSES * XZ_CLASS_GAINS] = {0};
    fprintf(out, "\n/* Classes with 0-4 melds to make:");
    for (int melds = 0; melds < MELDS; melds++) {
        bool all = melds < XZ_MAX_MELDS;
        fprintf(out, " %zu",
                reduce_classes(melds, all ? classes.count : plain, reduced, lacks + melds * XZ_CLASSES * XZ_CLASSES,
                               overlaps));
        for (size_t i = 0; i < records.count; i++) {
            of_record[(size_t)melds * records.count + i] = reduced[((const record *)set_key(&records, i))->class];
        }
        for (size_t i = 0; i < states && all; i++) {
            uint16_t class = melded->next[8][i];
            of_state[(size_t)melds * states + i] = class == DEAD ? 0 : reduced[class];
        }
    }
    fprintf(out, " */\n");
    write_u8(out, "xz_suit_class", of_record, MELDS * records.count);
    write_u8(out, "xz_meld_class", of_state, XZ_MAX_MELDS * states + XZ_SYMBOLS);
    write_u16(out, "xz_class_overlaps", overlaps, XZ_CLASSES * XZ_CLASS_GAINS);
    write_u8(out, "xz_class_lacks", lacks, MELDS * XZ_CLASSES * XZ_CLASSES);
    free(of_record);
    free(of_state);
    free(lacks);
}

static void write_whole_classes(void) {
    set wholes = set_make(sizeof(whole));
    uint16_t *number = take(records.count, sizeof *number);
    for (size_t i = 0; i < records.count; i++) {
        const record *r = set_key(&records, i);
        whole w = {r->class, r->pairs, r->tiles};
        number[i] = (uint16_t)set_put(&wholes, &w);
    }
    uint8_t *class_of = take(wholes.count, 1), *of_record = take(records.count, 1);
    uint8_t *lacks = take(XZ_WHOLE_CLASSES, XZ_WHOLE_PITCH);
    fprintf(out, "\n/* Classes of whole hands: %zu */\n", merge_wholes(&wholes, class_of, lacks));
    for (size_t i = 0; i < records.count; i++) {
        of_record[i] = class_of[number[i]];
    }
    uint8_t *at_place = take(XZ_VECTORS + XZ_LOW_COUNT, 1);
    for (size_t place = 0; place < XZ_VECTORS + XZ_LOW_COUNT; place++) {
        at_place[place] = of_record[id_at[place]];
    }
    write_u8(out, "xz_whole_class_at", at_place, XZ_VECTORS + XZ_LOW_COUNT);
    free(at_place);
    write_u8(out, "xz_whole_lacks", lacks, XZ_WHOLE_CLASSES * XZ_WHOLE_PITCH);
    free(number);
    free(class_of);
    free(of_record);
    free(lacks);
    set_free(&wholes);
}

/* ---- what one tile more adds ------------------------------------------------------------------------------------------ */

/* The entry of xz_suit_gains of a suit: what it has in common with so many melds and pairs, and the ranks that add to it. */
static void gains_of(uint8_t counts[RANKS], int tiles, uint16_t lanes[XZ_GAINS]) {
    const uint8_t *vector = vector_of(class_at[place(counts)]);
    for (int i = 0; i < XZ_GAINS; i++) {
        lanes[i] = (uint16_t)(vector[i] << XZ_OVERLAP_SHIFT);
    }
    for (int rank = 0; rank < RANKS; rank++) {
        if (tiles < XZ_MAX_HAND && counts[rank] < 4) {
            counts[rank]++;
            const uint8_t *more = vector_of(class_at[place(counts)]);
            counts[rank]--;
            for (int i = 0; i < XZ_GAINS; i++) {
                lanes[i] = (uint16_t)(lanes[i] | (more[i] > vector[i]) << rank);
            }
        }
    }
}

static set gains;
static uint32_t *gains_at;

static void number_gains(uint8_t counts[RANKS], int tiles) {
    uint16_t of_suit[XZ_GAINS];
    gains_of(counts, tiles, of_suit);
    gains_at[place(counts)] = (uint32_t)(XZ_GAINS * set_put(&gains, of_suit));
}

static void write_gains(void) {
    gains_at = take(XZ_VECTORS + XZ_LOW_COUNT, sizeof *gains_at);
    gains = set_make(XZ_GAINS * sizeof(uint16_t));
    visit_all(number_gains);
    if (gains.count != XZ_GAIN_RECORDS) {
        die("not as many gains as suit_table.h says");
    }
    write_u32(out, "xz_suit_gains_at", gains_at, XZ_VECTORS + XZ_LOW_COUNT);
    write_u16(out, "xz_suit_gains", (const uint16_t *)(const void *)gains.keys, gains.count * XZ_GAINS);
    free(gains_at);
    set_free(&gains);
}

/* ---- the automaton of suits with own melds ---------------------------------------------------------------------------- */

/* Ranks 1-4 at once, then two and two; the last is in xz_meld_class. */
static void write_automaton(const automaton *a) {
    uint32_t spread[512] = {0};
    for (unsigned mask = 0; mask < 512; mask++) {
        for (int rank = 0; rank < RANKS; rank++) {
            spread[mask] |= (mask >> rank & 1u) << (3 * rank);
        }
    }
    write_u32(out, "xz_meld_spread", spread, 512);
    uint16_t *start = take(4096, sizeof *start);
    for (size_t code = 0; code < 4096; code++) {
        size_t at = 0;
        for (int r = 0; r < 4 && at != DEAD; r++) {
            at = a->next[r][at * XZ_SYMBOLS + (code >> (3 * r) & 7)];
        }
        start[code] = (uint16_t)(at == DEAD ? 0 : at);
    }
    write_u16(out, "xz_meld_start", start, 4096);
    free(start);
    for (int r = 4; r < 8; r += 2) {
        uint16_t *step = take(a->count[r] * 64, sizeof *step);
        for (size_t i = 0; i < a->count[r] * 64; i++) {
            size_t at = a->next[r][i / 64 * XZ_SYMBOLS + (i & 7)];
            at = at == DEAD ? at : a->next[r + 1][at * XZ_SYMBOLS + (i >> 3 & 7)];
            step[i] = (uint16_t)(at == DEAD ? 0 : at);
        }
        write_u16(out, r == 4 ? "xz_meld_step5" : "xz_meld_step7", step, a->count[r] * 64);
        free(step);
    }
}

/* ---- bits ----------------------------------------------------------------------------------------------------------------- */

static void write_bits(void) {
    uint8_t bits[8 * 256] = {0};
    for (unsigned byte = 0; byte < 256; byte++) {
        for (unsigned bit = 0, below = 0; bit < 8; bit++) {
            if (byte >> bit & 1u) {
                bits[256 * below++ + byte] = (uint8_t)bit;
            }
        }
    }
    write_u8(out, "xz_bit_of_byte", bits, sizeof bits);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        die("usage: gen_tables OUTPUT.c");
    }
    make_index();
    classes = set_make(MELDS * 2);
    automaton plain = automaton_make(4, &classes);
    size_t plain_classes = classes.count;
    automaton melded = automaton_make(3, &classes);
    uint8_t counts[RANKS] = {0};
    class_at = take(XZ_VECTORS, sizeof *class_at);
    id_at = take(XZ_VECTORS + XZ_LOW_COUNT, sizeof *id_at);
    walk_classes(&plain, counts, 0, XZ_MAX_HAND, 0);
    records = set_make(sizeof(record));
    visit_all(number_record);
    if (records.count != XZ_RECORDS || classes.count > 256 || melded.count[4] != XZ_STATES_AFTER_4 ||
        melded.count[6] != XZ_STATES_AFTER_6 || melded.count[8] != XZ_STATES_AFTER_8) {
        die("not as many records, classes or states as suit_table.h says");
    }

    out = fopen(argv[1], "wb");
    if (!out) {
        die("the output cannot be written");
    }
    fprintf(out,
            "/* Made by csrc/tools/gen_tables.c. %zu records; %zu overlap vectors, %zu of them only beside own melds;\n"
            " * %zu, %zu and %zu states of the automaton after 4, 6 and 8 ranks. */\n"
            "#include \"tables/bit_table.h\"\n"
            "#include \"tables/suit_table.h\"\n"
            "#include \"tables/live_table.h\"\n",
            records.count, classes.count, classes.count - plain_classes, melded.count[4], melded.count[6],
            melded.count[8]);
    write_u16(out, "xz_suit_low", low_rank, XZ_LOW_COUNT + 125);
    write_u32(out, "xz_suit_high", high_base, XZ_HIGH_COUNT + 625);
    write_u16(out, "xz_suit_id", id_at, XZ_VECTORS + XZ_LOW_COUNT);
    uint32_t *wait = take(records.count, sizeof *wait);
    uint8_t *facts = take(records.count, 1), *pairs = take(records.count, 1);
    for (size_t i = 0; i < records.count; i++) {
        const record *r = set_key(&records, i);
        wait[i] = r->wait;
        facts[i] = r->facts;
        pairs[i] = (uint8_t)(r->pairs | r->tiles << XZ_PAIRS_TILES_SHIFT);
    }
    write_u32(out, "xz_suit_wait", wait, records.count);
    write_u8(out, "xz_suit_facts", facts, records.count);
    write_u8(out, "xz_suit_pairs", pairs, records.count);
    write_whole_classes();
    write_classes(&melded, plain_classes);
    write_automaton(&melded);
    write_gains();
    write_bits();
    write_live_tables(out);
    if (fclose(out)) {
        die("the output cannot be written");
    }
    free(wait);
    free(facts);
    free(pairs);
    free(class_at);
    free(id_at);
    automaton_free(&plain);
    automaton_free(&melded);
    set_free(&records);
    set_free(&classes);
    return 0;
}
