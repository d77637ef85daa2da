/* What a meld's byte `holds` says beside who paid for it. */
#ifndef XZ_BASE_MELD_H
#define XZ_BASE_MELD_H

#include "xuezhan/xuezhan.h"

/* The seats whose payment the kong still holds, as a mask. */
static inline unsigned xz_meld_payers(xz_meld meld) { return meld.holds & XZ_MELD_PAYERS; }

/* What it held of these seats it holds no more. */
static inline void xz_meld_give_back(xz_meld *meld, unsigned payees) {
    meld->holds &= (uint8_t)~(payees & XZ_MELD_PAYERS);
}

/* How many of its tiles are wild: it is soft if any is. */
static inline int xz_meld_wilds(xz_meld meld) { return meld.holds / XZ_MELD_WILDS & 3; }

/* An added kong whose fourth tile is a wild cannot be robbed. */
static inline bool xz_meld_added_wild(xz_meld meld) { return meld.holds & XZ_MELD_ADDED_WILD; }

/* An added kong that was paid as late. */
static inline bool xz_meld_is_late(xz_meld meld) { return meld.holds & XZ_MELD_LATE; }

/* `holds` of a meld. */
static inline uint8_t xz_meld_holds(unsigned payers, int wilds, bool added_wild, bool late) {
    return (uint8_t)(payers | (unsigned)wilds * XZ_MELD_WILDS | (added_wild ? XZ_MELD_ADDED_WILD : 0u) |
                     (late ? XZ_MELD_LATE : 0u));
}

#endif
