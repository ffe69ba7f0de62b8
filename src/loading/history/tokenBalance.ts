import { JsonFloat, type JsonValue } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import type { Cursor } from '../../document/cursor.ts';
import { isObject, readAddress, readText, readU8, whole } from '../../document/readers.ts';
import type { TokenBalance, UiTokenAmount } from '../../model/meta.ts';

const DIGITS = /^\d{1,20}$/;

/** Old nodes leave `owner`, `programId` and `uiAmountString` out. */
export function readTokenBalance(at: Cursor): TokenBalance | undefined {
  if (!isObject(at)) return undefined;
  return whole({
    accountIndex: readU8(at.member('accountIndex')),
    mint: readAddress(at.member('mint')),
    ...(!isMissing(at.member('owner')) && { owner: readAddress(at.member('owner')) }),
    ...(!isMissing(at.member('programId')) && { programId: readAddress(at.member('programId')) }),
    uiTokenAmount: readUiTokenAmount(at.member('uiTokenAmount')),
  });
}

/** Long-term storage writes an unknown text as an empty one. */
function isMissing(at: Cursor): boolean {
  return at.isNothing || at.value === '';
}

function readUiTokenAmount(at: Cursor): UiTokenAmount | undefined {
  if (!isObject(at)) return undefined;
  const amount = readAmount(at.member('amount'));
  const decimals = readU8(at.member('decimals'));
  if (amount === undefined || decimals === undefined) return undefined;
  const text = at.member('uiAmountString');
  return whole({
    amount,
    decimals,
    uiAmount: readUiAmount(at.member('uiAmount')),
    uiAmountString: isMissing(text) ? uiAmountString(amount, decimals) : readText(text),
  });
}

function readAmount(at: Cursor): string | undefined {
  const { value } = at;
  if (typeof value === 'string' && DIGITS.test(value) && BigInt(value) <= U64_MAX) return value;
  return at.expected(`an integer from 0 to ${U64_MAX} in quotes`);
}

function readUiAmount(at: Cursor): JsonFloat | null | undefined {
  if (at.isNothing) return null;
  const float = asFloat(at.value);
  if (float === undefined) return at.expected('a number or null');
  return isNextToNothing(float.value) ? null : float;
}

/**
 * Whether a node that reads this amount from its storage shows null in its place.
 *
 * Source   agave 4.1 storage-proto convert.rs
 */
export function isNextToNothing(uiAmount: number): boolean {
  return Math.abs(uiAmount) <= Number.EPSILON;
}

function asFloat(value: JsonValue | undefined): JsonFloat | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return new JsonFloat(Number(value));
  return value instanceof JsonFloat ? value : undefined;
}

/** Converts an amount of the smallest unit to a decimal number without trailing zeros. */
function uiAmountString(amount: string, decimals: number): string {
  const digits = BigInt(amount)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
