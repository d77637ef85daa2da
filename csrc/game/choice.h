/* What is chosen before play (§14, §15): tiles to give away, a suit to do without. Every seat chooses by itself; what follows
 * when the last has chosen is a move of game/step.c. */
#ifndef XZ_GAME_CHOICE_H
#define XZ_GAME_CHOICE_H

#include "game/state.h"

/* The seat that a seat's tiles go to, and the one that it gets its tiles from. */
int xz_receiver_of(const xz_state *state, int seat);
int xz_giver_to(const xz_state *state, int seat);

/* The tiles that the seat may pick next: those with which its choice can still be completed. */
uint32_t xz_legal_picks(const xz_rules *rules, const xz_state *state, int seat);

/* Picks a tile; whether the seat's choice is complete. */
bool xz_pick(const xz_rules *rules, xz_state *state, int seat, int tile);

/* All choices are complete: the tiles change hands. */
void xz_swap_tiles(const xz_rules *rules, xz_state *state);

/* Takes back what was chosen in a round that does not come to its end. */
void xz_void_choices(xz_state *state);

#endif
