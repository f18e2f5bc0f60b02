"""Values that a name before them tells to be credentials: prose, Markdown, connection strings, parameters, statements."""

from ast import literal_eval
from typing import Any

import pytest

from tests import fake_credentials as fake
from toolscore_core.calls import ToolCall
from toolscore_core.credentials.finding import find_in_calls
from toolscore_core.credentials.masking import Masker
from toolscore_core.credentials.redacting import redact_calls
from toolscore_core.credentials.scanning import redact_text, scan_text, scan_value

KEY = fake.letters(32)
PASSWORD = "Tr0ub" + "4dor&3x"
PLAIN = PASSWORD.replace("&", "-")


def found(text: str) -> list[str]:
    """Each credential, as it stands in the text."""
    return [text[match.start : match.end] for match in scan_text(text)]


@pytest.mark.parametrize(
    "text",
    [
        "API key: {}",
        "The API key is {}",
        "Secret key = {}",
        "**API Key:** {}",
        "**API Key**: `{}`",
        "use API key {} for it",
    ],
)
def test_key_of_two_words(text: str) -> None:
    """Prose writes `API key` in two words, of which the second alone says nothing."""
    assert found(text.format(KEY)) == [KEY]


@pytest.mark.parametrize(
    "text",
    ["Primary key: {}", "The key is {}", "the key {}", "sort key = {}", "**Cache key:** {}"],
)
def test_other_keys_of_two_words(text: str) -> None:
    """A key of a table or a cache is no credential."""
    assert found(text.format(KEY)) == []


@pytest.mark.parametrize("text", ["**Password:** `{}`", "**Password:** {}", "**Password**: {}", "- **password:**  {}"])
def test_bold_name(text: str) -> None:
    """Markdown may close the bold letters before the colon or after it."""
    assert found(text.format(PLAIN)) == [PLAIN]


@pytest.mark.parametrize(
    "text",
    [
        "the password is {}",
        "Server=db;User Id=sa;Password={};",
        "Password: {}, then go on",
        "deploy --password={} --now",
    ],
)
def test_password_with_an_ampersand(text: str) -> None:
    """Nothing of it is left standing."""
    assert found(text.format(PASSWORD)) == [PASSWORD]


@pytest.mark.parametrize(
    "after",
    ["&next=1", "&amp;next=1", "& ls", "&& ls", '&"', "&items[]=1", "&"],
)
def test_ampersand_that_ends_a_value(after: str) -> None:
    """The next parameter, an entity and the sign of a shell are none of the value."""
    assert found(f"deploy --password={PLAIN}{after}") == [PLAIN]


@pytest.mark.parametrize("before", ["https://x.example/?", "a=1&"])
def test_parameter_ends_at_an_ampersand(before: str) -> None:
    """Among parameters an ampersand ends the value, whatever follows."""
    assert found(f"{before}token={KEY}&flag") == [KEY]


@pytest.mark.parametrize("text", ["Driver=x;UID=sa;PWD={};", "pwd={}", '{{"pwd": "{}"}}'])
def test_pwd(text: str) -> None:
    """`pwd` is a password; a directory is none."""
    assert found(text.format(PLAIN)) == [PLAIN]
    assert found(text.format("/home/ada/work")) == []
    assert [match.secret for match in scan_value(PLAIN, "pwd")] == [PLAIN]
    assert scan_value("C:\\Users\\ada9", "pwd") == []


@pytest.mark.parametrize("statement", ["ALTER USER app WITH PASSWORD '{}'", "create user a identified by '{}';"])
def test_statement_that_sets_a_password(statement: str) -> None:
    """The password of a new user of a database."""
    assert found(statement.format(PLAIN)) == [PLAIN]
    assert found(statement.format("password")) == []


def test_secret_key_with_brackets() -> None:
    """Django draws its secret keys from an alphabet with brackets."""
    key = fake.letters(12).lower() + "&(" + fake.letters(34, 1).lower() + "=)"
    assert found(f"SECRET_KEY = '{key}'") == [key]
    assert found(f"SECRET_KEY = '{key[:-1]}'") == []


@pytest.mark.parametrize("text", ["the password '{}' is wrong", "use API key {}", "PWD=/root/{}"])
def test_words_are_left_alone(text: str) -> None:
    """What is said of a credential is none."""
    assert redact_text(text.format("of-the-customer")) == text.format("of-the-customer")


@pytest.mark.parametrize(
    "args",
    [
        {"headers": {"Cookie": "sid={}"}},
        {"headers": {"cookie": "theme=dark; session={}; lang=en"}},
        {"headers": {"Set-Cookie": "connect.sid={}; Path=/; HttpOnly"}},
        {"headers": [{"name": "Cookie", "value": "sid={}"}]},
        {"cookies": {"theme": "dark", "JSESSIONID": "{}"}},
        {"cookies": ["sid={}"]},
        {"state": {"cookies": [{"name": "auth_token", "value": "{}", "domain": "x.example"}]}},
        {"cookies": {"sid": {"value": "{}", "path": "/"}}},
    ],
)
def test_cookie_under_its_key(args: Any) -> None:
    """Headers and browser states hold cookies in parts; that of a session is found, and nothing else is changed."""
    filled, masked = (
        literal_eval(repr(args).replace("{}", value))
        for value in (KEY, f"[REDACTED session_cookie: {KEY[:4]}…{KEY[-2:]}]")
    )
    assert redact_calls([ToolCall("t", filled)])[0].args == masked
    assert [finding.kind for finding in find_in_calls([ToolCall("t", filled)])] == ["session_cookie"]


def test_two_cookies_of_one_header() -> None:
    """Both are found, in their places."""
    text = f"sid={KEY}; a=b; x_auth={KEY[::-1]}"
    assert [(match.start, match.secret) for match in scan_value(text, "Cookie")] == [(4, KEY), (50, KEY[::-1])]
    assert scan_value(text.replace(KEY, "light").replace(KEY[::-1], "none"), "Cookie") == []
    assert scan_value("yes", "accept_cookies") == []


def test_difference_of_a_cookie_is_masked() -> None:
    """Where a report shows one argument apart from the keys round it, its value is known as well."""
    masker = Masker()
    masker.call(ToolCall("t", {"cookies": {"sid": KEY}}))
    assert masker.value(KEY, "sid") == f"[REDACTED session_cookie #1: {KEY[:4]}…{KEY[-2:]}]"
