import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { type Address, address, compareAddresses } from '../../../src/solana/address.ts';
import { u8, u16, u32, u64 } from '../../solana/programs/accounts/layoutBytes.ts';
import { BOTH_DIALECTS, badParam, badParams, membersOf, notInLedgerText } from '../../support/answers.ts';
import { countCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const VOTE_PROGRAM = address('Vote111111111111111111111111111111111111111');
const IDENTITY = namedAddress('identity');
const IDENTITY_BYTES = decodeBase58(IDENTITY);

type Credits = readonly [epoch: bigint, credits: bigint, previous: bigint];

interface VoteSpec {
  readonly version?: 1 | 2 | 3;
  /** basis points from v4 on, percent before */
  readonly commission?: number;
  readonly votes?: readonly number[];
  readonly root?: number;
  readonly credits?: readonly Credits[];
}

function voteData({ version = 3, commission = 500, votes = [], root, credits = [] }: VoteSpec): Uint8Array {
  const voteBytes = votes.flatMap((slot) => [...(version === 1 ? [] : [u8(1)]), u64(BigInt(slot)), u32(1)]);
  const rewards = [IDENTITY_BYTES, IDENTITY_BYTES, u16(commission), u16(0), u64(0n), u8(0)];
  const bytes = Buffer.concat([
    ...[u32(version), IDENTITY_BYTES, IDENTITY_BYTES],
    ...(version === 3 ? rewards : [u8(commission)]),
    ...[u64(BigInt(votes.length)), ...voteBytes],
    ...(root === undefined ? [u8(0)] : [u8(1), u64(BigInt(root))]),
    ...[u64(1n), u64(0n), IDENTITY_BYTES],
    ...(version === 3 ? [] : [Buffer.alloc(1545)]),
    ...[u64(BigInt(credits.length)), ...credits.flatMap((entry) => entry.map(u64))],
  ]);
  return Buffer.concat([bytes, Buffer.alloc((version === 1 ? 3731 : 3762) - bytes.length)]);
}

const CREDITS: readonly Credits[] = Array.from({ length: 7 }, (_, i) => [
  BigInt(i),
  BigInt(i * 10 + 10),
  BigInt(i * 10),
]);

/** as many as fit a vote account of version 2 besides its root and two votes */
const FULL: readonly Credits[] = Array.from({ length: 85 }, () => [1n, 2n, 0n]);

const [BUSY, OLD, OLDER] = [namedAddress('busy'), namedAddress('old'), namedAddress('older')];
const [LATE, ASLEEP, SILENT] = [namedAddress('late'), namedAddress('asleep'), namedAddress('silent')];

const voteAccount = (address: Address, spec: VoteSpec): AccountSpec => ({
  address,
  owner: VOTE_PROGRAM,
  data: voteData(spec),
});

const ACCOUNTS = [
  voteAccount(BUSY, { votes: [870, 873], root: 840, credits: CREDITS, commission: 501 }),
  voteAccount(OLD, { version: 2, votes: [873], root: 841, commission: 7, credits: [[1n, 2n ** 64n - 1n, 3n]] }),
  voteAccount(OLDER, { version: 1, votes: [872], commission: 100 }),
  voteAccount(LATE, { votes: [872] }),
  voteAccount(ASLEEP, { votes: [100] }),
  voteAccount(SILENT, {}),
];

const SPEC = {
  blocks: [{ slot: 1000 }, { slot: 1001 }, { slot: 1002 }],
  finalized: 1000,
  confirmed: 1001,
  processed: 1002,
  accounts: [
    ...ACCOUNTS,
    { address: namedAddress('new'), owner: VOTE_PROGRAM, data: Buffer.alloc(3762) },
    { address: namedAddress('cut'), owner: VOTE_PROGRAM, data: voteData({ votes: [999] }).subarray(0, 3761) },
    { address: namedAddress('unheard of'), owner: VOTE_PROGRAM, data: Buffer.concat([u32(4), Buffer.alloc(3758, 1)]) },
    { address: namedAddress('empty'), owner: VOTE_PROGRAM },
    // nine bytes are left for the last timestamp, which has sixteen
    voteAccount(namedAddress('full'), { version: 2, root: 1, votes: [999, 1000], credits: FULL }),
    // more votes than a byte can count
    voteAccount(namedAddress('eager'), { votes: Array.from({ length: 256 }, (_, i) => i) }),
    { ...ACCOUNTS[0]!, address: namedAddress('other program'), owner: namedAddress('other') },
  ],
  cluster: {
    voteStakes: new Map([
      [BUSY, 2n ** 64n - 1n],
      [OLD, 5n],
      [LATE, 6n],
      [ASLEEP, 0n],
      [namedAddress('nobody'), 7n],
    ]),
  },
};
const NODE = testNode(SPEC);

const shown = (
  votePubkey: Address,
  { stake, epochAccount, commission = 5, bps = 500, credits = '[]', last, root = 0 }: Shown,
) =>
  `{"activatedStake":${stake},"commission":${commission},"epochCredits":${credits},"epochVoteAccount":${epochAccount},` +
  `"inflationRewardsCommissionBps":${bps},"lastVote":${last},"nodePubkey":"${IDENTITY}","rootSlot":${root},"votePubkey":"${votePubkey}"}`;

interface Shown {
  readonly stake: string;
  readonly epochAccount: boolean;
  readonly commission?: number;
  readonly bps?: number;
  readonly credits?: string;
  readonly last: number;
  readonly root?: number;
}

const TEXTS: Readonly<Record<string, string>> = {
  [BUSY]: shown(BUSY, {
    ...{ stake: '18446744073709551615', epochAccount: true, commission: 6, bps: 501, last: 873, root: 840 },
    credits: '[[2,30,20],[3,40,30],[4,50,40],[5,60,50],[6,70,60]]',
  }),
  [OLD]: shown(OLD, {
    ...{ stake: '5', epochAccount: true, commission: 7, bps: 700, last: 873, root: 841 },
    credits: '[[1,18446744073709551615,3]]',
  }),
  [OLDER]: shown(OLDER, { stake: '0', epochAccount: false, commission: 100, bps: 10_000, last: 872 }),
  [LATE]: shown(LATE, { stake: '6', epochAccount: true, last: 872 }),
  [ASLEEP]: shown(ASLEEP, { stake: '0', epochAccount: true, last: 100 }),
  [SILENT]: shown(SILENT, { stake: '0', epochAccount: false, last: 0 }),
};

const listOf = (addresses: readonly Address[]) =>
  `[${[...addresses]
    .sort(compareAddresses)
    .map((address) => TEXTS[address])
    .join(',')}]`;
const status = (current: readonly Address[], delinquent: readonly Address[]) =>
  `{"current":${listOf(current)},"delinquent":${listOf(delinquent)}}`;

describe.each(BOTH_DIALECTS)('getVoteAccounts (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getVoteAccounts', params, dialect);

  it.each([
    ...countCases(0, 1),
    ['["x"]', badParams('invalid type: string "x", expected struct RpcGetVoteAccountsConfig')],
    ['[[]]', badParams('invalid type: sequence, expected struct RpcGetVoteAccountsConfig')],
    ['[{"votePubkey":5}]', badParams('invalid type: integer `5`, expected a string')],
    ['[{"votePubkey":"0"}]', badParam('Invalid')],
    ['[{"votePubkey":""}]', badParam('WrongSize')],
    ['[{"keepUnstakedDelinquents":1}]', badParams('invalid type: integer `1`, expected a boolean')],
    ['[{"delinquentSlotDistance":-1}]', badParams('invalid value: integer `-1`, expected u64')],
    ['[{"delinquentSlotDistance":"5"}]', badParams('invalid type: string "5", expected u64')],
    // members decode in alphabetical order
    [
      '[{"votePubkey":5,"keepUnstakedDelinquents":1,"delinquentSlotDistance":true}]',
      badParams('invalid type: boolean `true`, expected u64'),
    ],
    ['[{"votePubkey":5,"keepUnstakedDelinquents":1}]', badParams('invalid type: integer `1`, expected a boolean')],
  ] as const)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    '[]',
    'null',
    '[null]',
    '[{}]',
    '[{"commitment":"bogus","votePubkey":null,"keepUnstakedDelinquents":null,"delinquentSlotDistance":null,"x":1}]',
    '[{"commitment":"finalized","keepUnstakedDelinquents":false,"delinquentSlotDistance":128}]',
  ])('%s: those who voted within 128 slots, and those with stake who did not', async (params) => {
    expect(await ask(params)).toBe(status([BUSY, OLD], [LATE]));
  });

  it('has the members that clients compare', async () => {
    expect(membersOf(await ask('[]'), 'current', 0)).toEqual([
      'activatedStake',
      'commission',
      'epochCredits',
      'epochVoteAccount',
      'inflationRewardsCommissionBps',
      'lastVote',
      'nodePubkey',
      'rootSlot',
      'votePubkey',
    ]);
  });

  it.each([
    ['processed', [], [BUSY, OLD, LATE]],
    ['confirmed', [], [BUSY, OLD, LATE]],
    ['finalized', [BUSY, OLD], [LATE]],
  ] as const)('%s: by its tip', async (commitment, current, delinquent) => {
    expect(await ask(`[{"commitment":"${commitment}"}]`)).toBe(status(current, delinquent));
  });

  it.each([
    [0, [], [BUSY, OLD, LATE, OLDER, ASLEEP, SILENT]],
    [127, [], [BUSY, OLD, LATE, OLDER, ASLEEP, SILENT]],
    [128, [BUSY, OLD], [LATE, OLDER, ASLEEP, SILENT]],
    [129, [BUSY, OLD, LATE, OLDER], [ASLEEP, SILENT]],
    [1000, [BUSY, OLD, LATE, OLDER, ASLEEP], [SILENT]],
    // from here on the distance goes back to the start of the chain, where any vote will do
    [1001, [BUSY, OLD, LATE, OLDER, ASLEEP], [SILENT]],
    ['18446744073709551615', [BUSY, OLD, LATE, OLDER, ASLEEP], [SILENT]],
  ] as const)('a distance of %s, with those who have no stake', async (distance, current, delinquent) => {
    const config = `{"delinquentSlotDistance":${distance},"keepUnstakedDelinquents":true}`;
    expect(await ask(`[${config}]`)).toBe(status(current, delinquent));
  });

  it.each([
    [BUSY, status([BUSY], [])],
    [LATE, status([], [LATE])],
    [ASLEEP, status([], [])],
    [namedAddress('nobody'), status([], [])],
    [namedAddress('new'), status([], [])],
  ])('votePubkey %s leaves the others out', async (votePubkey, text) => {
    expect(await ask(`[{"votePubkey":"${votePubkey}"}]`)).toBe(text);
  });

  it('a ledger that does not say the stakes has none to give', async () => {
    const error = 'This ledger does not say the stakes of its vote accounts: put `voteStakes` into ledger.json';
    expect(await ask('[]', testNode({ ...SPEC, cluster: {} }))).toBe(notInLedgerText(error));
  });
});
