#include "base/tile.h"

int xz_hand_check(const xz_hand *hand) {
    int total = 0;
    uint8_t all[XZ_SLOTS];
    for (int slot = 0; slot < XZ_SLOTS; slot++) {
        all[slot] = hand->counts[slot];
        if (all[slot] > 4) {
            return XZ_E_TILES;
        }
        total += all[slot];
    }
    if (hand->meld_count > XZ_MAX_MELDS) {
        return XZ_E_MELD;
    }
    for (int i = 0; i < hand->meld_count; i++) {
        const xz_meld *meld = &hand->melds[i];
        if (meld->kind < XZ_PONG || meld->kind > XZ_CONCEALED_KONG || meld->tile >= XZ_SLOTS) {
            return XZ_E_MELD;
        }
        all[meld->tile] = (uint8_t)(all[meld->tile] + (xz_is_kong(meld->kind) ? 4 : 3));
        if (all[meld->tile] > 4) {
            return XZ_E_TILES;
        }
    }
    return total + 3 * hand->meld_count > XZ_MAX_HAND ? XZ_E_SIZE : XZ_OK;
}
