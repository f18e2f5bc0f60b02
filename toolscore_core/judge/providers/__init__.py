"""The providers' SDKs behind one face. None is imported before it is used."""

from toolscore_core.judge.config import COMPATIBLE, JudgeConfig, endpoint_of, infer_provider
from toolscore_core.judge.providers.anthropic_messages import AnthropicMessages
from toolscore_core.judge.providers.gemini_content import GeminiContent
from toolscore_core.judge.providers.openai_chat import OpenAIChat
from toolscore_core.judge.providers.wire import Provider

__all__ = ["Provider", "open_provider"]


def open_provider(config: JudgeConfig, key: str, timeout_s: float) -> Provider:
    """The provider of the settings, ready to be asked; it belongs to the event loop in which it is used.

    Raises:
        JudgeConfigError: Settings that contradict each other.
        MissingSDKError: Its SDK is not installed.
    """
    provider, endpoint = infer_provider(config), endpoint_of(config)
    if provider == "anthropic":
        return AnthropicMessages(endpoint=endpoint, key=key, timeout_s=timeout_s)
    if provider == "gemini":
        return GeminiContent(endpoint=endpoint, key=key, timeout_s=timeout_s)
    return OpenAIChat(endpoint=endpoint, key=key, timeout_s=timeout_s, compatible=provider == COMPATIBLE)
