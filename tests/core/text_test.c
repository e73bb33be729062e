// Bounded texts, their JSON, the arena, and the sentence of each status.
#include "clockhand/text.h"

#include <string.h>

#include "clockhand/arena.h"
#include "clockhand/status.h"
#include "test.h"

static void texts_stop_at_their_end(void) {
    test_section("a text that is full");
    char bytes[8] = "........";
    ch_text text;
    ch_text_open(&text, bytes, 5);
    ch_text_put(&text, "ab");
    TEST_TRUE(!text.full);
    ch_text_put(&text, "cdefg");
    TEST_TRUE(text.full);
    TEST_TRUE(text.length <= 4 && strlen(bytes) == text.length);
    TEST_TRUE(bytes[5] == '.' && bytes[6] == '.' && bytes[7] == '.');
    ch_text_put(&text, "");
    TEST_TRUE(text.full);
    test_section("a text that was cut says so, behind a whole character");
    ch_text_open(&text, bytes, 7);
    ch_text_put(&text, "ab\u03b8\u03b8x");
    ch_text_mark_cut(&text);
    TEST_TEXT(bytes, "ab\u2026");
    TEST_SIZE(text.length, strlen(bytes));
    TEST_TRUE(text.full);
    ch_text_open(&text, bytes, 7);
    ch_text_put(&text, "ab\u03b8\u03b8");
    ch_text_mark_cut(&text);
    TEST_TEXT(bytes, "ab\u03b8\u03b8");
    test_section("a text of one byte");
    ch_text_open(&text, bytes, 1);
    ch_text_put_u64(&text, 7);
    TEST_TRUE(text.full && text.length == 0 && bytes[0] == '\0');
}

static void numbers_and_escapes_are_json(void) {
    char bytes[256];
    ch_text text;
    test_section("whole numbers");
    ch_text_open(&text, bytes, sizeof bytes);
    ch_text_put_u64(&text, 0);
    ch_text_put(&text, " ");
    ch_text_put_u64(&text, UINT64_MAX);
    ch_text_put(&text, " ");
    ch_text_put_i64(&text, INT64_MIN);
    TEST_TEXT(bytes, "0 18446744073709551615 -9223372036854775808");
    test_section("strings");
    ch_text_open(&text, bytes, sizeof bytes);
    ch_text_put_json(&text, "a\"b\\c\nd\x01\xCE\xB8");
    TEST_TEXT(bytes, "\"a\\\"b\\\\c\\u000ad\\u0001\xCE\xB8\"");
    ch_text_open(&text, bytes, sizeof bytes);
    ch_text_put_json_bytes(&text, "a\"bc", 3);
    TEST_TEXT(bytes, "\"a\\\"b\"");
    test_section("keys and commas");
    ch_text_open(&text, bytes, sizeof bytes);
    ch_text_put(&text, "{");
    ch_text_put_field(&text, "a", "1");
    ch_text_put_field(&text, "b", NULL);
    ch_text_put_key(&text, "c");
    ch_text_put(&text, "[");
    ch_text_put_comma(&text);
    ch_text_put_u64(&text, 1);
    ch_text_put_comma(&text);
    ch_text_put_u64(&text, 2);
    ch_text_put(&text, "]}");
    TEST_TEXT(bytes, "{\"a\":\"1\",\"b\":null,\"c\":[1,2]}");
}

static void equal_texts_are_whole(void) {
    test_section("equal texts");
    TEST_TRUE(ch_text_equal("width", "width=4", 5));
    TEST_TRUE(!ch_text_equal("width", "widt", 4));
    TEST_TRUE(!ch_text_equal("widt", "width", 5));
    TEST_TRUE(ch_text_equal("", "x", 0));
}

static void arenas_hand_out_what_they_have(void) {
    static _Alignas(8) unsigned char bytes[64];
    test_section("an arena");
    ch_arena arena = {.data = bytes, .capacity = sizeof bytes};
    unsigned char *first = ch_arena_take(&arena, 3, 1);
    double *second = ch_arena_doubles(&arena, 2);
    TEST_TRUE(first == bytes && (unsigned char *)second == bytes + 8);
    TEST_TRUE(ch_arena_doubles(&arena, 6) == NULL);
    size_t mark = arena.used;
    TEST_TRUE(ch_arena_doubles(&arena, 5) != NULL);
    TEST_TRUE(ch_arena_doubles(&arena, 1) == NULL);
    arena.used = mark;
    TEST_TRUE(ch_arena_doubles(&arena, 5) != NULL);
    test_section("sizes whose product overflows");
    arena.used = 0;
    TEST_TRUE(ch_arena_take(&arena, SIZE_MAX, 8) == NULL);
    TEST_TRUE(ch_arena_take(&arena, SIZE_MAX / 8 + 2, 8) == NULL);
    TEST_TRUE(ch_arena_take(&arena, SIZE_MAX, 1) == NULL);
    TEST_TRUE(ch_arena_doubles(&arena, SIZE_MAX) == NULL);
    TEST_SIZE(arena.used, 0);
}

static void every_status_says_one_sentence(void) {
    for (int status = 0; status < CH_STATUS_COUNT; status++) {
        test_case("sentence of %s", ch_status_id((ch_status)status));
        ch_failure failure;
        char sentence[512];
        ch_text text;
        ch_text_open(&text, sentence, sizeof sentence);
        ch_fail_texts(&failure, (ch_status)status, "width", "3", "an even width");
        failure.real = -1.0;
        ch_failure_put(&text, &failure);
        TEST_TRUE(text.length > 0 && !text.full);
        TEST_TRUE(strchr(sentence, '{') == NULL && strchr(sentence, '\n') == NULL);
        for (int other = 0; other < status; other++) {
            TEST_TRUE(strcmp(ch_status_id((ch_status)status), ch_status_id((ch_status)other)) != 0);
        }
    }
    test_section("sentences name what was refused");
    char sentence[512];
    ch_text text;
    ch_failure failure;
    ch_text_open(&text, sentence, sizeof sentence);
    ch_fail_counts(&failure, CH_ODD_FEATURE_WIDTH, 3, 0, 0);
    ch_failure_put(&text, &failure);
    TEST_TRUE(strstr(sentence, "width 3 ") != NULL);
    TEST_INT(ch_fail_counts(NULL, CH_ODD_FEATURE_WIDTH, 3, 0, 0), CH_ODD_FEATURE_WIDTH);
    TEST_INT(ch_fail_texts(NULL, CH_UNKNOWN_LAB, NULL, NULL, NULL), CH_UNKNOWN_LAB);
    test_section("texts too long for a failure are cut, and say so");
    char longer[CH_ACCEPTED_SIZE + 1];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    ch_fail_texts(&failure, CH_UNKNOWN_LAB, longer, longer, longer);
    TEST_TRUE(strlen(failure.argument) < CH_ARGUMENT_SIZE && strlen(failure.value) < CH_VALUE_SIZE &&
              strlen(failure.accepted) < CH_ACCEPTED_SIZE);
    TEST_TRUE(strcmp(failure.value + CH_VALUE_SIZE - 6, "xx\u2026") == 0);
    ch_fail_texts(&failure, CH_UNKNOWN_LAB, "", longer + CH_ACCEPTED_SIZE + 1 - CH_VALUE_SIZE, "");
    TEST_TRUE(strcmp(failure.value + CH_VALUE_SIZE - 6, "xxxxx") == 0);
}

int main(int argc, char **argv) {
    test_open("text", argc, argv);
    texts_stop_at_their_end();
    numbers_and_escapes_are_json();
    equal_texts_are_whole();
    arenas_hand_out_what_they_have();
    every_status_says_one_sentence();
    return test_close();
}
