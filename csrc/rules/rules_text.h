/* Rules within a JSON text. */
#ifndef XZ_RULES_RULES_TEXT_H
#define XZ_RULES_RULES_TEXT_H

#include "base/json.h"

/* `preset`: the rulebook `base`. */
void xz_rules_put(xz_text_writer *out, const xz_rules *rules, int base, const xz_rules *preset);

/* Reads and checks. */
bool xz_rules_take(xz_json *in, xz_rules *rules, int *base);

#endif
