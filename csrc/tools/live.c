#include "tools/live.h"

#include <stdlib.h>
#include <string.h>

#include "tables/live_table.h"
#include "tools/automaton.h"
#include "tools/output.h"

enum { HALF = 4, HALVES = 15 * 15 * 15 * 15 };

static struct symbol {
    int held, limit; /* tiles held; these and the live ones */
} symbols[XZ_LIVE_SYMBOLS];

static void make_symbols(void) {
    for (int limit = 0; limit <= 4; limit++) {
        for (int held = 0; held <= limit; held++) {
            symbols[limit * (limit + 1) / 2 + held] = (struct symbol){held, limit};
        }
    }
}

/* What a rank of which `tiles` are wanted takes off a full number; more than that if there are too few. */
static int lacking(const struct symbol *s, int tiles) {
    return tiles > s->limit ? XZ_LIVE_BASE : tiles > s->held ? tiles - s->held : 0;
}

/* best[a][b][m][p] of the ranks so far: a sequences want one more rank, b want two; 0 if it cannot be. */
typedef struct walk {
    uint8_t best[3][3][MELDS][2];
} walk;

static void raise_to(uint8_t *number, int value) {
    if (value > *number) {
        *number = (uint8_t)value;
    }
}

static walk advance(const walk *from, const struct symbol *s) {
    walk to;
    memset(&to, 0, sizeof to);
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
            for (int begun = 0; begun < 3; begun++) {
                for (int triplet = 0; triplet < 2; triplet++) {
                    for (int pair = 0; pair < 2; pair++) {
                        int lacks = lacking(s, a + b + begun + 3 * triplet + 2 * pair);
                        for (int m = 0; m + begun + triplet < MELDS; m++) {
                            for (int p = 0; p + pair < 2; p++) {
                                raise_to(&to.best[b][begun][m + begun + triplet][p + pair],
                                         from->best[a][b][m][p] - lacks);
                            }
                        }
                    }
                }
            }
        }
    }
    return to;
}

/* As live_table.h lays a state out. */
static void lay_out(const walk *last, uint8_t state[XZ_LIVE_STATE]) {
    memset(state, 0, XZ_LIVE_STATE);
    for (int two = 0; two < 3; two++) {
        for (int one = 0; one < 3; one++) {
            for (int m = one; m < MELDS; m++) {
                for (int p = 0; p < 2; p++) {
                    int at = two + one < 4 ? ((m - one) * 2 + p) * XZ_LIVE_LANES + 3 * two + one
                                           : XZ_LIVE_NINTH + p * XZ_LIVE_LANES;
                    raise_to(&state[at], last->best[two][one][m][p]);
                }
            }
        }
    }
}

static set states;
static uint16_t low[HALVES], high[HALVES];

static void walk_half(const walk *from, int rank, unsigned forward, unsigned backward) {
    if (rank == HALF) {
        uint8_t state[XZ_LIVE_STATE];
        lay_out(from, state);
        low[forward] = high[backward] = (uint16_t)set_put(&states, state);
        return;
    }
    static const unsigned power[HALF] = {1, 15, 225, 3375};
    for (unsigned symbol = 0; symbol < XZ_LIVE_SYMBOLS; symbol++) {
        walk to = advance(from, &symbols[symbol]);
        walk_half(&to, rank + 1, forward + symbol * power[rank], backward + symbol * power[HALF - 1 - rank]);
    }
}

static void write_fifth(FILE *out) {
    static const int uses[XZ_LIVE_USES] = {0, 3, 2};
    uint8_t fifth[XZ_LIVE_SYMBOLS][3][XZ_LIVE_USES][XZ_LIVE_ROW];
    for (int symbol = 0; symbol < XZ_LIVE_SYMBOLS; symbol++) {
        for (int beyond = 0; beyond < 3; beyond++) {
            for (int use = 0; use < XZ_LIVE_USES; use++) {
                for (int i = 0; i < XZ_LIVE_ROW; i++) {
                    int lane = i % XZ_LIVE_LANES, tiles = lane / 3 + lane % 3 + beyond + uses[use];
                    fifth[symbol][beyond][use][i] = (uint8_t)(XZ_LIVE_BASE - lacking(&symbols[symbol], tiles));
                }
            }
        }
    }
    write_u8(out, "xz_live_fifth", &fifth[0][0][0][0], sizeof fifth);
}

void write_live_tables(FILE *out) {
    make_symbols();
    states = set_make(XZ_LIVE_STATE);
    walk start;
    memset(&start, 0, sizeof start);
    start.best[0][0][0][0] = XZ_LIVE_BASE;
    walk_half(&start, 0, 0, 0);
    fprintf(out, "\n/* States of halves with dead tiles: %zu */\n", states.count);
    write_u16(out, "xz_live_low", low, HALVES);
    write_u16(out, "xz_live_high", high, HALVES);
    write_u8(out, "xz_live_states", states.keys, states.count * XZ_LIVE_STATE);
    write_fifth(out);
    set_free(&states);
}
