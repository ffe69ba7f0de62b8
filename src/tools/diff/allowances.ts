import { decodeBase64 } from '../../codec/base64.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { decompressZstd } from '../../codec/unzstd.ts';
import type { Difference } from './differences.ts';

/** A difference that is no mistake, and why. */
export interface Allowance {
  readonly reason: string;
  /** members joined with dots, `*` for every index */
  readonly path: RegExp;
  readonly kind: Difference['kind'];
  readonly ledger?: RegExp;
  readonly node?: RegExp;
  /** whether two values are the same in another form; default: the patterns say all */
  readonly isSame?: (ledger: string, node: string) => boolean;
}

const INSTRUCTION_HEIGHT = /\.message\.instructions\.\*\.stackHeight$/;
const ZERO_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;
/** enough for the largest account */
const MAX_DATA_BYTES = 10 * 2 ** 20;

/**
 * What nodes of other versions answer in place of what Agave 4.1 answers, and what is every node's own.
 *
 * Source   answers of real nodes, recorded from 2020 to 2025; agave 4.1 RpcResponseContext
 */
export const ALLOWANCES: readonly Allowance[] = [
  { reason: 'context.slot: every node has its own tip', path: /^\.context\.slot$/, kind: 'changed' },
  { reason: 'apiVersion: every node has its own', path: /^\.context\.apiVersion$/, kind: 'changed' },
  { reason: 'apiVersion: not in old versions', path: /^\.context\.apiVersion$/, kind: 'onlyLedger' },
  {
    reason: 'transactionIndex: not before late 2025',
    path: /^(\.\*)?\.transactionIndex$/,
    kind: 'onlyLedger',
  },
  { reason: 'stackHeight: absent to early 2023', path: /\.stackHeight$/, kind: 'onlyLedger', ledger: /^(1|null)$/ },
  { reason: 'stackHeight: null to 2025', path: INSTRUCTION_HEIGHT, kind: 'changed', node: /^null$/, ledger: /^1$/ },
  { reason: 'costUnits: not before late 2025', path: /\.meta\.costUnits$/, kind: 'onlyLedger' },
  {
    reason: 'loadedAddresses: absent before v0',
    path: /\.loadedAddresses$/,
    kind: 'onlyLedger',
    ledger: /^\{"readonly":\[\],"writable":\[\]\}$/,
  },
  { reason: 'loadedAddresses: in jsonParsed in 2022', path: /\.loadedAddresses$/, kind: 'onlyNode' },
  {
    reason: 'commission: a member of every reward since 2021',
    path: /\.rewards\.\*\.commission$/,
    kind: 'onlyLedger',
    ledger: /^null$/,
  },
  {
    reason: 'source: no member of account keys before v0',
    path: /\.accountKeys\.\*\.source$/,
    kind: 'onlyLedger',
    ledger: /^"transaction"$/,
  },
  {
    reason: 'rentSysvar: no argument of associated accounts since 2022',
    path: /\.parsed\.info\.rentSysvar$/,
    kind: 'onlyNode',
  },
  {
    reason: 'token balances and rewards: not recorded in 2020',
    path: /\.meta\.(preTokenBalances|postTokenBalances|rewards)$/,
    kind: 'onlyLedger',
    ledger: /^null$/,
  },
  {
    reason: 'returnData: null where there is none in 2022',
    path: /\.meta\.returnData$/,
    kind: 'onlyNode',
    node: /^null$/,
  },
  {
    reason: 'rewards: false hides those of transactions since 2022',
    path: /\.transactions\.\*\.meta\.rewards$/,
    kind: 'changed',
    node: /^\[\]$/,
    ledger: /^null$/,
  },
  {
    reason: 'uiAmount of 0: null where a node reads from long-term storage',
    path: ZERO_AMOUNT,
    kind: 'changed',
    node: /^null$/,
    ledger: /^0\.0$/,
  },
  {
    reason: 'uiAmount of 0: null where a node reads from long-term storage',
    path: ZERO_AMOUNT,
    kind: 'changed',
    node: /^0\.0$/,
    ledger: /^null$/,
  },
  {
    reason: 'BorshIoError: {"BorshIoError":"Unknown"} in old versions',
    path: /\.InstructionError\.\*$/,
    kind: 'changed',
    node: /^\{"BorshIoError":"Unknown"\}$/,
    ledger: /^"BorshIoError"$/,
  },
  {
    reason: 'space: absent in old versions',
    path: /^(\.value(\.\*)?(\.account)?|\.\*\.account)\.space$/,
    kind: 'onlyLedger',
    ledger: /^\d+$/,
  },
  {
    reason: 'confirmations: further on the node',
    path: /(^|\.)confirmationStatus$/,
    kind: 'changed',
    ledger: /^"(processed|confirmed)"$/,
    node: /^"(confirmed|finalized)"$/,
  },
  {
    reason: 'confirmations: further on the node',
    path: /^\.value\.\*\.confirmations$/,
    kind: 'changed',
    ledger: /^\d+$/,
    node: /^(\d+|null)$/,
  },
  {
    reason: 'base64+zstd: the same bytes, compressed by another version',
    path: /\.data\.\*$/,
    kind: 'changed',
    ledger: /^"KLUv/,
    node: /^"KLUv/,
    isSame: hasSameContent,
  },
];

/** The reason of the first allowance that explains a difference. */
export function reasonOf(difference: Difference, allowances: readonly Allowance[] = ALLOWANCES): string | undefined {
  const path = difference.path.replaceAll(/\[\d+\]/g, '.*');
  return allowances.find((allowance) => explains(allowance, { ...difference, path }))?.reason;
}

function explains(allowance: Allowance, { kind, ledger, node, path }: Difference): boolean {
  return (
    allowance.kind === kind &&
    allowance.path.test(path) &&
    (allowance.ledger?.test(ledger) ?? true) &&
    (allowance.node?.test(node) ?? true) &&
    (allowance.isSame?.(ledger, node) ?? true)
  );
}

function hasSameContent(ledger: string, node: string): boolean {
  try {
    return Buffer.compare(contentOf(ledger), contentOf(node)) === 0;
  } catch {
    // what cannot be unpacked is a difference
    return false;
  }
}

function contentOf(text: string): Uint8Array {
  return decompressZstd(decodeBase64(String(parseJson(text))), MAX_DATA_BYTES);
}
