import { describe, expect, it } from 'vitest';
import type { ClusterFacts } from '../../../src/ledger/clusterFacts.ts';
import { BOTH_DIALECTS, notInLedgerText } from '../../support/answers.ts';
import { SLOT_TUPLE_CASES } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const SUMS = [18446744073709551615n, ...Array<bigint>(30).fill(0n), 7n];
const VOTE_STAKES = new Map([
  [namedAddress('vote 1'), 18446744073709551600n],
  [namedAddress('vote 2'), 15n],
]);

/** 6 lies on a fork, 8 was skipped. */
const nodeWith = (cluster: Partial<ClusterFacts>) =>
  testNode({
    blocks: [{ slot: 5 }, { slot: 6 }, { slot: 7, parentSlot: 5 }, { slot: 9, parentSlot: 7 }, { slot: 10 }],
    finalized: 5,
    confirmed: 7,
    processed: 9,
    cluster,
  });

const notSaid = (what: string, member: string) =>
  notInLedgerText(`This ledger does not say ${what}: put \`${member}\` into ledger.json`);

describe.each(BOTH_DIALECTS)('getBlockCommitment (%s)', (dialect) => {
  const ask = (slot: number | string, cluster: Partial<ClusterFacts>) =>
    callText(nodeWith(cluster), 'getBlockCommitment', `[${slot}]`, dialect);

  it.each(SLOT_TUPLE_CASES)('%s is refused', async (params, error) => {
    expect(await callText(nodeWith({ voteStakes: VOTE_STAKES }), 'getBlockCommitment', params, dialect)).toBe(error);
  });

  it('shows what the ledger says, to the last digit', async () => {
    const cluster = { voteStakes: VOTE_STAKES, blockCommitments: new Map([[7n, SUMS]]) };
    expect(await ask(7, cluster)).toBe(`{"commitment":[${SUMS.join(',')}],"totalStake":18446744073709551615}`);
    expect(await ask(5, cluster)).toBe('{"commitment":null,"totalStake":18446744073709551615}');
  });

  it.each([
    ['a fork', 6],
    ['a skipped slot', 8],
    ['the processed tip', 9],
    ['what is above it', 10],
    ['what is below the ledger', 4],
    ['what will never be', '18446744073709551615'],
  ])('nobody has voted on %s', async (_what, slot) => {
    expect(await ask(slot, { voteStakes: new Map() })).toBe('{"commitment":null,"totalStake":0}');
  });

  it.each([5, 7])('does not know who has voted on block %i unless the ledger says it', async (slot) => {
    expect(await ask(slot, { voteStakes: VOTE_STAKES })).toBe(
      notSaid('who has voted on its blocks', 'blockCommitments'),
    );
  });

  it('does not know the stake unless the ledger says it', async () => {
    const error = notSaid('the stakes of its vote accounts', 'voteStakes');
    expect(await ask(7, { blockCommitments: new Map([[7n, SUMS]]) })).toBe(error);
    expect(await ask(4, {})).toBe(error);
  });

  it('a node forgets the votes on what is older than 300 roots', async () => {
    const blocks = Array.from({ length: 302 }, (_, slot) => ({ slot }));
    const node = testNode({ blocks, cluster: { voteStakes: new Map() } });
    const askOld = (slot: number) => callText(node, 'getBlockCommitment', `[${slot}]`, dialect);
    expect(await askOld(1)).toBe('{"commitment":null,"totalStake":0}');
    expect(await askOld(2)).toBe(notSaid('who has voted on its blocks', 'blockCommitments'));
  });
});
