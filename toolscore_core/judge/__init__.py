"""Asks a language model what the deterministic comparison leaves in doubt. Nothing is asked unless somebody asks for it."""

from toolscore_core.judge.config import JudgeConfig, infer_provider

__all__ = ["JudgeConfig", "infer_provider"]
