import { type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { isNatural } from '../../src/tools/diff/byNature.ts';
import { type Difference, type DifferenceKind, differencesOfTexts } from '../../src/tools/diff/differences.ts';

/** A place where a recording may differ from our answer, and why. A member that is left out allows every value. */
interface Allowance {
  readonly reason: string;
  /** members joined with dots, `*` for every index */
  readonly path: RegExp;
  readonly kind?: DifferenceKind;
  readonly ledger?: RegExp | undefined;
  readonly node?: RegExp | undefined;
}

type Row = readonly [kind: DifferenceKind, path: RegExp, reason: string, ledger?: RegExp, node?: RegExp];

const NULL = /^null$/;
const OLD_META = /\.meta\.(preTokenBalances|postTokenBalances|rewards)$/;
const BLOCK_REWARDS = /\.transactions\.\*\.meta\.rewards$/;
const NO_ADDRESSES = /^\{"readonly":\[\],"writable":\[\]\}$/;
const BORSH_ERROR = 'BorshIoError: {"BorshIoError":"Unknown"} in old versions';
const OLD_BORSH_ERROR = /^\{"BorshIoError":"Unknown"\}$/;
const ZERO_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;
const ZERO_IS_NULL = 'uiAmount of 0: null where a node reads from long-term storage';

/**
 * What older versions than Agave 4.1 leave out, or write in another form.
 *
 * Source   answers of real nodes, recorded from 2020 to 2025
 */
const ROWS: readonly Row[] = [
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
];

const UI_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;

/** What client libraries do to answers that they write into files. */
const CLIENT_QUIRKS: readonly Allowance[] = [
  { reason: 'written by JavaScript: 1 for 1.0', path: UI_AMOUNT, kind: 'changed', node: /^\d+$/, ledger: /^\d+\.0$/ },
  { reason: 'written by JavaScript: 1e16 in digits', path: UI_AMOUNT, kind: 'changed', node: /^\d+$/, ledger: /e\+/ },
  {
    reason: 'written by Go: returnData where there is none',
    path: /\.meta\.returnData$/,
    kind: 'onlyNode',
    node: /^\{"data":\["",""\]/,
  },
  {
    reason: 'written by Go: null for an empty list',
    path: /\.loadedAddresses\.(readonly|writable)$/,
    kind: 'changed',
    node: /^null$/,
    ledger: /^\[\]$/,
  },
  {
    reason: 'written by a client: null for no lookups',
    path: /\.addressTableLookups$/,
    kind: 'onlyNode',
    node: /^(null|\[\])$/,
  },
  { reason: 'written by a client: no blockTime', path: /^\.blockTime$/, kind: 'onlyLedger', ledger: /^null$/ },
  { reason: 'written by a client: no status', path: /\.meta\.status$/, kind: 'onlyLedger', ledger: /^\{"Ok":null\}$/ },
  { reason: 'written by a client: no slot', path: /^\.slot$/, kind: 'onlyLedger' },
  { reason: 'written by a client: no version', path: /(^|\*)\.version$/, kind: 'onlyLedger' },
];

const ALLOWANCES: readonly Allowance[] = [
  ...ROWS.map(([kind, path, reason, ledger, node]) => ({ kind, path, reason, ledger, node })),
  ...CLIENT_QUIRKS,
];

/** What differs between a recording and our answer once everything allowed is taken away; clients sort members as they like. */
export function unexplained(recorded: JsonValue, ours: JsonValue): Difference[] {
  return [...differencesOfTexts(stringifyJson(ours), stringifyJson(recorded))].filter((one) => !isAllowed(one));
}

function isAllowed(difference: Difference): boolean {
  if (isNatural(difference, '')) return true;
  const path = difference.path.replaceAll(/\[\d+\]/g, '.*');
  return ALLOWANCES.some(
    (allowance) =>
      allowance.path.test(path) &&
      (allowance.kind ?? difference.kind) === difference.kind &&
      (allowance.ledger?.test(difference.ledger) ?? true) &&
      (allowance.node?.test(difference.node) ?? true),
  );
}
