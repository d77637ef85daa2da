#include "game/legal.h"

xz_actions xz_legal(const xz_rules *rules, const xz_state *state, int seat) {
    return seat >= 0 && seat < state->players ? xz_legal_set(rules, state, seat) : xz_no_actions();
}
