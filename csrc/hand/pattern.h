/* What a complete hand is (§3, §18), where not the public call's seven pairs win but others, or none. */
#ifndef XZ_HAND_PATTERN_H
#define XZ_HAND_PATTERN_H

#include "xuezhan/xuezhan.h"

/* As xz_hand_facts. `pairs`: of a hand of pairs that wins; 0: none does. */
bool xz_facts_of(const xz_hand *hand, int win, int pairs, xz_facts *facts);

#endif
