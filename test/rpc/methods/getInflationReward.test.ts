import { describe, expect, it } from 'vitest';
import type { Address } from '../../../src/solana/address.ts';
import type { Reward } from '../../../src/solana/meta.ts';
import { BELOW_CONFIRMED, BOTH_DIALECTS, badParam, badParams, errorText, tooOld } from '../../support/answers.ts';
import { EPOCH_SCHEDULE } from '../../support/leaderLedger.ts';
import { countCases } from '../../support/paramCases.ts';
import { type BlockSpec, callText, type LedgerSpec, protocolFor, testNode } from '../../support/testNode.ts';
import { namedAddress, testTransaction } from '../../support/transactions.ts';

const VOTE = namedAddress('vote');
const NOBODY = namedAddress('stake b');
/**
 * Of three partitions under the parent of slot 33 they are in the first, second and third. By Python 3.11, PYTHONHASHSEED=0:
 * 3 * (hash(sha256(b'hash 30') + sha256(name)) & 2**64-1) >> 64
 */
const [FIRST, SECOND, THIRD] = ['stake a', 'stake g', 'stake d'].map(namedAddress) as [Address, Address, Address];

const reward = (pubkey: Address, lamports: bigint, rewardType: string | null, rest: Partial<Reward> = {}): Reward => ({
  pubkey,
  lamports,
  postBalance: 1_000_000n,
  rewardType,
  commission: 5,
  ...rest,
});

/** Epoch 1 starts with the block of slot 33: slots 31 and 32 were skipped. */
const BOUNDARY: BlockSpec = {
  slot: 33,
  parentSlot: 30,
  blockHeight: 29,
  numRewardPartitions: 3,
  rewards: [
    reward(VOTE, 10n, 'Voting', { commission: 7, commissionBps: 650 }),
    // neither is inflation's
    reward(FIRST, 1n, 'Fee'),
    reward(SECOND, 2n, 'Staking'),
  ],
};
const PAID: readonly BlockSpec[] = [
  { slot: 34, blockHeight: 30, rewards: [reward(FIRST, 11n, 'Staking'), reward(VOTE, 99n, 'Staking')] },
  {
    slot: 36,
    parentSlot: 34,
    blockHeight: 31,
    rewards: [reward(SECOND, 2n ** 63n - 1n, 'Staking', { commission: null })],
  },
  { slot: 37, blockHeight: 32, rewards: [reward(THIRD, -13n, 'Staking', { postBalance: 2n ** 64n - 1n })] },
  { slot: 38, blockHeight: 33 },
];
const CLUSTER = { epochSchedule: EPOCH_SCHEDULE };
const SPEC: LedgerSpec = { blocks: [{ slot: 30 }, BOUNDARY, ...PAID], cluster: CLUSTER };
const NODE = testNode(SPEC);

const VOTE_TEXT = '{"amount":10,"commission":7,"commissionBps":650,"effectiveSlot":33,"epoch":0,"postBalance":1000000}';
const FIRST_TEXT = '{"amount":11,"commission":5,"effectiveSlot":34,"epoch":0,"postBalance":1000000}';
const SECOND_TEXT =
  '{"amount":9223372036854775807,"commission":null,"effectiveSlot":36,"epoch":0,"postBalance":1000000}';
const THIRD_TEXT = '{"amount":13,"commission":5,"effectiveSlot":37,"epoch":0,"postBalance":18446744073709551615}';

const notAvailable = (slot: number | string) => errorText(-32004, `Block not available for slot ${slot}`);
const cleanedUp = (slot: number, first: number) =>
  errorText(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`);
const stillActive = (slot: number, height: number, complete: number) =>
  errorText(
    -32017,
    `Epoch rewards period still active at slot ${slot}`,
    `{"currentBlockHeight":${height},"rewardsCompleteBlockHeight":${complete},"slot":${slot}}`,
  );
const notBoundary = (slot: number) =>
  errorText(
    -32018,
    `Rewards cannot be found because slot ${slot} is not the epoch boundary. This may be due to gap in the queried node's local ledger or long-term storage`,
    `{"slot":${slot}}`,
  );

describe.each(BOTH_DIALECTS)('getInflationReward (%s)', (dialect) => {
  const askWith = (params: string, node = NODE) => callText(node, 'getInflationReward', params, dialect);
  const ask = (addresses: readonly Address[], config = '{"epoch":0}', node = NODE) =>
    askWith(`[${JSON.stringify(addresses)},${config}]`, node);

  it.each([
    ...countCases(1, 2, '[]'),
    ['[null]', badParams('invalid type: null, expected a sequence')],
    [`["${VOTE}"]`, badParams(`invalid type: string "${VOTE}", expected a sequence`)],
    ['[[5]]', badParams('invalid type: integer `5`, expected a string')],
    ['[["0"]]', badParam('Invalid')],
    ['[[""]]', badParam('WrongSize')],
    ['[[],"x"]', badParams('invalid type: string "x", expected struct RpcEpochConfig')],
    ['[[],[]]', badParams('invalid type: sequence, expected struct RpcEpochConfig')],
    ['[[],{"epoch":-1}]', badParams('invalid value: integer `-1`, expected u64')],
    ['[[],{"epoch":1.0}]', badParams('invalid type: floating point `1.0`, expected u64')],
    ['[[],{"minContextSlot":"5","epoch":"4"}]', badParams('invalid type: string "4", expected u64')],
    ['[[],{"minContextSlot":"5"}]', badParams('invalid type: string "5", expected u64')],
    ['[["0"],{"minContextSlot":"5"}]', badParams('invalid type: string "5", expected u64')],
    ['[["0"],{"commitment":"processed"}]', badParam('Invalid')],
    ['[[],{"commitment":"processed"}]', BELOW_CONFIRMED],
    ['[[],{"epoch":0,"commitment":"processed","minContextSlot":99}]', BELOW_CONFIRMED],
    // without an epoch the tip is looked at first
    ['[[],{"commitment":"processed","minContextSlot":99}]', tooOld(38)],
    ['[[],{"minContextSlot":39}]', tooOld(38)],
    ['[[],{"epoch":0,"minContextSlot":39}]', tooOld(38)],
  ] as const)('%s is refused', async (params, error) => {
    expect(await askWith(params)).toBe(error);
  });

  it.each(['', ',null', ',{}', ',{"epoch":null,"commitment":"bogus","x":1}', ',{"epoch":0,"minContextSlot":38}'])(
    'a configuration of %s asks for the epoch before that of the tip',
    async (config) => {
      expect(await askWith(`[["${VOTE}"]${config}]`)).toBe(`[${VOTE_TEXT}]`);
    },
  );

  it('answers in the order of the addresses, from the block of each partition', async () => {
    expect(await ask([THIRD, VOTE, NOBODY, SECOND, FIRST, VOTE])).toBe(
      `[${THIRD_TEXT},${VOTE_TEXT},null,${SECOND_TEXT},${FIRST_TEXT},${VOTE_TEXT}]`,
    );
    expect(await ask([])).toBe('[]');
  });

  it('pays stakes in the first block where there are no partitions', async () => {
    const rewards = [
      reward(FIRST, 3n, 'Staking'),
      reward(VOTE, 4n, 'Voting'),
      reward(THIRD, 5n, 'Rent'),
      reward(SECOND, 6n, null),
    ];
    const node = testNode({ blocks: [{ slot: 30 }, { slot: 33, parentSlot: 30, rewards }], cluster: CLUSTER });
    const text = (amount: number) =>
      `{"amount":${amount},"commission":5,"effectiveSlot":33,"epoch":0,"postBalance":1000000}`;
    expect(await ask([VOTE, FIRST, SECOND, THIRD], '{}', node)).toBe(`[${text(4)},${text(3)},null,null]`);
  });

  it('a confirmed block counts only where it is asked for', async () => {
    const node = testNode({ ...SPEC, finalized: 30, confirmed: 34, processed: 38 });
    expect(await ask([VOTE], '{"epoch":0}', node)).toBe(notAvailable(32));
    expect(await ask([VOTE, FIRST], '{"epoch":0,"commitment":"confirmed"}', node)).toBe(`[${VOTE_TEXT},${FIRST_TEXT}]`);
    expect(await ask([SECOND], '{"epoch":0,"commitment":"confirmed"}', node)).toBe(stillActive(34, 30, 33));
    expect(await ask([VOTE], '{"epoch":0,"commitment":"confirmed","minContextSlot":35}', node)).toBe(tooOld(34));
  });

  it.each([
    ['1', notAvailable(64)],
    // slots end where u64 does
    ['9223372036854775807', notAvailable('18446744073709551615')],
    ['18446744073709551615', notAvailable('18446744073709551615')],
  ])('epoch %s is not over', async (epoch, error) => {
    expect(await ask([VOTE], `{"epoch":${epoch}}`)).toBe(error);
  });

  it('an epoch whose end is cleaned up comes before all other refusals', async () => {
    const node = testNode({ ...SPEC, firstAvailable: 34 });
    const config = '{"epoch":0,"commitment":"processed","minContextSlot":99}';
    expect(await ask([VOTE], config, node)).toBe(cleanedUp(32, 36));
  });

  it('a block whose parent is of the same epoch is not the first of it', async () => {
    const node = testNode({ blocks: [{ slot: 30 }, ...PAID], cluster: CLUSTER });
    expect(await ask([VOTE], '{"epoch":0}', node)).toBe(notBoundary(34));
  });

  it.each([
    [[], stillActive(33, 29, 33), stillActive(33, 29, 33)],
    [PAID.slice(0, 1), `[${FIRST_TEXT}]`, stillActive(34, 30, 33)],
    [PAID.slice(0, 2), `[${FIRST_TEXT}]`, stillActive(36, 31, 33)],
    [PAID.slice(0, 3), `[${FIRST_TEXT}]`, `[${THIRD_TEXT}]`],
    // a gap is none of the chain's: the ledger lacks what its blocks name as their parents
    [PAID.slice(1, 3), notAvailable(34), notAvailable(34)],
    [[PAID[0]!, PAID[2]!], `[${FIRST_TEXT}]`, notAvailable(36)],
  ])('blocks above the first: case %#', async (blocks, first, third) => {
    const node = testNode({ blocks: [{ slot: 30 }, BOUNDARY, ...blocks], cluster: CLUSTER });
    expect(await ask([FIRST], '{"epoch":0}', node)).toBe(first);
    expect(await ask([THIRD], '{"epoch":0}', node)).toBe(third);
    // votes need no partition
    expect(await ask([VOTE], '{"epoch":0}', node)).toBe(`[${VOTE_TEXT}]`);
  });

  it('a tip without its block is a gap too', async () => {
    const node = testNode({ blocks: [{ slot: 30 }, BOUNDARY], finalized: 60, cluster: CLUSTER });
    expect(await ask([FIRST], '{"epoch":0}', node)).toBe(notAvailable(60));
  });

  it('a slot of which there are only transactions has no rewards to give', async () => {
    const loose = (slot: bigint) => [testTransaction({ name: 'loose' }, { slot, index: 0, blockTimeSeconds: null })];
    const boundary = testNode({ blocks: [{ slot: 30 }], loose: loose(33n), cluster: CLUSTER });
    expect(await ask([VOTE], '{"epoch":0}', boundary)).toBe(notAvailable(33));
    const partition = testNode({ blocks: [{ slot: 30 }, BOUNDARY], loose: loose(34n), cluster: CLUSTER });
    expect(await ask([FIRST], '{"epoch":0}', partition)).toBe(notAvailable(34));
  });

  it('does not make up the height that an error would tell', async () => {
    const node = testNode({ blocks: [{ slot: 30 }, { ...BOUNDARY, blockHeight: null }], cluster: CLUSTER });
    expect(await ask([FIRST], '{"epoch":0}', node)).toBe(notAvailable(33));
  });

  it('a block of a dropped fork pays nothing', async () => {
    const dropped = { slot: 35, parentSlot: 34, rewards: [reward(SECOND, 1n, 'Staking')] };
    const node = testNode({ ...SPEC, blocks: [...SPEC.blocks!, dropped] });
    expect(await ask([SECOND], '{"epoch":0}', node)).toBe(`[${SECOND_TEXT}]`);
  });
});

describe('by the version of the node', () => {
  const ask = (version: '4.1' | '4.2' | '4.3', spec: LedgerSpec, params: string) =>
    callText(testNode({ ...spec, protocol: protocolFor(version, 'genesis') }, 'agave'), 'getInflationReward', params);

  it('33 addresses are too many for 4.3, before any of them is read', async () => {
    const addresses = (count: number, text: string) => JSON.stringify([new Array(count).fill(text)]);
    const tooMany = '{"code":-32602,"message":"Too many inputs provided; max 32"}';
    for (const version of ['4.1', '4.2'] as const)
      expect(await ask(version, SPEC, addresses(33, VOTE))).toBe(`[${new Array(33).fill(VOTE_TEXT).join(',')}]`);
    expect(await ask('4.3', SPEC, addresses(32, VOTE))).toBe(`[${new Array(32).fill(VOTE_TEXT).join(',')}]`);
    expect(await ask('4.3', SPEC, addresses(33, VOTE))).toBe(tooMany);
    expect(await ask('4.3', SPEC, addresses(33, 'no address'))).toBe(tooMany);
  });

  it('stake that was not active in the epoch is paid from 4.2 on', async () => {
    const idle = { slot: 34, blockHeight: 30, rewards: [reward(FIRST, 0n, 'DeactivatedStake', { postBalance: 5n })] };
    const spec = { ...SPEC, blocks: [{ slot: 30 }, BOUNDARY, idle] };
    const paid = '[{"amount":0,"commission":5,"effectiveSlot":34,"epoch":0,"postBalance":5}]';
    expect(await ask('4.1', spec, `[["${FIRST}"]]`)).toBe('[null]');
    expect(await ask('4.2', spec, `[["${FIRST}"]]`)).toBe(paid);
    expect(await ask('4.3', spec, `[["${FIRST}"]]`)).toBe(paid);
  });
});
