/* An event as one seat sees it: what it may know is copied, field by field. */
#include "xuezhan/xuezhan.h"

#include <string.h>

static void copy_who(const xz_event *event, xz_event *seen) {
    seen->kind = event->kind;
    seen->seat = event->seat;
    seen->other = event->other;
    seen->tile = event->tile;
    seen->detail = event->detail;
    seen->meld = event->meld;
}

static void copy_worth(const xz_event *event, xz_event *seen) {
    seen->score = event->score;
    seen->how = event->how;
}

bool xz_event_of(const xz_event *event, int seat, bool over, xz_event *seen) {
    memset(seen, 0, sizeof *seen);
    bool const own = event->seat == seat;
    switch (event->kind) {
    case XZ_EVENT_DEAL:
    case XZ_EVENT_DRAW:
        copy_who(event, seen);
        if (!own) {
            seen->tile = XZ_NONE;
        }
        return true;
    case XZ_EVENT_GIVE:
        copy_who(event, seen);
        if (!own && event->other != seat) {
            seen->tile = XZ_NONE;
        }
        return true;
    case XZ_EVENT_ANSWER:
    case XZ_EVENT_LOCK:
    case XZ_EVENT_PICK:
    case XZ_EVENT_NAME:
        if (!own) {
            return false;
        }
        copy_who(event, seen);
        seen->amount = event->amount;
        return true;
    case XZ_EVENT_WIN:
        copy_who(event, seen);
        if (own || over) {
            copy_worth(event, seen);
        }
        return true;
    case XZ_EVENT_PAYMENT:
        copy_who(event, seen);
        seen->amount = event->amount;
        if (over || event->other == seat) { /* what is paid rests on the payee's hand */
            copy_worth(event, seen);
        }
        return true;
    case XZ_EVENT_DISCARD:
    case XZ_EVENT_PONG:
    case XZ_EVENT_KONG:
    case XZ_EVENT_KONG_CALL:
    case XZ_EVENT_PENALTY:
    case XZ_EVENT_EXHAUSTED:
    case XZ_EVENT_OVER:
    case XZ_EVENT_VOID: copy_who(event, seen); return true;
    default: return false; /* an event of a new kind is nobody's until this says whose it is */
    }
}
