"""Settings of the judge: provider, endpoint, and which key goes where."""

from typing import Any

import pytest

from toolscore_core.errors import JudgeConfigError
from toolscore_core.judge import JudgeConfig, infer_provider
from toolscore_core.judge.config import endpoint_of, host_of, is_custom, settings_of, usual_concurrency
from toolscore_core.judge.keys import checked_key, key_for, needed_key

LOCAL = "http://127.0.0.1:9/v1"
SECRET = "key-" + "5" * 20


@pytest.mark.parametrize(
    ("given", "provider"),
    [
        ({}, "openai"),
        ({"model": "Claude-X"}, "anthropic"),
        ({"model": "gemini-2.0-flash"}, "gemini"),
        ({"model": "anthropic/claude-3"}, "openai"),
        ({"model": "claude-3", "base_url": LOCAL}, "openai_compatible"),
        ({"provider": "gemini", "model": "claude"}, "gemini"),
        ({"provider": "openai_compatible", "base_url": LOCAL}, "openai_compatible"),
    ],
)
def test_the_provider(given: dict[str, Any], provider: str) -> None:
    """The named one, else that of the endpoint, else that of the model's name."""
    assert infer_provider(JudgeConfig(**given)) == provider


@pytest.mark.parametrize("given", [{"provider": "openai_compatible"}, {"provider": "openai", "base_url": LOCAL}])
def test_contradicting_settings(given: dict[str, Any]) -> None:
    """A compatible endpoint without an address, and an address with a provider's own service, are refused."""
    with pytest.raises(JudgeConfigError, match="base_url"):
        infer_provider(JudgeConfig(**given))


def test_the_defaults() -> None:
    """The documented ones, in their order."""
    assert JudgeConfig() == JudgeConfig("gpt-4o-mini", None, None, None, 0.0, 2)


def test_the_repr_hides_the_key() -> None:
    """Neither repr nor str shows it."""
    config = JudgeConfig(api_key=SECRET)
    assert SECRET not in f"{config!r} {config} {[config]}"


@pytest.mark.parametrize(
    "address",
    [
        "",
        " ",
        "localhost",
        "ftp://host/v1",
        "http://",
        "http://host:99999/",
        "http://me:word@host/v1",
        "http://h/?key=x",
    ],
)
def test_an_address_that_is_none(address: str) -> None:
    """It is refused without being repeated: it may hold a credential."""
    with pytest.raises(JudgeConfigError, match="base_url") as raised:
        endpoint_of(JudgeConfig(base_url=address))
    assert not address.strip() or address not in str(raised.value)


def test_an_unknown_provider() -> None:
    """It is taken as it is, and refused where it would be used."""
    assert infer_provider(JudgeConfig(provider="mine")) == "mine"
    with pytest.raises(JudgeConfigError, match="known are openai, anthropic, gemini, openai_compatible"):
        endpoint_of(JudgeConfig(provider="mine"))


@pytest.mark.parametrize(
    ("model", "host"),
    [
        ("gpt-4o", "api.openai.com"),
        ("claude-3", "api.anthropic.com"),
        ("gemini-3", "generativelanguage.googleapis.com"),
    ],
)
def test_a_providers_own_service(model: str, host: str) -> None:
    """The provider's own host, which is no custom endpoint."""
    config = JudgeConfig(model)
    assert (host_of(config), is_custom(config)) == (host, False)


@pytest.mark.parametrize(
    ("model", "variable"),
    [("gpt-4o", "OPENAI_BASE_URL"), ("claude-3", "ANTHROPIC_BASE_URL"), ("gemini-3", "GOOGLE_GEMINI_BASE_URL")],
)
def test_an_sdk_that_is_sent_elsewhere(model: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment variable of an SDK is honoured, named as the host, and counts as a custom endpoint."""
    monkeypatch.setenv(variable, "https://gateway.example/x")
    config = JudgeConfig(model)
    assert (endpoint_of(config), host_of(config), is_custom(config)) == (
        "https://gateway.example/x",
        "gateway.example",
        True,
    )


@pytest.mark.parametrize(
    ("given", "environment", "app", "value", "source"),
    [
        ({}, {"OPENAI_API_KEY": "o"}, False, "o", "OPENAI_API_KEY"),
        ({}, {"OPENAI_API_KEY": "o"}, True, "o", "OPENAI_API_KEY"),
        ({"api_key": "k"}, {"OPENAI_API_KEY": "o"}, False, "k", "given"),
        ({}, {}, False, None, "no key: set OPENAI_API_KEY, or give one"),
        ({"api_key": ""}, {"OPENAI_API_KEY": "o"}, False, None, "no key: set OPENAI_API_KEY, or give one"),
        ({"model": "claude"}, {"OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"}, False, "a", "ANTHROPIC_API_KEY"),
        ({"model": "gemini"}, {"GEMINI_API_KEY": "g", "GOOGLE_API_KEY": "f"}, False, "f", "GOOGLE_API_KEY"),
        ({"model": "gemini"}, {"GEMINI_API_KEY": "g", "GOOGLE_API_KEY": ""}, False, "g", "GEMINI_API_KEY"),
        ({"model": "gemini"}, {}, True, None, "no key: set GOOGLE_API_KEY or GEMINI_API_KEY, or give one"),
        ({"base_url": LOCAL}, {"OPENAI_API_KEY": "o"}, False, "o", "OPENAI_API_KEY"),
        ({"base_url": LOCAL}, {"OPENAI_API_KEY": "o"}, True, "not-needed", "no key"),
        ({"base_url": LOCAL}, {}, False, "not-needed", "no key"),
        ({"base_url": LOCAL, "api_key": ""}, {"OPENAI_API_KEY": "o"}, False, "not-needed", "no key"),
        (
            {"base_url": LOCAL},
            {"OPENAI_API_KEY": "o", "TOOLSCORE_JUDGE_API_KEY": "t"},
            True,
            "t",
            "TOOLSCORE_JUDGE_API_KEY",
        ),
        (
            {},
            {"OPENAI_API_KEY": "o", "OPENAI_BASE_URL": LOCAL},
            True,
            None,
            "no key: set TOOLSCORE_JUDGE_API_KEY, or give one",
        ),
    ],
)
def test_which_key_is_sent(
    given: dict[str, Any],
    environment: dict[str, str],
    app: bool,
    value: str | None,
    source: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The given one, then the environment's; the app sends a provider's key to the provider alone."""
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    assert key_for(JudgeConfig(**given), app=app) == (value, source)


def test_a_missing_key_names_provider_and_variable() -> None:
    """The message says what to set."""
    with pytest.raises(JudgeConfigError, match="anthropic: no key: set ANTHROPIC_API_KEY"):
        needed_key(JudgeConfig("claude-3"))


def test_a_key_is_stripped() -> None:
    """White space around it comes from copying."""
    assert checked_key(" k-1\n") == "k-1"


@pytest.mark.parametrize("key", ["", " ", "two words", "line\nbreak", "schlüssel", "tab\tkey"])
def test_a_key_that_no_header_carries(key: str) -> None:
    """It is refused here, where the SDKs would speak of the connection, and is not repeated."""
    with pytest.raises(JudgeConfigError, match="the key is empty or holds characters"):
        checked_key(key)


def test_what_a_judge_argument_stands_for() -> None:
    """Settings, a name or None; nothing else."""
    config = JudgeConfig("m")
    assert (settings_of(None), settings_of("m"), settings_of(config)) == (JudgeConfig(), config, config)
    wrong: Any = {"model": "m"}
    with pytest.raises(TypeError, match="not dict"):
        settings_of(wrong)


@pytest.mark.parametrize(
    ("base_url", "number"),
    [
        (None, 4),
        ("https://gateway.example/v1", 4),
        ("http://127.0.0.1:8080/v1", 1),
        ("http://localhost:11434/v1", 1),
        ("http://[::1]:8080/v1", 1),
        ("http://127.example.com/v1", 4),
    ],
)
def test_requests_at_once(base_url: str | None, number: int) -> None:
    """One after the other to this machine, where one model answers; else a few."""
    assert usual_concurrency(JudgeConfig(base_url=base_url)) == number
