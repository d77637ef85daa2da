/* As it is compiled where the machine has no vectors. */
#define XZ_NO_VECTORS
#include "test_spread.c"
