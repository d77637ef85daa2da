/* Re-dealing for those that bring their own way to answer; xz_redeal answers by policies. */
#ifndef XZ_VIEW_REDEAL_H
#define XZ_VIEW_REDEAL_H

#include "xuezhan/xuezhan.h"

/* Who answers for the other seats that are asked with the view's seat: a legal action of `seat`. */
typedef struct xz_answerer {
    int (*action)(const void *context, const xz_rules *rules, const xz_state *state, int seat, xz_rng *rng);
    const void *context;
} xz_answerer;

/* xz_redeal_many and xz_redeal. `answerer` NULL: what they owe is left owing. */
int64_t xz_redeal_worlds(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                         double (*weight)(const xz_rules *rules, const xz_state *world, void *context), void *context,
                         xz_state *states, int64_t count);
int xz_redeal_one(const xz_rules *rules, const xz_view *view, const xz_answerer *answerer, xz_rng *rng,
                  xz_state *state);

#endif
