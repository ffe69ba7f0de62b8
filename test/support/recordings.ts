import { type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import { type Difference, differencesOfTexts } from '../../src/tools/diff/differences.ts';
import { ALLOWANCES, type Allowance, knownReasonOf } from '../../src/tools/diff/knownDifferences.ts';

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

/** What differs between a recording and our answer once everything allowed is taken away; clients sort members as they like. */
export function unexplained(recorded: JsonValue, ours: JsonValue): Difference[] {
  const found = differencesOfTexts(stringifyJson(ours), stringifyJson(recorded));
  return [...found].filter((difference) => knownReasonOf(difference, [...ALLOWANCES, ...CLIENT_QUIRKS]) === undefined);
}
