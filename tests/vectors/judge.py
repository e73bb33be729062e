"""The rules by which a typed answer is read and judged, in exact fractions: the second opinion on answers.txt.

It covers one cell; a whole answer of several cells is judged in make_answers.py from its cells.
"""

import fractions
import math
import re

CHARACTERS = {
    "\u2212": "-", "\u2013": "-", "\uff0d": "-", "\uff0b": "+", "\u00d7": "*", "\u00b7": "*", "\u00f7": "/",
    "\u03c0": "pi ", "\u221a": "sqrt ", "\uff0e": ".", "\uff0c": ",", "\uff1d": "=", "\uff08": "(", "\uff09": ")", "\uff0f": "/",
    "\u00a0": " ", "\u3000": " ", "\u2009": " ", "\u202f": " ",
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
}
PLAIN = re.compile(r"([+-]?)\s*(\d+\.?\d*|\.\d+)(?:e([+-]?\d+)|\s*[*x]\s*10\s*\^\s*([+-]?\d+))?\Z", re.IGNORECASE)
TOKEN = re.compile(r"\s*(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[a-z]+|[-+*/^()])", re.IGNORECASE)
FUNCTIONS = {"sqrt": math.sqrt, "sin": math.sin, "cos": math.cos, "exp": math.exp, "ln": math.log}


class Unreadable(Exception):
    """The text is no number; the learner loses no attempt."""


class Number:
    """`exact`: a fraction. `places`: of a plain decimal, where its last digit stands; None for an expression."""

    def __init__(self, exact, places=None, significant=None):
        self.exact, self.places, self.significant = exact, places, significant


def of_double(value):
    """The fraction of the shortest decimal text of a double: what a person sees of it."""
    return fractions.Fraction(repr(value))


def read(text):
    """One number, or Unreadable."""
    for character, plain in CHARACTERS.items():
        text = text.replace(character, plain)
    text = text.strip().removeprefix("=").strip()
    if "," in text:
        if re.fullmatch(r"[+-]?[1-9]\d{0,2}(,\d{3})+", text):
            raise Unreadable("ambiguous")
        if not re.fullmatch(r"[+-]?\d*,\d+(e[+-]?\d+)?", text, re.IGNORECASE):
            raise Unreadable("commas")
        text = text.replace(",", ".")
    match = PLAIN.match(text)
    if match:
        sign, mantissa, *exponents = match.groups()
        exponent = int(next((e for e in exponents if e), "0"))
        whole, _, part = mantissa.partition(".")
        exact = fractions.Fraction(int(whole + part or "0"), 10 ** len(part)) * fractions.Fraction(10) ** exponent
        return Number(-exact if sign == "-" else exact, len(part) - exponent, len((whole + part).lstrip("0")))
    value = Expression(text).value()
    if not math.isfinite(value):
        raise Unreadable("not finite")
    return Number(of_double(value))


class Expression:
    """sum: product {+- product}; product: signed {*/ signed | implied power}; power binds right and tighter than a sign."""

    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise Unreadable(f"character {text[at]!r}")
            if re.match(r"[\d.]", match.group(1)) and re.match(r"e(?![a-z])", text[match.end():], re.IGNORECASE):
                raise Unreadable("an exponent without digits")
            self.tokens.append(match.group(1).lower())
            at = match.end()

    def value(self):
        try:
            result = self.sum()
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            raise Unreadable(str(error)) from error
        if self.tokens:
            raise Unreadable(f"{self.tokens[0]} follows a number")
        if isinstance(result, complex):
            raise Unreadable("not real")
        return float(result)

    def next_is(self, *kinds):
        return bool(self.tokens) and self.tokens[0] in kinds

    def number_follows(self):
        return bool(self.tokens) and self.tokens[0][0] in ".0123456789"

    def sum(self):
        result = self.product()
        while self.next_is("+", "-"):
            operator = self.tokens.pop(0)
            right = self.product()
            result = result + right if operator == "+" else result - right
        return result

    def product(self):
        result = self.signed(True)
        while True:
            if self.next_is("*", "/"):
                operator = self.tokens.pop(0)
                right = self.signed()
                result = result * right if operator == "*" else result / right
            elif self.tokens and (self.tokens[0] == "(" or self.tokens[0].isalpha()):
                result = result * self.power()
            else:
                return result

    def signed(self, front=False):
        """A mixed fraction stands only at the front of a term."""
        if self.next_is("+", "-"):
            return self.signed(front) if self.tokens.pop(0) == "+" else -self.signed(front)
        return self.mixed() if front and self.is_mixed() else self.power()

    def is_mixed(self):
        head = self.tokens[:4]
        return len(head) == 4 and head[0].isdigit() and head[1].isdigit() and head[2] == "/" and head[3].isdigit()

    def mixed(self):
        whole, above, _, below = self.tokens[:4]
        del self.tokens[:4]
        if self.next_is("^"):
            raise Unreadable("a power of a mixed fraction")
        return int(whole) + int(above) / int(below)

    def power(self):
        base = self.atom()
        if self.next_is("^"):
            self.tokens.pop(0)
            return base ** self.signed_power()
        return base

    def signed_power(self):
        if self.next_is("+", "-"):
            return self.signed_power() if self.tokens.pop(0) == "+" else -self.signed_power()
        return self.power()

    def function(self, name):
        """What follows an argument without parentheses could belong to it; a root reaches over one number."""
        bare, by_name = not self.next_is("("), not self.number_follows()
        value = FUNCTIONS[name](self.atom())
        implied = self.tokens and (self.tokens[0] == "(" or self.tokens[0].isalpha())
        if bare and name != "sqrt" and (implied or (by_name and self.next_is("*", "/"))):
            raise Unreadable("where does the function end?")
        return value

    def atom(self):
        if self.number_follows():
            return float(self.tokens.pop(0))
        if self.next_is("("):
            self.tokens.pop(0)
            result = self.sum()
            if not self.next_is(")"):
                raise Unreadable("a parenthesis is open")
            self.tokens.pop(0)
            return result
        if self.next_is("pi"):
            self.tokens.pop(0)
            return math.pi
        if self.next_is("e"):
            self.tokens.pop(0)
            return math.e
        if self.tokens and self.tokens[0] in FUNCTIONS:
            return self.function(self.tokens.pop(0))
        raise Unreadable(f"{self.tokens[0]} is unknown" if self.tokens else "nothing follows")


def within(left, right, places):
    """The absolute band, both ends of it inside."""
    return abs(left - right) <= fractions.Fraction(1, 2) / fractions.Fraction(10) ** places


def cut(value, places):
    scaled = value * fractions.Fraction(10) ** places
    return fractions.Fraction(math.trunc(scaled)) / fractions.Fraction(10) ** places


def says_enough(number, right, places):
    """A decimal at the places asked; or at fewer, but with one behind the point, or with two digits of a value from 10 on."""
    if number.places is None or number.places > places:
        return False
    return number.places == places or number.places >= 1 or (abs(right) >= 10 and number.significant >= 2)


def right_so_far(number, right, places):
    """Rounded at a place before the asked one, with enough digits to mean it."""
    return says_enough(number, right, places) and number.places < places and within(number.exact, right, number.places)


def cut_short(number, right, places):
    """The right digits, but the last one cut where rounding would have changed it."""
    if not says_enough(number, right, places) or number.exact != cut(right, number.places):
        return False
    return not within(number.exact, right, number.places)


def last_place(text, right, places):
    """Of an answer that is wrong: whether all places asked were typed and it is off by about one unit of the last of them, where the
    right value goes on behind that place and has two digits or more up to it."""
    number, right = read(text), of_double(right)
    unit = fractions.Fraction(1, 10 ** places)
    if places < 1 or number.places is None or number.places < places or (right / unit).denominator == 1:
        return False
    return abs(round(right / unit)) >= 10 and abs(number.exact - right) <= unit * 3 / 2


def rule(places, tolerance=None, form=None):
    """What makes a value correct for a wanted one."""
    if tolerance is not None:
        return lambda value, wanted: abs(value - wanted) <= of_double(tolerance)
    if form == "integer":
        return lambda value, wanted: value == wanted
    return lambda value, wanted: within(value, wanted, places)


POWERS = [power for power in range(-330, 331) if power != 0]


def whole(texts, rights, places, mistakes, tolerance=None, form=None):
    """The verdict that several cells share, where they are no known answer rearranged."""
    correct = rule(places, tolerance, form)
    values, wanted = [read(text).exact for text in texts], [of_double(right) for right in rights]
    found = {judge(text, right, places, [], tolerance, form)[0] for text, right in zip(texts, rights)}
    for mildest in ("correct", "places", "truncated"):
        if found <= {"correct", "places", "truncated"} and mildest == max(found, key=("correct", "places", "truncated").index):
            return mildest
    if any(all(map(correct, values, map(of_double, wrong))) for _, wrong in mistakes):
        return "mistake"

    def nothing(right):
        return correct(0, right)

    if all(nothing(right) if correct(value, right) else correct(-value, right) for value, right in zip(values, wanted)):
        return "sign"
    for power in POWERS if not all(map(nothing, wanted)) else ():
        moved = fractions.Fraction(10) ** power
        if all(correct(value, right) if nothing(right) else correct(value * moved, right) and not correct(value, right)
               for value, right in zip(values, wanted)):
            return "scale"
    return "wrong"


def judge(text, right, places, mistakes, tolerance=None, form=None):
    """(verdict, matching mistakes) of one cell; the first rule that holds."""
    try:
        number = read(text)
    except Unreadable:
        return "unreadable", []
    right = of_double(right)
    correct = rule(places, tolerance, form)
    value = number.exact
    if correct(value, right):
        return "correct", []
    by_places = form != "integer" and tolerance is None
    if by_places and right_so_far(number, right, places):
        return "places", []
    if by_places and cut_short(number, right, places):
        return "truncated", []
    matching = [name for name, wrong in mistakes if correct(value, of_double(wrong))]
    if matching:
        return "mistake", matching
    if correct(0, right):
        return "wrong", []
    if correct(-value, right):
        return "sign", []
    if value != 0 and any(correct(value * fractions.Fraction(10) ** power, right) for power in POWERS):
        return "scale", []
    return "wrong", []
