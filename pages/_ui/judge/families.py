"""A model's name -> the family it comes from: a judge is known to prefer answers of its own."""

from typing import Final

_FAMILIES: Final[dict[str, tuple[str, ...]]] = {
    "OpenAI": ("gpt", "chatgpt", "o1", "o3", "o4", "codex"),
    "Anthropic": ("claude",),
    "Google": ("gemini", "gemma"),
    "Meta": ("llama",),
    "Mistral": ("mistral", "mixtral", "codestral"),
    "Alibaba": ("qwen", "qwq"),
    "DeepSeek": ("deepseek",),
    "xAI": ("grok",),
    "Microsoft": ("phi-", "phi3", "phi4"),
}


def family_of(model: str | None) -> str | None:
    """Name of the family; None for a name that tells nothing.

    Gateways put the vendor before the name (`openai/gpt-4o`, `us.anthropic.claude-3`): each part is looked at.

    Example:
        >>> family_of("us.anthropic.claude-sonnet-4-5"), family_of("models/gemini-2.5-flash"), family_of("my-model")
        ('Anthropic', 'Google', None)
    """
    parts = (model or "").casefold().replace("/", " ").replace(":", " ").replace(".", " ").split()
    for name, beginnings in _FAMILIES.items():
        if any(part.startswith(beginnings) for part in parts):
            return name
    return None


def family_warning(judge: str, agents: list[str]) -> str:
    """What to say where the judge and an agent are of one family; "" where they are not, or where nobody can tell."""
    family = family_of(judge)
    shared = [agent for agent in dict.fromkeys(agents) if family is not None and family_of(agent) == family]
    if not shared:
        return ""
    return (
        f"Judge and agent are both models of {family}. Judges tend to prefer their own family: "
        "label some pairs yourself, or take a judge of another family."
    )
