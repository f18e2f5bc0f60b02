"""Where a private key ends that begins with a PEM line, also when it was cut off or stands inside JSON text."""

import re
from typing import Final

BEGIN_LINE: Final = re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,6}PRIVATE KEY(?: BLOCK)?-----")
_END_LINE: Final = re.compile(r"-----END (?:[A-Z0-9]+ ){0,6}PRIVATE KEY(?: BLOCK)?-----")
_DASHES: Final = "-----"
_LONGEST: Final = 65_536
"""Longest block in characters that is looked for; a 16,384-bit RSA key is about 13,000 long."""

_NEW_LINE: Final = r"[^\S\n\r]*+(?:[\r\n]|\\++(?:[nr]|u000[aAdD]))(?:\s|\\++(?:[nrt]|u000[aAdD9]))*+"
"""End of a line, also as an escape of JSON text at any depth of encoding, and the indentation of the next line."""

_LETTER: Final = r"(?:[A-Za-z0-9+=]|\\*+/)"
"""One letter of base64; some JSON writers put a backslash before the slash."""

_BODY_WITHOUT_END: Final = re.compile(
    rf"(?:{_NEW_LINE}[A-Z][A-Za-z-]{{2,30}}: [^\n\r\\\"]{{1,200}})*+"  # Proc-Type, DEK-Info, Version, Comment
    rf"(?:(?:{_NEW_LINE}{_LETTER}{{16}}|[ ]{_LETTER}{{40}}){_LETTER}*+)*+"  # full lines; spaces where lines were joined
    rf"(?:{_NEW_LINE}{_LETTER}++(?=[ \t]*+(?:\Z|[\r\n\\\"'`<\[…]|\.\.\.|-----)))?+"  # the last line, or a line cut off
)

_NO_KEY: Final = re.compile(
    r"[\s.…*xX]*|(?:\s|\\+n)*(?:<[^<>\0]*>|\[[^\[\]\0]*\]|\{[^{}\0]*\}|\$\{?\w+\}?|\.\.\.|…)(?:\s|\\+n)*"
)
"""What stands between the lines of a documentation's example."""


def private_key_end(text: str, begin_end: int) -> int:
    """End of the block whose begin line ends at `begin_end`.

    With an end line before the next block it is the end of that line, otherwise the end of the base64 lines that
    follow; the begin line alone when neither follows. Looks at each character a bounded number of times.
    """
    limit = begin_end + _LONGEST
    at = text.find(_DASHES, begin_end, limit)
    while at >= 0:
        end_line = _END_LINE.match(text, at)
        if end_line:
            return end_line.end()
        if text.startswith("-----BEGIN ", at):
            break
        at = text.find(_DASHES, at + 1, limit)
    body = _BODY_WITHOUT_END.match(text, begin_end, limit)
    return body.end() if body else begin_end


def holds_key(block: str) -> bool:
    """Whether a block is more than an example: not only dots, `<your key>` or a variable between its two lines."""
    begin, end = BEGIN_LINE.match(block), _END_LINE.search(block)
    if begin is None or end is None:
        return True
    return _NO_KEY.fullmatch(block, begin.end(), end.start()) is None
