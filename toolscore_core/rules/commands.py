"""`$command`: does a recorded shell text, or argv list, run a command? Compared after normalising.

What counts as the same:

- white space, line continuations, comments; quotes, backslashes and `$'...'`; `$IFS` for a blank; a text or an argv list;
- the path of the program (`/bin/rm`), variables set before it, and what runs it: `sudo`, `env`, `nohup`, `timeout`,
  `xargs`, `find -exec` and the like (`WRAPPERS`), `sh -c '...'`, `eval '...'` and `trap '...'`, a text that `echo` or
  a here-document pipes into a shell;
- order and grouping of flags (`-rf`, `-r -f`, `-fr`), `--flag=value` and `--flag value`, and the few long names in `SAME_FLAGS`;
- where the command stands: after `;`, `&&`, `||`, `&`, a pipe or a newline, in a loop or condition, in a group, in `$(...)` or
  backquotes, in a here-document of a shell.

The recorded command may have more flags and more operands than the rule; the rule's operands must be there in their order.
Of programs with subcommands (`SUBCOMMANDS`) the first operand of the rule is the subcommand.

What is not normalised: values of variables, globs, aliases and functions; `cd`; text that is decoded or downloaded before it
runs; programs in other languages (`python -c`), other machines and containers (`ssh`, `docker exec`), cmd and PowerShell;
targets of redirections; long names for short flags elsewhere; upper and lower case.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any, Final

from toolscore_core.matchers import Written
from toolscore_core.rules.shell import Command as Parsed
from toolscore_core.rules.shell import Pipeline, pipelines_of
from toolscore_core.values import values_match

SHELLS: Final = frozenset({"sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "su", "runuser", "script", "$SHELL"})
"""Programs that run the text after `-c`, or the text that they are given."""

WRAPPERS: Final[dict[str, tuple[str, int]]] = {
    "sudo": ("-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot --role --type", 0),
    "doas": ("-u -C", 0),
    "env": ("-u -C --unset --chdir", 0),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n --class --classdata", 0),
    "timeout": ("-s -k --signal --kill-after", 1),
    "time": ("-f -o --format --output", 0),
    "stdbuf": ("-i -o -e --input --output --error", 0),
    "xargs": ("-I -n -P -L -d -E -s -a --max-args --max-procs --max-lines --delimiter --arg-file --replace", 0),
    "chroot": ("", 1),
    "flock": ("-w -E --timeout", 1),
    "watch": ("-n --interval", 0),
    "parallel": ("-j -n -N -S --jobs --max-args", 0),
    "exec": ("-a", 0),
    **dict.fromkeys(("nohup", "setsid", "command", "builtin", "busybox", "coproc", "unbuffer"), ("", 0)),
}
"""Programs that run the command after them -> their options that take a value, and the operands before that command."""

_SUBCOMMANDS: Final = (
    "git docker podman kubectl helm terraform tofu aws gcloud az gh glab npm pnpm yarn pip pip3 uv poetry cargo go apt apt-get "
    "dnf yum brew systemctl service ip ufw firewall-cmd vault heroku fly vercel wrangler"
)
SUBCOMMANDS: Final = frozenset(_SUBCOMMANDS.split())
"""Programs of which the first operand says what they do."""

_WORD_FLAGS: Final = "find java javac go terraform tofu openssl ffmpeg convert gcc clang xset"
WORD_FLAGS: Final = frozenset(_WORD_FLAGS.split())
"""Programs whose flags of one dash are words, not letters."""

SAME_FLAGS: Final[dict[str, dict[str, str]]] = {
    "rm": {"-R": "-r", "--recursive": "-r", "--force": "-f"},
    "cp": {"-R": "-r", "--recursive": "-r", "--force": "-f"},
    "chmod": {"--recursive": "-R"},
    "chown": {"--recursive": "-R"},
    "chgrp": {"--recursive": "-R"},
    "git": {"--force": "-f"},
}
"""Program -> other names of its flags."""

_LEADING: Final = frozenset({"if", "then", "else", "elif", "do", "while", "until", "!"})
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_PRINTERS: Final = (["echo"], ["printf"])
_DEEPEST: Final = 8
"""Texts inside texts that are read, such as `sh -c "sh -c '...'"`."""

_MOST_VIEWS: Final = 16
"""Commands that one command is followed to, such as `sudo env nice rm`."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """A program as it is run.

    Attributes:
        program: Its name, without a path.
        flags: Its flags, each with its dash.
        operands: The other words, in order.
        after_flag: For each operand, whether it stands right after a flag, whose value it may be.
    """

    program: str
    flags: frozenset[str]
    operands: tuple[str, ...]
    after_flag: tuple[bool, ...]


def invocation(words: list[str]) -> Invocation:
    """The words of a command, the program first, as an invocation."""
    program = words[0].rpartition("/")[2] or words[0]
    return Invocation(program, *_sorted_out(program, words[1:]))


def _sorted_out(program: str, words: list[Any]) -> tuple[frozenset[str], tuple[Any, ...], tuple[bool, ...]]:
    """Flags, operands, and which operand follows a flag; what is no text is an operand."""
    names = SAME_FLAGS.get(program, {})
    flags: set[str] = set()
    operands: list[Any] = []
    after: list[bool] = []
    only_operands = after_flag = False
    for word in words:
        if only_operands or not isinstance(word, str) or len(word) < 2 or word[0] != "-":
            operands.append(word)
            after.append(after_flag)
            after_flag = False
        elif word == "--":
            only_operands, after_flag = True, False
        elif word.startswith("--"):
            name, equals, value = word.partition("=")
            flags.add(names.get(name, name))
            if equals:
                operands.append(value)
                after.append(True)
            after_flag = not equals
        else:
            letters = [word] if program in WORD_FLAGS else [f"-{letter}" for letter in word[1:]]
            flags.update(names.get(letter, letter) for letter in letters)
            after_flag = True
    return frozenset(flags), tuple(operands), tuple(after)


Runs = tuple[tuple[tuple[Invocation, ...], ...], ...]
"""Pipelines; each has stages, each of them every program that may run there."""


def runs_of(value: Any) -> Runs:
    """Everything that a recorded value runs: a shell text, an argv list, or a list of shell texts; () of anything else."""
    if isinstance(value, str):
        return _short_runs(value) if len(value) <= _SHORT else _long_runs(value)
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, (str, int, float)) for item in value):
        words = [str(item) for item in value]
        if any(map(str.isspace, words[0])):  # no program's name has a blank: a list of commands
            return tuple(run for text in words for run in runs_of(text))
        return tuple(_runs([[[Parsed(words)]]], 0))
    return ()


_SHORT: Final = 4096


@lru_cache(maxsize=2048)
def _short_runs(text: str) -> Runs:
    return tuple(_runs(pipelines_of(text), 0))


@lru_cache(maxsize=4)
def _long_runs(text: str) -> Runs:
    return tuple(_runs(pipelines_of(text), 0))


def forget_runs() -> None:
    """Forget the texts that were read: recorded texts are not held longer than they are checked."""
    _short_runs.cache_clear()
    _long_runs.cache_clear()


def _runs(pipelines: Iterable[Pipeline], depth: int) -> Iterator[tuple[tuple[Invocation, ...], ...]]:
    inner: list[str] = []
    for pipeline in pipelines:
        run = []
        printed: list[str] = []
        for stage in pipeline:
            views = tuple(view for command in stage for view in islice(_views(command, inner), _MOST_VIEWS))
            if any(view.program in SHELLS for view in views):
                inner += printed
            printed = [_printed(command.words) for command in stage if command.words[:1] in _PRINTERS]
            printed += [text for command in stage for text in command.given]
            run.append(views)
        yield tuple(run)
    if depth < _DEEPEST:
        for text in inner:
            yield from _runs(pipelines_of(text), depth + 1)


def _views(command: Parsed, inner: list[str]) -> Iterator[Invocation]:
    """The program of a command, then those that it runs; shell texts that they run are added to `inner`."""
    waiting = [command.words]
    while waiting:
        words = _stripped(waiting.pop())
        if not words:
            continue
        found = invocation(words)
        yield found
        if found.program in SHELLS:
            inner += _shell_text(words)
            inner += command.given
        elif found.program == "eval":
            inner.append(" ".join(words[1:]))
        elif found.program == "trap":
            inner += words[1:2]
        elif found.program == "find":
            waiting += _executed(words)
        elif found.program in WRAPPERS:
            if found.program == "env":
                inner += [text for word, text in pairwise(words) if word in ("-S", "--split-string")]
            wrapped = _wrapped(words, *WRAPPERS[found.program])
            if len(wrapped) == 1 and any(map(str.isspace, wrapped[0])):
                inner += wrapped  # `watch 'ls -l'`
            else:
                waiting.append(wrapped)


def _printed(words: list[str]) -> str:
    at = 1
    while at < len(words) and words[at].startswith("-"):
        at += 1
    return " ".join(words[at:])


def _stripped(words: list[str]) -> list[str]:
    """Words from the program on, without reserved words and variables before it."""
    at = 0
    while at < len(words) and (words[at] in _LEADING or _ASSIGNMENT.match(words[at])):
        at += 1
    return words[at:]


def _shell_text(words: list[str]) -> Iterator[str]:
    """What stands after the `-c` of a shell."""
    for at, word in enumerate(words[1:], 1):
        if word == "--command" or (word[:1] == "-" and word[1:2] != "-" and "c" in word):
            yield from words[at + 1 : at + 2]
            return
        if word.startswith("--command="):
            yield word.partition("=")[2]
            return


def _executed(words: list[str]) -> Iterator[list[str]]:
    """The commands after `-exec` and its like."""
    start = None
    for at, word in enumerate(words):
        if start is None and word in ("-exec", "-execdir", "-ok", "-okdir"):
            start = at + 1
        elif start is not None and word in (";", "+"):
            yield words[start:at]
            start = None
    if start is not None:
        yield words[start:]


def _wrapped(words: list[str], with_value: str, operands: int) -> list[str]:
    """The command after a wrapper, its options and its own operands."""
    valued = with_value.split()
    at = 1
    while at < len(words):
        word = words[at]
        if word == "--":
            at += 1
            break
        if len(word) > 1 and word[0] == "-":
            at += 2 if word in valued or (word[1] != "-" and f"-{word[-1]}" in valued and len(word) > 2) else 1
        elif _ASSIGNMENT.match(word):
            at += 1
        elif operands:
            operands -= 1
            at += 1
        else:
            break
    return words[at:]


@dataclass(frozen=True, slots=True)
class _Stage:
    """What a rule asks of one stage; program and operands are texts or matchers."""

    program: Any
    flags: frozenset[str] = frozenset()
    operands: tuple[Any, ...] = field(default=())

    def is_run_by(self, run: Invocation) -> bool:
        if not (self.flags <= run.flags and values_match(self.program, run.program)):
            return False
        if not self.operands:
            return True
        at = 0
        for place, word in enumerate(run.operands):
            if values_match(self.operands[at], word):
                at += 1
                if at == len(self.operands):
                    return True
            elif at == 0 and run.program in SUBCOMMANDS and not run.after_flag[place]:
                return False
        return False


class Command(Written):
    """Accepts shell texts and argv lists that run a command, wherever it stands in them; see the module.

    Args:
        operand: The command as shell text, of one command or one pipeline; or its words in a list, which may be matchers,
            with `"|"` between the stages of a pipeline. Stages may have others between them.

    Raises:
        ValueError: There is no program, there are several commands, or a part that is not compared.
    """

    __slots__ = ("_stages",)

    operator = "$command"

    def __init__(self, operand: Any) -> None:
        super().__init__(operand)
        self._stages = [_stage(words) for words in (_words(operand) if isinstance(operand, str) else _split(operand))]

    def matches(self, value: Any) -> bool:
        return any(self._is_in(pipeline) for pipeline in runs_of(value))

    def _is_in(self, pipeline: tuple[tuple[Invocation, ...], ...]) -> bool:
        at = 0
        for stage in pipeline:
            if any(map(self._stages[at].is_run_by, stage)):
                at += 1
                if at == len(self._stages):
                    return True
        return False


def _words(text: str) -> list[list[Any]]:
    pipelines = pipelines_of(text)
    if len(pipelines) != 1:
        raise ValueError("`$command` takes one command, or one pipeline")
    commands = [command for stage in pipelines[0] for command in stage]
    if any(command.redirected for command in commands):
        raise ValueError("`$command` compares no redirections")
    return [list(command.words) for command in commands]


def _split(words: list[Any]) -> list[list[Any]]:
    stages: list[list[Any]] = [[]]
    for word in words:
        if isinstance(word, str) and word == "|":
            stages.append([])
        else:
            stages[-1].append(word)
    return stages


def _stage(words: list[Any]) -> _Stage:
    if not words or words[0] == "":
        raise ValueError("`$command` needs the name of a program")
    program = words[0]
    name = (program.rpartition("/")[2] or program) if isinstance(program, str) else ""
    flags, operands, _ = _sorted_out(name, words[1:])
    return _Stage(name or program, flags, operands)
