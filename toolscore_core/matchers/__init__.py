"""Expected values that accept more than one recorded value, and how they are written in JSON.

In a gold file a matcher is an object with one key that starts with `$`, at any depth of the arguments:

    {"$any": true}                      anything, also null; the argument must be there
    {"$regex": "ab+"}                   a text that the pattern matches as a whole (in forbidden-call rules it is searched)
    {"$contains": "x"}                  a text, list or object that contains it
    {"$one_of": [1, 2]}                 one of the values
    {"$approx": 3.14}                   a number near it; {"$approx": {"value": 3, "rel": 0.01, "abs": 0}} says how near
    {"$type": "string"}                 a value of that JSON type, or of one in a list of types
    {"$literal": {"$any": 1}}           the value itself, whatever it looks like

Source of the behaviour: the reference semantics, section 2.
"""

from toolscore_core.matchers.json_form import MATCHER_KEYS, JsonMatchers, expected_from_json, expected_to_json
from toolscore_core.matchers.patterns import (
    MOST_TIMEOUTS,
    PATTERN_TIMEOUT_S,
    Regex,
    Search,
    TimedPattern,
    compile_pattern,
    watching_patterns,
)
from toolscore_core.matchers.plain import ANY, Approx, Contains, IsType, Literal, OneOf

__all__ = [
    "ANY",
    "MATCHER_KEYS",
    "MOST_TIMEOUTS",
    "PATTERN_TIMEOUT_S",
    "Approx",
    "Contains",
    "IsType",
    "JsonMatchers",
    "Literal",
    "OneOf",
    "Regex",
    "Search",
    "TimedPattern",
    "compile_pattern",
    "expected_from_json",
    "expected_to_json",
    "watching_patterns",
]
