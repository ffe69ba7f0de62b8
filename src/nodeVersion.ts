/**
 * The versions of Agave, and the table of their differences. docs/versions.md is checked against it. Differences of clusters are in
 * gates.ts.
 *
 * A version is one release of its line: 4.1.2, 4.2.1, 4.3.0 or 4.4.1. Code reads a field of the table; it never compares names.
 *
 * Source   agave 4.1.2, 4.2.1, 4.3.0-beta.2; the number and the features of 4.3.0; 4.4.1 from the pull requests of its
 *          changelog, its code is not public here
 * @module
 */

export const NODE_VERSION_NAMES = ['4.1', '4.2', '4.3', '4.4'] as const;

export type NodeVersionName = (typeof NODE_VERSION_NAMES)[number];

/** Rows have the numbers of docs/versions.md; columns are those of the names above. */
const DIFFERENCES = {
  /** the version in getVersion and in the contexts of answers */
  release: ['4.1.2', '4.2.1', '4.3.0', '4.4.1'],
  /** 3: the text of a transaction that begins as v1 may have 5,464 characters of base64 */
  longTransactions: [false, true, true, true],
  /** 5: an account that a transaction locked for writing counts as changed, even if it is the same */
  changesUntouched: [true, false, false, false],
  /** 7: getFeeForMessage of invalid requests to the compute budget */
  feeOfInvalidBudget: ['signatures', 'null', 'null', 'null'],
  /** 8: getFeeForMessage counts the priority fee of a v1 message */
  feeHasV1Priority: [false, true, true, true],
  /** 9: the fourth memo program is parsed, and counts among the memos */
  readsMemo4: [false, true, true, true],
  /** 10: the name of the block in getAgGenesisCert; none: the method is unknown */
  genesisCertificate: ['none', 'block_id', 'blockId', 'blockId'],
  /** 11: the most addresses of getInflationReward */
  maxRewardAddresses: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 32, 32],
  /** 12: batch, unwrapLamports and permissioned burns of the token programs are parsed */
  parsesTokenBatch: [false, true, true, true],
  /** 15a: the names of the accounts of confidential deposits and withdrawals */
  confidentialAccounts: ['sourceAndDestination', 'account', 'account', 'account'],
  /** 15b: the names of the accounts that have the proofs of confidential instructions */
  confidentialProofs: ['guessed', 'guessed', 'byOffset', 'byOffset'],
  /** the cost units of a transaction that is only a vote: one number, or the sum of its parts as of any other */
  voteCost: ['fixed', 'fixed', 'summed', 'summed'],
  /** 17: the data of builtin programs in the genesis of a new cluster */
  builtinNames: ['short', 'solana', 'solana', 'solana'],
  /** the share of block revenue that the validator keeps, in basis points, in the genesis of a test validator */
  blockRevenueBps: [0, 0, 10_000, 10_000],
  /** 20: rewards of inactive stake have a type of their own */
  namesDeactivatedStake: [false, true, true, true],
  /** section 4: the cluster may use Alpenglow */
  hasAlpenglow: [false, false, true, true],
  /** 22: unknown bits of the configuration mask of v1, and an impossible heap, are refused when a transaction is decoded */
  readsV1Strictly: [false, true, true, true],
  /** getTransaction and getSignatureStatuses have minContextSlot; statuses are those of a commitment, and their search may be left out */
  historyHasMinContext: [false, false, false, true],
  /** accountSubscribe and programSubscribe apply dataSlice */
  slicesNotifications: [false, false, false, true],
  /** getLeaderSchedule refuses an identity without slots in the epoch */
  refusesIdleIdentity: [false, false, false, true],
  /** getLeaderSchedule has keyByVoteAccount */
  keysLeadersByVote: [false, false, false, true],
} as const;

type Differences = typeof DIFFERENCES;

export type NodeVersion = { readonly [Field in keyof Differences]: Differences[Field][number] } & {
  readonly name: NodeVersionName;
};

function versionIn(column: 0 | 1 | 2 | 3): NodeVersion {
  const fields = Object.entries(DIFFERENCES).map(([field, values]) => [field, values[column]]);
  return { name: NODE_VERSION_NAMES[column], ...Object.fromEntries(fields) } as NodeVersion;
}

export const NODE_VERSIONS: Readonly<Record<NodeVersionName, NodeVersion>> = {
  '4.1': versionIn(0),
  '4.2': versionIn(1),
  '4.3': versionIn(2),
  '4.4': versionIn(3),
};

export const DEFAULT_VERSION: NodeVersion = NODE_VERSIONS['4.3'];

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
]);
