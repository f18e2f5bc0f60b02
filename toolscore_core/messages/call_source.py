"""Calls written as Python source, e.g. `cd(folder='x')` or `[math.add(a=1, b=2), ls()]` -> tool names and arguments.

Nothing is ever run: the text is parsed, and literals are taken from its syntax tree.
Source of the form: https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard (version 4).
"""

import ast
import keyword
import tokenize
import warnings
from io import StringIO
from typing import Any, Final

MAX_LENGTH: Final = 20_000
"""Characters of call source that are parsed at most."""

MAX_DEPTH: Final = 60
"""Levels of brackets, those inside of texts counted too."""

_JSON_WORDS: Final = {"true": True, "false": False, "null": None}
_RENAMED: Final = "__parameter"
_NO_SOURCE: Final = (SyntaxError, ValueError, TypeError, RecursionError, MemoryError, tokenize.TokenError)


class _UnreadableError(Exception):
    """The text parses, and is no list of calls."""


def parse_calls(text: str) -> list[tuple[str, dict[str, Any]]] | None:
    """The calls that a text writes as Python source, in order.

    One call, a list or tuple of calls, and calls on lines of their own are taken. Named arguments stand under their
    names, positional ones under "0", "1", ... (the source does not say what the parameters are called). `true`, `false`
    and `null` are the JSON values; tuples and sets become lists; any other expression that is no literal stays as its
    source text. Parameters may be called by a keyword of Python (`from='a'`).

    Returns:
        Tool name (dots kept) and arguments of each call; [] for an empty list; None when the text is no call source,
        longer than MAX_LENGTH or nested deeper than MAX_DEPTH.

    Example:
        >>> parse_calls("[mail.send(to='ada', copies=[-1, true]), sort('a.txt')]")
        [('mail.send', {'to': 'ada', 'copies': [-1, True]}), ('sort', {'0': 'a.txt'})]
    """
    text = text.strip()
    if not text.endswith((")", "]", ";")) or len(text) > MAX_LENGTH or _depth(text) > MAX_DEPTH:
        return None
    try:
        return [_call(node) for node in _call_nodes(_parsed(text))]
    except (_UnreadableError, *_NO_SOURCE):
        return None


def _depth(text: str) -> int:
    deepest = depth = 0
    for character in text:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a backslash that Python does not know is no fault of a trace
        try:
            return ast.parse(text)
        except SyntaxError:
            return ast.parse(_without_keywords(text))


def _without_keywords(text: str) -> str:
    """The source with parameters that are called like a keyword of Python renamed; `_call` takes the ending off."""
    tokens = list(tokenize.generate_tokens(StringIO(text).readline))
    renamed = []
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        is_parameter = (
            keyword.iskeyword(token.string)
            and before is not None
            and before.string in ("(", ",")
            and after is not None
            and after.string == "="
        )
        renamed.append((token.type, token.string + _RENAMED if is_parameter else token.string))
    return tokenize.untokenize(renamed)


def _call_nodes(module: ast.Module) -> list[ast.expr]:
    """The expressions that should be calls: those of the statements, or of the one list."""
    found = []
    for statement in module.body:
        if not isinstance(statement, ast.Expr):
            raise _UnreadableError
        found.append(statement.value)
    if len(found) == 1 and isinstance(found[0], (ast.List, ast.Tuple)):
        return found[0].elts
    if not found:
        raise _UnreadableError
    return found


def _call(node: ast.expr) -> tuple[str, dict[str, Any]]:
    if not isinstance(node, ast.Call):
        raise _UnreadableError
    args: dict[str, Any] = {}
    for index, item in enumerate(node.args):
        if isinstance(item, ast.Starred):
            raise _UnreadableError
        args[str(index)] = _value(item)
    for named in node.keywords:
        value = _value(named.value)
        if named.arg is not None:
            args[named.arg.removesuffix(_RENAMED)] = value
        elif isinstance(value, dict):
            args.update(value)
        else:
            raise _UnreadableError
    return _name(node.func), args


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{_name(node.value)}.{node.attr}"
    raise _UnreadableError


def _value(node: ast.expr) -> Any:
    """The value of a literal; the source text of what is none."""
    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.UnaryOp(op=ast.UAdd(), operand=ast.Constant(value=int() | float() as value)):
            return value
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return [_value(item) for item in items]
        case ast.Dict(keys=keys, values=values) if None not in keys:
            return {str(_value(key)): _value(value) for key, value in zip(keys, values, strict=True) if key is not None}
        case ast.Name(id=word) if word in _JSON_WORDS:
            return _JSON_WORDS[word]
    return ast.unparse(node)
