import type { Cursor } from '../../document/cursor.ts';
import {
  isObject,
  type Reader,
  readAddress,
  readBase58Text,
  readBase64,
  readByteNumbers,
  readList,
  readNullable,
  readTexts,
  readU8,
  readU32,
  readU64,
  readU64s,
  whole,
} from '../../document/readers.ts';
import { readOutcome } from '../../document/transactionError.ts';
import type { Address } from '../../model/address.ts';
import type {
  InnerInstruction,
  InnerInstructions,
  RecordedMeta,
  ReturnData,
  TransactionMeta,
} from '../../model/meta.ts';
import {
  countLookups,
  fullAccountKeys,
  type LoadedAddresses,
  type Message,
  NONE_LOADED,
  type Transaction,
} from '../../model/transaction.ts';
import { MetaForm } from '../../rpcJson/metaForm.ts';
import { META_MEMBERS } from '../../rpcJson/metaMembers.ts';
import type { ShapeName } from '../../rpcJson/metaShapes.ts';
import { recordMeta } from '../../rpcJson/metaText.ts';
import { recordForm } from './metaForm.ts';
import { readReward } from './reward.ts';
import { readTokenBalance } from './tokenBalance.ts';

/**
 * Metadata in the forms json, base64 and base58; unknown members are left out.
 *
 * @param transaction undefined: it is wrong, which has been reported; the rest is still checked
 * @returns null: none was recorded
 */
export function readMeta(at: Cursor, transaction: Transaction | undefined): RecordedMeta | null | undefined {
  if (at.isNothing) return null;
  const { fragment } = at;
  const isKnown = fragment instanceof MetaForm && transaction !== undefined;
  return (isKnown && recordForm(fragment, transaction.message, at.reading.addresses)) || readMembers(at, transaction);
}

function readMembers(at: Cursor, transaction: Transaction | undefined): RecordedMeta | undefined {
  if (!isObject(at)) return undefined;
  const fields: Record<string, unknown> = {};
  for (const { isOptional, name, repeats, shape } of META_MEMBERS) {
    const member = at.member(name);
    if (repeats !== undefined || (isOptional && isUnrecorded(member))) continue;
    fields[name] = READERS[shape](member, transaction?.message);
  }
  const meta = whole(fields) as TransactionMeta | undefined;
  if (meta !== undefined && transaction !== undefined) checkAgainst(transaction.message, meta, at);
  return meta && recordMeta(meta);
}

/** Some clients write empty data if there is none; a node never does. */
function isUnrecorded(at: Cursor): boolean {
  return at.isNothing || at.member('data').item(0).value === '';
}

/** The reader of each shape; it returns undefined for a wrong member, which is reported. */
const READERS: { readonly [S in ShapeName]: (at: Cursor, message: Message | undefined) => unknown } = {
  u64: readU64,
  u64s: readU64s,
  // old recordings have only one of `err` and `status`
  error: (at) => readOutcome(at.parent!),
  status: (at) => readOutcome(at.parent!),
  loadedAddresses: readLoadedAddresses,
  returnData: readReturnData,
  texts: (at) => readNullable(at, readTexts),
  innerInstructions: (at) => readListOrNull(at, readInnerInstructions),
  tokenBalances: (at) => readListOrNull(at, readTokenBalance),
  rewards: (at) => readListOrNull(at, readReward),
};

function readListOrNull<T>(at: Cursor, readItem: Reader<T>): T[] | null | undefined {
  return readNullable(at, () => readList(at, readItem));
}

function readInnerInstructions(at: Cursor): InnerInstructions | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    index: readU8(at.member('index')),
    instructions: readList(at.member('instructions'), readInnerInstruction),
  });
}

function readInnerInstruction(at: Cursor): InnerInstruction | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    programIdIndex: readU8(at.member('programIdIndex')),
    accounts: readByteNumbers(at.member('accounts')),
    data: readBase58Text(at.member('data')),
    stackHeight: readNullable(at.member('stackHeight'), readU32),
  });
}

/** `{programId, data: [text, "base64"]}` */
function readReturnData(at: Cursor): ReturnData | undefined {
  if (!isObject(at)) return undefined;
  const data = at.member('data');
  if (data.item(1).value !== 'base64') return data.expected('[text, "base64"]');
  return whole({ programId: readAddress(at.member('programId')), data: readBase64(data.item(0)) });
}

/** The only source of the addresses that lookup tables loaded. */
function readLoadedAddresses(at: Cursor, message: Message | undefined): LoadedAddresses | undefined {
  const lookups = message?.addressTableLookups ?? [];
  if (at.isNothing) {
    if (lookups.length === 0) return NONE_LOADED;
    return at.expected(
      'the addresses that the lookup tables of this transaction loaded',
      'record it with encoding base64 and maxSupportedTransactionVersion',
    );
  }
  const loaded = whole({
    writable: readLoaded(at.member('writable')),
    readonly: readLoaded(at.member('readonly')),
  });
  if (loaded === undefined || message === undefined) return loaded;
  const { writable, readonly } = countLookups(message);
  if (loaded.writable.length === writable && loaded.readonly.length === readonly) return loaded;
  return at.refuse(
    `expected ${writable} writable and ${readonly} readonly addresses, as the lookups of this transaction load, found ${loaded.writable.length} and ${loaded.readonly.length}`,
  );
}

/** Some clients write null for an empty list. */
function readLoaded(at: Cursor): readonly Address[] | undefined {
  return at.value === null ? [] : readList(at, readAddress);
}

/** Refuses indexes beyond the account list. A wrong number of balances is only a warning, because old recordings have it. */
function checkAgainst(message: Message, meta: TransactionMeta, at: Cursor): void {
  const { length } = fullAccountKeys(message, meta.loadedAddresses);
  for (const key of ['preBalances', 'postBalances'] as const) {
    if (meta[key].length !== length)
      at.member(key).warn(`${meta[key].length} balances for the ${length} accounts of the transaction`);
  }
  for (const { instructions } of meta.innerInstructions ?? []) {
    const beyond = firstBeyond(instructions, length);
    if (beyond === undefined) continue;
    at.member('innerInstructions').refuse(`account index ${beyond} of a transaction with ${length} accounts`);
    return;
  }
}

function firstBeyond(instructions: readonly InnerInstruction[], length: number): number | undefined {
  for (const { accounts, programIdIndex } of instructions) {
    if (programIdIndex >= length) return programIdIndex;
    for (const index of accounts) if (index >= length) return index;
  }
  return undefined;
}
