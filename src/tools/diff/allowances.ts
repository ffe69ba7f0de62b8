import { decodeBase64 } from '../../codec/base64.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { decompressZstd } from '../../codec/unzstd.ts';
import type { Difference } from './differences.ts';

/** A difference that is not a mistake, and why. */
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
const OLD_META = /\.meta\.(preTokenBalances|postTokenBalances|rewards)$/;
const ZERO_IS_NULL = 'uiAmount of 0: null where a node reads from long-term storage';
const ZERO_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;
/** enough for the largest account */
const MAX_DATA_BYTES = 10 * 2 ** 20;

/**
 * What nodes of other versions answer in place of what Agave 4.1 answers, and what is every node's own.
 *
 * Source   answers of real nodes, recorded from 2020 to 2025; agave 4.1 RpcResponseContext
 */
export const ALLOWANCES: readonly Allowance[] = [
  allow('context.slot: every node has its own tip', 'changed', /^\.context\.slot$/),
  allow('apiVersion: every node has its own', 'changed', /^\.context\.apiVersion$/),
  allow('apiVersion: not in old versions', 'onlyLedger', /^\.context\.apiVersion$/),
  allow('transactionIndex: not before late 2025', 'onlyLedger', /^(\.\*)?\.transactionIndex$/),
  allow('stackHeight: absent to early 2023', 'onlyLedger', /\.stackHeight$/, { ledger: /^(1|null)$/ }),
  allow('stackHeight: null to 2025', 'changed', INSTRUCTION_HEIGHT, { node: /^null$/, ledger: /^1$/ }),
  allow('costUnits: not before late 2025', 'onlyLedger', /\.meta\.costUnits$/),
  allow('loadedAddresses: absent before v0', 'onlyLedger', /\.loadedAddresses$/, {
    ledger: /^\{"readonly":\[\],"writable":\[\]\}$/,
  }),
  allow('loadedAddresses: in jsonParsed in 2022', 'onlyNode', /\.loadedAddresses$/),
  allow('commission: a member of every reward since 2021', 'onlyLedger', /\.rewards\.\*\.commission$/, {
    ledger: /^null$/,
  }),
  allow('source: no member of account keys before v0', 'onlyLedger', /\.accountKeys\.\*\.source$/, {
    ledger: /^"transaction"$/,
  }),
  allow('rentSysvar: no argument of associated accounts since 2022', 'onlyNode', /\.parsed\.info\.rentSysvar$/),
  allow('token balances and rewards: not recorded in 2020', 'onlyLedger', OLD_META, { ledger: /^null$/ }),
  allow('returnData: null where there is none in 2022', 'onlyNode', /\.meta\.returnData$/, { node: /^null$/ }),
  allow('rewards: false hides those of transactions since 2022', 'changed', /\.transactions\.\*\.meta\.rewards$/, {
    node: /^\[\]$/,
    ledger: /^null$/,
  }),
  allow(ZERO_IS_NULL, 'changed', ZERO_AMOUNT, { node: /^null$/, ledger: /^0\.0$/ }),
  allow(ZERO_IS_NULL, 'changed', ZERO_AMOUNT, { node: /^0\.0$/, ledger: /^null$/ }),
  allow('BorshIoError: {"BorshIoError":"Unknown"} in old versions', 'changed', /\.InstructionError\.\*$/, {
    node: /^\{"BorshIoError":"Unknown"\}$/,
    ledger: /^"BorshIoError"$/,
  }),
  allow('space: absent in old versions', 'onlyLedger', /^(\.value(\.\*)?(\.account)?|\.\*\.account)\.space$/, {
    ledger: /^\d+$/,
  }),
  allow('confirmations: further on the node', 'changed', /(^|\.)confirmationStatus$/, {
    ledger: /^"(processed|confirmed)"$/,
    node: /^"(confirmed|finalized)"$/,
  }),
  allow('confirmations: further on the node', 'changed', /^\.value\.\*\.confirmations$/, {
    ledger: /^\d+$/,
    node: /^(\d+|null)$/,
  }),
  allow('base64+zstd: the same bytes, compressed by another version', 'changed', /\.data\.\*$/, {
    ledger: /^"KLUv/,
    node: /^"KLUv/,
    isSame: hasSameContent,
  }),
];

function allow(
  reason: string,
  kind: Difference['kind'],
  path: RegExp,
  values: Pick<Allowance, 'ledger' | 'node' | 'isSame'> = {},
): Allowance {
  return { reason, kind, path, ...values };
}

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
