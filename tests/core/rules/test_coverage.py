"""Rules that no call can break, because their tool was never called."""

from toolscore_core.rules import Uncalled, rules_from_json, uncalled_rules


def test_uncalled_rules_are_named_with_near_misses() -> None:
    """A rule whose tool was not called is found, with called tools of a like name; patterns have none."""
    rules = rules_from_json(
        [
            {"tool": "shell"},
            {"tool": "deletefile"},
            {"tool": {"$glob": "x*"}},
            {"tool": {"$glob": "sh*"}},
            {"tool": "zz"},
        ]
    )
    assert uncalled_rules(rules, {"shell", "delete_file", "read"}) == [
        Uncalled(1, ("delete_file",)),
        Uncalled(2, ()),
        Uncalled(4, ()),
    ]
    assert uncalled_rules(rules, ()) == [Uncalled(index, ()) for index in range(5)]
