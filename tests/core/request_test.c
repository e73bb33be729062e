// Requests and replies: entries, refusals, verdicts as JSON, and a thousand drawn instances of each lab whose mistakes are named.
#include "clockhand/request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/exercise.h"
#include "test.h"

enum { REQUEST_BYTES = 8192, REPLY_BYTES = 1 << 18, SEEDS = 1000 };

static _Alignas(8) unsigned char memory[8 << 20];
static char reply[REPLY_BYTES];

/// A request from entries that stand one on a line.
typedef struct written {
    char data[REQUEST_BYTES];
    size_t length;
} written;

static void write_entries(written *w, const char *lines) {
    for (const char *at = lines; *at != '\0' && w->length < sizeof w->data; at++) {
        w->data[w->length++] = *at == '\n' ? '\0' : *at;
    }
}

typedef void (*reply_function)(ch_text *reply, const ch_request *request, ch_arena *arena);

static const char *ask(reply_function answer, const char *lines) {
    static written w;
    w.length = 0;
    write_entries(&w, lines);
    ch_request request = {.data = w.data, .length = w.length};
    ch_arena arena = {.data = memory, .capacity = sizeof memory};
    ch_text text;
    ch_text_open(&text, reply, sizeof reply);
    answer(&text, &request, &arena);
    TEST_TRUE(!text.full && text.length > 0);
    return reply;
}

static void has(const char *got, const char *part) {
    if (!TEST_TRUE(strstr(got, part) != NULL)) printf("    no %s in %.300s\n", part, got);
}

static void entries_are_found(void) {
    test_section("entries of a request");
    static const char data[] = "lab=a\0param.m=1\0param.n=\0param.m=2\0flag\0last=x";
    ch_request request = {.data = data, .length = sizeof data - 1}; // the last entry ends with the request
    const char *name, *value;
    size_t name_length, length;
    TEST_TRUE(ch_request_find(&request, "lab", &value, &length) && length == 1 && *value == 'a');
    TEST_TRUE(ch_request_find(&request, "last", &value, &length) && length == 1 && *value == 'x');
    TEST_TRUE(ch_request_find(&request, "flag", &value, &length) && length == 0);
    TEST_TRUE(!ch_request_find(&request, "la", &value, &length) && length == 0);
    TEST_TRUE(!ch_request_find(&request, "labs", &value, &length));
    TEST_TRUE(ch_request_nth(&request, "param.", 2, &name, &name_length, &value, &length));
    TEST_TRUE(name_length == 1 && *name == 'm' && length == 1 && *value == '2');
    TEST_TRUE(!ch_request_nth(&request, "param.", 3, &name, &name_length, &value, &length));
    ch_request empty = {.data = data, .length = 0};
    TEST_TRUE(!ch_request_find(&empty, "lab", &value, &length));
}

static void runs_are_replied(void) {
    test_section("a run");
    const char *got = ask(ch_reply_run, "lab=rope-one-pair\nparam.m=3\nparam.n=2\n");
    has(got, "{\"ok\":true,\"lab\":\"rope-one-pair\",\"params\":{");
    has(got, "\"m\":\"3\"");
    has(got, "\"mistake\":null");
    has(ask(ch_reply_run, "lab=rope-one-pair\nmistake=clockwise\n"), "\"mistake\":\"clockwise\"");
}

/// As many cells as a matrix can have, each of which is longer in the reply than it was typed.
static void the_largest_matrix_is_replied_whole(void) {
    test_section("a matrix of the most cells reads back");
    static char typed[REQUEST_BYTES], written[CH_ANSWER_BYTES];
    ch_text text;
    ch_text_open(&text, typed, sizeof typed);
    ch_text_put(&text, "lab=sinusoidal-add\nparam.embedding=1/3");
    for (size_t i = 1; i < CH_ANSWER_CELLS; i++) ch_text_put(&text, ",1/3");
    const char *got = strstr(ask(ch_reply_run, typed), "\"embedding\":\"");
    if (!TEST_TRUE(got != NULL)) return;
    got += strlen("\"embedding\":\"");
    size_t length = strcspn(got, "\"");
    if (!TEST_TRUE(length < sizeof written)) return;
    memcpy(written, got, length);
    ch_arena arena = {.data = memory, .capacity = sizeof memory};
    ch_run run;
    ch_run_open(&run, ch_lab_find("sinusoidal-add", 14), &arena);
    TEST_INT(ch_run_set(&run, "embedding", 9, written, length), CH_OK);
    TEST_SIZE(run.values[0].columns, CH_ANSWER_CELLS);
    TEST_SAME(run.values[0].cells[CH_ANSWER_CELLS - 1], 1.0 / 3.0);
}

static void refusals_are_replied(void) {
    static const struct {
        reply_function answer;
        const char *lines, *id;
    } cases[] = {
        {ch_reply_run, "", "unknown-lab"},
        {ch_reply_run, "lab=nothing\n", "unknown-lab"},
        {ch_reply_run, "lab=rope-pairs\nparam.width=3\n", "odd-feature-width"},
        {ch_reply_run, "lab=rope-pairs\nparam.colour=red\n", "unknown-parameter"},
        {ch_reply_run, "lab=rope-pairs\nmistake=no-scale\n", "unknown-mistake"},
        {ch_reply_judgement, "lab=rope-pairs\nanswer=1\n", "unknown-target"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots[9].n1\nanswer=1\n", "unknown-target"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots\nplaces=-1\nanswer=1\n", "bad-request"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots\nplaces=16\nanswer=1\n", "bad-request"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots\nplaces=1.5\nanswer=1\n", "bad-request"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots\ntolerance=-1\nanswer=1\n", "bad-request"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots\nform=roman\nanswer=1\n", "bad-request"},
        {ch_reply_judgement, "lab=rope-pairs\ntarget=dots\nmistakes=no-scale\nanswer=1\n", "unknown-mistake"},
        {ch_reply_instance, "lab=rope-one-pair\ntarget=score[0].dot\nseed=x\n", "bad-request"},
        {ch_reply_instance, "lab=rope-one-pair\ntarget=score[0].dot\nseed=1\ndraw.m=integer 3\n", "bad-request"},
        {ch_reply_instance, "lab=rope-one-pair\ntarget=score[0].dot\nseed=1\ndraw.m=integer 9 3\n", "bad-request"},
        {ch_reply_instance, "lab=rope-one-pair\ntarget=score[0].dot\nseed=1\ndraw.z=integer 1 3\n",
         "unknown-parameter"},
        {ch_reply_instance, "lab=rope-one-pair\ntarget=score[0].dot\nseed=1\ndraw.m=integer 0 0\ndraw.n=integer 0 0\n",
         "not-separable"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("refused: %s", cases[i].lines);
        const char *got = ask(cases[i].answer, cases[i].lines);
        char wanted[64];
        snprintf(wanted, sizeof wanted, "{\"ok\":false,\"error\":{\"id\":\"%s\"", cases[i].id);
        has(got, wanted);
        has(got, "accepted");
    }
}

static void verdicts_are_replied(void) {
    static const struct {
        const char *lines, *part;
    } cases[] = {
        {"answer=0.8415\n", "\"verdict\":\"correct\""},
        {"answer=0.84\n", "\"verdict\":\"places\""},
        {"answer=0.8414\n", "\"verdict\":\"truncated\""},
        {"answer=0.5403\n", "\"mistakes\":[\"cosine-for-sine\"]"},
        {"answer=8.415\n", "\"verdict\":\"scale\""},
        {"answer=1e\n", "\"verdict\":\"unreadable\""},
        {"answer=0x1\n", "\"position\":1"},
        {"answer=\n", "\"verdict\":\"unreadable\""},
        {"", "\"verdict\":\"unreadable\""},
        {"answer=16,000\n", "\"ambiguous\":true"},
        {"answer=0.8415\n", "\"expected\":\"0.8415\""},
        {"answer=.8415\n", "\"read_as\":\"0.8415\""},
        {"answer=0.5403\nmistakes=degrees\n", "\"verdict\":\"wrong\""},
        {"answer=0.5403\nmistakes=\n", "\"verdict\":\"wrong\""},
        {"answer=0.9\ntolerance=0.1\n", "\"verdict\":\"correct\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("verdict for %s", cases[i].lines);
        char lines[512];
        snprintf(lines, sizeof lines, "lab=rope-one-pair\ntarget=score[0].dot\nplaces=4\n%s", cases[i].lines);
        has(ask(ch_reply_judgement, lines), cases[i].part);
    }
    test_section("the id of a given mistake is whole");
    static const char id[] = "a-given-mistake-whose-id-is-longer-than-the-text-of-a-refused-value-may-be";
    char given[256];
    snprintf(given, sizeof given, "right=1\nwrong.%s=2\nanswer=2\n", id);
    has(ask(ch_reply_judgement, given), id);
    test_section("a cell each, and one that cannot be read");
    const char *got = ask(ch_reply_judgement, "lab=rope-pairs\ntarget=dots[0]\nplaces=4\nanswer=2, 1.5353, 0.5\n");
    has(got, "\"cells\":[{\"verdict\":\"correct\",\"read_as\":\"2\"");
    has(ask(ch_reply_judgement, "lab=rope-pairs\ntarget=dots[0]\nplaces=4\nanswer=2\t\t0.5\n"), "column 2");
    test_section("carried: right for the learner's own earlier value");
    const char *chain = "lab=rope-one-pair\ntarget=score[0].dot\nplaces=4\nparam.theta=0.5\ncarried.theta=1\n";
    char lines[256];
    snprintf(lines, sizeof lines, "%sanswer=0.8415\n", chain);
    has(ask(ch_reply_judgement, lines), "\"verdict\":\"carried\"");
    snprintf(lines, sizeof lines, "%sanswer=0.4794\n", chain);
    has(ask(ch_reply_judgement, lines), "\"verdict\":\"correct\"");
}

static void readings_are_replied(void) {
    test_section("a reading");
    has(ask(ch_reply_reading, "text=.8415\n"), "\"read_as\":\"0.8415\"");
    has(ask(ch_reply_reading, "text=1,0;0,1\nrows=2\ncolumns=2\n"), "\"read_as\":\"1, 0; 0, 1\"");
    has(ask(ch_reply_reading, "text=abc\n"), "\"readable\":false");
    test_section("cells are as they were typed, however long");
    char cell[3 * 80 + 1] = "";
    char lines[512];
    for (size_t i = 0; i < 80; i++) strcat(cell, "\uff11"); // a full-width 1
    snprintf(lines, sizeof lines, "text=%s,1\nrows=1\ncolumns=2\n", cell);
    has(ask(ch_reply_reading, lines), "\"cells\":[");
    snprintf(lines, sizeof lines, "\"cells\":[\"%s\",\"1\"]", cell);
    has(reply, lines);
    has(ask(ch_reply_reading, ""), "\"readable\":false");
}

// --- Instances -----------------------------------------------------------------------------------------------------

/// Appends the drawn parameters of an instance's reply to a request; false when the reply is a refusal.
static bool take_parameters(written *w) {
    char *at = strstr(reply, "\"params\":{");
    if (strncmp(reply, "{\"ok\":true", 10) != 0 || at == NULL) return false;
    at += strlen("\"params\":{");
    while (*at == '"') {
        char *name_end = strchr(at + 1, '"');
        char *value = name_end + 3; // ":"
        char *value_end = strchr(value, '"');
        *name_end = *value_end = '\0';
        char entry[512];
        snprintf(entry, sizeof entry, "param.%s=%s\n", at + 1, value);
        write_entries(w, entry);
        at = value_end + 1;
        at += *at == ',';
    }
    return true;
}

/// The cells as a learner would type them, rounded to the places asked.
static size_t type_cells(char *out, size_t size, const ch_question *q, const double *cells) {
    ch_text text;
    ch_text_open(&text, out, size);
    for (size_t i = 0; i < (size_t)q->rows * q->columns; i++) {
        if (i > 0) ch_text_put(&text, i % q->columns == 0 ? "\n" : "\t");
        ch_text_put_number(&text, cells[i], q->places);
    }
    return text.length;
}

/// The right answer is accepted and each mistake's answer is named, as one of several at most.
static void check_instance(const written *w) {
    ch_arena arena = {.data = memory, .capacity = sizeof memory};
    ch_request request = {.data = w->data, .length = w->length};
    ch_exercise exercise;
    if (!TEST_INT(ch_exercise_open(&exercise, &request, &arena), CH_OK)) return;
    const ch_question *q = &exercise.question;
    size_t cells = (size_t)q->rows * q->columns;
    char answer[1024];
    ch_judgement judged;
    size_t length = type_cells(answer, sizeof answer, q, q->right);
    if (TEST_TRUE(ch_judge(&judged, q, answer, length, &arena))) TEST_TEXT(ch_verdict_id(judged.verdict), "correct");
    for (size_t i = 0; i < q->mistake_count; i++) {
        TEST_TRUE(ch_exercise_separated(&exercise, -1, (int)i));
        length = type_cells(answer, sizeof answer, q, q->mistaken + i * cells);
        ch_arena scratch = arena;
        if (!TEST_TRUE(ch_judge(&judged, q, answer, length, &scratch))) return;
        bool named = judged.verdict == CH_MISTAKEN && (judged.mistakes >> i & 1) != 0;
        if (!TEST_TRUE(named)) {
            ch_span id = exercise.mistakes[i];
            printf("    %.*s came out as %s\n", (int)id.length, id.text, ch_verdict_id(judged.verdict));
        }
    }
}

/// A score is the same when both positions are off by one, so that mistake cannot show in it.
#define NO_SHIFT "mistakes=clockwise,degrees,sine-cosine-swapped,query-only,offset-sign,unsigned-offset\n"

static void drawn_instances_tell_their_mistakes(void) {
    static const char *const exercises[] = {
        "lab=rope-one-pair\ntarget=score[0].dot\nplaces=4\n" NO_SHIFT
        "draw.m=integer 1 6\ndraw.n=integer 1 6\ndraw.theta=real 0.2 "
        "1.4 1\n"
        "draw.q=matrix 1 2 integer -3 3\ndraw.k=matrix 1 2 integer -3 3\n",
        "lab=rope-pairs\ntarget=dots[2].n1\nplaces=4\n" NO_SHIFT
        "draw.q=matrix 1 4 integer -3 3\ndraw.k=matrix 1 4 integer -3 "
        "3\ndraw.base=choice 10 100 1000\n",
        "lab=rope-adjoint\ntarget=q-input[1]\nplaces=4\ndraw.adjoint-q=matrix 3 4 integer -3 3\ndraw.base=choice 10 "
        "100\n",
        "lab=rope-frequencies\ntarget=frequencies[1].angle,sine\nplaces=4\ndraw.position=integer 100 "
        "2000\ndraw.base=choice 100 10000\n",
        "lab=sinusoidal-add\nparam.scale=root\ntarget=sum.sum\nplaces=4\ndraw.position=integer 1 "
        "9\ndraw.embedding=matrix "
        "1 4 integer -3 3\n",
    };
    for (size_t i = 0; i < sizeof exercises / sizeof exercises[0]; i++) {
        size_t before = test_count().failed;
        for (unsigned seed = 1; seed <= SEEDS && test_count().failed < before + 5; seed++) {
            test_case("%.24s, seed %u", exercises[i], seed);
            char lines[1024];
            snprintf(lines, sizeof lines, "%sseed=%u\n", exercises[i], seed);
            ask(ch_reply_instance, lines);
            static written w;
            w.length = 0;
            write_entries(&w, exercises[i]);
            if (!TEST_TRUE(take_parameters(&w))) {
                printf("    %s\n", reply);
                break;
            }
            check_instance(&w);
        }
    }
    test_section("the same seed draws the same instance, another one another");
    char first[REPLY_BYTES];
    char lines[1024];
    snprintf(lines, sizeof lines, "%sseed=7\n", exercises[0]);
    strcpy(first, ask(ch_reply_instance, lines));
    TEST_TEXT(ask(ch_reply_instance, lines), first);
    snprintf(lines, sizeof lines, "%sseed=8\n", exercises[0]);
    TEST_TRUE(strcmp(ask(ch_reply_instance, lines), first) != 0);
    test_section("seed 0 draws nothing");
    snprintf(lines, sizeof lines, "%sseed=0\n", exercises[0]);
    has(ask(ch_reply_instance, lines), "\"params\":{}");
}

/// A request whose parameters are longer than any buffer of the core's: `entries` behind them count as they do alone.
static const char *ask_behind_many(const char *entries) {
    static char lines[REQUEST_BYTES];
    size_t length = (size_t)snprintf(lines, sizeof lines, "lab=rope-one-pair\ntarget=score[0].dot\n");
    while (length < 5000) length += (size_t)snprintf(lines + length, sizeof lines - length, "param.m=1\n");
    snprintf(lines + length, sizeof lines - length, "%s", entries);
    return ask(ch_reply_instance, lines);
}

static void long_requests_are_read_to_the_end(void) {
    test_section("instances of a long request");
    // With both positions 0 every mistake gives the right value, so the list of mistakes shows whether it was read.
    has(ask_behind_many("param.m=0\nparam.n=0\nmistakes=clockwise\nseed=0\n"), "\"inseparable\":[\"clockwise\"]");
    has(ask_behind_many("param.m=3\nparam.n=1\nmistakes=clockwise\nseed=0\n"), "\"inseparable\":[]");
    has(ask_behind_many("mistakes=clockwise\nseed=1\ndraw.m=integer 3 3\ndraw.n=integer 1 1\n"),
        "\"params\":{\"m\":\"3\",\"n\":\"1\"}");
    test_section("more is drawn than there is room for");
    static char lines[REQUEST_BYTES];
    size_t length = (size_t)snprintf(lines, sizeof lines, "lab=rope-one-pair\ntarget=score[0].dot\nseed=1\n");
    for (int i = 0; i < 4; i++) {
        length += (size_t)snprintf(lines + length, sizeof lines - length, "draw.q=matrix 32 32 real 0 100000 9\n");
    }
    has(ask(ch_reply_instance, lines), ch_status_id(CH_ARENA_FULL));
}

static void the_description_is_whole(void) {
    test_section("the description");
    ch_text text;
    ch_text_open(&text, reply, sizeof reply);
    ch_reply_description(&text, 1);
    TEST_TRUE(!text.full);
    for (size_t i = 0; i < ch_lab_count(); i++) has(reply, ch_lab_at(i)->id);
    for (int m = CH_NO_MISTAKE + 1; m < CH_MISTAKE_COUNT; m++) {
        bool used = false;
        for (size_t i = 0; i < ch_lab_count(); i++) {
            const ch_lab *lab = ch_lab_at(i);
            for (size_t k = 0; k < lab->mistake_count; k++) used = used || (int)lab->mistakes[k] == m;
        }
        if (used) has(reply, ch_mistake_summary((ch_mistake)m));
    }
}

int main(int argc, char **argv) {
    test_open("request", argc, argv);
    entries_are_found();
    runs_are_replied();
    the_largest_matrix_is_replied_whole();
    refusals_are_replied();
    verdicts_are_replied();
    readings_are_replied();
    drawn_instances_tell_their_mistakes();
    long_requests_are_read_to_the_end();
    the_description_is_whole();
    return test_close();
}
