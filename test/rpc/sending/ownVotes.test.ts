import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger, type NodeOptions, sol } from '../../../src/index.ts';
import { EmptySeries } from '../../../src/ledger/history/emptyRuns.ts';

/** Blocks that time makes hold the votes of a test validator on the blocks before them. */

const VALIDATOR = keypair('validator').address;
const VOTE = keypair('validatorVote').address;
const OPTIONS = { slotTime: 400, dialect: 'agave' } as const;
const SCRIPT = ledger({ processed: 5 }).cluster('localnet').wallet('alice', sol(5)).block(5);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

async function nodeAfter(slots: number, options: Partial<NodeOptions> = {}): Promise<LedgerNode> {
  const node = await createNode({ ...OPTIONS, ledger: SCRIPT, ...options });
  await vi.advanceTimersByTimeAsync(400 * slots);
  return node;
}

const CONFIG = { commitment: 'confirmed', encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 } as const;
const signaturesIn = async (node: LedgerNode, slot: number) => {
  const config = { ...CONFIG, transactionDetails: 'signatures' } as const;
  return (await node.request('getBlock', [slot, config]))!.signatures;
};

it('each votes on the block before, and its identity pays', async () => {
  const node = await nodeAfter(4);
  const block = (await node.request('getBlock', [8, CONFIG]))!;
  expect(block.transactions).toHaveLength(1);
  const { meta, transaction } = block.transactions[0]!;
  const { blockhash, blockTime } = (await node.request('getBlock', [7, CONFIG]))!;
  expect(transaction).toMatchObject({
    message: {
      accountKeys: [
        { pubkey: VALIDATOR, signer: true, writable: true },
        { pubkey: VOTE, signer: true, writable: true },
        { pubkey: 'Vote111111111111111111111111111111111111111', signer: false, writable: false },
      ],
      instructions: [
        {
          program: 'vote',
          parsed: {
            type: 'towersync',
            info: {
              towerSync: {
                blockId: '1'.repeat(32),
                hash: blockhash,
                lockouts: [5, 6, 7].map((slot, i) => ({ slot, confirmation_count: 3 - i })),
                root: null,
                timestamp: blockTime,
              },
              voteAccount: VOTE,
              voteAuthority: VOTE,
            },
          },
        },
      ],
      recentBlockhash: blockhash,
    },
  });
  expect(meta).toMatchObject({ computeUnitsConsumed: 2100, err: null, fee: 10_000 });
  // half of the fee comes back as the reward of the leader
  const value = 500_000_000_000 - 4 * 5_000;
  expect(await node.request('getBalance', [VALIDATOR, { commitment: 'processed' }])).toMatchObject({ value });
});

it.each(['4.1', '4.2', '4.3'] as const)('of version %s: the vote account follows the blocks', async (agave) => {
  const node = await nodeAfter(4, { agave });
  const { current } = (await node.request('getVoteAccounts', [{ commitment: 'processed' }])) as never;
  expect(current).toMatchObject([{ lastVote: 9, votePubkey: VOTE }]);
  await node.advance(200);
  const later = (await node.request('getVoteAccounts', [{ commitment: 'processed' }])) as never;
  expect(later).toMatchObject({ current: [{ lastVote: 209 }], delinquent: [] });
});

it('LiteSVM leaves them as they are', async () => {
  const node = await nodeAfter(3, { execute: 'litesvm' });
  const { transactions } = (await node.request('getBlock', [7, CONFIG]))!;
  expect(transactions[0]!.meta).toMatchObject({ computeUnitsConsumed: 2100, err: null, fee: 10_000 });
  const { current } = await node.request('getVoteAccounts', [{ commitment: 'processed' }]);
  expect(current).toMatchObject([{ lastVote: 8 }]);
});

it('what is sent shares their block', async () => {
  const node = await createNode({ ...OPTIONS, ledger: SCRIPT });
  const airdrop = await node.request('requestAirdrop', [node.address('alice'), 1_000_000_000]);
  await vi.advanceTimersByTimeAsync(500);
  const signatures = await signaturesIn(node, 6);
  expect(signatures).toHaveLength(2);
  expect(signatures).toContain(airdrop);
});

it('far from the start, a quiet ledger has one in 32 slots; what is sent brings them back for 64', async () => {
  const late = ledger({ processed: 5000 }).cluster('localnet').wallet('alice', sol(5)).block(5000);
  const node = await nodeAfter(200, { ledger: late });
  const slotsWithVotes = async (from: number, to: number) => {
    const counts = [];
    for (let slot = from; slot <= to; slot++) if ((await signaturesIn(node, slot)).length > 0) counts.push(slot);
    return counts;
  };
  expect(await slotsWithVotes(5001, 5190)).toEqual([5024, 5056, 5088, 5120, 5152, 5184]);
  await node.request('requestAirdrop', [node.address('alice'), 1_000_000_000]);
  await vi.advanceTimersByTimeAsync(400 * 100);
  const active = Array.from({ length: 65 }, (_, i) => 5201 + i);
  expect(await slotsWithVotes(5200, 5290)).toEqual([...active, 5280]);
});

it.each([
  [
    'blocks that are made by hand',
    async () => {
      const node = await nodeAfter(0);
      await node.advance(2);
      return node;
    },
  ],
  ['under Alpenglow', () => nodeAfter(2, { ledger: SCRIPT.with({ consensus: 'alpenglow' }) })],
  ['of another cluster', () => nodeAfter(2, { ledger: SCRIPT.cluster('devnet') })],
  ['whose identity cannot pay', () => nodeAfter(2, { ledger: SCRIPT.wallet('validator', { lamports: 890_880n }) })],
])('none: %s', async (_what, made) => {
  const node = await made();
  expect(await node.request('getTransactionCount', [{ commitment: 'processed' }])).toBe(0);
});

it('without the keys of the validator there are none', async () => {
  const script = SCRIPT.with({ validators: [{ identity: VOTE, vote: VALIDATOR, stake: { sol: 5 } }] });
  const node = await nodeAfter(2, { ledger: script.key('validator', keypair('a').address) });
  expect(await node.request('getTransactionCount', [{ commitment: 'processed' }])).toBe(0);
});

it('a quiet ledger does not make the empty blocks before again for each new one', async () => {
  const script = ledger({ processed: 2049 }).cluster('localnet').blocks({ from: 1, to: 2049 });
  await nodeAfter(0, { ledger: script });
  const made = vi.spyOn(EmptySeries.prototype, 'block');
  onTestFinished(() => made.mockRestore());
  await vi.advanceTimersByTimeAsync(400 * 20);
  expect(made.mock.calls.length).toBeLessThan(20 * 4);
});

it('the timeline counts them, so that a page can show the other transactions', async () => {
  const node = await nodeAfter(4);
  const timeline = await node.request('stillnode_timeline', [{ from: 5, to: 8 }]);
  const { slots } = timeline as { readonly slots: readonly object[] };
  expect(slots.at(-1)).toMatchObject({ slot: 8, transactions: 1, failed: 0, votes: 1 });
  expect(slots[0]).not.toHaveProperty('votes');
});
