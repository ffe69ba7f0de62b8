import { trimFraction } from '../../codec/decimalUnits.ts';
import { isJsonObject, jsonInteger } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { mintOf } from '../../runtime/accounts/tokens.ts';
import { readUnits } from '../../script/compiling/tokenUnits.ts';
import { tokensWithMint } from '../../script/ledgerJson/sendMatchRule.ts';
import { UnknownBytesError } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { readObject } from '../../syntax/syntax.ts';
import { lamportsAlone } from '../../syntax/values.ts';
import { knownAddress, type RuleContext } from './ruleContext.ts';

/**
 * Amounts of tokens and of SOL as matches have them: `{"tokens": "2.5", "mint": "$usdc"}`, `{"sol": 1}`, `{"lamports": 5000}`.
 * @module
 */

export type UnitAmount =
  | { readonly unit: 'lamports'; readonly value: bigint }
  /** `value`: smallest units of the mint, or decimal text in units of it */
  | { readonly unit: 'tokens'; readonly value: bigint | string; readonly mint: Address | undefined };

const LAMPORTS_NAMES = ['sol', 'lamports'];

/** Whether a value is an amount with its unit, and not another object. */
export function isUnitAmount({ value }: Cursor): boolean {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value);
  return names.includes('tokens') || (names.length > 0 && names.every((name) => LAMPORTS_NAMES.includes(name)));
}

/** Reads an amount with its unit; undefined: it is wrong, which is reported. */
export function readUnitAmount(at: Cursor, context: RuleContext): UnitAmount | undefined {
  if (at.member('tokens').value === undefined) {
    const lamports = lamportsAlone(at)?.lamports;
    return lamports === undefined ? undefined : { unit: 'lamports', value: lamports };
  }
  const read = readObject(at, tokensWithMint.members);
  if (read === undefined) return undefined;
  const mint = knownAddress(context, read.mint);
  if (read.mint !== undefined && mint === undefined) return undefined;
  return { unit: 'tokens', value: read.tokens.value, mint };
}

/** The decimals of a mint; undefined: the ledger does not have it. */
export function decimalsOf(mint: Address, { accounts }: RuleContext): number | undefined {
  return unlessThrown([UnknownBytesError], () => mintOf(accounts.get(mint))?.decimals);
}

/**
 * An amount of tokens in the smallest units of its mint, if the ledger has the mint, or else as it was given. Undefined: it has more
 * decimals than the mint, which is reported.
 */
export function unitsIfKnown(value: bigint | string, at: Cursor, decimals: number | undefined) {
  if (typeof value === 'bigint') return value;
  return decimals === undefined ? plainDecimal(value) : readUnits({ value, at }, decimals);
}

/**
 * An amount as lamports, or in the smallest units of its mint. Undefined: the ledger does not have the mint, or the amount has more
 * decimals, which is reported.
 */
export function unitsOf(
  { value }: UnitAmount,
  at: Cursor,
  mint: Address | undefined,
  context: RuleContext,
): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (mint === undefined) return at.refuse('the mint of the amount is not known', inFile('tokenAmount'));
  const units = unitsIfKnown(value, at, decimalsOf(mint, context));
  if (typeof units !== 'string') return units;
  return at.refuse(`the ledger has no mint ${context.names.show(mint)}`, `add it ${inFile('mint')}`);
}

/** A place with an integer in place of an amount with its unit: for the arguments of an IDL, which has no amounts. */
export function integerAt(at: Cursor, context: RuleContext): Cursor | undefined {
  if (!isUnitAmount(at)) return at;
  const amount = readUnitAmount(at, context);
  const units = amount && unitsOf(amount, at, amount.unit === 'tokens' ? amount.mint : undefined, context);
  return units === undefined ? undefined : at.withValue(jsonInteger(units));
}

/** Decimal text without zeros at its end, as jsonParsed has it. */
export function plainDecimal(text: string): string {
  return text.includes('.') ? trimFraction(text) : text;
}
