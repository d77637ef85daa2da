#include "game/legal.h"

xz_actions xz_legal(const xz_rules *rules, const xz_state *state, int seat) {
    bool const sits = seat >= 0 && seat < state->players;
    return (xz_actions){{sits ? xz_legal_set(rules, state, seat) : 0, 0}};
}
