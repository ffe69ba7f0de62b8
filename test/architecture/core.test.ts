import { afterAll, expect, it } from 'vitest';
import { buildLedger, DEFAULT_SETTINGS } from '../../src/ledger/ledgerBuilder.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { LedgerService } from '../../src/rpc/ledgerService.ts';
import { openPort } from '../../src/server/listen.ts';
import { readServerOptions } from '../../src/server/serverOptions.ts';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { namedAddress, namedBlockhash, namedSignature, testTransaction } from '../support/transactions.ts';

/** The core alone: a ledger from values, a port, and the six methods of the contract. Nothing of what stands around it is imported. */

const OWNER = namedAddress('owner');
const ACCOUNT = { lamports: 5n, owner: SYSTEM_PROGRAM, data: Uint8Array.of(1, 2, 3), executable: false, rentEpoch: 0n };

const state = buildLedger({
  blocks: [
    {
      slot: 7n,
      parentSlot: 6n,
      blockhash: namedBlockhash('7'),
      previousBlockhash: namedBlockhash('6'),
      blockTimeSeconds: 1_700_000_007n,
      blockHeight: 7n,
      rewards: [],
      transactions: [testTransaction({ name: 'pay' }, { slot: 7n, index: 0, blockTimeSeconds: 1_700_000_007n })],
    },
  ],
  looseTransactions: [],
  accounts: [
    { ...ACCOUNT, address: namedAddress('a') },
    { ...ACCOUNT, address: namedAddress('b'), owner: OWNER },
  ],
  settings: DEFAULT_SETTINGS,
});

const live = LiveLedger.create(state);
const serving = new LedgerService(live, { dialect: 'contract' }).serve(live);
const rules = readServerOptions(serving, {});
const port = await openPort({
  ...rules,
  host: '127.0.0.1',
  port: 0,
  wsPort: 'off',
  maxBufferedBytes: 2 ** 20,
  onCutOff: () => {},
});

afterAll(() => port.close());

async function resultOf(method: string, params: readonly unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(port.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { error, result } = (await response.json()) as { readonly error?: object; readonly result?: unknown };
  expect(error).toBeUndefined();
  return result;
}

const SIGNATURE = namedSignature('pay');

it('getBlock', async () => {
  expect(await resultOf('getBlock', [7])).toMatchObject({
    blockhash: namedBlockhash('7'),
    parentSlot: 6,
    transactions: [{ transaction: { signatures: [SIGNATURE] } }],
  });
});

it('getTransaction', async () => {
  expect(await resultOf('getTransaction', [SIGNATURE])).toMatchObject({ slot: 7, blockTime: 1_700_000_007 });
});

it('getSignatureStatuses', async () => {
  expect(await resultOf('getSignatureStatuses', [[SIGNATURE, namedSignature('other')]])).toMatchObject({
    value: [{ slot: 7, err: null }, null],
  });
});

it('getSignaturesForAddress', async () => {
  const [payer] = testTransaction({ name: 'pay' }, { slot: 7n, index: 0, blockTimeSeconds: null }).accountKeys;
  expect(await resultOf('getSignaturesForAddress', [payer])).toMatchObject([{ signature: SIGNATURE, slot: 7 }]);
});

it('getProgramAccounts', async () => {
  expect(await resultOf('getProgramAccounts', [OWNER, { filters: [{ dataSize: 3 }] }])).toMatchObject([
    { pubkey: namedAddress('b'), account: { lamports: 5, data: ['AQID', 'base64'] } },
  ]);
});

it('getMultipleAccounts', async () => {
  expect(await resultOf('getMultipleAccounts', [[namedAddress('a'), namedAddress('c')]])).toMatchObject({
    value: [{ lamports: 5, data: ['AQID', 'base64'] }, null],
  });
});

it('what the core has no table for is an unknown method', async () => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"stillnode_getTips"}';
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(port.url, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ error: { code: -32601, message: 'Method not found' } });
});
