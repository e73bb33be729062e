// The command-line program: clockhand labs | lab | random. One file for WASI and for native builds, with the same output.
// Everything is written to memory first, so that a refused input leaves nothing on standard output.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "abi.h"
#include "clockhand/decimal.h"
#include "clockhand/request.h"
#include "help.h"
#include "random.h"
#include "render.h"

enum { EXIT_DONE = 0, EXIT_CHECK_FAILED = 1, EXIT_REFUSED = 2 };
enum { OUTPUT_BYTES = 8 << 20, CELL_BYTES = 64 << 20 };

static char output[OUTPUT_BYTES];
static _Alignas(8) unsigned char cells[CELL_BYTES];

static int refuse(const ch_failure *failure) {
    char sentence[2 * CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, sentence, sizeof sentence);
    ch_failure_put(&text, failure);
    fprintf(stderr, "clockhand: %s.\n", sentence);
    return EXIT_REFUSED;
}

static int refuse_argument(const char *argument, const char *value, const char *accepted) {
    ch_failure failure;
    ch_fail_texts(&failure, CH_BAD_REQUEST, argument, value, accepted);
    return refuse(&failure);
}

/// The end of everything that writes. A reader who has gone, as `head` does, has seen enough.
static int close_output(int status) {
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    if (written || errno == EPIPE) return status;
    fprintf(stderr, "clockhand: standard output cannot be written.\n");
    return EXIT_REFUSED;
}

static int finish(const ch_text *text, int status) {
    if (text->full) return refuse_argument("result", "", "one of at most 8 MiB");
    fwrite(text->data, 1, text->length, stdout);
    return close_output(status);
}

static int list_labs(int count, char **arguments) {
    ch_text text;
    ch_text_open(&text, output, sizeof output);
    if (count > 1 || (count == 1 && strcmp(arguments[0], "--json") != 0)) {
        return refuse_argument("labs", arguments[count - 1], "nothing, or --json,");
    }
    if (count == 1) {
        ch_reply_description(&text, CLOCKHAND_ABI);
        ch_text_put(&text, "\n");
    } else {
        help_labs(&text);
    }
    return finish(&text, EXIT_DONE);
}

/// What `lab` was asked for, apart from the lab's own parameters.
typedef struct options {
    render_format format;
    int digits; ///< RENDER_OWN_DIGITS: those of the columns
} options;

static int read_option(options *chosen, const char *name, const char *value) {
    if (strcmp(name, "format") == 0) {
        if (strcmp(value, "text") == 0) return chosen->format = RENDER_TEXT, EXIT_DONE;
        if (strcmp(value, "json") == 0) return chosen->format = RENDER_JSON, EXIT_DONE;
        if (strcmp(value, "csv") == 0) return chosen->format = RENDER_CSV, EXIT_DONE;
        return refuse_argument("--format", value, "text, json or csv");
    }
    int digits = 0;
    size_t length = strlen(value);
    for (size_t i = 0; i < length; i++) {
        if (length > 2 || value[i] < '0' || value[i] > '9') digits = 100;
        digits = digits * 10 + value[i] - '0';
    }
    if (length == 0 || digits > 17) return refuse_argument("--digits", value, "a whole number from 0 to 17");
    chosen->digits = digits;
    return EXIT_DONE;
}

/// One argument: `--name value` or `--name=value`.
typedef struct argument {
    ch_span name; ///< without the dashes
    const char *value;
} argument;

enum { MOST_ARGUMENTS = 64 };

/// Takes the argument at *at apart and moves behind it; the status of the refusal when it is none.
static int take_argument(argument *taken, int *at, int count, char **arguments) {
    const char *text = arguments[*at];
    if (strncmp(text, "--", 2) != 0) return refuse_argument("argument", text, "a parameter such as --format text");
    const char *equals = strchr(text, '=');
    taken->name.text = text + 2;
    taken->name.length = equals == NULL ? strlen(text + 2) : (size_t)(equals - text - 2);
    if (equals == NULL && *at + 1 == count) return refuse_argument(text, "", "a value behind it");
    taken->value = equals == NULL ? arguments[*at + 1] : equals + 1;
    *at += equals == NULL ? 2 : 1;
    return EXIT_DONE;
}

static int read_argument(ch_run *run, options *chosen, const argument *a) {
    ch_span name = a->name;
    size_t length = strlen(a->value);
    if (ch_text_equal("format", name.text, name.length)) return read_option(chosen, "format", a->value);
    if (ch_text_equal("digits", name.text, name.length)) return read_option(chosen, "digits", a->value);
    ch_status status = ch_text_equal("mistake", name.text, name.length)
                           ? ch_run_set_mistake(run, a->value, length)
                           : ch_run_set(run, name.text, name.length, a->value, length);
    return status == CH_OK ? EXIT_DONE : refuse(&run->failure);
}

static int refuse_count(int count) {
    ch_failure failure;
    ch_fail_number(&failure, CH_BAD_REQUEST, "arguments", (uint64_t)count, "at most ", MOST_ARGUMENTS);
    return refuse(&failure);
}

/// Reads all arguments of a lab; a name stands once.
static int read_arguments(ch_run *run, options *chosen, int count, char **arguments) {
    argument read[MOST_ARGUMENTS];
    size_t known = 0;
    for (int at = 0; at < count; known++) {
        if (known == MOST_ARGUMENTS) return refuse_count(count);
        const char *text = arguments[at];
        int status = take_argument(&read[known], &at, count, arguments);
        if (status != EXIT_DONE) return status;
        for (size_t i = 0; i < known; i++) {
            bool same = read[i].name.length == read[known].name.length &&
                        memcmp(read[i].name.text, read[known].name.text, read[i].name.length) == 0;
            if (same) return refuse_argument(text, read[known].value, "each name once");
        }
        status = read_argument(run, chosen, &read[known]);
        if (status != EXIT_DONE) return status;
    }
    return EXIT_DONE;
}

static int help(const ch_lab *lab) {
    ch_text text;
    ch_text_open(&text, output, sizeof output);
    if (lab == NULL) {
        help_commands(&text);
    } else {
        help_lab(&text, lab);
    }
    return finish(&text, EXIT_DONE);
}

static bool asks_for_help(int count, char **arguments) {
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--help") == 0) return true;
    }
    return false;
}

static int run_lab(int count, char **arguments) {
    ch_arena arena = {.data = cells, .capacity = CELL_BYTES};
    options chosen = {.format = RENDER_TEXT, .digits = RENDER_OWN_DIGITS};
    ch_run run;
    char request[256] = "lab=";
    const char *id = count > 0 ? arguments[0] : "";
    strncat(request, id, sizeof request - 5);
    ch_request asked = {.data = request, .length = strlen(request) + 1};
    if (ch_request_open(&run, &asked, false, &arena) != CH_OK) return refuse(&run.failure);
    if (asks_for_help(count - 1, arguments + 1)) return help(run.lab);
    int status = read_arguments(&run, &chosen, count - 1, arguments + 1);
    if (status != EXIT_DONE) return status;
    if (ch_run_finish(&run) != CH_OK) return refuse(&run.failure);
    ch_text text;
    ch_text_open(&text, output, sizeof output);
    render_run(&text, &run, chosen.format, chosen.digits);
    bool passed = true;
    for (size_t i = 0; i < run.lab->check_count; i++) passed = passed && ch_check_passed(&run, i);
    return finish(&text, passed ? EXIT_DONE : EXIT_CHECK_FAILED);
}

static int run_random(int count, char **arguments) {
    ch_failure failure;
    int status = random_run(&failure, count, arguments, cells, sizeof cells);
    if (status != EXIT_DONE) return refuse(&failure);
    return close_output(EXIT_DONE);
}

int main(int count, char **arguments) {
    const char *command = count > 1 ? arguments[1] : "";
    bool bare_help = count == 3 && asks_for_help(1, arguments + 2);
    if (strcmp(command, "--help") == 0 || strcmp(command, "help") == 0 || bare_help) return help(NULL);
    if (strcmp(command, "labs") == 0) return list_labs(count - 2, arguments + 2);
    if (strcmp(command, "lab") == 0) return run_lab(count - 2, arguments + 2);
    if (strcmp(command, "random") == 0) return run_random(count - 2, arguments + 2);
    return refuse_argument("command", command, "labs, lab or random");
}
