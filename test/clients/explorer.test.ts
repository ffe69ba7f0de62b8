import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/codec/jsonText.ts';
import { ledger, type RunningNode, sol, startNode } from '../../src/index.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { VOTE_PROGRAM } from '../../src/solana/address.ts';
import { WELL_KNOWN } from '../../src/solana/wellKnown.ts';
import { sampleAddress } from '../support/sample.ts';
import { startSource } from '../tools/record/source.ts';

/** Every call that Solana Explorer makes of a node, page by page. Source: explorer of 2026-08-22 */

type Call = readonly [method: string, ...params: readonly unknown[]];

interface Subject {
  readonly slot: number;
  readonly signature: string;
  readonly address: string;
  /** of a transaction that is simulated, base64 */
  readonly wire: string;
}

const CONFIRMED = { commitment: 'confirmed' };

function callsOf({ address, signature, slot, wire }: Subject): readonly Call[] {
  const history = { limit: 25, paginationToken: null, sortOrder: 'desc', transactionDetails: 'signatures' };
  return [
    ['getGenesisHash'],
    ['getRecentPerformanceSamples', 360],
    ['getTransactionCount', CONFIRMED],
    ['getEpochInfo'],
    ['getBlockTime', slot],
    ['getSupply', { commitment: 'finalized', excludeNonCirculatingAccountsList: true }],
    ['getVoteAccounts', CONFIRMED],
    ['getFirstAvailableBlock'],
    ['getEpochSchedule'],
    [
      'getBlock',
      slot,
      {
        ...CONFIRMED,
        encoding: 'base64',
        maxSupportedTransactionVersion: 1,
        rewards: true,
        transactionDetails: 'full',
      },
    ],
    ['getBlocks', slot + 1, slot + 100, CONFIRMED],
    ['getSlotLeaders', slot, 2],
    ['getSignatureStatuses', [signature], { searchTransactionHistory: true }],
    ['getTransaction', signature, { ...CONFIRMED, encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 }],
    ['getTransaction', signature, { ...CONFIRMED, encoding: 'base64', maxSupportedTransactionVersion: 1 }],
    ['getMultipleAccounts', [address], { ...CONFIRMED, encoding: 'base64' }],
    ['getMultipleAccounts', [address], { ...CONFIRMED, encoding: 'jsonParsed' }],
    ['getMultipleAccounts', [address], { ...CONFIRMED, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }],
    [
      'simulateTransaction',
      wire,
      {
        accounts: { addresses: [address], encoding: 'base64' },
        replaceRecentBlockhash: true,
        ...CONFIRMED,
        encoding: 'base64',
      },
    ],
    ['getAccountInfo', WELL_KNOWN.stakeHistory, { encoding: 'jsonParsed' }],
    ['getAccountInfo', address, { encoding: 'base64' }],
    ['getTransactionsForAddress', address, history],
    ['getSignaturesForAddress', address, { limit: 25 }],
    [
      'getTokenAccountsByOwner',
      address,
      { programId: WELL_KNOWN.token },
      { encoding: 'jsonParsed', commitment: 'processed' },
    ],
    [
      'getTokenAccountsByOwner',
      address,
      { programId: WELL_KNOWN.token2022 },
      { encoding: 'jsonParsed', commitment: 'processed' },
    ],
    ['getInflationReward', [address], { epoch: 0 }],
    ['getAsset', address],
    ['getAssetProof', address],
  ];
}

/** The calls that fail, with the code and the reason or the message. */
async function failuresOf(node: RunningNode, subject: Subject): Promise<Record<string, unknown>> {
  const failures: Record<string, unknown> = {};
  for (const [method, ...params] of callsOf(subject)) {
    const response = await fetch(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { error } = (await response.json()) as { error?: { code: number; message: string; data?: JsonObject } };
    if (error !== undefined) failures[method] = error.data?.reason ?? `${error.code} ${error.message}`;
  }
  return failures;
}

/** What the pages tolerate: methods of other servers, an extension that is off, and an epoch that has paid nothing yet. */
const TOLERATED = {
  getAsset: '-32601 Method not found',
  getAssetProof: '-32601 Method not found',
  getTransactionsForAddress: 'extension',
  getInflationReward: '-32004 Block not available for slot 432000',
};

async function subjectOf(node: RunningNode, address: string): Promise<Subject> {
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 1 } as const;
  const rows = (await node.request('getSignaturesForAddress', [address, { limit: 1 }])) as { signature: string }[];
  const { signature } = rows[0]!;
  const found = await node.request('getTransaction', [signature, config]);
  const { slot, transaction } = found as { slot: number; transaction: readonly [string, string] };
  return { slot, signature, address, wire: transaction[0] };
}

it.each([
  ['without a cluster', ledger()],
  ['of mainnet', ledger().cluster('mainnet')],
  ['of a test validator', ledger().cluster('localnet')],
])('a script %s shows every page', async (_, start) => {
  const script = start.wallet('alice', sol(5)).block(1, (b) => b.transfer('alice', 'bob', sol(1)));
  await using node = await startNode({ ledger: script, dialect: 'agave' });
  expect(await failuresOf(node, await subjectOf(node, node.address('alice')))).toEqual(TOLERATED);
});

it('the sample shows every page', async () => {
  await using node = await startNode({ ledger: SAMPLE_LEDGER, dialect: 'agave' });
  expect(await failuresOf(node, await subjectOf(node, sampleAddress('alice')))).toEqual({
    ...TOLERATED,
    getInflationReward: expect.anything(),
  });
});

it('a recording shows every page but the leaders and what it says of the cluster', async () => {
  await using source = await startSource([SAMPLE_LEDGER]);
  await source.run([
    { kind: 'slots', first: 302n, last: 316n },
    { kind: 'account', address: sampleAddress('alice') },
  ]);
  await using node = await startNode({ ledger: source.path, dialect: 'agave' });
  expect(await failuresOf(node, await subjectOf(node, sampleAddress('alice')))).toEqual({
    ...TOLERATED,
    getInflationReward: expect.anything(),
    getRecentPerformanceSamples: 'notInLedger',
    getSupply: 'notInLedger',
    getVoteAccounts: 'notInLedger',
    getSlotLeaders: 'notInLedger',
  });
});

it('a vote account is one that the pages of accounts can show', async () => {
  const script = ledger().cluster('localnet').block(1).block(40);
  await using node = await startNode({ ledger: script, dialect: 'agave' });
  const vote = node.address('validatorVote');
  const { value } = (await node.request('getAccountInfo', [vote, { encoding: 'jsonParsed' }])) as {
    value: { owner: string; data: { parsed: { info: unknown } } };
  };
  expect(value.owner).toBe(VOTE_PROGRAM);
  expect(value.data.parsed.info).toMatchObject({
    nodePubkey: node.address('validator'),
    commission: 0,
    rootSlot: null,
    votes: [
      { slot: 1, confirmationCount: 2, latency: 1 },
      { slot: 40, confirmationCount: 1, latency: 1 },
    ],
  });
});
