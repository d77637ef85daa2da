/*
 * driver WORK TIMES: does one kind of work so many times, for an instruction counter. What a run costs beside the work is
 * the same for any number of times, so two runs tell what the work alone costs.
 */
#include <xuezhan/xuezhan.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 512

static uint8_t full[ROWS][XZ_SLOTS];  /* 14 tiles, no melds */
static uint8_t short_[ROWS][XZ_SLOTS]; /* 13 tiles */
static uint8_t live[ROWS][XZ_SLOTS];  /* beside the 13: what the seat does not see */
static xz_hand melded[ROWS];          /* with melds, before a discard */

/* Hands as they occur in play. */
static void collect(void) {
    xz_rules rules;
    int closed = 0, open = 0;
    xz_rules_preset(XZ_GUIDE, &rules);
    for (uint64_t index = 0; closed < ROWS || open < ROWS; index++) {
        uint8_t wall[XZ_MAX_WALL];
        xz_rng rng;
        xz_state state;
        xz_rng_seed(&rng, 1, index, XZ_STREAM_POLICY);
        xz_deal(&rules, &state, 0, wall, xz_wall(1, index, 7, wall), NULL);
        while (state.phase != XZ_OVER) {
            int const seat = xz_to_act(&state);
            if (state.phase == XZ_TURN && state.meld_count[seat] == 0 && closed < ROWS) {
                memcpy(full[closed], state.counts[seat], XZ_SLOTS);
                memcpy(short_[closed], state.counts[seat], XZ_SLOTS);
                short_[closed][state.drawn]--;
                for (int slot = 0; slot < XZ_SLOTS; slot++) {
                    live[closed][slot] = (uint8_t)(4 - state.counts[seat][slot] - state.seen[slot]);
                }
                closed++;
            } else if (state.phase == XZ_TURN && state.meld_count[seat] && open < ROWS) {
                xz_state_hand(&state, seat, &melded[open++]);
            }
            xz_step(&rules, &state, seat, xz_policy_action(XZ_POLICY_MIXED, &rules, &state, seat, &rng), NULL);
        }
    }
}

static void rows(const char *work, long times) {
    uint8_t wins[ROWS];
    uint32_t waits[ROWS];
    int8_t shanten[ROWS];
    int status = XZ_OK;
    for (long i = 0; i < times; i++) {
        if (strcmp(work, "shanten_live") == 0) {
            xz_shanten_live_rows(short_[0], ROWS, XZ_SLOTS, 1, live[0], XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status);
        } else if (strcmp(work, "accepts_live") == 0) {
            xz_accepts_live_rows(short_[0], ROWS, XZ_SLOTS, 1, live[0], XZ_SLOTS, 1, NULL, NULL, 0, waits, &status);
        } else if (work[0] == 'w' && work[1] == 'i') {
            xz_win_rows(full[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, wins, &status);
        } else if (work[0] == 'w') {
            xz_waits_rows(short_[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, waits, &status);
        } else {
            xz_shanten_rows(full[0], ROWS, XZ_SLOTS, 1, NULL, NULL, 0, shanten, &status);
        }
    }
}

static int melded_shanten(long times) {
    int sum = 0;
    for (long i = 0; i < times; i++) {
        for (int row = 0; row < ROWS; row++) {
            sum += xz_hand_shanten(&melded[row]);
        }
    }
    return sum;
}

static int hands(int policy, long times) {
    xz_rules rules;
    xz_tally tally = {0};
    xz_batch const batch = {.seed = 1, .policies = {policy, policy, policy, policy}, .dealer = -1};
    xz_rules_preset(XZ_CHENGDU, &rules);
    return xz_play_batch(&rules, &batch, 0, times, NULL, NULL, &tally);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "driver WORK TIMES\n");
        return 2;
    }
    const char *const work = argv[1];
    long const times = strtol(argv[2], NULL, 10);
    xz_use_bit_instructions(false); /* alike on every machine */
    for (int policy = 0; policy < XZ_POLICY_COUNT; policy++) {
        if (strcmp(work, xz_policy_name(policy)) == 0) {
            return hands(policy, times) != XZ_OK;
        }
    }
    collect();
    if (strcmp(work, "shanten_melds") == 0) {
        return melded_shanten(times) == 0 && times > 0;
    }
    static const char *const kinds[] = {"win", "waits", "shanten", "shanten_live", "accepts_live"};
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        known = known || strcmp(work, kinds[i]) == 0;
    }
    if (!known) {
        fprintf(stderr, "driver: no work %s\n", work);
        return 2;
    }
    rows(work, times);
    return 0;
}
