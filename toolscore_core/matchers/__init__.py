"""Expected values that accept more than one recorded value, and how they are written in JSON.

In a gold file a matcher is an object with one key that starts with `$`, at any depth of the arguments:

    {"$any": true}                      anything, also null; the argument must be there
    {"$regex": "ab+"}                   a text that the pattern matches as a whole (in forbidden-call rules it is searched)
    {"$contains": "x"}                  a text, list or object that contains it
    {"$one_of": [1, 2]}                 one of the values
    {"$approx": 3.14}                   a number near it; {"$approx": {"value": 3, "rel": 0.01, "abs": 0}} says how near
    {"$type": "string"}                 a value of that JSON type, or of one in a list of types
    {"$literal": {"$any": 1}}           the value itself, whatever it looks like
    {"$optional": "x"}                  the value of an argument, or of a key, that may be absent; a matcher may stand in it

Source of the behaviour: the reference semantics, section 2.
"""

from toolscore_core.matchers.json_form import (
    JSON_TYPES,
    MATCHER_KEYS,
    JsonMatchers,
    expected_from_json,
    expected_to_json,
)
from toolscore_core.matchers.logic import COMPARISONS, AllOf, Compare, Glob, Not, Written
from toolscore_core.matchers.patterns import (
    MOST_TIMEOUTS,
    PATTERN_TIMEOUT_S,
    Regex,
    Search,
    TimedPattern,
    compile_pattern,
    timeouts_so_far,
    watching_patterns,
)
from toolscore_core.matchers.plain import ANY, Approx, Contains, IsType, Literal, OneOf
from toolscore_core.values import OptionalArgument

__all__ = [
    "ANY",
    "COMPARISONS",
    "JSON_TYPES",
    "MATCHER_KEYS",
    "MOST_TIMEOUTS",
    "PATTERN_TIMEOUT_S",
    "AllOf",
    "Approx",
    "Compare",
    "Contains",
    "Glob",
    "IsType",
    "JsonMatchers",
    "Literal",
    "Not",
    "OneOf",
    "OptionalArgument",
    "Regex",
    "Search",
    "TimedPattern",
    "Written",
    "compile_pattern",
    "expected_from_json",
    "expected_to_json",
    "timeouts_so_far",
    "watching_patterns",
]
