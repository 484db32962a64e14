"""How deep JSON nests, without parsing it."""

import re

#: As deep as a gateway reads.
NESTING_LIMIT = 32
# A string, closed or not, so that none is read twice; or a bracket.
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[][{}]', re.DOTALL)


def is_too_deep(text: str) -> bool:
    """Whether it nests deeper than NESTING_LIMIT.

    What does is not parsed: the parser is recursive, and so is most of what is done with a value.
    """
    depth = 0
    for found in _TOKEN.finditer(text):
        token = found.group()
        if token in ("[", "{"):
            depth += 1
            if depth > NESTING_LIMIT:
                return True
        elif token in ("]", "}"):
            depth -= 1
    return False
