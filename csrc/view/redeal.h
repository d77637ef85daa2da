/* The unseen tiles dealt anew, evenly, for those that bring their own way to answer; and what other ways of dealing share. */
#ifndef XZ_VIEW_REDEAL_H
#define XZ_VIEW_REDEAL_H

#include "base/rng.h"
#include "view/certain.h"

/* Who answers for the other seats that are asked with the view's seat: a legal action of `seat`. */
typedef struct xz_answerer {
    int (*action)(const void *context, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng);
    const void *context;
} xz_answerer;

/* What all worlds of a view have in common. */
typedef struct xz_redealing {
    const xz_rules *rules;
    const xz_view *view;
    xz_unseen unseen;
    xz_certain certain; /* room to work in among it */
    xz_state known; /* all that the view says, the other hands empty */
} xz_redealing;

/* XZ_E_STATE if the view cannot be. Rules and view must outlive it. */
int xz_redealing_begin(const xz_rules *rules, const xz_view *view, xz_redealing *redealing);

/* One world, by the stream alone: of all that agree with what the seat knows, each is as likely. `answerer` NULL: what others
 * owe is left owing. False if none was found. */
bool xz_redealing_next(xz_redealing *redealing, const xz_answerer *answerer, xz_rng *rng, xz_state *state);

/* Both at once; *state is untouched on an error. */
int xz_redeal_one(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                  xz_state *state);

/* All that a view says, as a state in which the other hands and the wall are empty. Its seat's own legal actions and policies are
 * as in any world. */
void xz_known_of_view(const xz_rules *rules, const xz_view *view, xz_state *state);

/* The tile that another seat drew last: any of those it then held, the discard being answered among them. Where only a tile
 * just drawn may be added to a pong, the tile of a rob is the one. */
int xz_drawn_from_hand(const xz_rules *rules, const xz_view *view, const xz_state *state, int seat, xz_rng *rng);

/* Asks the other seats as their tiles say; where the seat itself owes an answer, `answerer` (may be NULL) gives theirs. False if
 * the round could not stand as the view says: nobody owes. */
bool xz_ask_others(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                   xz_state *state);

#endif
