"""Values that a key name told, looked for elsewhere."""

from toolscore_core.credentials.repeats import Repeats


def test_values_may_be_added_while_others_are_looked_for() -> None:
    """The pages of one workspace mask in several threads."""
    repeats = Repeats()
    repeats.add("first-secret", "password")
    repeats.add("second-secret", "password")
    found = repeats.find("first-secret second-secret")
    assert next(found) == ("password", 0, 12)
    repeats.add("third-secret", "password")
    assert list(found) == [("password", 13, 26)]


def test_short_values_are_left_out() -> None:
    """They may be any word."""
    repeats = Repeats()
    repeats.add("short", "password")
    assert not repeats
    assert list(repeats.find("short")) == []
