/**
 * Whether two recordings of one thing agree. Nodes of different versions, and requests with different options, leave
 * different members out, so a value that only one recording has is not a contradiction.
 * @module
 */
import { JsonFloat } from '../../codec/json.ts';
import { type Block, type LedgerTransaction, type OpaqueTransaction, recordedKeys } from '../../model/block.ts';
import type { RecordedMeta } from '../../model/meta.ts';
import { decodeMeta, recordMeta } from '../../rpcJson/metaText.ts';

/** One transaction with the values of both, or undefined if they contradict each other. */
export function mergeTransactions(a: LedgerTransaction, b: LedgerTransaction): LedgerTransaction | undefined {
  if (!agreeIfRecorded(a.index ?? null, b.index ?? null)) return undefined;
  if (!agreeIfRecorded(a.blockTimeSeconds, b.blockTimeSeconds) || !sameTransaction(a, b)) return undefined;
  const index = a.index ?? b.index;
  return { ...withBothMetas(a, b), index, blockTimeSeconds: a.blockTimeSeconds ?? b.blockTimeSeconds };
}

/** The fuller of the two; of two in one form, with the metadata of both. */
function withBothMetas(a: LedgerTransaction, b: LedgerTransaction): LedgerTransaction {
  if (formOf(a) !== formOf(b)) return FULLNESS[formOf(b)] > FULLNESS[formOf(a)] ? b : a;
  if (a.meta === null || b.meta === null) return a.meta === null ? b : a;
  if (a.kind === 'wire' && b.kind === 'wire') return { ...a, meta: mergeMetas(a.meta, b.meta) };
  if (a.kind === 'opaque' && isRecord(a.meta) && isRecord(b.meta)) return { ...a, meta: mergeMembers(a.meta, b.meta) };
  return a;
}

function mergeMetas(a: RecordedMeta, b: RecordedMeta): RecordedMeta {
  return sameBytes(a.text, b.text) ? a : recordMeta(mergeMembers(decodeMeta(a), decodeMeta(b)));
}

/** Null as `err` is the same in both. */
function mergeMembers<T extends object>(a: T, b: T): T {
  const recorded = Object.entries(a).filter(([, value]) => value !== null && value !== undefined);
  return { ...b, ...Object.fromEntries(recorded) };
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
    rewards: a.rewards.length > 0 ? a.rewards : b.rewards,
    // the recording with the transactions may not be the one with the time
    transactions: transactions?.map((transaction) => ({ ...transaction, blockTimeSeconds })),
  };
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
    return sameBytes(a.wire, b.wire) && sameMeta(a.meta && decodeMeta(a.meta), b.meta && decodeMeta(b.meta));
  if (formOf(a) === 'signatures' || formOf(b) === 'signatures') return true;
  if (a.kind === 'opaque' && b.kind === 'opaque' && a.form === b.form)
    return sameValue(a.json, b.json) && sameMeta(a.meta, b.meta);
  return sameValue(a.err, b.err) && sameValue(recordedKeys(a).toSorted(), recordedKeys(b).toSorted());
}

/** Null as `err` means success; null as another member means that nothing was recorded. */
function sameMeta(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true;
  if (!isRecord(a) || !isRecord(b)) return sameValue(a, b);
  return Object.keys(a).every((key) =>
    key === 'err' ? sameValue(a[key], b[key]) : agreeIfRecorded(a[key] ?? null, b[key] ?? null),
  );
}

function agreeIfRecorded(a: unknown, b: unknown): boolean {
  return a === null || b === null || sameValue(a, b);
}

/** Deep equality; a Buffer and a Uint8Array of the same bytes are equal. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b);
  if (a instanceof JsonFloat) return b instanceof JsonFloat && Object.is(a.value, b.value);
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameValue(a[key], b[key]));
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonFloat);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
