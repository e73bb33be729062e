// All C tests as one program: suite NAME ROOT runs the test NAME, as the program that it would be by itself.
#include <stdio.h>
#include <string.h>

#define TEST(name) int name(int argc, char **argv);
#include "suite.def"
#undef TEST

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} TESTS[] = {
#define TEST(name) {#name, name},
#include "suite.def"
#undef TEST
};

int main(int argc, char **argv) {
    for (size_t i = 0; argc > 1 && i < sizeof TESTS / sizeof TESTS[0]; i++) {
        if (strcmp(argv[1], TESTS[i].name) == 0) return TESTS[i].run(argc - 1, argv + 1);
    }
    printf("suite takes the name of a test, and the root of the repository; %s is none\n",
           argc > 1 ? argv[1] : "nothing");
    return 2;
}
