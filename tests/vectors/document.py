"""The form of a vector file: comments with its provenance, then cases of `key value...` lines."""

import datetime
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
NAME = re.compile(r"[a-z0-9][a-z0-9.+_-]*\Z")


def real(value):
    """A double as text that reads back to the same bits."""
    return f"{float(value):.17g}"


def escape(text):
    r"""Text as one ASCII line: \n \t \\ and \uXXXX; \s for a space at either end."""
    out = []
    for index, character in enumerate(text):
        if character in "\n\t\\":
            out.append({"\n": r"\n", "\t": r"\t", "\\": r"\\"}[character])
        elif character == " " and index in (0, len(text) - 1):
            out.append(r"\s")
        elif " " <= character <= "~":
            out.append(character)
        else:
            code = character.encode("utf-16-be").hex()
            out += [rf"\u{code[at:at + 4]}" for at in range(0, len(code), 4)]
    return "".join(out)


class Document:
    """Cases in order. A name stands once in a file and says why the case exists."""

    def __init__(self, **head):
        self.head = head
        self.cases = {}

    def case(self, name, *lines):
        """Each line is (key, value...); a double is written so that it reads back exactly."""
        if not NAME.match(name):
            raise ValueError(f"{name!r} is no case name")
        if name in self.cases:
            raise ValueError(f"two cases are named {name}")
        self.cases[name] = [self._line(*line) for line in lines]

    @staticmethod
    def _line(key, *values):
        words = [real(value) if isinstance(value, float) else str(value) for value in values]
        return " ".join([key, *words]).rstrip(" ")

    def write(self, name):
        """Writes the file and returns the number of cases. The date stays while the cases do."""
        body = "".join("\ncase " + "\n".join([case, *lines]) + "\n" for case, lines in self.cases.items())
        path = HERE / name
        date = datetime.date.today().isoformat()
        if path.exists():
            old_head, _, old_body = path.read_text("ascii").partition("\n\n")
            if "\n" + old_body == body:
                date = re.search(r"# date: (.*)", old_head).group(1)
        head = {**self.head, "date": date, "cases": len(self.cases)}
        text = "".join(f"# {key}: {value}\n" for key, value in head.items()) + body
        path.write_text(text, "ascii")
        return len(self.cases)
