import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../src/codec/json.ts';

/** A difference between a recording and our answer. */
export interface Difference {
  /** members joined with dots, `*` for every index */
  readonly path: string;
  readonly kind: 'changed' | 'onlyRecorded' | 'onlyOurs';
  readonly recorded: string;
  readonly ours: string;
}

export function differences(recorded: JsonValue, ours: JsonValue, path = ''): Difference[] {
  if (isJsonArray(recorded) && isJsonArray(ours)) {
    const length = Math.max(recorded.length, ours.length);
    return Array.from({ length }, (_, i) => compare(recorded[i], ours[i], `${path}.*`)).flat();
  }
  if (isJsonObject(recorded) && isJsonObject(ours)) {
    const keys = new Set([...Object.keys(recorded), ...Object.keys(ours)]);
    return [...keys].flatMap((key) => compare(recorded[key], ours[key], `${path}.${key}`));
  }
  const texts = { recorded: stringifyJson(recorded), ours: stringifyJson(ours) };
  return texts.recorded === texts.ours ? [] : [{ path, kind: 'changed', ...texts }];
}

function compare(recorded: JsonValue | undefined, ours: JsonValue | undefined, path: string): Difference[] {
  if (recorded !== undefined && ours !== undefined) return differences(recorded, ours, path);
  const text = (value: JsonValue | undefined) => (value === undefined ? '' : stringifyJson(value));
  const kind = ours === undefined ? 'onlyRecorded' : 'onlyOurs';
  return [{ path, kind, recorded: text(recorded), ours: text(ours) }];
}

/** A difference that is no mistake, and why. */
export interface Allowance {
  readonly reason: string;
  readonly path: RegExp;
  readonly kind: Difference['kind'];
  readonly recorded?: RegExp;
  readonly ours?: RegExp;
}

const INSTRUCTION_HEIGHT = /\.message\.instructions\.\*\.stackHeight$/;
const UI_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;

/** What node versions do differently (the list that comes with the recordings), and what client libraries do to answers. */
const ALLOWED: readonly Allowance[] = [
  { reason: 'transactionIndex: not before late 2025', path: /^\.transactionIndex$/, kind: 'onlyOurs' },
  { reason: 'stackHeight: absent to early 2023', path: /\.stackHeight$/, kind: 'onlyOurs', ours: /^(1|null)$/ },
  { reason: 'stackHeight: null to 2025', path: INSTRUCTION_HEIGHT, kind: 'changed', recorded: /^null$/, ours: /^1$/ },
  {
    reason: 'loadedAddresses: absent before v0',
    path: /\.loadedAddresses$/,
    kind: 'onlyOurs',
    ours: /^\{"readonly":\[\],"writable":\[\]\}$/,
  },
  { reason: 'loadedAddresses: in jsonParsed in 2022', path: /\.loadedAddresses$/, kind: 'onlyRecorded' },
  {
    reason: 'commission: a member of every reward since 2021',
    path: /\.rewards\.\*\.commission$/,
    kind: 'onlyOurs',
    ours: /^null$/,
  },
  {
    reason: 'source: no member of account keys before v0',
    path: /\.accountKeys\.\*\.source$/,
    kind: 'onlyOurs',
    ours: /^"transaction"$/,
  },
  {
    reason: 'rentSysvar: no argument of associated accounts since 2022',
    path: /\.parsed\.info\.rentSysvar$/,
    kind: 'onlyRecorded',
  },
  {
    reason: 'token balances and rewards: not recorded in 2020',
    path: /\.meta\.(preTokenBalances|postTokenBalances|rewards)$/,
    kind: 'onlyOurs',
    ours: /^null$/,
  },
  { reason: 'written by JavaScript: 1 for 1.0', path: UI_AMOUNT, kind: 'changed', recorded: /^\d+$/, ours: /^\d+\.0$/ },
  { reason: 'written by JavaScript: 1e16 in digits', path: UI_AMOUNT, kind: 'changed', recorded: /^\d+$/, ours: /e\+/ },
  {
    reason: 'written by Go: returnData where there is none',
    path: /\.meta\.returnData$/,
    kind: 'onlyRecorded',
    recorded: /^\{"data":\["",""\]/,
  },
  {
    reason: 'written by Go: null for an empty list',
    path: /\.loadedAddresses\.(readonly|writable)$/,
    kind: 'changed',
    recorded: /^null$/,
    ours: /^\[\]$/,
  },
  {
    reason: 'written by a client: null for no lookups',
    path: /\.addressTableLookups$/,
    kind: 'onlyRecorded',
    recorded: /^(null|\[\])$/,
  },
  { reason: 'written by a client: no blockTime', path: /^\.blockTime$/, kind: 'onlyOurs', ours: /^null$/ },
  { reason: 'written by a client: no version', path: /(^|\*)\.version$/, kind: 'onlyOurs' },
  {
    reason: 'returnData: null where there is none in 2022',
    path: /\.meta\.returnData$/,
    kind: 'onlyRecorded',
    recorded: /^null$/,
  },
  {
    reason: 'rewards: false hides those of transactions since 2022',
    path: /\.transactions\.\*\.meta\.rewards$/,
    kind: 'changed',
    recorded: /^\[\]$/,
    ours: /^null$/,
  },
];

/** What is left once everything allowed is taken away. */
export function unexplained(found: readonly Difference[]): Difference[] {
  return found.filter((difference) => !ALLOWED.some((allowance) => explains(allowance, difference)));
}

function explains(allowance: Allowance, { kind, ours, path, recorded }: Difference): boolean {
  return (
    allowance.kind === kind &&
    allowance.path.test(path) &&
    (allowance.recorded?.test(recorded) ?? true) &&
    (allowance.ours?.test(ours) ?? true)
  );
}
