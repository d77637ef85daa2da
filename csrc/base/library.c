/* What the library says about itself. */
#include <xuezhan/xuezhan.h>

#ifndef XZ_VERSION
#define XZ_VERSION "0.0.0" /* compiled by hand; the build passes the version of CMakeLists.txt */
#endif
#ifndef XZ_BUILD_TYPE
#define XZ_BUILD_TYPE ""
#endif

#if defined(__clang__)
#define XZ_COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define XZ_COMPILER "gcc " __VERSION__
#else
#define XZ_COMPILER "unknown compiler"
#endif

int xz_abi_version(void) { return XZ_ABI_VERSION; }

const char *xz_version(void) { return XZ_VERSION; }

const char *xz_build(void) { return XZ_BUILD_TYPE ", " XZ_COMPILER; }

const char *xz_status_text(int status) {
    switch (status) {
    case XZ_OK: return "no error";
    case XZ_E_TEXT: return "the text is no tile or meld";
    case XZ_E_TILES: return "more than four of a tile, or a tile that does not exist";
    case XZ_E_SIZE: return "a number of tiles that this call does not take";
    case XZ_E_MELD: return "a meld that cannot be";
    case XZ_E_RULES: return "an option out of its range, or options that contradict each other";
    case XZ_E_WALL: return "the wall is not the full set of tiles";
    case XZ_E_SEAT: return "the seat does not exist or owes no answer";
    case XZ_E_ILLEGAL: return "the action is not legal now";
    case XZ_E_OVER: return "the hand has ended";
    case XZ_E_PENALTY: return "these rules do not have this penalty, or it cannot fall on this seat now";
    case XZ_E_STATE: return "no play leads to this state";
    case XZ_E_BUFFER: return "the buffer is too small";
    case XZ_E_NO_WIN: return "the hand is no win";
    case XZ_E_WON: return "the hand is won already";
    case XZ_E_POLICY: return "there is no such policy";
    case XZ_E_COUNT: return "a number that is out of range";
    case XZ_E_CODEC: return "the bytes are no whole record, state or view";
    case XZ_E_WAY: return "these rules do not leave this way of the exchange open";
    case XZ_E_VERSION: return "the bytes are of another version";
    case XZ_E_CHECKSUM: return "the bytes have changed since they were written";
    default: return "unknown status";
    }
}
