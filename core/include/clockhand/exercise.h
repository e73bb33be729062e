/// An exercise as the core sees it: a lab with parameters, the cells asked for, and the mistakes that are told apart.
#ifndef CLOCKHAND_EXERCISE_H
#define CLOCKHAND_EXERCISE_H

#include "clockhand/judge.h"
#include "clockhand/request.h"

typedef struct ch_exercise {
    ch_question question;
    ch_span mistakes[CH_MOST_MISTAKES]; ///< ids, in the order of the question
    ch_failure failure;
} ch_exercise;

/// Takes the right cells from the request's entry `right` and those of mistakes from `wrong.ID`, when it has them. Else
/// runs the lab of the request once right and once for each mistake, and keeps the target's cells in the arena. A mistake
/// whose run is refused, or whose cells have another shape, is left out. `mistakes` of the request narrows the list.
ch_status ch_exercise_open(ch_exercise *exercise, const ch_request *request, ch_arena *arena);

/// Appends the id of a mistake as a JSON string.
void ch_exercise_put_mistake(ch_text *text, const ch_exercise *exercise, size_t mistake);

/// True when two answers of the exercise differ by four bands in at least one cell; -1 stands for the right answer.
bool ch_exercise_separated(const ch_exercise *exercise, int left, int right);

#endif
