#include "sim/tally.h"

static void add_wide(xz_wide *sum, const xz_wide *part) {
    sum->low += part->low;
    uint64_t const carry = sum->low < part->low;
    sum->high = (int64_t)((uint64_t)sum->high + (uint64_t)part->high + carry);
}

static void add_amount(xz_wide *sum, int64_t amount) {
    xz_wide const part = {(uint64_t)amount, amount < 0 ? -1 : 0};
    add_wide(sum, &part);
}

static void add_square(xz_wide *sum, int64_t amount) {
    uint64_t const a = amount < 0 ? 0 - (uint64_t)amount : (uint64_t)amount;
    uint64_t const low = a & 0xFFFFFFFFu;
    uint64_t const high = a >> 32;
    uint64_t const middle = 2 * low * high; /* amounts stay below 2^62 */
    xz_wide part = {middle << 32, (int64_t)(high * high + (middle >> 32))};
    xz_wide const rest = {low * low, 0};
    add_wide(&part, &rest);
    add_wide(sum, &part);
}

void xz_tally_payment(xz_tally *tally, int payment, int64_t amount) {
    tally->payments[payment]++;
    add_amount(&tally->paid[payment], amount);
}

void xz_tally_win(xz_tally *tally, const xz_event *win) {
    xz_seat_tally *const line = &tally->seats[win->seat];
    line->wins++;
    line->discard_wins += win->detail == XZ_WIN_DISCARD;
    line->rob_wins += win->detail == XZ_WIN_ROB;
    line->self_draws += win->detail == XZ_WIN_SELF_DRAW;
    tally->patterns[win->score.pattern]++;
    tally->fan[win->score.fan]++;
}

/* How often each thing happened to the seats of a policy in one hand. */
typedef struct happened {
    int64_t winning_hands, self_draw_hands, first_wins, deal_in_hands, ready, pigs;
} happened;

static void add_squares(xz_policy_tally *total, const happened *h) {
    total->winning_hands_square += h->winning_hands * h->winning_hands;
    total->self_draw_hands_square += h->self_draw_hands * h->self_draw_hands;
    total->first_wins_square += h->first_wins * h->first_wins;
    total->deal_in_hands_square += h->deal_in_hands * h->deal_in_hands;
    total->ready_square += h->ready * h->ready;
    total->pigs_square += h->pigs * h->pigs;
}

void xz_tally_hand(xz_tally *tally, const int32_t policies[XZ_MAX_SEATS], int players, const xz_hand_result *result) {
    int64_t together[XZ_POLICY_COUNT] = {0};
    happened of[XZ_POLICY_COUNT] = {{0}};
    tally->hands++;
    tally->turns += result->turns;
    tally->exhausted += result->exhausted;
    tally->winners[result->winners]++;
    for (int seat = 0; seat < players; seat++) {
        xz_seat_tally *line = &tally->seats[seat];
        add_amount(&line->score, result->scores[seat]);
        add_square(&line->score_square, result->scores[seat]);
        together[policies[seat]] += result->scores[seat];
        line->ready += (result->ready >> seat) & 1;
        line->pigs += (result->pigs >> seat) & 1;
        for (int kind = 0; kind < XZ_KONG_KINDS; kind++) {
            line->kongs[kind] += result->kongs[seat][kind];
        }
        line->first_wins += result->win_order[seat] == 1;
        line->winning_hands += result->wins[seat] > 0;
        line->self_draw_hands += result->self_draws[seat] > 0;
        line->deal_ins += result->deal_ins[seat];
        line->deal_in_hands += result->deal_ins[seat] > 0;
        happened *const mine = &of[policies[seat]];
        mine->winning_hands += result->wins[seat] > 0;
        mine->self_draw_hands += result->self_draws[seat] > 0;
        mine->first_wins += result->win_order[seat] == 1;
        mine->deal_in_hands += result->deal_ins[seat] > 0;
        mine->ready += (result->ready >> seat) & 1;
        mine->pigs += (result->pigs >> seat) & 1;
    }
    for (int policy = 0; policy < XZ_POLICY_COUNT; policy++) {
        add_squares(&tally->policies[policy], &of[policy]);
        if (together[policy]) {
            add_square(&tally->policies[policy].score_square, together[policy]);
        }
    }
}

static void add_seat(xz_seat_tally *total, const xz_seat_tally *part) {
    add_wide(&total->score, &part->score);
    add_wide(&total->score_square, &part->score_square);
    total->wins += part->wins;
    total->discard_wins += part->discard_wins;
    total->rob_wins += part->rob_wins;
    total->self_draws += part->self_draws;
    total->first_wins += part->first_wins;
    total->winning_hands += part->winning_hands;
    total->self_draw_hands += part->self_draw_hands;
    total->deal_ins += part->deal_ins;
    total->deal_in_hands += part->deal_in_hands;
    total->ready += part->ready;
    total->pigs += part->pigs;
    for (int kind = 0; kind < XZ_KONG_KINDS; kind++) {
        total->kongs[kind] += part->kongs[kind];
    }
}

static void add_policy(xz_policy_tally *total, const xz_policy_tally *part) {
    add_wide(&total->score_square, &part->score_square);
    total->winning_hands_square += part->winning_hands_square;
    total->self_draw_hands_square += part->self_draw_hands_square;
    total->first_wins_square += part->first_wins_square;
    total->deal_in_hands_square += part->deal_in_hands_square;
    total->ready_square += part->ready_square;
    total->pigs_square += part->pigs_square;
}

static void add_counts(int64_t *total, const int64_t *part, int count) {
    for (int i = 0; i < count; i++) {
        total[i] += part[i];
    }
}

void xz_tally_add(xz_tally *total, const xz_tally *part) {
    total->hands += part->hands;
    total->exhausted += part->exhausted;
    total->turns += part->turns;
    add_counts(total->winners, part->winners, XZ_MAX_SEATS + 1);
    add_counts(total->winning_events, part->winning_events, XZ_MAX_SEATS);
    add_counts(total->fan, part->fan, XZ_TALLY_FAN);
    add_counts(total->patterns, part->patterns, XZ_PATTERN_COUNT);
    add_counts(total->events, part->events, XZ_EVENT_KIND_COUNT);
    add_counts(total->payments, part->payments, XZ_PAYMENT_COUNT);
    for (int payment = 0; payment < XZ_PAYMENT_COUNT; payment++) {
        add_wide(&total->paid[payment], &part->paid[payment]);
    }
    for (int policy = 0; policy < XZ_POLICY_COUNT; policy++) {
        add_policy(&total->policies[policy], &part->policies[policy]);
    }
    for (int seat = 0; seat < XZ_MAX_SEATS; seat++) {
        add_seat(&total->seats[seat], &part->seats[seat]);
    }
}
