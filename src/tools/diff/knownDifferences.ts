import type { JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { Difference, DifferenceKind } from './differences.ts';
import { decodeAccountData } from './fieldDifferences.ts';

/** Differences between nodes that are not mistakes: tables of places, and the function that reads them. @module */

/** A place where answers may differ, and why. A member that is left out allows every value. */
export interface Allowance {
  readonly reason: string;
  readonly method?: string;
  /** commitment of the call; it is `finalized` if the call names none */
  readonly commitment?: string;
  /** members joined with dots, `*` for every index */
  readonly path: RegExp;
  readonly kind?: DifferenceKind;
  readonly ledger?: RegExp | undefined;
  readonly node?: RegExp | undefined;
  /** whether two values are the same in another form */
  readonly isSame?: (ledger: string, node: string) => boolean;
}

/** An allowance for every method. */
type Row = readonly [kind: DifferenceKind, path: RegExp, reason: string, ledger?: RegExp, node?: RegExp];

const NULL = /^null$/;
const OLD_META = /\.meta\.(preTokenBalances|postTokenBalances|rewards)$/;
const BLOCK_REWARDS = /\.transactions\.\*\.meta\.rewards$/;
const NO_ADDRESSES = /^\{"readonly":\[\],"writable":\[\]\}$/;
const BORSH_ERROR = 'BorshIoError: {"BorshIoError":"Unknown"} in old versions';
const OLD_BORSH_ERROR = /^\{"BorshIoError":"Unknown"\}$/;
const ZERO_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;
const ZERO_IS_NULL = 'uiAmount of 0: null where a node reads from long-term storage';
const IS_FURTHER = 'confirmations: further on the node';
const OTHER_CONSENSUS = 'consensus: the node has another one than the ledger';
const OTHER_COMPRESSION = 'base64+zstd: the same bytes, compressed by another version';

/**
 * Answers of other versions than Agave 4.1, and facts that each node has for itself.
 *
 * Source   answers of real nodes, recorded from 2020 to 2025; agave 4.1 RpcResponseContext
 */
const ROWS: readonly Row[] = [
  ['changed', /^\.context\.slot$/, 'context.slot: every node has its own tip'],
  ['changed', /^\.context\.apiVersion$/, 'apiVersion: every node has its own'],
  ['onlyLedger', /^\.context\.apiVersion$/, 'apiVersion: not in old versions'],
  ['onlyLedger', /^(\.\*)?\.transactionIndex$/, 'transactionIndex: not before late 2025'],
  ['onlyLedger', /\.stackHeight$/, 'stackHeight: absent to early 2023', /^(1|null)$/],
  ['changed', /\.message\.instructions\.\*\.stackHeight$/, 'stackHeight: null to 2025', /^1$/, NULL],
  ['onlyLedger', /\.meta\.costUnits$/, 'costUnits: not before late 2025'],
  ['onlyLedger', /\.loadedAddresses$/, 'loadedAddresses: absent before v0', NO_ADDRESSES],
  ['onlyNode', /\.loadedAddresses$/, 'loadedAddresses: in jsonParsed in 2022'],
  ['onlyLedger', /\.rewards\.\*\.commission$/, 'commission: a member of every reward since 2021', NULL],
  ['onlyLedger', /\.accountKeys\.\*\.source$/, 'source: no member of account keys before v0', /^"transaction"$/],
  ['onlyNode', /\.parsed\.info\.rentSysvar$/, 'rentSysvar: no argument of associated accounts since 2022'],
  ['onlyLedger', OLD_META, 'token balances and rewards: not recorded in 2020', NULL],
  ['onlyNode', /\.meta\.returnData$/, 'returnData: null where there is none in 2022', /^$/, NULL],
  ['changed', BLOCK_REWARDS, 'rewards: false hides those of transactions since 2022', NULL, /^\[\]$/],
  ['changed', ZERO_AMOUNT, ZERO_IS_NULL, /^0\.0$/, NULL],
  ['changed', ZERO_AMOUNT, ZERO_IS_NULL, NULL, /^0\.0$/],
  ['changed', /\.InstructionError\.\*$/, BORSH_ERROR, /^"BorshIoError"$/, OLD_BORSH_ERROR],
  ['onlyLedger', /^(\.value(\.\*)?(\.account)?|\.\*\.account)\.space$/, 'space: absent in old versions', /^\d+$/],
  ['changed', /(^|\.)confirmationStatus$/, IS_FURTHER, /^"(processed|confirmed)"$/, /^"(confirmed|finalized)"$/],
  ['changed', /^\.value\.\*\.confirmations$/, IS_FURTHER, /^\d+$/, /^(\d+|null)$/],
];

/** Differences of every method that are not mistakes. */
export const ALLOWANCES: readonly Allowance[] = [
  ...ROWS.map(([kind, path, reason, ledger, node]) => ({ kind, path, reason, ledger, node })),
  {
    kind: 'changed',
    path: /\.data\.\*$/,
    reason: OTHER_COMPRESSION,
    ledger: /^"KLUv/,
    node: /^"KLUv/,
    isSame: hasSameContent,
  },
];

/** Places that the consensus decides; those of `finalized` if the call names no other commitment. */
const PLACES_OF_CONSENSUS: readonly Omit<Allowance, 'reason'>[] = [
  { method: 'getAgGenesisCert', path: /^/ },
  { method: 'getBlockCommitment', path: /^\.commitment/ },
  { method: 'getRecentPerformanceSamples', path: /\.numNonVoteTransactions$/ },
  { method: 'getSignatureStatuses', path: /^\.value\.\*\.confirmation(s|Status)$/ },
  { method: 'getSignaturesForAddress', path: /^\.\*\.confirmationStatus$/ },
  { method: 'getVoteAccounts', path: /\.(lastVote|rootSlot)$/ },
  ...['getBlock', 'getTransaction'].flatMap((method) =>
    [{ kind: 'outcome' } as const, { ledger: NULL }, { node: NULL }].map((values) => ({
      method,
      commitment: 'finalized',
      path: /^$/,
      ...values,
    })),
  ),
];

/** The allowances for a ledger and a node that differ in consensus. */
export const ALLOWANCES_OF_CONSENSUS: readonly Allowance[] = [
  ...ALLOWANCES,
  ...PLACES_OF_CONSENSUS.map((place) => ({ ...place, reason: OTHER_CONSENSUS })),
];

/** The call whose answers differ. */
interface Call {
  readonly method: string;
  /** undefined: the call names none */
  readonly commitment: JsonValue | undefined;
}

/** The reason of the first allowance that explains a difference. @param call undefined: only allowances of every method count */
export function knownReasonOf(
  difference: Difference,
  allowances: readonly Allowance[] = ALLOWANCES,
  call?: Call,
): string | undefined {
  const path = difference.path.replaceAll(/\[\d+\]/g, '.*');
  return allowances.find((allowance) => isOfCall(allowance, call) && explains(allowance, { ...difference, path }))
    ?.reason;
}

function isOfCall({ commitment, method }: Allowance, call: Call | undefined): boolean {
  if (method !== undefined && method !== call?.method) return false;
  return commitment === undefined || commitment === (call?.commitment ?? 'finalized');
}

function explains(allowance: Allowance, { kind, ledger, node, path }: Difference): boolean {
  return (
    allowance.path.test(path) &&
    (allowance.kind ?? kind) === kind &&
    (allowance.ledger?.test(ledger) ?? true) &&
    (allowance.node?.test(node) ?? true) &&
    (allowance.isSame?.(ledger, node) ?? true)
  );
}

function hasSameContent(ledger: string, node: string): boolean {
  const [ours, theirs] = [ledger, node].map((text) => decodeAccountData(parseJson(text), 'base64+zstd'));
  return ours !== undefined && theirs !== undefined && Buffer.compare(ours, theirs) === 0;
}
