/**
 * The versions of Agave, and the table of their differences, which docs/versions.md shows. Differences of clusters are in gates.ts.
 *
 * A version is one release of its line: 4.1.2, 4.2.1, 4.3.2, 4.4.0 or 4.5.0-alpha.4. Code reads a field of the table; it never compares names.
 *
 * Source   agave 4.1.2, 4.2.1, 4.3.2, 4.4.0, 4.5.0-alpha.4
 * @module
 */

export const NODE_VERSION_NAMES = ['4.1', '4.2', '4.3', '4.4', '4.5'] as const;

export type NodeVersionName = (typeof NODE_VERSION_NAMES)[number];

const FIRST = NODE_VERSION_NAMES[0];

interface Difference {
  /** the text of docs/versions.md */
  readonly topic: string;
  /** each value by the first version that has it */
  readonly values: { readonly [FIRST]: unknown } & Readonly<Partial<Record<NodeVersionName, unknown>>>;
}

/** A difference that a version begins, and later ones have too. */
function from(version: Exclude<NodeVersionName, typeof FIRST>, topic: string) {
  return { topic, values: { [FIRST]: false, [version]: true } as Readonly<Record<typeof FIRST, boolean>> };
}

const DIFFERENCES = {
  release: {
    topic: '`solana-core` of getVersion, `apiVersion` of contexts; `feature-set` is that of the release',
    values: { '4.1': '4.1.2', '4.2': '4.2.1', '4.3': '4.3.2', '4.4': '4.4.0', '4.5': '4.5.0-alpha.4' },
  },
  longTransactions: from(
    '4.2',
    'sendTransaction, simulateTransaction, getFeeForMessage: base64 text that begins as version 1 does may have 5,464 characters, 4,096 bytes (otherwise 1,644 and 1,232)',
  ),
  changesUntouched: {
    topic:
      'accountSubscribe, programSubscribe: an account that a transaction could write and left as it was is a change',
    values: { '4.1': true, '4.2': false },
  },
  feeOfInvalidBudget: {
    topic: 'getFeeForMessage of a message with invalid requests to the compute budget',
    values: { '4.1': 'signatures', '4.2': 'null' },
  },
  feeHasV1Priority: from('4.2', 'getFeeForMessage of version 1 counts the priority fee of the message'),
  readsMemo4: from(
    '4.2',
    'jsonParsed, and `memo` in getSignaturesForAddress, read the memo program `Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH`',
  ),
  genesisCertificate: {
    topic: 'getAgGenesisCert: how the answer names the block; `none`: the method is unknown',
    values: { '4.1': 'none', '4.2': 'block_id', '4.3': 'blockId' },
  },
  maxRewardAddresses: {
    topic: 'addresses of getInflationReward',
    values: { '4.1': Number.POSITIVE_INFINITY, '4.3': 32 },
  },
  parsesTokenBatch: from(
    '4.2',
    'jsonParsed of the token programs: `batch`, `unwrapLamports`, permissioned burns, and the mint extension `permissionedBurnConfig`',
  ),
  confidentialAccounts: {
    topic: 'jsonParsed of confidential deposits and withdrawals: names of the accounts',
    values: { '4.1': 'sourceAndDestination', '4.2': 'account' },
  },
  confidentialProofs: {
    topic: 'jsonParsed of confidential instructions: how accounts with proofs are named',
    values: { '4.1': 'guessed', '4.3': 'byOffset' },
  },
  voteCost: {
    topic: '`costUnits` of a transaction that is only a vote: `fixed`, 3,428, or `summed` like those of any other',
    values: { '4.1': 'fixed', '4.3': 'summed' },
  },
  builtinNames: {
    topic: 'data of the accounts of built-in programs in a new cluster: `system_program` or `solana_system_program`',
    values: { '4.1': 'short', '4.2': 'solana' },
  },
  blockRevenueBps: {
    topic: '`blockRevenueCommissionBps` of the vote account of a test validator (`cluster: localnet`)',
    values: { '4.1': 0, '4.3': 10_000 },
  },
  namesDeactivatedStake: from('4.2', 'rewards of type `DeactivatedStake` count in getInflationReward'),
  hasAlpenglow: from('4.3', 'the cluster can decide by Alpenglow'),
  readsV1Strictly: from(
    '4.2',
    'version 1 with unknown bits in its mask, or an impossible heap size, is refused when it is read: -32602',
  ),
  refusesBase58OfV1: from(
    '4.3',
    'getTransaction, getBlock, blockSubscribe: `base58` or `binary` with `maxSupportedTransactionVersion` of 1 or more is an error (-32602)',
  ),
  historyHasMinContext: from(
    '4.4',
    'getTransaction and getSignatureStatuses have `minContextSlot` (-32016); getSignatureStatuses has `commitment`, `searchTransactionHistory` may be left out, and its configuration cannot be a list',
  ),
  slicesNotifications: from(
    '4.4',
    'accountSubscribe and programSubscribe cut the data by `dataSlice`; slices of length 0 are equal, whatever their offset',
  ),
  refusesIdleIdentity: from(
    '4.4',
    'getLeaderSchedule of an `identity` without slots in the epoch is an error (-32022)',
  ),
  keysLeadersByVote: from('4.4', 'getLeaderSchedule has `keyByVoteAccount`: the keys are vote accounts'),
  base64Errors: {
    topic:
      'texts of errors about base64, of transactions, messages and filters: `InvalidByte(2, 33)` or `Invalid symbol 33, offset 2.`',
    values: { '4.1': 'debug', '4.4': 'display' },
  },
  parsesShortStake: from(
    '4.4',
    'jsonParsed of stake instructions without the sysvars and the configuration account that they do not need any more; one with another account in the place of the sysvar is such a form',
  ),
  hasRankMap: from('4.5', 'getRankMap is known'),
  encodesInner: from(
    '4.5',
    'simulateTransaction has `innerInstructionsEncoding`: `json` or `jsonParsed`, which is the default; another one is an error (-32602)',
  ),
  missingPayer: {
    topic: 'sendTransaction, simulateTransaction: the error of a transaction whose payer does not exist',
    values: { '4.1': 'AccountNotFound', '4.5': 'InvalidAccountForFee' },
  },
  refusesRepeatedKeys: from(
    '4.5',
    'sendTransaction, simulateTransaction: a transaction that names an account twice is an error (-32602), also without preflight; before, a result',
  ),
  hasVotePorts: {
    topic: 'getClusterNodes has `tpuVote`',
    values: { '4.1': true, '4.5': false },
  },
  hearsNoVotes: from(
    '4.5',
    'voteSubscribe is accepted, and never notifies (before, -32601); `allWithVotes` of logsSubscribe is `all`, and the same subscription',
  ),
  minimumDelegation: {
    topic:
      'getStakeMinimumDelegation: by the gate `STk5Xj8hdAx3sTzmtJ3QysKkq6X2A3yj73JtxttiRyk` 1 or 1,000,000,000, or always that',
    values: { '4.1': 'byGate', '4.5': 'oneSol' },
  },
  uncachedPrograms: {
    topic:
      '`execute: litesvm`: calls of programs without code whose log has `Program is not cached`: none, those of loader 3 without an account of code and of loaders 1 and 2 without data, or of loaders 1 and 2 all whose data are not ELF; others have `Program is not deployed`',
    values: { '4.1': 'none', '4.3': 'withoutData', '4.4': 'withoutElf' },
  },
  countsLoadFailures: from(
    '4.5',
    'the size of what was loaded counts when accounts cannot be loaded, whether or not the gate `loadFailureSize` is active',
  ),
  hasTower: {
    topic:
      'the cluster can decide by Tower; a ledger that cannot is one of Alpenglow, also with the gates `localnet` and `genesis`',
    values: { '4.1': true, '4.5': false },
  },
  takesEveryV1: from('4.4', 'transactions of version 1 are accepted whether or not the gate `txV1` is active'),
} as const satisfies Record<string, Difference>;

type Differences = typeof DIFFERENCES;
type DifferenceName = keyof Differences;
type ValueOf<Values> = Values[keyof Values];

export type NodeVersion = { readonly [Field in DifferenceName]: ValueOf<Differences[Field]['values']> } & {
  readonly name: NodeVersionName;
};

/** The fields that are yes or no. */
export type NodeVersionFlag = {
  [Field in DifferenceName]: ValueOf<Differences[Field]['values']> extends boolean ? Field : never;
}[DifferenceName];

/** The rows of the table: fields in its order, and what each is about. */
export const VERSION_TOPICS: Readonly<Record<DifferenceName, string>> = mapDifferences(({ topic }) => topic);

/** The versions by name, oldest first. */
export const NODE_VERSIONS = Object.fromEntries(NODE_VERSION_NAMES.map((name) => [name, versionOf(name)])) as Readonly<
  Record<NodeVersionName, NodeVersion>
>;

function versionOf(name: NodeVersionName): NodeVersion {
  const upTo = NODE_VERSION_NAMES.slice(0, NODE_VERSION_NAMES.indexOf(name) + 1);
  const fields = mapDifferences<unknown>(
    ({ values }: Difference) => values[upTo.findLast((since) => since in values)!],
  );
  return { name, ...fields } as NodeVersion;
}

function mapDifferences<T>(map: (difference: Difference) => T): Readonly<Record<DifferenceName, T>> {
  const mapped = Object.entries(DIFFERENCES).map(([field, difference]) => [field, map(difference)]);
  return Object.fromEntries(mapped) as Record<DifferenceName, T>;
}

/** The node that mainnet runs. */
export const DEFAULT_VERSION: NodeVersion = NODE_VERSIONS['4.4'];

/** Whether a version is `since` or a later one. */
export function isAtLeast(version: NodeVersionName, since: NodeVersionName): boolean {
  return NODE_VERSION_NAMES.indexOf(version) >= NODE_VERSION_NAMES.indexOf(since);
}

/**
 * The feature sets of releases, u32: the first four bytes of a hash over all features that a release knows.
 *
 * Source   agave feature-set ID, version v4.rs
 */
export const FEATURE_SETS: ReadonlyMap<string, number> = new Map([
  ['4.0.3', 0x6ff76655],
  ['4.1.0-alpha.0', 0x17c2b3e2],
  ['4.1.0', 0xc763ae0a],
  ['4.1.1', 0xc763ae0a],
  ['4.1.2', 0xc763ae0a],
  ['4.2.0', 0x21b0d33a],
  ['4.2.1', 0x21b0d33a],
  ['4.3.0-beta.2', 0x8f96a3db],
  ['4.3.0', 0xc9ad34d2],
  ['4.3.2', 0xc9ad34d2],
  ['4.4.0', 0xdddabd53],
  ['4.5.0-alpha.4', 0xe128aaa0],
]);
