"""Text from standard input, spoken while it still arrives."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator

from brisa.errors import InvalidText

_READ_BYTES = 1 << 16


def utf8_pieces(fd: int) -> Iterator[str]:
    """What arrives on a file descriptor, as soon as it does, as pieces of text.

    A byte order mark at the start is dropped. Raises ``InvalidText`` at the first byte that is not
    UTF-8. Reads the descriptor itself: a buffered file would wait to fill its block, and its lock
    would hold up the end of the process while a read is waiting.
    """
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    decoded_bytes = 0
    while True:
        block = os.read(fd, _READ_BYTES)
        held_bytes = len(decoder.getstate()[0])
        try:
            piece = decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            at_byte = decoded_bytes - held_bytes + error.start
            message = (
                f"The text on standard input is not valid UTF-8 at byte {at_byte}: "
                f"{error.reason}. Convert it first, for example with iconv -t UTF-8."
            )
            raise InvalidText(message, param="input") from None
        decoded_bytes += len(block)
        if piece:
            yield piece
        if not block:
            return
