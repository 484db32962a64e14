"""The last part of a URL's path."""

import re
from urllib.parse import unquote


def last_segment(url: str) -> str:
    """Decoded. `url`: whole, or a path alone.

    `urlsplit` would refuse some of what a stranger may ask for.
    """
    path = re.split("[?#]", url, maxsplit=1)[0]
    return unquote(path.rsplit("/", 1)[-1])
