#include "help.h"

#include <string.h>

#include "clockhand/parameter.h"

static void put_spaces(ch_text *t, size_t count) {
    while (count-- > 0) ch_text_put(t, " ");
}

void help_labs(ch_text *text) {
    size_t widest = 0;
    for (size_t i = 0; i < ch_lab_count(); i++) {
        size_t length = strlen(ch_lab_at(i)->id);
        if (length > widest) widest = length;
    }
    for (size_t i = 0; i < ch_lab_count(); i++) {
        const ch_lab *lab = ch_lab_at(i);
        ch_text_put(text, lab->id);
        put_spaces(text, widest + 2 - strlen(lab->id));
        ch_text_put(text, lab->summary);
        ch_text_put(text, "\n");
    }
}

void help_commands(ch_text *text) {
    ch_text_put(text,
                "clockhand labs [--json]\n"
                "    the labs with a line each; --json: everything that is known of them\n"
                "clockhand lab ID [--PARAM VALUE].. [--mistake ID] [--format text|json|csv] [--digits N]\n"
                "    runs a lab; clockhand lab ID --help lists its parameters and mistakes\n"
                "clockhand random --generator torch --seed S CALL..\n"
                "    rand N, randn N or AxB, randint LOW HIGH N, linear IN OUT [nobias], mha E H, embedding N D\n"
                "clockhand random --generator numpy --seed S CALL..\n"
                "    random N, normal N, integers LOW HIGH N\n"
                "clockhand op NAME [--PARAM VALUE].. [--mistake ID | --compare FILE] < in.json\n"
                "    one kernel on your own tensors, or what is wrong with your own; clockhand op --help says more\n"
                "clockhand check CHAPTER/EXERCISE --answer TEXT [--seed N] [--PARAM VALUE]..\n"
                "clockhand report CHAPTER\n"
                "clockhand validate [CHAPTER]\n"
                "    these three read chapters; op and they run with npx clockhand only\n"
                "Exit status: 0 done; 1 a check of the run failed; 2 the input was refused.\n");
}

static void put_help_line(ch_text *text, const char *id, const char *words) {
    enum { COLUMN = 24 };
    size_t length = strlen(id);
    ch_text_put(text, "  ");
    ch_text_put(text, id);
    put_spaces(text, length < COLUMN ? COLUMN - length : 1);
    ch_text_put(text, words);
}

static void put_parameter_help(ch_text *text, const ch_parameter *p) {
    char name[64];
    ch_text option;
    ch_text_open(&option, name, sizeof name);
    ch_text_put(&option, "--");
    ch_text_put(&option, p->id);
    put_help_line(text, name, p->help);
    if (p->unit != NULL) {
        ch_text_put(text, ", in ");
        ch_text_put(text, p->unit);
    }
    ch_text_put(text, "; ");
    ch_parameter_put_accepted(text, p);
    ch_text_put(text, "; ");
    ch_text_put(text, p->standard);
    ch_text_put(text, " when not given\n");
}

void help_lab(ch_text *text, const ch_lab *lab) {
    ch_text_put(text, lab->id);
    ch_text_put(text, ": ");
    ch_text_put(text, lab->summary);
    ch_text_put(text, "\n\nparameters\n");
    for (size_t i = 0; i < lab->parameter_count; i++) put_parameter_help(text, &lab->parameters[i]);
    ch_text_put(text, "\ntables\n");
    for (size_t i = 0; i < lab->table_count; i++) {
        put_help_line(text, lab->tables[i].id, lab->tables[i].caption);
        ch_text_put(text, "\n");
    }
    ch_text_put(text, lab->mistake_count > 0 ? "\nmistakes, for --mistake\n" : "\nno mistakes\n");
    for (size_t i = 0; i < lab->mistake_count; i++) {
        put_help_line(text, ch_mistake_id(lab->mistakes[i]), ch_mistake_summary(lab->mistakes[i]));
        ch_text_put(text, "\n");
    }
}
