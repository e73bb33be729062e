"""answers.txt: typed answers, their verdicts and why. The verdicts were written by hand from the rules; judge.py, which
works in exact fractions and shares nothing with the core, must agree with each before the file is written."""

import math

from document import Document, escape, real
import judge

SIN, COS, THIRD = 0.8414709848, 0.5403023059, 1 / 3
COSINE = (("sine-cosine-swapped", COS),)


def flipped(text):
    """The same typed number with the other sign."""
    if text.startswith("-"):
        return text[1:]
    return "-" + text.removeprefix("+")


class Table:
    def __init__(self, document):
        self.document = document

    def one(self, name, right, places, answer, verdict, why, mistakes=(), tolerance=None, form=None, mirror=False, position=None,
            ambiguous=False, unsimplified=False):
        """One cell. With `mirror` the same row stands once more under a change of all signs."""
        found, matching = judge.judge(answer, right, places, mistakes, tolerance, form)
        if found != verdict:
            raise AssertionError(f"{name}: the row says {verdict}, the rules say {found}")
        lines = [("right", real(right)), ("places", places)]
        lines += [("tolerance", real(tolerance))] if tolerance is not None else []
        lines += [("form", form)] if form else []
        lines += [("mistake", identifier, real(value)) for identifier, value in mistakes]
        lines += [("answer", escape(answer)), ("verdict", verdict)]
        if verdict != "unreadable":
            lines.append(("read", real(float(judge.read(answer).exact))))
        if matching:
            lines.append(("matches", *matching))
        lines += [("last_place", "yes")] if self.is_near(found, answer, right, places, tolerance, form) else []
        lines += [("ambiguous", "yes")] if ambiguous else []
        lines += [("unsimplified", "yes")] if unsimplified else []
        lines += [("position", position)] if position is not None else []
        self.document.case(name, *lines, ("why", why))
        if mirror:
            negative = tuple((identifier, -value) for identifier, value in mistakes)
            self.one(name + "-mirrored", -right, places, flipped(answer), verdict, why + "; all signs changed", negative, tolerance, form)

    @staticmethod
    def is_near(verdict, answer, right, places, tolerance=None, form=None):
        """Whether only the last place is off: never beside another verdict than wrong, nor where no places are asked."""
        return verdict == "wrong" and tolerance is None and form is None and judge.last_place(answer, right, places)

    def many(self, name, shape, right, places, answer, cells, verdict, why, cell_verdicts=None, mistakes=(), pattern=None, blank=None,
             ambiguous=False, paired=False, near=False, tolerance=None, form=None, unsimplified=False):
        """Several cells: `cells` are the texts that the answer splits into, None where it cannot be read at all."""
        lines = [("shape", *shape), ("right", *map(real, right)), ("places", places)]
        lines += [("tolerance", real(tolerance))] if tolerance is not None else []
        lines += [("form", form)] if form else []
        lines += [("paired", "yes")] if paired else []
        lines += [("mistake", identifier, *map(real, values)) for identifier, values in mistakes]
        lines += [("answer", escape(answer)), ("verdict", verdict)]
        if cells is not None:
            found = [judge.judge(cell, value, places, [(identifier, values[at]) for identifier, values in mistakes], tolerance, form)
                     for at, (cell, value) in enumerate(zip(cells, right, strict=True))]
            wanted = (cell_verdicts or " ".join([verdict] * len(right))).split()
            if [one for one, _ in found] != wanted:
                raise AssertionError(f"{name}: the row says {wanted}, the rules say {[one for one, _ in found]}")
            lines.append(("cells", *wanted))
            together = "unreadable" if "unreadable" in wanted else judge.whole(cells, right, places, mistakes, tolerance, form)
            if together != verdict and not (pattern and verdict == "wrong"):
                raise AssertionError(f"{name}: the row says {verdict}, the rules say {together}")
            off = [self.is_near(word, cell, value, places, tolerance, form) for word, cell, value in zip(wanted, cells, right)]
            fine = all(word in ("correct", "places", "truncated") or one for word, one in zip(wanted, off))
            if near != (verdict == "wrong" and pattern is None and fine):
                raise AssertionError(f"{name}: near is {near}")
            if "unreadable" not in wanted:
                lines.append(("read", *[real(float(judge.read(cell).exact)) for cell in cells]))
            whole = [identifier for identifier, values in mistakes
                     if all(judge.judge(cell, value, places, [], tolerance, form)[0] == "correct" for cell, value in zip(cells, values))]
            if verdict == "mistake":
                assert whole, name
                lines.append(("matches", *whole))
        lines += [("pattern", pattern)] if pattern else []
        lines += [("last_place", "yes")] if near else []
        lines += [("blank", blank)] if blank is not None else []
        lines += [("ambiguous", "yes")] if ambiguous else []
        lines += [("unsimplified", "yes")] if unsimplified else []
        self.document.case(name, *lines, ("why", why))


def rounding(table):
    """The band, places, cutting: values near sin 1 at 4 places, with the cosine as the known mistake."""
    for name, answer, verdict, why in [
        ("rounded-as-asked", "0.8415", "correct", "rounded to the places asked"),
        ("no-leading-zero", ".8415", "correct", "the zero before the point may be left out"),
        ("one-more-place", "0.84147", "correct", "more places are judged by the same band"),
        ("all-places", "0.8414709848", "correct", "more places are judged by the same band"),
        ("more-places-off-in-the-last", "0.84143", "correct", "more places are judged by the same band: 0.00004 away"),
        ("more-places-off-upwards", "0.84152", "correct", "0.00005 of band, 0.00004902 away"),
        ("more-places-outside-upwards", "0.84153", "wrong", "0.000059 away, more than the band"),
        ("more-places-outside-downwards", "0.84142", "wrong", "0.000051 away, more than the band"),
        ("more-places-just-inside", "0.8414209848", "correct", "exactly half a unit below: the end of the band counts"),
        ("more-places-just-outside", "0.8414209847", "wrong", "a ten-thousand-millionth past the end of the band"),
        ("trailing-zeros", "0.84150", "correct", "zeros after the value change nothing"),
        ("three-places", "0.841", "places", "rounded to three places: right so far"),
        ("two-places", "0.84", "places", "rounded to two places: right so far"),
        ("one-place", "0.8", "places", "rounded to one place: right so far"),
        ("no-places", "1", "wrong", "a whole number says too little of a value below 10"),
        ("no-places-with-point", "1.", "wrong", "a point without places is a whole number"),
        ("cut-at-the-places-asked", "0.8414", "truncated", "the fifth digit is 7: cut, not rounded"),
        ("two-places-too-high", "0.85", "wrong", "neither rounded nor cut"),
        ("last-digit-too-high", "0.8416", "wrong", "one unit of the last place off"),
        ("last-digit-too-low", "0.8413", "wrong", "neither rounded nor cut"),
        ("sign-lost", "-0.8415", "sign", "right but for the sign"),
        ("sign-lost-more-places", "-0.84147", "sign", "right but for the sign"),
        ("sign-lost-and-cut", "-0.8414", "wrong", "two faults at once have no name"),
        ("sign-lost-fewer-places", "-0.84", "wrong", "the other sign at fewer places would not be correct"),
        ("ten-times", "8.415", "scale", "right but for a power of ten"),
        ("a-tenth", "0.08415", "scale", "right but for a power of ten"),
        ("a-thousandth", "0.0008415", "scale", "right but for a power of ten"),
        ("ten-thousand-times", "8415", "scale", "right but for a power of ten: the point was lost"),
        ("ten-times-cut", "8.414", "wrong", "ten times the cut value would not be correct"),
        ("ten-times-and-sign", "-8.415", "wrong", "two faults at once have no name"),
        ("the-cosine", "0.5403", "mistake", "what the cosine gives"),
        ("the-cosine-more-places", "0.54030", "mistake", "what the cosine gives, with more places"),
        ("the-cosine-fewer-places", "0.54", "wrong", "a mistake is named at the places asked only"),
        ("the-cosine-cut-is-the-cosine-rounded", "0.54030230", "mistake", "what the cosine gives"),
        ("the-cosine-negated", "-0.5403", "wrong", "no named mistake gives that"),
        ("zero-for-a-value", "0.0000", "wrong", "zero is no power of ten away from anything"),
        ("nothing-like-it", "0.1234", "wrong", "none of the rules"),
    ]:
        table.one("sine-" + name, SIN, 4, answer, verdict, why, COSINE, mirror=True)
    table.one("sine-cut-to-a-whole", SIN, 4, "0", "wrong", "a whole number says too little of a value below 10, cut or rounded", COSINE)


def order(table):
    """The first line that holds is the verdict."""
    for name, right, answer, mistakes, verdict, why in [
        ("places-before-mistake", SIN, "0.84", (("rounds-early", 0.84),), "places", "right so far comes before any mistake"),
        ("truncated-before-mistake", SIN, "0.8414", (("cuts", 0.8414),), "truncated", "cut comes before any mistake"),
        ("mistake-before-sign", SIN, "-0.8415", (("clockwise", -SIN),), "mistake", "a named mistake says more than a lost sign"),
        ("mistake-before-scale", SIN, "8.4147", (("degrees", 8.41470985),), "mistake", "a named mistake says more than a power of ten"),
        ("correct-before-mistake", SIN, "0.8415", (("same-here", 0.84148),), "correct", "a mistake that gives the right value is right"),
        ("sign-before-scale", 0.001, "-0.001", (), "sign", "-0.001 is the other sign and no power of ten"),
        ("two-mistakes-one-value", SIN, "0.5403", (("first", COS), ("second", 0.54031), ("third", 0.1)), "mistake",
         "all mistakes with that value are named"),
        ("three-mistakes-the-last", SIN, "0.1000", (("first", COS), ("second", 0.2), ("third", 0.1)), "mistake", "only the one that gives it"),
        ("mistake-tie-upwards", SIN, "0.13", (("tie", 0.125),), "wrong", "0.005 away at 4 places: not that mistake"),
        ("mistake-at-its-band", SIN, "0.54035", (("first", 0.5403),), "mistake", "the band of a mistake includes its ends"),
        ("mistake-past-its-band", SIN, "0.540351", (("first", 0.5403),), "wrong", "just past the band of the mistake"),
        ("mistake-is-zero", SIN, "0.00004", (("nothing", 0.0),), "mistake", "within the band of a mistake that gives 0"),
        ("mistake-is-zero-missed", SIN, "0.0001", (("nothing", 0.0),), "wrong", "outside the band of a mistake that gives 0"),
        ("no-mistakes-known", SIN, "0.5403", (), "wrong", "a value is named only where the mistake is known"),
    ]:
        table.one("order-" + name, right, 4, answer, verdict, why, mistakes, mirror=True)


def ties(table):
    """Both neighbours of a tie are right, on either side of zero; what only looks like one in binary is decided by its digits."""
    for name, right, places, answer, verdict, why in [
        ("exact-up", 0.125, 2, "0.13", "correct", "0.125 lies between 0.12 and 0.13: both count"),
        ("exact-down", 0.125, 2, "0.12", "correct", "0.125 lies between 0.12 and 0.13: both count"),
        ("exact-past-up", 0.125, 2, "0.14", "wrong", "a whole unit past the tie"),
        ("exact-past-down", 0.125, 2, "0.11", "wrong", "a whole unit past the tie"),
        ("exact-itself", 0.125, 2, "0.125", "correct", "the value itself"),
        ("exact-inside", 0.125, 2, "0.1299", "correct", "inside the band"),
        ("exact-outside", 0.125, 2, "0.1301", "wrong", "outside the band"),
        ("half-up", 0.5, 0, "1", "correct", "a half rounds either way"),
        ("half-down", 0.5, 0, "0", "correct", "a half rounds either way"),
        ("decimal-up", 0.145, 2, "0.15", "correct", "the double is just below 0.145, its text is the tie"),
        ("decimal-down", 0.145, 2, "0.14", "correct", "the double is just below 0.145, its text is the tie"),
        ("decimal-1.005-up", 1.005, 2, "1.01", "correct", "the double is below 1.005, its text is the tie"),
        ("decimal-1.005-down", 1.005, 2, "1.00", "correct", "the double is below 1.005, its text is the tie"),
        ("decimal-2.675-up", 2.675, 2, "2.68", "correct", "the double is below 2.675, its text is the tie"),
        ("decimal-8.345-down", 8.345, 2, "8.34", "correct", "the double is above 8.345, its text is the tie"),
        ("decimal-more-places", 0.145, 2, "0.1500", "correct", "the end of the band counts with more places too"),
        ("decimal-just-past", 0.145, 2, "0.15001", "wrong", "past the end of the band"),
        ("near-a-tie-above", 0.1451, 2, "0.14", "truncated", "0.1451 rounds to 0.15 only, and 0.14 is its cut"),
        ("near-a-tie-below", 0.1449, 2, "0.15", "wrong", "0.1449 rounds to 0.14 only"),
        ("of-fewer-places-up", 0.25, 2, "0.3", "places", "at one place 0.25 is a tie: both count as right so far"),
        ("of-fewer-places-down", 0.25, 2, "0.2", "places", "at one place 0.25 is a tie: both count as right so far"),
        ("of-fewer-places-past", 0.25, 2, "0.4", "wrong", "a whole unit past the tie"),
        ("small", 0.00005, 4, "0.0001", "correct", "half a unit of the last place rounds either way"),
        ("small-down", 0.00005, 4, "0", "correct", "half a unit of the last place rounds either way"),
    ]:
        table.one("tie-" + name, right, places, answer, verdict, why, mirror=True)


def zero(table):
    """Nothing is relative at zero: the band is absolute, and a value inside it has neither sign nor scale."""
    for name, right, answer, verdict, why in [
        ("as-it-is", 0.0, "0", "correct", "zero"),
        ("minus-zero", 0.0, "-0", "correct", "-0 equals 0"),
        ("minus-zero-with-places", 0.0, "-0.0000", "correct", "-0 equals 0"),
        ("plus-zero", 0.0, "+0", "correct", "+0 equals 0"),
        ("with-places", 0.0, "0.0000", "correct", "zero"),
        ("within-the-band", 0.0, "0.00004", "correct", "within half a unit of the fourth place"),
        ("within-the-band-below", 0.0, "-0.00004", "correct", "within half a unit of the fourth place"),
        ("at-the-end", 0.0, "0.00005", "correct", "the end of the band counts"),
        ("at-the-end-below", 0.0, "-0.00005", "correct", "the end of the band counts"),
        ("past-the-end", 0.0, "0.0000501", "wrong", "past the band"),
        ("a-unit-away", 0.0, "0.0001", "wrong", "a whole unit of the last place"),
        ("a-unit-below", 0.0, "-0.0001", "wrong", "a whole unit of the last place"),
        ("nothing-like-it", 0.0, "7", "wrong", "no power of ten of 7 is asked about at zero"),
        ("from-an-expression", 0.0, "1-1", "correct", "an expression whose value is 0"),
        ("sine-of-pi", 0.0, "sin(pi)", "correct", "1.2e-16 in doubles, well within the band"),
        ("expected-minus-zero", -0.0, "0", "correct", "-0 equals 0"),
        ("tiny-value-as-zero", 3e-5, "0", "correct", "a value inside the band of 0 is 0 at these places"),
        ("tiny-value-negated", 3e-5, "-0.00001", "correct", "0.00004 away"),
        ("tiny-value-negated-too-far", 3e-5, "-0.00003", "wrong", "0.00006 away; a value in the band of 0 has no sign to lose"),
        ("tiny-value-itself", 3e-5, "0.00003", "correct", "the value itself"),
        ("tiny-value-ten-times", 3e-5, "0.0003", "wrong", "a value in the band of 0 has no scale to lose"),
        ("tiny-value-is-not-anything", 1e-9, "1", "wrong", "a tiny expected value does not accept everything"),
        ("above-the-band", 8e-5, "0.0001", "correct", "0.00002 away"),
        ("above-the-band-negated", 8e-5, "-0.0001", "sign", "outside the band of 0 a sign counts"),
        ("above-the-band-as-zero", 8e-5, "0", "wrong", "0.00008 away; no digit was cut off that rounding would have kept"),
    ]:
        table.one("zero-" + name, right, 4, answer, verdict, why)


def large(table):
    """From 10 on two significant digits are enough to be right so far; below, one place is needed."""
    for name, right, places, answer, verdict, why in [
        ("all-asked", 1044.2678408785, 4, "1044.2678", "correct", "rounded as asked"),
        ("no-places", 1044.2678408785, 4, "1044", "places", "four significant digits, rounded to the unit"),
        ("one-place", 1044.2678408785, 4, "1044.3", "places", "rounded to one place"),
        ("one-place-cut", 1044.2678408785, 4, "1044.2", "truncated", "the next digit is 6"),
        ("three-digits-with-exponent", 1044.2678408785, 4, "1.04e3", "places", "three significant digits, rounded to the ten"),
        ("two-digits-with-exponent", 1044.2678408785, 4, "1.0e3", "places", "two significant digits, rounded to the hundred"),
        ("one-digit-with-exponent", 1044.2678408785, 4, "1e3", "wrong", "one significant digit says too little"),
        ("round-thousand", 1044.2678408785, 4, "1000", "wrong", "written to the unit, and the unit is 4"),
        ("half-precision", 1044.2678408785, 4, "1045", "wrong", "neither rounded nor cut"),
        ("twelve", 12.34, 2, "12", "places", "two significant digits"),
        ("twelve-one-place", 12.34, 2, "12.3", "places", "rounded to one place"),
        ("thirteen-cut", 12.74, 2, "12", "truncated", "the next digit is 7"),
        ("thirteen-rounded", 12.74, 2, "13", "places", "two significant digits, rounded to the unit"),
        ("exactly-ten", 10.04, 2, "10", "places", "from 10 on whole numbers are right so far"),
        ("ten-with-one-digit", 10.04, 2, "1e1", "wrong", "one significant digit says too little"),
        ("just-below-ten", 9.96, 2, "10", "wrong", "below 10 a whole number says too little"),
        ("just-below-ten-one-place", 9.96, 2, "10.0", "places", "rounded to one place"),
        ("just-below-ten-cut", 9.96, 2, "9.9", "truncated", "the next digit is 6"),
        ("hundred-from-below", 99.7, 2, "100", "places", "three significant digits, rounded to the unit"),
        ("scale-of-a-large-value", 1044.2678408785, 4, "1.0442678408785", "scale", "a power of ten away"),
        ("whole-number-asked", 1044.0, 0, "1044", "correct", "no places asked"),
        ("whole-number-asked-in-tens", 1044.0, 0, "1.04e3", "places", "rounded to the ten"),
        ("whole-number-cut", 1044.68, 0, "1044", "truncated", "cut at the unit that is asked for"),
        ("small-whole-number-cut", 3.875, 0, "3", "truncated", "cut at the unit that is asked for"),
        ("below-one-cut-at-the-unit", 0.75, 0, "0", "truncated", "cut at the unit that is asked for"),
        ("whole-number-off-by-one", 1044.0, 0, "1045", "wrong", "a whole unit away"),
        ("tie-to-the-ten", 1045.0, 0, "1.05e3", "places", "a tie to the ten counts both ways"),
        ("tie-to-the-ten-down", 1045.0, 0, "1.04e3", "places", "a tie to the ten counts both ways"),
    ]:
        table.one("large-" + name, right, places, answer, verdict, why, mirror=True)
    table.one("large-named-by-its-fault", 1044.2678408785, 4, "1045", "mistake", "what 16 bits give", (("angles-in-16-bit", 1045.0),))


def last_places(table):
    """Wrong by one unit of the last place asked is said so, unless another rule has a name for it."""
    close = (("close", 0.84152),)
    for name, right, places, answer, verdict, why, mistakes in [
        ("up", 0.84143, 4, "0.8415", "wrong", "one unit above 0.8414", ()),
        ("down", 0.84143, 4, "0.8413", "wrong", "one unit below 0.8414, and not its cut", ()),
        ("two-up", 0.84143, 4, "0.8416", "wrong", "two units: more than rounding on the way", ()),
        ("two-down", 0.84147, 4, "0.8413", "wrong", "two units below 0.8415", ()),
        ("cut", 0.84147, 4, "0.8414", "truncated", "one unit below because it was cut: that says more", ()),
        ("named", 0.84143, 4, "0.8415", "mistake", "a named mistake says more", close),
        ("beside-a-mistake", 0.84143, 4, "0.8413", "wrong", "one unit off, and nothing that the known mistake gives", close),
        ("more-places", 0.84143, 4, "0.84151", "wrong", "0.8 of a unit off, with one more place typed", ()),
        ("fewer-places", 0.8449, 4, "0.85", "wrong", "the last place typed is not the last place asked", ()),
        ("zeros-not-typed", 0.84996, 4, "0.8501", "wrong", "one unit above 0.8500", ()),
        ("as-expression", 0.84143, 4, "0.8414+0.0001", "wrong", "a computed value shows no places", ()),
        ("nothing-was-rounded", 2.5, 1, "2.6", "wrong", "the right value ends at the place asked: no rounding explains this", ()),
        ("nothing-was-rounded-before", 2.4, 4, "2.4001", "wrong", "the right value ends before the place asked", ()),
        ("only-digit", 0.0123, 2, "0.02", "wrong", "of one digit there is no other that could be right", ()),
        ("no-places", 24.3, 0, "25", "wrong", "whole numbers count: one off is another number", ()),
        ("tie", 0.125, 2, "0.14", "wrong", "0.13 counts as right, and this is one unit above it", ()),
        ("past-a-tie", 0.125, 2, "0.141", "wrong", "more than a unit above 0.13", ()),
    ]:
        table.one("last-place-" + name, right, places, answer, verdict, why, mistakes, mirror=True)


def more_values(table):
    for name, right, places, answer, verdict, why in [
        ("third-as-fraction", THIRD, 4, "1/3", "correct", "the value itself"),
        ("third-rounded", THIRD, 4, "0.3333", "correct", "rounded as asked"),
        ("third-more-places", THIRD, 4, ".33333", "correct", "more places are judged by the same band"),
        ("third-two-places", THIRD, 4, "0.33", "places", "right so far"),
        ("third-one-place", THIRD, 4, "0.3", "places", "right so far"),
        ("third-other-fraction", THIRD, 4, "2/6", "correct", "an unsimplified fraction is right in value"),
        ("third-near-fraction", THIRD, 4, "333/1000", "wrong", "a fraction is a value of its own, not a decimal with fewer places"),
        ("third-close-fraction", THIRD, 4, "3333/10000", "correct", "within the band"),
        ("two-thirds-cut", 2 / 3, 4, "0.6666", "truncated", "the next digit is 6"),
        ("two-thirds-cut-long", 2 / 3, 4, "0.66666", "correct", "within the band, though cut at the fifth place"),
        ("two-thirds-cut-short", 2 / 3, 4, "0.66", "truncated", "cut at two places"),
        ("rounds-to-fewer-zeros", 0.9996, 3, "1.000", "correct", "rounding carries into the unit"),
        ("rounds-to-one-and-no-places", 0.9996, 3, "1", "correct", "1 is 0.0004 away, whatever its places"),
        ("a-zero-place-typed", 0.04, 4, "0.0", "places", "rounded to one place"),
        ("a-lost-zero", 0.0567, 4, "0.567", "scale", "a power of ten away"),
        ("nines-cut", 0.99999, 4, "0.9999", "truncated", "rounding carries, cutting does not"),
        ("root-two", math.sqrt(2), 6, "1.414214", "correct", "rounded as asked"),
        ("root-two-cut", math.sqrt(2), 6, "1.414213", "truncated", "the next digit is 5 and more follow"),
        ("unit-length", 1.0, 6, "1", "correct", "exact, whatever its places"),
        ("ten-is-a-scale-of-one", 1.0, 4, "10", "scale", "a power of ten away"),
        ("twelve-places", 1e-12, 12, "1e-12", "correct", "a tolerance of the tables"),
        ("twelve-places-scale", 1e-12, 12, "1e-11", "scale", "a power of ten away and outside the band of 0"),
        ("twelve-places-zero", 1e-12, 12, "0.0", "places", "right so far at one place"),
    ]:
        table.one("value-" + name, right, places, answer, verdict, why, mirror=True)


def notations(table):
    """Everything that is accepted; the right value is what the text means."""
    for name, answer, right, why in [
        ("point-first", ".5", 0.5, "no zero before the point"),
        ("point-last", "5.", 5.0, "no digits behind the point"),
        ("plus", "+3", 3.0, "a plus sign"),
        ("plus-and-space", "+ 3", 3.0, "a space behind the sign"),
        ("minus-and-space", "- 3", -3.0, "a space behind the sign"),
        ("exponent", "-1e-3", -0.001, "a power of ten by e"),
        ("exponent-capital-plus", "1.2E+4", 12000.0, "a capital E and a plus"),
        ("exponent-sine", "8.415e-1", 0.8415, "a power of ten by e"),
        ("times-power-star", "2*10^-3", 0.002, "a power of ten written out"),
        ("times-power-x", "2x10^-3", 0.002, "a power of ten with the letter x"),
        ("times-power-x-spaces", "2 x 10^-3", 0.002, "a power of ten with spaces"),
        ("times-power-cross", "2\u00d710^-3", 0.002, "a power of ten with the product sign"),
        ("times-power-dot", "2\u00b710^-3", 0.002, "a power of ten with the middle dot"),
        ("times-power-minus", "2\u00d710^\u22123", 0.002, "the exponent's sign is U+2212"),
        ("times-power-plus", "1.5*10^+2", 150.0, "the exponent's sign is a plus"),
        ("times-power-negative", "-2x10^3", -2000.0, "a negative decimal with a power of ten"),
        ("fraction", "1/3", 1 / 3, "a fraction"),
        ("fraction-negative", "-1/3", -1 / 3, "a negative fraction"),
        ("fraction-spaces", "1 / 3", 1 / 3, "spaces around the stroke"),
        ("fraction-full-width-stroke", "1\u00f73", 1 / 3, "the division sign"),
        ("mixed", "3 1/3", 10 / 3, "a mixed fraction is a sum"),
        ("mixed-negative", "-3 1/3", -10 / 3, "the sign belongs to the whole mixed fraction"),
        ("mixed-improper", "1 5/4", 2.25, "a mixed fraction above the unit"),
        ("mixed-in-a-sum", "1+3 1/3", 13 / 3, "a mixed fraction in front of the second term"),
        ("pi", "pi", math.pi, "a name"),
        ("pi-capital", "PI", math.pi, "names in any case"),
        ("pi-sign", "\u03c0", math.pi, "the letter"),
        ("e", "e", math.e, "a name"),
        ("e-squared", "e^2", math.e ** 2, "a power of e"),
        ("sine", "sin(1)", math.sin(1), "a function with parentheses"),
        ("sine-space", "sin 1", math.sin(1), "a function with a number after it"),
        ("sine-capital", "Sin(1)", math.sin(1), "names in any case"),
        ("cosine", "cos(1)", math.cos(1), "a function with parentheses"),
        ("cosine-space", "cos 0.1", math.cos(0.1), "a function with a number after it"),
        ("root", "sqrt(2)", math.sqrt(2), "a function with parentheses"),
        ("root-space", "sqrt 2", math.sqrt(2), "a function with a number after it"),
        ("root-sign", "\u221a2", math.sqrt(2), "the root sign"),
        ("root-sign-parentheses", "\u221a(2)", math.sqrt(2), "the root sign with parentheses"),
        ("root-sign-space", "\u221a 2", math.sqrt(2), "the root sign with a space"),
        ("root-half", "sqrt(2)/2", math.sqrt(2) / 2, "a root in an expression"),
        ("root-product", "3\u221a2", 3 * math.sqrt(2), "an implied product with a root sign"),
        ("exponential", "exp(1)", math.e, "a function with parentheses"),
        ("exponential-negative", "exp(-1)", math.exp(-1), "a negative argument"),
        ("logarithm", "ln(2)", math.log(2), "a function with parentheses"),
        ("logarithm-space", "ln 2", math.log(2), "a function with a number after it"),
        ("function-of-an-expression", "sin(pi/6)", math.sin(math.pi / 6), "an expression in parentheses"),
        ("functions-nested", "sqrt(sqrt(16))", 2.0, "a function of a function"),
        ("function-squared", "sin(1)^2", math.sin(1) ** 2, "the power of a function's value"),
        ("functions-added", "cos(1)+cos(0.1)", math.cos(1) + math.cos(0.1), "a sum of functions"),
        ("functions-side-by-side", "sin(1)cos(1)", math.sin(1) * math.cos(1), "an implied product of functions"),
        ("power", "2^10", 1024.0, "a power"),
        ("power-negative", "2^-1", 0.5, "a negative exponent"),
        ("power-right", "2^3^2", 512.0, "powers group from the right"),
        ("power-before-sign", "-2^2", -4.0, "a power binds tighter than a sign"),
        ("power-of-parenthesis", "(-2)^2", 4.0, "a sign in parentheses"),
        ("power-frequency", "100^(-2/4)", 0.1, "an exponent in parentheses"),
        ("power-of-a-fraction", "(1/2)^2", 0.25, "a fraction in parentheses"),
        ("sum", "1+2", 3.0, "a sum"),
        ("difference", "1-2", -1.0, "a difference"),
        ("difference-of-three", "10-2-3", 5.0, "differences group from the left"),
        ("product", "2*3", 6.0, "a product"),
        ("product-cross", "2\u00d73", 6.0, "the product sign"),
        ("product-dot", "2\u00b73", 6.0, "the middle dot"),
        ("quotient-of-three", "12/2/3", 2.0, "quotients group from the left"),
        ("product-before-sum", "1+2*3", 7.0, "a product binds tighter than a sum"),
        ("parentheses", "(1+2)*3", 9.0, "parentheses first"),
        ("parentheses-nested", "((1+2))*(3)", 9.0, "parentheses in parentheses"),
        ("sign-after-operator", "2*-3", -6.0, "a sign behind an operator"),
        ("implied-pi", "2pi", 2 * math.pi, "an implied product"),
        ("implied-pi-space", "2 pi", 2 * math.pi, "an implied product with a space"),
        ("implied-pi-sign", "2\u03c0", 2 * math.pi, "an implied product with the letter"),
        ("implied-parenthesis", "3(4+1)", 15.0, "an implied product with a parenthesis"),
        ("implied-parentheses", "(1+2)(3)", 9.0, "an implied product of parentheses"),
        ("implied-in-quotient", "pi/4", math.pi / 4, "a quotient with a name"),
        ("implied-exponential", "2exp(1)", 2 * math.e, "a name that begins with e is no exponent"),
        ("implied-after-exponent", "2e-1pi", 0.2 * math.pi, "an exponent, then a name"),
        ("implied-function", "2sin(1)", 2 * math.sin(1), "an implied product with a function"),
        ("equals", "=0.5", 0.5, "a leading equals sign"),
        ("equals-space", "= 0.84147", 0.84147, "a leading equals sign and a space"),
        ("equals-expression", "= 1/4", 0.25, "a leading equals sign before an expression"),
        ("spaces-around", "  0.5  ", 0.5, "spaces at both ends"),
        ("spaces-inside", " 1 + 1 / 4 ", 1.25, "spaces between signs"),
        ("tab-and-newline-around", "\t0.5\n", 0.5, "what a spreadsheet puts around a cell"),
        ("no-break-space", "\u00a00.5", 0.5, "a space that does not break"),
        ("minus-sign", "\u22120.5", -0.5, "U+2212"),
        ("en-dash", "\u20130.5", -0.5, "the dash that editors put for a minus"),
        ("full-width-minus", "\uff0d0.5", -0.5, "the full-width minus"),
        ("full-width-plus", "\uff0b3", 3.0, "the full-width plus"),
        ("full-width-digits", "\uff10.\uff15", 0.5, "full-width digits"),
        ("full-width-all", "\uff0d\uff11\uff12.\uff15", -12.5, "full-width sign and digits"),
        ("minus-sign-in-exponent", "5e\u22121", 0.5, "U+2212 in an exponent"),
        ("minus-sign-in-a-sum", "1\u22120.5", 0.5, "U+2212 between two numbers"),
        ("comma-leading-zero", "0,815", 0.815, "three digits behind 0 are decimals: no thousands start with 0"),
        ("comma-four-decimals", "0,8415", 0.8415, "a decimal comma"),
        ("comma-one-decimal", "3,5", 3.5, "a decimal comma"),
        ("comma-two-decimals", "12,25", 12.25, "a decimal comma"),
        ("comma-long-whole", "1234,567", 1234.567, "four digits before it: no thousands separator"),
        ("comma-negative", "-0,5", -0.5, "a decimal comma"),
        ("comma-with-minus-sign", "\u22120,8415", -0.8415, "a decimal comma and U+2212"),
        ("comma-exponent", "1,5e3", 1500.0, "a decimal comma and an exponent"),
        ("leading-zeros", "007", 7.0, "zeros in front"),
        ("many-digits", "3.14159265358979323846264338327950288", math.pi, "more digits than a double holds"),
        ("tiny", "1e-300", 1e-300, "near the end of the range"),
    ]:
        table.one("reads-" + name, right, 4, answer, "correct", why)


def notations_keep_their_places(table):
    for name, right, answer, verdict, why in [
        ("star", 0.0024, "2*10^-3", "places", "a power of ten written out is a decimal with three places"),
        ("exponent", 0.0024, "2e-3", "places", "0.002 has three places"),
        ("exponent-cut", 0.0026, "2e-3", "truncated", "0.002 is 0.0026 cut at three places"),
        ("exponent-more", 0.0024, "24e-4", "correct", "0.0024"),
        ("comma", SIN, "0,84", "places", "a decimal comma keeps its places"),
        ("comma-cut", SIN, "0,8414", "truncated", "a decimal comma keeps its places"),
        ("minus-sign", SIN, "\u22120,8415", "sign", "U+2212 and a decimal comma"),
        ("equals", SIN, "=0.84", "places", "an equals sign changes nothing"),
        ("full-width", SIN, "\uff10.\uff18\uff14", "places", "full-width digits have places too"),
        ("expression", SIN, "0.84+0", "wrong", "an expression is a value: no places are read off it"),
        ("fraction", SIN, "84/100", "wrong", "a fraction is a value: no places are read off it"),
        ("function", SIN, "sin 1", "correct", "the value itself"),
        ("other-function", SIN, "cos 1", "mistake", "what the cosine gives"),
        ("negated-function", SIN, "-sin(1)", "sign", "right but for the sign"),
        ("function-of-degrees", SIN, "sin(pi/180)", "wrong", "no mistake of that value is known here"),
        ("e-by-name", SIN, "8.415*10^-1", "correct", "a power of ten written out"),
    ]:
        table.one("form-" + name, right, 4, answer, verdict, why, COSINE)


def refused(table):
    """What cannot be read costs no attempt; the position is where reading stopped."""
    for name, answer, why, position in [
        ("blank", "", "nothing typed", None),
        ("spaces", "   ", "nothing but spaces", None),
        ("newline", "\n", "nothing but a line end", None),
        ("equals-alone", "=", "nothing behind the equals sign", None),
        ("exponent-without-digits", "1e", "an exponent needs digits; it is not Euler's number", None),
        ("exponent-sign-alone", "1e-", "an exponent needs digits", None),
        ("exponent-with-a-point", "1e1.5", "an exponent is a whole number", None),
        ("hexadecimal", "0x10", "no hexadecimal", 1),
        ("hexadecimal-one", "0x1", "no hexadecimal", 1),
        ("underscore", "1_000", "no separators inside a number", 1),
        ("infinity", "Infinity", "no finite number", 0),
        ("infinity-short", "inf", "no finite number", 0),
        ("minus-infinity", "-Infinity", "no finite number", 1),
        ("infinity-sign", "\u221e", "no finite number", 0),
        ("not-a-number", "nan", "no number", 0),
        ("not-a-number-capitals", "NaN", "no number", 0),
        ("letters", "abc", "an unknown name", 0),
        ("word-behind", "0.5 rad", "an unknown name", 4),
        ("unknown-function", "tan(1)", "an unknown name", 0),
        ("theta", "\u03b8", "an unknown letter", 0),
        ("degrees", "45\u00b0", "angles are in radians", 2),
        ("degrees-in-sine", "sin(45\u00b0)", "angles are in radians", 6),
        ("percent", "84%", "no percent sign", 2),
        ("currency", "$1", "an unknown sign", 0),
        ("letter-product", "2x", "an unknown name", 1),
        ("fractions-side-by-side", "1/2 1/2", "two numbers: a mixed fraction stands at the front of a term", None),
        ("mixed-fraction-to-a-power", "2 3/4^2", "the power could belong to the whole or to the 4", None),
        ("function-then-name", "sin 2pi", "the name could belong to the argument: parentheses say it", None),
        ("function-of-a-name-divided", "sin pi/6", "the divisor could belong to the argument: parentheses say it", None),
        ("exponent-twice", "2e3e3", "two exponents", None),
        ("euler-after-digits", "5e", "an exponent needs digits: 5*e is Euler's number five times", None),
        ("superscript", "10\u00b2", "powers are written with ^", 2),
        ("apostrophe", "1'000", "no separators inside a number", 1),
        ("name-and-equals", "x = 0.5", "an unknown name", 0),
        ("about", "~0.5", "an unknown sign", 0),
        ("factorial", "5!", "an unknown sign", 1),
        ("two-equals-signs", "==0.5", "one equals sign at most", None),
        ("point-alone", ".", "no digits", None),
        ("comma-alone", ",", "no digits", None),
        ("minus-alone", "-", "no digits", None),
        ("two-points", "1.2.3", "two points", None),
        ("points-side-by-side", "1..2", "two points", None),
        ("operator-last", "2+", "nothing behind the operator", None),
        ("operator-first", "*2", "nothing before the operator", None),
        ("operators-side-by-side", "2*/3", "an operator without a number", None),
        ("parenthesis-open", "(1+2", "a parenthesis is not closed", None),
        ("parenthesis-closed", "1+2)", "a parenthesis was not opened", None),
        ("parentheses-empty", "()", "nothing in the parentheses", None),
        ("function-alone", "sin", "a function of nothing", None),
        ("function-empty", "sin()", "a function of nothing", None),
        ("root-alone", "\u221a", "a root of nothing", None),
        ("two-numbers", "1 2", "two numbers where one is asked for", None),
        ("thousands-space", "16 000", "a space inside a number could part two numbers", None),
        ("three-numbers", "1, 2, 3", "three numbers where one is asked for", None),
        ("thousands-and-decimals", "1,234.5", "commas and points mixed", None),
        ("decimals-and-thousands", "1.234,5", "points and commas mixed", None),
        ("thousands-twice", "1,234,567", "commas could part thousands or numbers", None),
        ("division-by-zero", "1/0", "no finite number", None),
        ("mixed-over-zero", "3 1/0", "no finite number", None),
        ("root-of-a-negative", "sqrt(-1)", "no real number", None),
        ("logarithm-of-zero", "ln(0)", "no finite number", None),
        ("power-overflow", "10^400", "no finite number", None),
        ("exponential-overflow", "exp(1000)", "no finite number", None),
        ("root-by-power-of-a-negative", "(-8)^(1/3)", "no real number", None),
        ("half-sign", "\u00bd", "write 1/2", 0),
        ("letters-behind-digits", "12abc", "an unknown name", 2),
        ("quotation", "\"0.5\"", "an unknown sign", 0),
        ("line-break-inside", "0.\n5", "two numbers where one is asked for", None),
    ]:
        table.one("refuses-" + name, SIN, 4, answer, "unreadable", why, COSINE, position=position)
    for name, answer in [("16-000", "16,000"), ("1-234", "1,234"), ("negative", "-1,234"), ("three-before", "123,456"), ("minus-sign", "\u221212,345")]:
        table.one("asks-about-" + name, SIN, 4, answer, "unreadable", "a decimal comma or thousands: asked, never guessed", COSINE, ambiguous=True)


def forms(table):
    for name, right, answer, verdict, why in [
        ("exact", 3.0, "3", "correct", "the integer"),
        ("with-point", 3.0, "3.0", "correct", "right in value"),
        ("as-expression", 3.0, "6/2", "correct", "right in value"),
        ("near", 3.0, "2.9", "wrong", "an integer is exact: no rounding"),
        ("near-above", 3.0, "3.4", "wrong", "an integer is exact: no rounding"),
        ("negated", 3.0, "-3", "sign", "right but for the sign"),
        ("ten-times", 3.0, "30", "scale", "a power of ten away"),
        ("off-by-one", 3.0, "4", "wrong", "one off"),
        ("zero", 0.0, "0", "correct", "zero"),
        ("minus-zero", 0.0, "-0", "correct", "-0 equals 0"),
        ("zero-missed", 0.0, "1", "wrong", "zero has neither sign nor scale"),
        ("negative", -1.0, "\u22121", "correct", "U+2212"),
        ("negative-unsigned", -1.0, "1", "sign", "right but for the sign"),
        ("unreadable", 3.0, "three", "unreadable", "an unknown name"),
    ]:
        table.one("integer-" + name, right, 0, answer, verdict, why, form="integer")
    table.one("integer-named-mistake", -1.0, 0, "1", "mistake", "a named mistake says more than a lost sign",
              (("unsigned-offset", 1.0), ("offset-sign", 1.0)), form="integer")
    for name, right, answer, verdict, why, unsimplified in [
        ("simplified", THIRD, "1/3", "correct", "the fraction", False),
        ("unsimplified", THIRD, "2/6", "correct", "right in value, and told that it can be simplified", True),
        ("unsimplified-negative", -0.5, "-3/6", "correct", "right in value, and told that it can be simplified", True),
        ("whole", 2.0, "4/2", "correct", "right in value, and told that it can be simplified", True),
        ("as-decimal", THIRD, "0.3333", "correct", "right in value", False),
        ("fewer-places", THIRD, "0.33", "places", "right so far", False),
        ("negated", THIRD, "-1/3", "sign", "right but for the sign", False),
        ("ten-times", THIRD, "10/3", "scale", "a power of ten away", False),
        ("another", THIRD, "1/4", "wrong", "another value", False),
        ("upside-down", THIRD, "3/1", "wrong", "another value", False),
        ("over-zero", THIRD, "1/0", "unreadable", "no finite number", False),
        ("unsimplified-and-wrong", 0.5, "2/6", "wrong", "another value: that it can be simplified is beside the point", False),
        ("unsimplified-and-negated", 0.5, "-2/4", "sign", "right but for the sign: that it can be simplified is beside the point", False),
        ("cut", 2 / 3, "0.66", "truncated", "the next digit is 6", False),
    ]:
        table.one("fraction-" + name, right, 4, answer, verdict, why, form="fraction", unsimplified=unsimplified)
    for name, answer, verdict, why in [
        ("itself", "0.25", "correct", "the value"),
        ("upper-end", "0.26", "correct", "the ends of a tolerance count"),
        ("lower-end", "0.24", "correct", "the ends of a tolerance count"),
        ("past-the-upper-end", "0.2601", "wrong", "past the tolerance"),
        ("past-the-lower-end", "0.2399", "wrong", "past the tolerance"),
        ("negated", "-0.25", "sign", "right but for the sign"),
        ("cut-value", "0.2", "wrong", "a tolerance asks for no places, so none can be missing"),
        ("negated-within", "-0.255", "sign", "within the tolerance but for the sign"),
        ("ten-times", "2.5", "scale", "a power of ten away"),
        ("as-fraction", "1/4", "correct", "the value"),
    ]:
        table.one("tolerance-" + name, 0.25, 4, answer, verdict, why, tolerance=0.01, mirror=True)
    table.one("tolerance-mistake", 0.25, 4, "0.505", "mistake", "a mistake is held to the same tolerance", (("doubled", 0.5),), tolerance=0.01)
    table.one("tolerance-zero", 0.0, 4, "0.01", "correct", "the tolerance is absolute at zero", tolerance=0.01)
    table.one("tolerance-zero-missed", 0.0, 4, "0.02", "wrong", "the tolerance is absolute at zero", tolerance=0.01)


def vectors(table):
    one, two, three = [0.5403023059, 0.8414709848], [1.5, 2.5], [1.0, 2.0, 3.0]
    clockwise = (("clockwise", [0.5403023059, -0.8414709848]), ("sine-cosine-swapped", [0.8414709848, 0.5403023059]))
    for name, right, answer, cells, verdict, why, extra in [
        ("commas", one, "0.5403, 0.8415", ["0.5403", "0.8415"], "correct", "commas between cells", {}),
        ("commas-tight", one, "0.5403,0.8415", ["0.5403", "0.8415"], "correct", "commas between cells", {}),
        ("brackets", one, "[0.5403, 0.8415]", ["0.5403", "0.8415"], "correct", "brackets around", {}),
        ("round-brackets", one, "(0.5403, 0.8415)", ["0.5403", "0.8415"], "correct", "parentheses around a list", {}),
        ("tab", one, "0.5403\t0.8415", ["0.5403", "0.8415"], "correct", "a pasted row", {}),
        ("column", one, "0.5403\n0.8415", ["0.5403", "0.8415"], "correct", "a pasted column in a vector's field", {}),
        ("spaces", one, "0.5403 0.8415", ["0.5403", "0.8415"], "correct", "spaces between cells", {}),
        ("semicolon-decimal-commas", one, "0,5403; 0,8415", ["0,5403", "0,8415"], "correct", "semicolons between decimal commas", {}),
        ("comma-space-decimal-commas", one, "0,5403, 0,8415", ["0,5403", "0,8415"], "correct", "two cells are asked for, so a comma before a space parts them", {}),
        ("tab-decimal-commas", one, "0,5403\t0,8415", ["0,5403", "0,8415"], "correct", "a pasted row with decimal commas", {}),
        ("space-decimal-commas", two, "1,5 2,5", ["1,5", "2,5"], "correct", "spaces part cells, so commas are decimal", {}),
        ("comma-by-shape", three[:2], "1,2", ["1", "2"], "correct", "two cells are asked for: the comma parts them", {}),
        ("three-by-shape", three, "1,2,3", ["1", "2", "3"], "correct", "three cells are asked for", {}),
        ("three-spaced", three, "1, 2, 3", ["1", "2", "3"], "correct", "three cells are asked for", {}),
        ("expressions", one, "cos(1), sin(1)", ["cos(1)", "sin(1)"], "correct", "an expression in each cell", {}),
        ("equals", one, "= 0.5403, 0.8415", ["0.5403", "0.8415"], "correct", "a leading equals sign", {}),
        ("fractions", [1 / 3, -0.5], "1/3, -1/2", ["1/3", "-1/2"], "correct", "a fraction in each cell", {}),
        ("minus-signs", [-1.0, -2.0], "\u22121, \u22122", ["-1", "-2"], "correct", "U+2212 in each cell", {}),
        ("one-cell-fewer-places", one, "0.54, 0.8415", ["0.54", "0.8415"], "places", "one cell right so far, the others right",
         {"cell_verdicts": "places correct"}),
        ("all-cells-fewer-places", one, "0.54, 0.84", ["0.54", "0.84"], "places", "every cell right so far", {}),
        ("one-cell-cut", one, "0.5403, 0.8414", ["0.5403", "0.8414"], "truncated", "one cell cut, the others right", {"cell_verdicts": "correct truncated"}),
        ("one-cell-wrong", one, "0.5403, 0.1234", ["0.5403", "0.1234"], "wrong", "one cell is wrong: the verdict of each cell says which",
         {"cell_verdicts": "correct wrong"}),
        ("all-negated", one, "-0.5403, -0.8415", ["-0.5403", "-0.8415"], "sign", "every cell right but for the sign", {}),
        ("clockwise", one, "0.5403, -0.8415", ["0.5403", "-0.8415"], "mistake", "the whole answer is what a known mistake gives",
         {"mistakes": clockwise, "cell_verdicts": "correct mistake"}),
        ("exchanged", one, "0.8415, 0.5403", ["0.8415", "0.5403"], "mistake", "the whole answer is what a known mistake gives",
         {"mistakes": clockwise, "cell_verdicts": "mistake mistake"}),
        ("one-cell-of-a-mistake", one, "0.1234, -0.8415", ["0.1234", "-0.8415"], "wrong", "one cell of a mistake is not that mistake",
         {"mistakes": clockwise, "cell_verdicts": "wrong mistake"}),
        ("with-zeros-negated", [0.0, 1.0], "0, -1", ["0", "-1"], "sign", "a zero has no sign, the other cell lost it",
         {"cell_verdicts": "correct sign"}),
    ]:
        table.many("vector-" + name, (1, len(right)), right, 4, answer, cells, verdict, why, **extra)
    four, halves = [1.0, 2.0, 3.0, 4.0], {"cell_verdicts": "correct wrong wrong correct"}
    typed = ["1", "3", "2", "4"]
    for name, shape, paired, pattern, why in [
        ("paired-features", (1, 4), True, "channel-order", "features of adjacent pairs where those of split halves belong"),
        ("paired-column", (4, 1), True, "channel-order", "the same in a column"),
        ("unpaired-row", (1, 4), False, None, "these values do not stand in pairs: no order to speak of"),
        ("unpaired-column", (4, 1), False, None, "these values do not stand in pairs: no order to speak of"),
    ]:
        table.many("vector-" + name, shape, four, 4, "1, 3, 2, 4", typed, "wrong", why, paired=paired, pattern=pattern, **halves)
    table.many("vector-last-place", (1, 2), one, 4, "0.5404, 0.8415", ["0.5404", "0.8415"], "wrong", "one cell is off in its last place",
               "wrong correct", near=True)
    table.many("vector-last-place-and-cut", (1, 2), one, 4, "0.5404, 0.8414", ["0.5404", "0.8414"], "wrong",
               "one cell is off in its last place and one is cut", "wrong truncated", near=True)
    table.many("vector-last-place-and-more", (1, 2), one, 4, "0.5404, 0.1234", ["0.5404", "0.1234"], "wrong",
               "another cell is wrong altogether", "wrong wrong")
    table.many("vector-last-place-beside-a-mistake", (1, 2), one, 4, "0.5404, -0.8415", ["0.5404", "-0.8415"], "wrong",
               "another cell is what a known mistake gives", "wrong mistake", mistakes=clockwise)
    table.many("vector-last-place-of-a-pattern", (1, 3), [0.12341, 0.12349, 0.12352], 4, "0.1235, 0.1235, 0.1234",
               ["0.1235", "0.1235", "0.1234"], "wrong", "the values in reverse: that says more", "wrong correct wrong",
               pattern="reversed")
    table.many("vector-column-field", (2, 1), one, 4, "0.5403, 0.8415", ["0.5403", "0.8415"], "correct", "a column's field takes a row")
    table.many("vector-too-short", (1, 3), three, 4, "1, 2", None, "unreadable", "two cells where three are asked for")
    table.many("vector-too-long", (1, 2), one, 4, "1, 2, 3", None, "unreadable", "three cells where two are asked for")
    table.many("vector-blank", (1, 2), one, 4, "", None, "unreadable", "nothing typed")
    table.many("vector-blank-cell-by-tabs", (1, 3), three, 4, "1\t\t3", None, "unreadable", "the second cell is blank", blank=1)
    table.many("vector-blank-cell-by-commas", (1, 3), three, 4, "1,,3", None, "unreadable", "the second cell is blank", blank=1)
    table.many("vector-unreadable-cell", (1, 3), three, 4, "1, 2, x", None, "unreadable", "the third cell is an unknown name", blank=2)
    table.many("vector-ambiguous-cell", (1, 2), [1.234, 5.678], 4, "1,234\t5,678", None, "unreadable",
               "tabs part the cells, so each comma may be decimal or thousands: asked", blank=0, ambiguous=True)


def matrices(table):
    identity, square = [1.0, 0.0, 0.0, 1.0], [1.0, 2.0, 3.0, 4.0]
    dots = [2.0, 1.535306, 0.563920, 1.535306, 2.0, 1.535306, 0.563920, 1.535306, 2.0]
    for name, shape, right, places, answer, cells, verdict, why, extra in [
        ("pasted", (2, 2), identity, 4, "1\t0\n0\t1", ["1", "0", "0", "1"], "correct", "tabs and line ends", {}),
        ("pasted-with-last-newline", (2, 2), identity, 4, "1\t0\n0\t1\n", ["1", "0", "0", "1"], "correct", "a spreadsheet ends with a line end", {}),
        ("pasted-windows", (2, 2), identity, 4, "1\t0\r\n0\t1\r\n", ["1", "0", "0", "1"], "correct", "line ends of two characters", {}),
        ("brackets", (2, 2), identity, 4, "[[1, 0], [0, 1]]", ["1", "0", "0", "1"], "correct", "brackets in brackets", {}),
        ("brackets-tight", (2, 2), identity, 4, "[[1,0],[0,1]]", ["1", "0", "0", "1"], "correct", "brackets without spaces", {}),
        ("brackets-lines", (2, 2), identity, 4, "[[1 0]\n [0 1]]", ["1", "0", "0", "1"], "correct", "as numerical libraries print it", {}),
        ("semicolons", (2, 2), identity, 4, "1,0;0,1", ["1", "0", "0", "1"], "correct", "semicolons between rows", {}),
        ("semicolons-brackets", (2, 2), identity, 4, "[1, 0; 0, 1]", ["1", "0", "0", "1"], "correct", "semicolons between rows", {}),
        ("spaces-and-lines", (2, 2), identity, 4, "1 0\n0 1", ["1", "0", "0", "1"], "correct", "spaces between cells", {}),
        ("commas-and-lines", (2, 2), identity, 4, "1, 0\n0, 1", ["1", "0", "0", "1"], "correct", "commas between cells", {}),
        ("decimal-commas-pasted", (2, 2), [0.5, 1.5, 2.5, 3.5], 4, "0,5\t1,5\n2,5\t3,5", ["0,5", "1,5", "2,5", "3,5"], "correct",
         "tabs part the cells, so commas are decimal", {}),
        ("minus-signs-pasted", (2, 2), [-1.0, 0.0, 0.0, -1.0], 4, "\u22121\t0\n0\t\u22121", ["-1", "0", "0", "-1"], "correct", "U+2212 in cells", {}),
        ("three-by-three", (3, 3), dots, 4, "2 1.5353 0.5639\n1.5353 2 1.5353\n0.5639 1.5353 2",
         ["2", "1.5353", "0.5639", "1.5353", "2", "1.5353", "0.5639", "1.5353", "2"], "correct", "the dots of the chapter", {}),
        ("wide", (1, 4), square, 4, "1\t2\t3\t4", ["1", "2", "3", "4"], "correct", "one row of four", {}),
        ("one-cell-wrong", (2, 2), identity, 4, "1 0\n0 2", ["1", "0", "0", "2"], "wrong", "one cell is wrong", {"cell_verdicts": "correct correct correct wrong"}),
        ("one-cell-fewer-places", (2, 2), [0.25, 0.5, 0.5, 0.3333], 4, "0.25 0.5\n0.5 0.33", ["0.25", "0.5", "0.5", "0.33"], "places",
         "one cell right so far", {"cell_verdicts": "correct correct correct places"}),
        ("transposed", (2, 2), square, 4, "1 3\n2 4", ["1", "3", "2", "4"], "wrong", "rows and columns exchanged",
         {"cell_verdicts": "correct wrong wrong correct", "pattern": "transposed"}),
        ("sign", (2, 2), square, 4, "-1 -2\n-3 -4", ["-1", "-2", "-3", "-4"], "sign", "every cell right but for the sign", {}),
        ("mistake", (2, 2), [0.0, 1.0, -1.0, 0.0], 0, "0 -1\n1 0", ["0", "-1", "1", "0"], "mistake", "the whole answer is what a known mistake gives",
         {"mistakes": (("offset-sign", [0.0, -1.0, 1.0, 0.0]),), "cell_verdicts": "correct mistake mistake correct"}),
    ]:
        table.many("matrix-" + name, shape, right, places, answer, cells, verdict, why, **extra)
    for name, shape, right, answer, why, blank in [
        ("blank-cell", (2, 2), identity, "1\t\n0\t1", "row 1, column 2 is blank", 1),
        ("blank-first-cell", (2, 2), identity, "\t0\n0\t1", "row 1, column 1 is blank", 0),
        ("blank-last-cell", (2, 2), identity, "1\t0\n0\t", "row 2, column 2 is blank", 3),
        ("unreadable-cell", (2, 2), identity, "1 0\n0 1e", "row 2, column 2 has an exponent without digits", 3),
        ("too-few-rows", (2, 2), identity, "1 0", "one row where two are asked for", None),
        ("too-many-columns", (2, 2), identity, "1 0 0\n0 1 0", "three columns where two are asked for", None),
        ("ragged", (2, 2), identity, "1 0\n0", "rows of different lengths", None),
        ("flat", (2, 2), identity, "1 0 0 1", "one row where two are asked for: the shape is part of the answer", None),
        ("blank", (2, 2), identity, "", "nothing typed", None),
    ]:
        table.many("matrix-" + name, shape, right, 4, answer, None, "unreadable", why, blank=blank)


def several_cells(table):
    """What the cells of an answer share, in each form."""
    powers = [0.96, 2.5, 0.0]
    for name, right, places, answer, verdict, why, extra in [
        ("scale", [1.5, 2.5], 1, "15, 25", "scale", "every cell is ten times too large", {}),
        ("scale-down", [1.5, 2.5], 1, "0.015, 0.025", "scale", "every cell is a hundred times too small", {}),
        ("scale-by-two-powers", [1.5, 2.5], 1, "15, 250", "wrong", "ten times and a hundred times: no one power of ten explains both",
         {"cell_verdicts": "scale scale"}),
        ("scale-of-one-cell", [1.5, 2.5], 1, "1.5, 25", "wrong", "one cell is right as it is", {"cell_verdicts": "correct scale"}),
        ("scale-beside-zero", [0.0, 5.0], 1, "0, 500", "scale", "zero stays zero under every power of ten", {"cell_verdicts": "correct scale"}),
        ("scale-beside-zero-missed", [0.0, 5.0], 1, "12, 500", "wrong", "no power of ten makes 12 of 0", {"cell_verdicts": "wrong scale"}),
        ("scale-behind-zero-missed", [5.0, 0.0], 1, "500, 12", "wrong", "no power of ten makes 12 of 0", {"cell_verdicts": "scale wrong"}),
        ("scale-of-what-rounds-up", powers, 1, "9.6, 25, 0", "scale", "ten times each, though 0.96 rounds to another length",
         {"cell_verdicts": "scale scale correct"}),
        ("scale-of-what-rounds-up-by-two-powers", powers, 1, "9.6, 250, 0", "wrong", "ten times and a hundred times",
         {"cell_verdicts": "scale scale correct"}),
        ("scale-of-rounded-cells", powers, 1, "10, 25, 0", "scale", "ten times the rounded cells", {"cell_verdicts": "scale scale correct"}),
        ("scale-and-sign", [1.5, 2.5], 1, "-15, -25", "wrong", "two faults at once have no name", {"cell_verdicts": "wrong wrong"}),
        ("sign-of-one-cell", [1.5, 2.5], 1, "-1.5, 2.5", "wrong", "one cell is right as it is", {"cell_verdicts": "sign correct"}),
        ("sign-beside-zero-missed", [0.0, 5.0], 1, "1, -5", "wrong", "1 is not the negative of 0", {"cell_verdicts": "wrong sign"}),
    ]:
        table.many("vector-several-" + name, (1, len(right)), right, places, answer, answer.split(", "), verdict, why, **extra)
    for name, answer, verdict, why, extra in [
        ("right", "3, -4", "correct", "both integers", {}),
        ("named", "4, -3", "mistake", "the whole answer is what a known mistake gives", {"mistakes": (("off", [4.0, -3.0]),)}),
        ("negated", "-3, 4", "sign", "every cell right but for the sign", {}),
        ("ten-times", "30, -40", "scale", "every cell ten times too large", {}),
        ("off-by-one", "3, -5", "wrong", "one cell is one off", {"cell_verdicts": "correct wrong"}),
        ("unreadable", "3, four", "unreadable", "an unknown name", {"blank": 1}),
    ]:
        cells = None if verdict == "unreadable" else answer.split(", ")
        table.many("integer-several-" + name, (1, 2), [3.0, -4.0], 0, answer, cells, verdict, why, form="integer", **extra)
    for name, answer, verdict, why, extra in [
        ("right", "1/3, -1/2", "correct", "both fractions", {}),
        ("unsimplified", "2/6, -1/2", "correct", "right in value, and told that it can be simplified", {"unsimplified": True}),
        ("unsimplified-and-wrong", "2/6, 1/4", "wrong", "one cell is wrong: that the other can be simplified is beside the point",
         {"cell_verdicts": "correct wrong"}),
        ("fewer-places", "0.33, -1/2", "places", "one cell right so far", {"cell_verdicts": "places correct"}),
        ("cut", "1/3, -0.5000, 0.6666", "truncated", "one cell is cut", {"cell_verdicts": "correct correct truncated"}),
        ("named", "1/4, -1/2", "mistake", "the whole answer is what a known mistake gives",
         {"mistakes": (("quarter", [0.25, -0.5]),), "cell_verdicts": "mistake correct"}),
        ("negated", "-1/3, 1/2", "sign", "every cell right but for the sign", {}),
        ("ten-times", "10/3, -5", "scale", "every cell ten times too large", {}),
        ("unreadable", "1/3, 1/0", "unreadable", "no finite number", {"blank": 1}),
    ]:
        cells = None if verdict == "unreadable" else answer.split(", ")
        right = [THIRD, -0.5, 2 / 3][: answer.count(",") + 1]
        table.many("fraction-several-" + name, (1, len(right)), right, 4, answer, cells, verdict, why, form="fraction", **extra)
    for name, answer, verdict, why, extra in [
        ("right", "0.26, -0.5", "correct", "the ends of a tolerance count", {}),
        ("named", "0.5, -0.51", "mistake", "a mistake is held to the same tolerance",
         {"mistakes": (("doubled", [0.5, -0.5]),), "cell_verdicts": "mistake correct"}),
        ("negated", "-0.24, 0.5", "sign", "within the tolerance but for the sign", {}),
        ("ten-times", "2.5, -5", "scale", "every cell ten times too large", {}),
        ("past-an-end", "0.2601, -0.5", "wrong", "one cell is past the tolerance", {"cell_verdicts": "wrong correct"}),
        ("unreadable", "0.25, x", "unreadable", "an unknown name", {"blank": 1}),
    ]:
        cells = None if verdict == "unreadable" else answer.split(", ")
        table.many("tolerance-several-" + name, (1, 2), [0.25, -0.5], 4, answer, cells, verdict, why, tolerance=0.01, **extra)
    table.one("tolerance-unreadable", 0.25, 4, "a quarter", "unreadable", "an unknown name", tolerance=0.01)
    table.one("integer-unreadable-expression", 3.0, 0, "3!", "unreadable", "an unknown sign", form="integer")
    table.one("fraction-named-mistake", 0.5, 4, "2/6", "mistake", "what a known mistake gives: that it can be simplified is beside the point",
              (("third", THIRD),), form="fraction")


def make(_options):
    document = Document(
        source="the rules by which the course judges answers, applied by hand",
        generator="tests/vectors/make_answers.py, every verdict of a cell checked by judge.py in exact fractions",
        versions="Python's fractions and math; doubles are printed with 17 digits",
        tolerance="verdicts exact; read: a decimal exactly, an expression within 4 ulp",
        keys="right, places, tolerance, form: what is asked; shape R C for several cells, row by row; paired: they are features in pairs; mistake ID VALUE...; answer: "
             "as typed, with escapes; verdict; cells: the verdict of each; read: the value; matches: the mistakes named; pattern; last_place: only that is off; "
             "ambiguous; unsimplified; position: bytes before the fault; blank: the cell that cannot be read, from 0; why",
    )
    table = Table(document)
    for group in (rounding, order, ties, zero, large, last_places, more_values, notations, notations_keep_their_places, refused, forms, vectors, matrices,
                  several_cells):
        group(table)
    return document
