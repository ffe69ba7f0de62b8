"""A small service that pays. It knows nothing of stillnode, only the URL of a node."""

import asyncio

from httpx2 import HTTPStatusError
from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.core import TransactionExpiredBlockheightExceededError
from solders.keypair import Keypair
from solders.message import MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import TransferParams, transfer
from solders.transaction import VersionedTransaction


class Shop:
    def __init__(self, url: str, wallet: Keypair) -> None:
        self.client = AsyncClient(url)
        self.wallet = wallet

    async def balance(self) -> int:
        """The lamports of the shop."""
        return (await self.client.get_balance(self.wallet.pubkey())).value

    async def pay(self, receiver: Pubkey, lamports: int) -> str:
        """Pays, and waits for the outcome: paid, failed or expired."""
        blockhash = (await self.client.get_latest_blockhash()).value
        payment = transfer(TransferParams(from_pubkey=self.wallet.pubkey(), to_pubkey=receiver, lamports=lamports))
        message = MessageV0.try_compile(self.wallet.pubkey(), [payment], [], blockhash.blockhash)
        signature = await self._send(VersionedTransaction(message, [self.wallet]))
        try:
            statuses = await self.client.confirm_transaction(
                signature, sleep_seconds=0.05, last_valid_block_height=blockhash.last_valid_block_height
            )
        except TransactionExpiredBlockheightExceededError:
            return "expired"
        return "paid" if statuses.value[0].err is None else "failed"

    async def _send(self, transaction: VersionedTransaction) -> Signature:
        """Sends, and sends again as long as the node says that there are too many requests."""
        while True:
            try:
                return (await self.client.send_transaction(transaction)).value
            except SolanaRpcException as error:
                cause = error.__cause__
                if not (isinstance(cause, HTTPStatusError) and cause.response.status_code == 429):
                    raise
                await asyncio.sleep(0.05)
