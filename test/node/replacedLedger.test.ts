import { expect, it } from 'vitest';
import { Node } from '../../src/node/node.ts';
import { testLedger } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';

const ACCOUNT = namedAddress('account');
const BALANCE = `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["${ACCOUNT}"]}`;
/** compressing takes more than a turn of the event loop */
const SLOW = `{"jsonrpc":"2.0","id":2,"method":"getAccountInfo","params":["${ACCOUNT}",{"encoding":"base64+zstd"}]}`;

function ledgerWith(lamports: bigint) {
  const state = testLedger({ accounts: [{ address: ACCOUNT, lamports }] });
  return { state, warnings: [], counts: { files: Number(lamports), blocks: 0, transactions: 0, accounts: 1 } };
}

async function lamportsIn(reply: Promise<string>): Promise<string[]> {
  return Array.from((await reply).matchAll(/"(?:lamports|value)":(\d+)/g), ([, digits]) => digits!);
}

it('a request that is in flight when the ledger is replaced is answered from the old one, and later ones are not', async () => {
  const served = new Node(ledgerWith(1n));
  const node = served.ledger;
  const inFlight = node.dispatch(SLOW);
  served.replace(ledgerWith(2n));
  expect(await lamportsIn(inFlight)).toEqual(['1']);
  // nor from what was kept of it
  expect(await lamportsIn(node.dispatch(SLOW))).toEqual(['2']);
});

it('answers given before are forgotten, and what the node tells of its ledger is that of the new one', async () => {
  const served = new Node(ledgerWith(1n));
  const node = served.ledger;
  expect(await lamportsIn(node.dispatch(BALANCE))).toEqual(['1']);
  served.replace(ledgerWith(2n));
  expect(await lamportsIn(node.dispatch(BALANCE))).toEqual(['2']);
  expect(node.counts.files).toBe(2);
});

it('snapshots are of the old ledger, and forgotten with it; forks stay as they are', async () => {
  const served = new Node(ledgerWith(1n));
  const node = served.ledger;
  const fork = await node.fork();
  const id = await node.snapshot();
  await node.setAccount(ACCOUNT, { lamports: 5 });
  await served.replace(ledgerWith(2n));
  expect(await lamportsIn(node.dispatch(BALANCE))).toEqual(['2']);
  await expect(node.revert(id)).rejects.toMatchObject({ data: { reason: 'unknown' } });
  await node.setAccount(ACCOUNT, { lamports: 5 });
  await node.reset();
  expect(await lamportsIn(node.dispatch(BALANCE))).toEqual(['2']);
  expect(await lamportsIn(fork.dispatch(BALANCE))).toEqual(['1']);
  expect(fork.counts.files).toBe(1);
});
