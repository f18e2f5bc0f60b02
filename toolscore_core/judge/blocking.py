"""Asynchronous work -> its result, for callers that are not asynchronous."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def wait_for_result(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run the work to its end; also inside a running event loop, as in a notebook, where it runs in a thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()
