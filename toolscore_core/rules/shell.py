"""Shell text -> its pipelines of commands, each a list of words without quotes.

Substitutions, groups and here-documents are followed to where they stand; nothing is run, looked up or expanded. Any text
gives an answer, in time linear in its length: what is not closed ends with the text.
Facts: POSIX.1-2024, Shell Command Language, https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html;
ANSI-C quoting and here-strings as in the manual of bash.
"""

import re
from dataclasses import dataclass, field
from typing import Final

_ORDINARY: Final = re.compile(r"[^\s'\"\\$`()|&;<>#]+")
_IN_QUOTES: Final = re.compile(r'[^"\\$`]+')
_FIELD_SEPARATOR: Final = re.compile(r"\$(?:\{IFS\}|IFS(?![A-Za-z0-9_]))(?:\$9|\$@)?")
_ANSI_C: Final = re.compile(r"(?:[^'\\]|\\.)*", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|(.))", re.DOTALL)
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}

_REDIRECTIONS: Final = ("<<", "<-", "<", ">", "&", "|", "")
"""What may follow the first sign of a redirection, the longest first."""

_PASSED_ON: Final = 8
"""Commands of a group that count as the stage at which the group stands, so that nesting costs no more than its length."""

UNKNOWN: Final = "$()"
"""What stands in a word for the output of a command."""


@dataclass(slots=True)
class Command:
    """One simple command.

    Attributes:
        words: Its words, quotes removed, without redirections.
        given: Texts that it reads from here-documents and here-strings.
        redirected: Whether it has any redirection.
    """

    words: list[str] = field(default_factory=list)
    given: list[str] = field(default_factory=list)
    redirected: bool = False


Pipeline = list[list[Command]]
"""Stages joined by `|`; a stage is one command, or the commands of a group in parentheses or braces."""


@dataclass(slots=True)
class _Frame:
    """A text inside another: the whole, a substitution, or a group.

    Attributes:
        closer: The character or word that ends it; "" for the whole text.
        quoted: Whether it stands in double quotes.
        pipeline, stage, command: What is being read.
        commands: Every command in it so far.
        word: Pieces of the word being read; None between words.
        plain: Whether no part of the word is quoted.
        next_word: What the next word is where it is no word of the command: "target", "delimiter" or "given".
    """

    closer: str
    quoted: bool = False
    pipeline: Pipeline = field(default_factory=list)
    stage: list[Command] = field(default_factory=list)
    command: Command = field(default_factory=Command)
    commands: list[Command] = field(default_factory=list)
    word: list[str] | None = None
    plain: bool = True
    next_word: str = ""


def pipelines_of(text: str) -> list[Pipeline]:
    """Every pipeline of a shell text, those inside of substitutions and groups too, each once."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._found: list[Pipeline] = []
        self._frames: list[_Frame] = [_Frame("")]
        self._in_double = False
        self._awaited: list[tuple[str, Command]] = []  # here-documents whose text comes after this line

    def read(self) -> list[Pipeline]:
        while self._at < len(self._text):
            if self._in_double:
                self._read_quoted()
            else:
                self._read_plain()
        self._end_word()  # which may open or close a group
        while len(self._frames) > 1:
            self._leave()
        self._end_pipeline()
        return self._found

    @property
    def _frame(self) -> _Frame:
        return self._frames[-1]

    def _add(self, piece: str, *, plain: bool = False) -> None:
        frame = self._frame
        if frame.word is None:
            frame.word, frame.plain = [], True
        frame.word.append(piece)
        frame.plain = frame.plain and plain

    def _read_quoted(self) -> None:
        text, at = self._text, self._at
        run = _IN_QUOTES.match(text, at)
        if run is not None:
            self._add(run[0])
            self._at = run.end()
            return
        char = text[at]
        self._at += 1
        if char == '"':
            self._in_double = False
        elif char == "\\":
            following = text[at + 1 : at + 2]
            self._at += 1
            self._add("" if following == "\n" else following if following in '$`"\\' else char + following)
        elif char == "`":
            self._backtick()
        elif text.startswith("$(", at):
            self._at += 1
            self._enter(")")
        else:
            self._add(char)

    def _read_plain(self) -> None:
        text, at = self._text, self._at
        run = _ORDINARY.match(text, at)
        if run is not None:
            self._add(run[0], plain=True)
            self._at = run.end()
            return
        char = text[at]
        self._at += 1
        if char == "\n":
            self._end_pipeline()
            self._read_awaited()
        elif char.isspace():
            self._end_word()
        elif char == "'":
            self._read_single()
        elif char == '"':
            self._add("")
            self._in_double = True
        elif char == "\\":
            self._at += 1
            if text[at + 1 : at + 2] != "\n":
                self._add(text[at + 1 : at + 2])
        elif char == "$":
            self._read_dollar()
        elif char == "`":
            self._backtick()
        elif char == "#" and self._frame.word is None:
            end = text.find("\n", at)
            self._at = len(text) if end < 0 else end
        elif char == "#":
            self._add(char)
        else:
            self._read_operator(char)

    def _read_single(self) -> None:
        end = self._text.find("'", self._at)
        end = len(self._text) if end < 0 else end
        self._add(self._text[self._at : end])
        self._at = end + 1

    def _read_dollar(self) -> None:
        text, at = self._text, self._at
        separator = _FIELD_SEPARATOR.match(text, at - 1)
        if separator is not None:
            self._end_word()
            self._at = separator.end()
        elif text.startswith("(", at):
            self._at += 1
            self._enter(")")
        elif text.startswith("'", at):
            body = _ANSI_C.match(text, at + 1)
            if body is not None:  # it always matches, if nothing
                self._add(_ESCAPE.sub(_unescaped, body[0]))
                self._at = body.end() + 1
        elif not text.startswith('"', at):  # of `$"..."` the quotes are read next
            self._add("$", plain=True)

    def _read_operator(self, char: str) -> None:
        text, at = self._text, self._at
        following = text[at : at + 1]
        if char in "<>" or (char == "&" and following == ">"):
            self._read_redirection(char)
        elif char == "(" and following == ")" and self._frame.word is not None:  # a function, whose body comes next
            self._at += 1
            self._end_pipeline()
        elif char == "(":
            self._enter(")", group=True)
        elif char == ")":
            if self._frame.closer == ")":
                self._leave()
            else:
                self._end_pipeline()
        elif char == "|" and following != "|":
            self._at += following == "&"
            self._end_stage()
        else:
            self._end_pipeline()

    def _read_redirection(self, char: str) -> None:
        text, frame = self._text, self._frame
        if text.startswith("(", self._at):
            self._at += 1
            self._enter(")")
            return
        if frame.word is not None and frame.plain and "".join(frame.word).isdigit():
            frame.word = None
        self._end_word()
        rest = next(sign for sign in _REDIRECTIONS if text.startswith(sign, self._at))
        frame.command.redirected = True
        if char == "<" and rest == "<<":
            frame.next_word = "given"
        elif char == "<" and rest in ("<", "<-"):
            frame.next_word = "delimiter"
        else:
            frame.next_word = "target"
        self._at += len(rest)

    def _backtick(self) -> None:
        if self._frame.closer == "`":
            self._leave()
        else:
            self._enter("`")

    def _enter(self, closer: str, *, group: bool = False) -> None:
        if not group:
            self._add("")
        self._frames.append(_Frame(closer, quoted=self._in_double))
        self._in_double = False

    def _leave(self) -> None:
        self._end_pipeline()
        inner = self._frames.pop()
        self._in_double = inner.quoted
        frame = self._frame
        if frame.word is None:
            frame.stage += inner.commands[:_PASSED_ON]
            frame.commands += inner.commands[:_PASSED_ON]
        else:
            self._add(UNKNOWN)

    def _end_word(self) -> None:
        frame = self._frame
        if frame.word is None:
            return
        word, plain, kind = "".join(frame.word), frame.plain, frame.next_word
        frame.word, frame.next_word = None, ""
        if kind == "delimiter":
            self._awaited.append((word, frame.command))
        elif kind == "given":
            frame.command.given.append(word)
        elif kind == "target":
            return
        elif plain and word == "{" and not frame.command.words:
            self._enter("}", group=True)
        elif plain and word == "}" and not frame.command.words and frame.closer == "}":
            self._leave()
        else:
            frame.command.words.append(word)

    def _end_stage(self) -> None:
        self._end_word()
        frame = self._frame
        if frame.command.words or frame.command.given:
            frame.stage.append(frame.command)
            frame.commands.append(frame.command)
        if frame.stage:
            frame.pipeline.append(frame.stage)
        frame.stage, frame.command, frame.next_word = [], Command(), ""

    def _end_pipeline(self) -> None:
        self._end_stage()
        frame = self._frame
        if frame.pipeline:
            self._found.append(frame.pipeline)
            frame.pipeline = []

    def _read_awaited(self) -> None:
        for delimiter, command in self._awaited:
            lines = []
            while self._at < len(self._text):
                end = self._text.find("\n", self._at)
                end = len(self._text) if end < 0 else end
                line = self._text[self._at : end]
                self._at = end + 1
                if line.strip("\t") == delimiter:
                    break
                lines.append(line)
            command.given.append("\n".join(lines))
        self._awaited = []


def _unescaped(found: "re.Match[str]") -> str:
    short, long, octal, letter = found.groups()
    if letter is not None:
        return _LETTERS.get(letter, letter)
    return chr(int(octal, 8) if octal is not None else int(short or long, 16))
