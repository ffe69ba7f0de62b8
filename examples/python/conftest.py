from collections.abc import AsyncIterator

import pytest

from stillnode import StillNode


@pytest.fixture(scope="session")
def shared() -> StillNode:
    return StillNode.start("serve", "../shop", "--dialect", "agave")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def node(shared: StillNode) -> AsyncIterator[StillNode]:
    """A ledger for each test: whatever a test does to it, the others do not see it."""
    fork = await shared.fork()
    yield fork
    await shared.request("stillnode_dropFork", fork.url.split("/")[-1])
