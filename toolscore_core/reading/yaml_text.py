"""A YAML text -> its value, as JSON would give it; nothing but plain values is made, and aliases cannot make it large.

Specification: https://yaml.org/spec/1.1/.
"""

from functools import cache
from typing import Any, Final

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading.documents import Limits
from toolscore_core.reading.recordings import text_of_bytes

_PER_CHARACTER: Final = 4
"""Values that a text may stand for, aliases counted as often as they are used, for each of its characters."""


def is_yaml_name(name: str) -> bool:
    """Whether a file is called a YAML file."""
    return name.lower().endswith((".yaml", ".yml"))


def yaml_value(text: str, name: str, limits: Limits) -> Any:
    """The value of a YAML text. Dates stay texts, bytes become texts, unknown tags are passed over.

    Raises:
        DecodeError: It is no YAML, nested too deeply, refers to itself, or grows too large by its aliases.
    """
    import yaml  # costs time at import, and few files need it

    try:
        value = yaml.load(text, Loader=_loader())  # a safe loader: it makes plain values only
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        raise DecodeError("no YAML that can be read", Location(name, mark.line + 1 if mark else None)) from None
    _Measure(limits.depth, _PER_CHARACTER * len(text), name).of(value, 0)
    return value


def yaml_lines(text: str) -> list[int]:
    """The 1-based lines on which the items of a YAML text begin that is a list; [] for any other that can be read."""
    import yaml

    root = yaml.compose(text, Loader=_loader())
    return [item.start_mark.line + 1 for item in root.value] if isinstance(root, yaml.SequenceNode) else []


def yaml_doubled(text: str) -> int | None:
    """The 1-based line of a key that stands twice in one mapping of a YAML text that can be read; None when none does."""
    import yaml

    pending, seen = [yaml.compose(text, Loader=_loader())], set()
    while pending:
        node = pending.pop()
        if id(node) in seen:  # an alias
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            pending += node.value
        elif isinstance(node, yaml.MappingNode):
            keys: set[tuple[str, str]] = set()
            for key, value in node.value:
                if isinstance(key, yaml.ScalarNode) and (key.tag, key.value) in keys:
                    line: int = key.start_mark.line + 1
                    return line
                keys |= {(key.tag, key.value)} if isinstance(key, yaml.ScalarNode) else set()
                pending.append(value)
    return None


@cache
def _loader() -> Any:
    """A safe loader that makes what JSON knows, and nothing else."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class PlainLoader(base):  # type: ignore[misc]
        """Loads plain values only."""

    def plain(loader: Any, _: str, node: Any) -> Any:
        if isinstance(node, yaml.MappingNode):
            return _mapping(loader, node)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    PlainLoader.add_constructor("tag:yaml.org,2002:map", _mapping)
    PlainLoader.add_constructor("tag:yaml.org,2002:timestamp", lambda loader, node: loader.construct_scalar(node))
    PlainLoader.add_constructor(
        "tag:yaml.org,2002:binary", lambda loader, node: text_of_bytes(loader.construct_yaml_binary(node))
    )
    PlainLoader.add_multi_constructor("!", plain)
    PlainLoader.add_multi_constructor("tag:yaml.org,2002:python/", plain)
    return PlainLoader


def _mapping(loader: Any, node: Any) -> dict[str, Any]:
    """A mapping whose keys are texts, as in JSON."""
    return {
        str(loader.construct_object(key, deep=True)): loader.construct_object(value, deep=True)
        for key, value in node.value
    }


class _Measure:
    """Counts the values that a decoded value stands for, each as often as it would be visited."""

    def __init__(self, depth: int, most: int, name: str) -> None:
        self._depth = depth
        self._most = most
        self._name = name
        self._known: dict[int, int] = {}

    def of(self, value: Any, level: int) -> int:
        """The number of values in a value.

        Raises:
            DecodeError: There are more than the most, or they are nested too deeply.
        """
        if not isinstance(value, (dict, list)):
            return 1
        if level > self._depth:
            raise DecodeError(f"nested deeper than {self._depth} levels", Location(self._name))
        known = self._known.get(id(value))
        if known is None:
            inner = value.values() if isinstance(value, dict) else value
            known = self._known[id(value)] = 1 + sum(self.of(item, level + 1) for item in inner)
        if known > self._most:
            raise DecodeError("more values than its size allows, by aliases", Location(self._name))
        return known
