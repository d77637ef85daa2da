/*
 * Plays one hand with the policy `efficiency` in every seat and prints what was paid.
 *
 *     play_hand [RULES [SEED]]      guide, online, chengdu, or a preset such as mil_2025
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xuezhan/xuezhan.h>

static void print_payments(const xz_events *events) {
    for (int i = 0; i < events->count; i++) {
        const xz_event *event = &events->items[i];
        if (event->kind == XZ_EVENT_PAYMENT) {
            printf("%-16s seat %d pays seat %d %6" PRId64 "\n", xz_payment_name(event->detail), event->seat,
                   event->other, event->amount);
        }
    }
}

static int play(const xz_rules *rules, uint64_t seed) {
    uint8_t wall[XZ_MAX_WALL];
    xz_state state;
    xz_events events;
    int const length = xz_wall(seed, 0, (unsigned)rules->suits, wall);
    int status = xz_deal(rules, &state, 0, wall, length, &events);
    while (status == XZ_OK && xz_pending(&state)) {
        int const seat = xz_to_act(&state);
        int const action = xz_policy_action(XZ_POLICY_EFFICIENCY, rules, &state, seat, NULL);
        status = xz_step(rules, &state, seat, action, &events);
        if (status == XZ_OK) {
            print_payments(&events);
        }
    }
    if (status != XZ_OK) {
        fprintf(stderr, "play_hand: %s\n", xz_status_text(status));
        return EXIT_FAILURE;
    }
    printf("scores          ");
    for (int seat = 0; seat < state.players; seat++) {
        printf(" %" PRId64, state.scores[seat]);
    }
    printf("\nfingerprint      %016" PRIx64 "\n", xz_state_fingerprint(rules, &state));
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    xz_rules rules;
    char *end = NULL;
    errno = 0;
    const char *const name = argc > 1 ? argv[1] : "chengdu";
    uint64_t const seed = argc > 2 ? strtoull(argv[2], &end, 10) : 1;
    if (argc > 3 || xz_rules_preset_named(name, &rules) != XZ_OK || errno || (end && *end)) {
        fprintf(stderr, "usage: play_hand [guide|online|chengdu [SEED]]\n");
        return 2;
    }
    if (xz_abi_version() != XZ_ABI_VERSION) {
        fprintf(stderr, "play_hand: compiled for another version of the library than %s\n", xz_version());
        return EXIT_FAILURE;
    }
    return play(&rules, seed);
}
