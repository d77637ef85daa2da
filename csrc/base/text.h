/*
 * Notation (docs/notation.md): text to tiles and back.
 *
 * A text is read character by character into slots. Ranks wait in a list until their suit is named; a Unicode tile is a
 * slot at once. Full-width forms of ASCII (what a Chinese keyboard types) are read as ASCII.
 */
#ifndef XZ_BASE_TEXT_H
#define XZ_BASE_TEXT_H

#include <xuezhan/xuezhan.h>

#define XZ_TILE_TEXT_SIZE 3 /* "5m" and a final zero */

/* Writes the two characters of a slot, and no zero. */
void xz_tile_text(uint8_t slot, char text[2]);

/* The slot of a tile as programs write it, "5m" and nothing else; -1 if it is none. */
int xz_tile_of_text(const char *text, size_t length);

#endif
