// Every row of the case table gets its verdict; patterns, chains, separation, and the cost of a large answer.
#include "clockhand/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "test.h"
#include "vectors.h"

enum { MOST_CELLS = 256, TEXT_BYTES = 16384 };

static _Alignas(8) unsigned char memory[1 << 20];

typedef struct row {
    ch_question question;
    double right[MOST_CELLS];
    double mistaken[4 * MOST_CELLS];
    const char *ids[4];
} row;

/// The mistakes of a case as values and, apart, their ids.
static void read_mistakes(row *r, const vectors_case *item) {
    size_t cells = (size_t)r->question.rows * r->question.columns;
    const vectors_line *line;
    for (size_t i = 0; (line = vectors_find(item, "mistake", i)) != NULL; i++) {
        if (!TEST_TRUE(i < 4)) return;
        r->ids[i] = line->value;
        char *at = strchr(line->value, ' ');
        for (size_t c = 0; c < cells; c++) {
            if (!TEST_TRUE(at != NULL && *at == ' ')) return;
            r->mistaken[i * cells + c] = strtod(at, &at);
        }
        TEST_TEXT(at, "");
        r->question.mistake_count = i + 1;
    }
    r->question.mistaken = r->mistaken;
}

static void read_row(row *r, const vectors_case *item) {
    *r = (row){.question = {.rows = 1, .columns = 1, .places = (int32_t)vectors_integer(item, "places")}};
    if (vectors_find(item, "shape", 0) != NULL) {
        uint64_t shape[2];
        TEST_SIZE(vectors_sizes(item, "shape", shape, 2), 2);
        r->question.rows = (uint32_t)shape[0];
        r->question.columns = (uint32_t)shape[1];
    }
    TEST_SIZE(vectors_reals(item, "right", r->right, MOST_CELLS), (size_t)r->question.rows * r->question.columns);
    r->question.right = r->right;
    if (vectors_find(item, "tolerance", 0) != NULL) {
        r->question.form = CH_BY_TOLERANCE;
        r->question.tolerance = vectors_real(item, "tolerance");
    }
    r->question.paired = vectors_find(item, "paired", 0) != NULL;
    if (vectors_find(item, "form", 0) != NULL) {
        r->question.form = vectors_is(item, "form", "integer") ? CH_BY_INTEGER : CH_BY_FRACTION;
    }
    read_mistakes(r, item);
}

/// True when `id` is one of the words of a line.
static bool names(const vectors_line *line, const char *id) {
    if (line == NULL) return false;
    size_t length = strcspn(id, " ");
    for (const char *word = line->value; *word != '\0'; word += strspn(word, " ")) {
        size_t size = strcspn(word, " ");
        if (size == length && strncmp(word, id, size) == 0) return true;
        word += size;
    }
    return false;
}

static void check_mistakes(const row *r, const vectors_case *item, const ch_judgement *judged) {
    const vectors_line *matches = vectors_find(item, "matches", 0);
    for (size_t i = 0; i < r->question.mistake_count; i++) {
        TEST_TRUE(((judged->mistakes >> i & 1) != 0) == names(matches, r->ids[i]));
    }
}

static void check_cells(const vectors_case *item, const ch_judgement *judged, size_t cells) {
    const vectors_line *line = vectors_find(item, "cells", 0);
    if (line == NULL || strstr(line->value, "unreadable") != NULL) return;
    const char *word = line->value;
    for (size_t i = 0; i < cells; i++) {
        char wanted[16] = "";
        size_t size = strcspn(word, " ");
        if (!TEST_TRUE(size > 0 && size < sizeof wanted)) return;
        memcpy(wanted, word, size);
        TEST_TEXT(ch_verdict_id(judged->cells[i].verdict), wanted);
        word += size + (word[size] == ' ');
    }
    TEST_TEXT(word, "");
}

static bool judge_text(ch_judgement *judged, const ch_question *question, const char *text, size_t length) {
    ch_arena arena = {.data = memory, .capacity = sizeof memory};
    return TEST_TRUE(ch_judge(judged, question, text, length, &arena));
}

static void check_case(const vectors_case *item) {
    test_case("%s", item->name);
    static row r;
    read_row(&r, item);
    char text[TEXT_BYTES];
    size_t length = vectors_unescape(text, sizeof text, vectors_find(item, "answer", 0), item);
    ch_judgement judged;
    if (!judge_text(&judged, &r.question, text, length)) return;
    if (!TEST_TEXT(ch_verdict_id(judged.verdict), vectors_text(item, "verdict"))) {
        printf("    because: %s\n", vectors_text(item, "why"));
        return;
    }
    TEST_TRUE(judged.reading.readable == (judged.verdict != CH_UNREADABLE));
    TEST_TRUE(judged.reading.ambiguous == (vectors_find(item, "ambiguous", 0) != NULL));
    TEST_TRUE(judged.unsimplified == (vectors_find(item, "unsimplified", 0) != NULL));
    if (judged.verdict == CH_UNREADABLE) return;
    if (judged.verdict == CH_MISTAKEN) check_mistakes(&r, item, &judged);
    check_cells(item, &judged, (size_t)r.question.rows * r.question.columns);
    bool pattern = vectors_find(item, "pattern", 0) != NULL;
    TEST_TEXT(ch_pattern_id(judged.pattern), pattern ? vectors_text(item, "pattern") : "none");
    TEST_TRUE(judged.last_place == (vectors_find(item, "last_place", 0) != NULL));
}

static ch_verdict verdict_of_case(const vectors_case *item) {
    int verdict = 0;
    while (verdict < CH_VERDICT_COUNT && !vectors_is(item, "verdict", ch_verdict_id((ch_verdict)verdict))) verdict++;
    return (ch_verdict)verdict;
}

/// Each form has a case of one cell and one of several for each verdict that it can give. Where no places are asked none are
/// missing or cut; what is carried is not in the table.
static void covers_every_rule(const vectors_file *file) {
    enum { FORMS = CH_BY_FRACTION + 1 };
    static const char *const forms[FORMS] = {"places", "tolerance", "integer", "fraction"};
    size_t seen[FORMS][2][CH_VERDICT_COUNT + 1] = {0};
    for (size_t i = 0; i < file->count; i++) {
        static row r;
        read_row(&r, &file->cases[i]);
        bool many = r.question.rows * r.question.columns > 1;
        seen[r.question.form][many][verdict_of_case(&file->cases[i])]++;
    }
    for (int form = 0; form < FORMS; form++) {
        bool by_places = form == CH_BY_PLACES || form == CH_BY_FRACTION;
        for (int i = 0; i < 2 * CH_VERDICT_COUNT; i++) {
            ch_verdict verdict = (ch_verdict)(i / 2);
            if (verdict == CH_CARRIED || (!by_places && (verdict == CH_PLACES || verdict == CH_TRUNCATED))) continue;
            test_case("%s, %s, %s", forms[form], i % 2 == 0 ? "one cell" : "several cells", ch_verdict_id(verdict));
            TEST_TRUE(seen[form][i % 2][verdict] > 0);
        }
    }
}

static void agrees_with_the_table(void) {
    vectors_file file = vectors_open("answers.txt");
    test_section("the table covers every rule");
    TEST_TRUE(file.count >= 250);
    covers_every_rule(&file);
    for (size_t i = 0; i < file.count; i++) check_case(&file.cases[i]);
    vectors_close(&file);
}

static void one(const char *name, const ch_question *question, const char *answer, ch_verdict verdict,
                ch_pattern pattern) {
    test_case("%s", name);
    ch_judgement judged;
    if (!judge_text(&judged, question, answer, strlen(answer))) return;
    TEST_TEXT(ch_verdict_id(judged.verdict), ch_verdict_id(verdict));
    TEST_TEXT(ch_pattern_id(judged.pattern), ch_pattern_id(pattern));
}

static void rearranged_answers_are_known(void) {
    static const double square[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const double line[] = {1, 2, 3, 4};
    ch_question matrix = {.rows = 3, .columns = 3, .right = square, .places = 4};
    ch_question vector = {.rows = 1, .columns = 4, .right = line, .places = 4};
    one("a matrix as it is", &matrix, "1 2 3\n4 5 6\n7 8 9", CH_CORRECT, CH_NO_PATTERN);
    one("a matrix transposed", &matrix, "1 4 7\n2 5 8\n3 6 9", CH_WRONG, CH_TRANSPOSED);
    one("rows in reverse", &matrix, "7 8 9\n4 5 6\n1 2 3", CH_WRONG, CH_REVERSED);
    one("rows one too far", &matrix, "7 8 9\n1 2 3\n4 5 6", CH_WRONG, CH_ROW_SHIFTED);
    one("no pattern", &matrix, "1 4 7\n2 5 8\n3 6 1", CH_WRONG, CH_NO_PATTERN);
    one("a vector as it is", &vector, "1, 2, 3, 4", CH_CORRECT, CH_NO_PATTERN);
    one("a vector in reverse", &vector, "4, 3, 2, 1", CH_WRONG, CH_REVERSED);
    one("values that do not stand in pairs", &vector, "1, 3, 2, 4", CH_WRONG, CH_NO_PATTERN);
    vector.paired = true;
    one("adjacent pairs as split halves", &vector, "1, 3, 2, 4", CH_WRONG, CH_CHANNELS);
    one("a vector without pattern", &vector, "1, 2, 4, 3", CH_WRONG, CH_NO_PATTERN);
    ch_question column = {.rows = 4, .columns = 1, .right = line, .places = 4, .paired = true};
    one("split halves in a column", &column, "1\n3\n2\n4", CH_WRONG, CH_CHANNELS);
    column.paired = false;
    one("a column that does not stand in pairs", &column, "1\n3\n2\n4", CH_WRONG, CH_NO_PATTERN);
}

static void a_chain_carries_an_earlier_value(void) {
    static const double right[] = {0.8415};
    static const double carried[] = {0.25};
    ch_question question = {.rows = 1, .columns = 1, .right = right, .places = 4, .carried = carried};
    one("right for the earlier value", &question, "0.25", CH_CARRIED, CH_NO_PATTERN);
    one("right at all", &question, "0.8415", CH_CORRECT, CH_NO_PATTERN);
    one("right for neither", &question, "0.3", CH_WRONG, CH_NO_PATTERN);
    question.carried = NULL;
    one("no chain", &question, "0.25", CH_WRONG, CH_NO_PATTERN);
}

/// Carried overrules a mistake and a pattern, and leaves neither behind; without a chain both are told.
static void carried_is_all_that_is_said(void) {
    static const double right[] = {1.0, 2.0, 3.0};
    static const double other[] = {3.0, 2.0, 1.0};
    ch_question question = {.rows = 1, .columns = 3, .right = right, .places = 4};
    for (int round = 0; round < 4; round++) {
        bool chain = round % 2 == 1;
        bool named = round >= 2;
        question.mistake_count = named ? 1 : 0;
        question.mistaken = named ? other : NULL;
        question.carried = chain ? other : NULL;
        one(chain ? "carried" : "not carried", &question, "3, 2, 1",
            chain   ? CH_CARRIED
            : named ? CH_MISTAKEN
                    : CH_WRONG,
            chain || named ? CH_NO_PATTERN : CH_REVERSED);
        ch_judgement judged;
        if (judge_text(&judged, &question, "3, 2, 1", 7)) TEST_SIZE(judged.mistakes, named && !chain ? 1 : 0);
    }
    static const double cut[] = {0.66};
    static const double third[] = {2.0 / 3.0};
    ch_question single = {.rows = 1, .columns = 1, .right = third, .places = 4, .carried = cut};
    one("right for the earlier value, where it would be cut", &single, "0.66", CH_CARRIED, CH_NO_PATTERN);
    single.form = CH_BY_FRACTION;
    ch_judgement judged;
    if (!judge_text(&judged, &single, "66/100", 6)) return;
    TEST_INT(judged.verdict, CH_CARRIED);
    TEST_TRUE(!judged.unsimplified);
}

/// Values that stand `gap` apart at either side of the edge of what a question tells apart, in both orders.
static void edge(const ch_question *question, double value, double gap, double step) {
    TEST_TRUE(ch_separated(question, value, value + gap + step));
    TEST_TRUE(ch_separated(question, value + gap + step, value));
    TEST_TRUE(!ch_separated(question, value, value + gap - step));
    TEST_TRUE(!ch_separated(question, value + gap - step, value));
}

static void separation_is_by_form(void) {
    test_section("separation");
    ch_question places = {.places = 4};
    edge(&places, 0.0, 0.0002, 1e-12);
    edge(&places, -0.5, 0.0002, 1e-12);
    places.places = 0;
    edge(&places, -1.0, 2.0, 1e-12);
    TEST_TRUE(ch_separated(&places, 1e300, -1e300));
    ch_question fraction = {.form = CH_BY_FRACTION, .places = 2};
    edge(&fraction, 0.25, 0.02, 1e-12);
    ch_question tolerance = {.form = CH_BY_TOLERANCE, .places = 4, .tolerance = 0.01};
    edge(&tolerance, 0.25, 0.02, 1e-12);
    TEST_TRUE(!ch_separated(&tolerance, 0.25, 0.27));
    ch_question integer = {.form = CH_BY_INTEGER};
    edge(&integer, 3.0, 0.5, 0.5);
    edge(&integer, -1.0, 0.5, 0.5);
    TEST_TRUE(!ch_separated(&integer, 0.3, 0.1 + 0.2));
    TEST_TRUE(!ch_separated(&integer, 0.0, -0.0));
}

/// For drawn values: the value itself, its rounding, and nothing else of these; all of it unchanged when signs change.
static void properties_hold(void) {
    uint64_t seed = 41;
    draw_stream stream = draw_open(seed);
    for (size_t round = 0; round < 3000; round++) {
        test_case("drawn values, seed %llu, round %zu", (unsigned long long)seed, round);
        double right = draw_real(&stream, -20.0, 20.0);
        int32_t places = (int32_t)draw_between(&stream, 1, 8);
        double band = 0.5 * pow(10.0, -places);
        double distance = draw_real(&stream, -4.0, 4.0);
        if (fabs(fabs(distance) - 1.0) < 1e-6) continue;
        ch_question question = {.rows = 1, .columns = 1, .right = &right, .places = places};
        char answer[64];
        ch_judgement judged, mirrored;
        snprintf(answer, sizeof answer, "%.17g", right);
        if (judge_text(&judged, &question, answer, strlen(answer))) TEST_INT(judged.verdict, CH_CORRECT);
        snprintf(answer, sizeof answer, "%.*f", (int)places, right);
        if (judge_text(&judged, &question, answer, strlen(answer))) TEST_INT(judged.verdict, CH_CORRECT);
        snprintf(answer, sizeof answer, "%.17g", right + distance * band);
        if (!judge_text(&judged, &question, answer, strlen(answer))) return;
        TEST_TRUE((judged.verdict == CH_CORRECT) == (fabs(distance) < 1.0));
        snprintf(answer, sizeof answer, "%.17g", -(right + distance * band));
        right = -right;
        if (!judge_text(&mirrored, &question, answer, strlen(answer))) return;
        TEST_INT(mirrored.verdict, judged.verdict);
    }
}

static void a_large_answer_is_judged(void) {
    test_section("a matrix of 16 x 16 with 16 mistakes");
    enum { CELLS = 256, MISTAKES = 16 };
    static double right[CELLS], mistaken[MISTAKES * CELLS];
    static char text[TEXT_BYTES];
    draw_stream stream = draw_open(5);
    size_t length = 0;
    for (size_t i = 0; i < CELLS; i++) {
        right[i] = draw_real(&stream, -2.0, 2.0);
        length += (size_t)snprintf(text + length, sizeof text - length, "%.4f%c", right[i], i % 16 == 15 ? '\n' : '\t');
    }
    for (size_t i = 0; i < MISTAKES * CELLS; i++) mistaken[i] = draw_real(&stream, -2.0, 2.0);
    text[0] = '9'; // one wrong cell, so that every rule is tried
    ch_question question = {
        .rows = 16, .columns = 16, .right = right, .mistake_count = MISTAKES, .mistaken = mistaken, .places = 4};
    ch_judgement judged;
    if (!judge_text(&judged, &question, text, length)) return;
    TEST_INT(judged.verdict, CH_WRONG);
}

static void a_megabyte_is_refused_at_once(void) {
    test_section("an answer of a megabyte");
    size_t length = 1 << 20;
    char *text = malloc(length);
    if (text == NULL) abort();
    memset(text, '1', length);
    double right = 1.0;
    ch_question question = {.rows = 1, .columns = 1, .right = &right, .places = 4};
    ch_judgement judged;
    if (judge_text(&judged, &question, text, length)) TEST_INT(judged.verdict, CH_UNREADABLE);
    free(text);
}

static void a_full_arena_is_said(void) {
    test_section("no memory to judge in");
    double right = 1.0;
    ch_question question = {.rows = 1, .columns = 1, .right = &right, .places = 4};
    ch_judgement judged;
    ch_arena arena = {.data = memory, .capacity = 8};
    TEST_TRUE(!ch_judge(&judged, &question, "1", 1, &arena));
}

int main(int argc, char **argv) {
    test_open("judge", argc, argv);
    agrees_with_the_table();
    rearranged_answers_are_known();
    a_chain_carries_an_earlier_value();
    carried_is_all_that_is_said();
    separation_is_by_form();
    properties_hold();
    a_large_answer_is_judged();
    a_megabyte_is_refused_at_once();
    a_full_arena_is_said();
    return test_close();
}
