import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { TransactionError } from '../solana/meta.ts';
import type { Cursor } from './cursor.ts';
import { isObject } from './readers.ts';
import { readRecordedU8, readRecordedU32 } from './recordedValues.ts';

/**
 * Readers of the error of a transaction, as JSON. Names are not checked, because newer nodes have more of them.
 *
 * Source   solana transaction-error 3.2, instruction-error 2.3, serde externally tagged
 * @module
 */

/**
 * The error of a transaction, from `err` and `status`, of which old recordings have only one. Serializers that leave null out write neither
 * for a transaction that succeeded; its `fee` shows that the metadata is there.
 *
 * @returns null: the transaction succeeded
 */
export function readOutcome(meta: Cursor): TransactionError | null | undefined {
  const err = meta.member('err');
  const status = meta.member('status');
  if (err.value === undefined && status.isNothing && meta.member('fee').isNothing)
    return err.expected('the error of the transaction, or null');
  const fromErr = err.isNothing ? null : readTransactionError(err);
  const fromStatus = status.isNothing ? fromErr : readStatus(status);
  if (fromErr === undefined || fromStatus === undefined) return undefined;
  if (err.value !== undefined && stringifyJson(fromErr) !== stringifyJson(fromStatus))
    return status.refuse(`expected a status that agrees with err, ${stringifyJson(fromErr)}`);
  return fromStatus;
}

/** `{"Ok": null}` or `{"Err": …}`; serializers that leave null out write `{}` for the first. */
function readStatus(at: Cursor): TransactionError | null | undefined {
  if (!at.member('Err').isNothing) return readTransactionError(at.member('Err'));
  const isOk = isObject(at) && at.members().every(({ key, value }) => ['Ok', 'Err'].includes(key) && value === null);
  return isOk ? null : at.expected('{"Ok": null} or {"Err": …}');
}

export function readTransactionError(at: Cursor): TransactionError | undefined {
  if (typeof at.value === 'string') return at.value;
  const variant = onlyMember(at);
  if (variant === undefined) return at.expected('the name of an error, or an object with that name as its only member');
  const content = readContent(variant);
  return content === undefined ? undefined : { [variant.key]: content };
}

function readContent(variant: Cursor): JsonValue | undefined {
  if (variant.key === 'InstructionError') return readInstructionError(variant);
  if (variant.key === 'DuplicateInstruction') return readRecordedU8(variant);
  if (!isObject(variant)) return undefined;
  const accountIndex = readRecordedU8(variant.member('account_index'));
  return accountIndex === undefined ? undefined : { account_index: accountIndex };
}

/** `[index of the instruction, error]` */
function readInstructionError(at: Cursor): JsonValue | undefined {
  if (!isJsonArray(at.value) || at.value.length !== 2) return at.expected('[index of the instruction, error]');
  const index = readRecordedU8(at.item(0));
  const error = readReason(at.item(1));
  return index === undefined || error === undefined ? undefined : [index, error];
}

/** A name, or `{"Custom": u32}`. `BorshIoError` had a text in old nodes; now it is only a name. */
function readReason(at: Cursor): JsonValue | undefined {
  if (typeof at.value === 'string') return at.value;
  const variant = onlyMember(at);
  if (variant?.key === 'BorshIoError') return 'BorshIoError';
  if (variant?.key !== 'Custom') return at.expected('the name of an instruction error or {"Custom": code}');
  const code = readRecordedU32(variant);
  return code === undefined ? undefined : { Custom: code };
}

function onlyMember(at: Cursor): Cursor | undefined {
  const members = isJsonObject(at.value) ? at.members() : [];
  return members.length === 1 ? members[0] : undefined;
}
