import asyncio

import pytest

from shop import Shop
from stillnode import StillNode, keypair

SOL = 1_000_000_000
ALICE, BOB = keypair("alice"), keypair("bob").pubkey()

pytestmark = pytest.mark.anyio


async def test_a_balance(node: StillNode) -> None:
    assert await Shop(node.url, ALICE).balance() == 5 * SOL


async def test_a_payment_is_confirmed(node: StillNode) -> None:
    shop = Shop(node.url, ALICE)
    assert await shop.pay(BOB, 2 * SOL) == "paid"
    assert await shop.balance() == 3 * SOL - 5000


async def test_a_rate_limit(node: StillNode) -> None:
    limit = {"match": {"method": "sendTransaction", "times": 2}, "then": {"http": {"status": 429}}}
    await node.request("stillnode_addFault", limit)
    assert await Shop(node.url, ALICE).pay(BOB, SOL) == "paid"
    await node.request("stillnode_verify", {"method": "sendTransaction", "times": 3})


async def test_a_lost_payment_expires(node: StillNode) -> None:
    await node.request("stillnode_onSend", {"then": "drop"})
    shop = Shop(node.url, ALICE)
    payment = asyncio.create_task(shop.pay(BOB, 2 * SOL))
    await node.request("stillnode_waitForSend")
    # a blockhash lives for 150 blocks
    await node.request("stillnode_advance", 151)
    assert await payment == "expired"
    assert await shop.balance() == 5 * SOL


@pytest.mark.parametrize("sol", [1, 2, 3, 4])
async def test_each_test_has_a_ledger_of_its_own(node: StillNode, sol: int) -> None:
    shop = Shop(node.url, ALICE)
    assert await shop.pay(BOB, sol * SOL) == "paid"
    assert await shop.balance() == (5 - sol) * SOL - 5000
