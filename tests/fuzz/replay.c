/*
 * Runs a fuzz target over files: those named, and those in folders named. With -mutate N each file is also run N times with a few
 * bytes changed, always the same ones. For compilers without libFuzzer.
 */
#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>

enum { LONGEST = 1 << 16 };

static long mutations;
static long runs;

static void run(uint8_t *data, size_t size) {
    static uint8_t changed[LONGEST];
    LLVMFuzzerTestOneInput(data, size);
    runs++;
    for (long i = 0; i < mutations && size > 0; i++) {
        xz_rng rng;
        xz_rng_seed(&rng, (uint64_t)i, size, 0);
        memcpy(changed, data, size);
        size_t length = size;
        for (uint32_t n = 1 + xz_rng_below(&rng, 4); n > 0; n--) {
            changed[xz_rng_below(&rng, (uint32_t)size)] = (uint8_t)xz_rng_below(&rng, 256);
        }
        if (xz_rng_below(&rng, 4) == 0) {
            length = xz_rng_below(&rng, (uint32_t)size);
        }
        LLVMFuzzerTestOneInput(changed, length);
        runs++;
    }
}

static void run_path(const char *path) {
    static uint8_t data[LONGEST];
    struct stat about;
    MUST(stat(path, &about) == 0);
    if (S_ISDIR(about.st_mode)) {
        DIR *const folder = opendir(path);
        MUST(folder != NULL);
        for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
            char inside[4096];
            if (entry->d_name[0] != '.') {
                snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
                run_path(inside);
            }
        }
        closedir(folder);
        return;
    }
    FILE *const file = fopen(path, "rb");
    MUST(file != NULL);
    size_t const size = fread(data, 1, sizeof data, file);
    fclose(file);
    run(data, size);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-mutate") == 0 && i + 1 < argc) {
            mutations = strtol(argv[++i], NULL, 10);
        } else {
            run_path(argv[i]);
        }
    }
    printf("%ld inputs\n", runs);
    return runs == 0;
}
