/**
 * Whether two recordings of one thing agree. Nodes of different versions, and requests with different options, leave
 * different members out, so a value that only one recording has is not a contradiction.
 * @module
 */
import { JsonFloat, type JsonValue } from '../../codec/json.ts';
import { type Block, type LedgerTransaction, type OpaqueTransaction, recordedKeys } from '../../model/block.ts';
import type { Reward } from '../../model/meta.ts';
import { decodeMeta, recordMeta } from '../../rpcJson/metaText.ts';

/** One transaction with the values of both, or undefined if they contradict each other. */
export function mergeTransactions(a: LedgerTransaction, b: LedgerTransaction): LedgerTransaction | undefined {
  if (!agreeIfRecorded(a.index ?? null, b.index ?? null)) return undefined;
  if (!agreeIfRecorded(a.blockTimeSeconds, b.blockTimeSeconds) || !sameTransaction(a, b)) return undefined;
  return { ...fullest(a, b), index: a.index ?? b.index, blockTimeSeconds: a.blockTimeSeconds ?? b.blockTimeSeconds };
}

/** The form that more can be made from; of one form, with the metadata of both. */
function fullest(a: LedgerTransaction, b: LedgerTransaction): LedgerTransaction {
  const surplus = FULLNESS[formOf(b)] - FULLNESS[formOf(a)];
  if (surplus !== 0) return surplus > 0 ? b : a;
  if (a.meta === null || b.meta === null) return a.meta === null ? b : a;
  if (a.kind === 'opaque')
    return {
      ...a,
      json: mergeValues(a.json, b.kind === 'opaque' ? b.json : null),
      meta: mergeValues(a.meta, b.meta as JsonValue),
    };
  if (b.kind === 'opaque' || a.meta.text.equals(b.meta.text)) return a;
  return { ...a, meta: recordMeta(mergeValues(decodeMeta(a.meta), decodeMeta(b.meta))) };
}

/** One block with the values of both, or undefined if they contradict each other. */
export function mergeBlocks(a: Block, b: Block): Block | undefined {
  const isSame =
    a.parentSlot === b.parentSlot &&
    a.blockhash === b.blockhash &&
    a.previousBlockhash === b.previousBlockhash &&
    agreeIfRecorded(a.blockTimeSeconds, b.blockTimeSeconds) &&
    agreeIfRecorded(a.blockHeight, b.blockHeight) &&
    agreeIfRecorded(a.numRewardPartitions ?? null, b.numRewardPartitions ?? null) &&
    (a.rewards.length === 0 || b.rewards.length === 0 || sameValue(a.rewards, b.rewards));
  const transactions = isSame ? mergeLists(a.transactions, b.transactions) : undefined;
  if (transactions === undefined) return undefined;
  const blockTimeSeconds = a.blockTimeSeconds ?? b.blockTimeSeconds;
  return {
    ...b,
    ...a,
    blockTimeSeconds,
    blockHeight: a.blockHeight ?? b.blockHeight,
    rewards: mergeRewards(a.rewards, b.rewards),
    // the recording with the transactions may not be the one with the time
    transactions: transactions?.map((transaction) => ({ ...transaction, blockTimeSeconds })),
  };
}

function mergeRewards(a: readonly Reward[], b: readonly Reward[]): readonly Reward[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : mergeValues(a, b);
}

/** null: neither block has transactions */
function mergeLists(
  a: readonly LedgerTransaction[] | undefined,
  b: readonly LedgerTransaction[] | undefined,
): readonly LedgerTransaction[] | null | undefined {
  if (a === undefined || b === undefined) return a ?? b ?? null;
  if (a.length !== b.length) return undefined;
  const merged = a.flatMap((transaction, i) => {
    const other = b[i]!;
    return transaction.signature === other.signature ? (mergeTransactions(transaction, other) ?? []) : [];
  });
  return merged.length === a.length ? merged : undefined;
}

/** Every form can be converted to the forms with lower numbers only. */
const FULLNESS = { wire: 3, jsonParsed: 2, accounts: 1, signatures: 0 } as const;

function formOf(transaction: LedgerTransaction): 'wire' | OpaqueTransaction['form'] {
  return transaction.kind === 'wire' ? 'wire' : transaction.form;
}

function sameTransaction(a: LedgerTransaction, b: LedgerTransaction): boolean {
  if (a.kind === 'wire' && b.kind === 'wire')
    return (
      sameBytes(a.wire, b.wire) &&
      sameOutcome(a, b) &&
      sameMeta(a.meta && decodeMeta(a.meta), b.meta && decodeMeta(b.meta))
    );
  if (formOf(a) === 'signatures' || formOf(b) === 'signatures') return true;
  if (a.kind === 'opaque' && b.kind === 'opaque' && a.form === b.form)
    return sameValue(a.json, b.json) && sameOutcome(a, b) && sameMeta(a.meta, b.meta);
  return sameValue(a.err, b.err) && sameValue(recordedKeys(a).toSorted(), recordedKeys(b).toSorted());
}

/** Null as `err` means success, so it is compared wherever there is metadata; `status` may stand for it. */
function sameOutcome(a: LedgerTransaction, b: LedgerTransaction): boolean {
  return a.meta === null || b.meta === null || sameValue(a.err, b.err);
}

/** Null as a member means that nothing was recorded. */
function sameMeta(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true;
  if (!isRecord(a) || !isRecord(b)) return sameValue(a, b);
  return Object.keys(a).every((key) => agreeIfRecorded(a[key] ?? null, b[key] ?? null));
}

function agreeIfRecorded(a: unknown, b: unknown): boolean {
  return a === null || b === null || sameValue(a, b);
}

/** Members of list items that nodes of some versions leave out, or write null for. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'commission',
  'commissionBps',
  'owner',
  'programId',
  'source',
  'stackHeight',
  'uiAmount',
  'uiAmountString',
]);

/** Deep equality, apart from what one of them leaves out; a Buffer and a Uint8Array of the same bytes are equal. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b);
  if (a instanceof JsonFloat) return b instanceof JsonFloat && Object.is(a.value, b.value);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every(
    (key) => sameValue(a[key], b[key]) || (LEFT_OUT.has(key) && agreeIfRecorded(a[key] ?? null, b[key] ?? null)),
  );
}

/** Of two values that agree, what either has. */
function mergeValues<T>(a: T, b: T): T {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((item, i) => mergeValues(item, b[i])) as T;
  if (!isRecord(a) || !isRecord(b) || a instanceof Uint8Array) return a ?? b;
  return Object.fromEntries(
    Object.keys({ ...a, ...b }).map((key) => [key, mergeValues(a[key] ?? null, b[key] ?? null)]),
  ) as T;
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonFloat);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
