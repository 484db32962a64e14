"""Message objects of the contract (§2.4, §2.5), as dictionaries."""

from typing import Any, Dict

from .last_segment import last_segment

Message = Dict[str, Any]


def text_message(text: str) -> Message:
    """`text`: at most 1000 characters."""
    return {"type": "text", "text": text}


def file_message(type_: str, file: str, **details: Any) -> Message:
    """A message with a file, which stays where it is: `file` is its http(s) URL.

    `type_`: video, audio, voice, photo, sticker or document. Without a `file_name` the last part of
    the URL's path is the name. A channel requires `file_size`, in bytes, unless its operator has
    set `media: "lenient"`.
    """
    return {"type": type_, "file": file, "file_name": last_segment(file) or "file", **details}


def location_message(latitude: float, longitude: float, **details: Any) -> Message:
    """A place, in degrees."""
    return {"type": "location", "latitude": latitude, "longitude": longitude, **details}
