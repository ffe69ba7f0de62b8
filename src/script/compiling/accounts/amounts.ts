import { placePoint } from '../../../codec/float64.ts';
import { U64_MAX } from '../../../codec/u64.ts';
import type { AmountWord } from '../../format/types.ts';
import { reporting, ScriptError } from '../scriptError.ts';

const SOL_DECIMALS = 9;

/** Lamports as messages show them: `0.3`. */
export function solText(lamports: bigint): string {
  return amountText(lamports, SOL_DECIMALS);
}

/** Smallest units as decimal text without needless zeros. */
export function amountText(units: bigint, decimals: number): string {
  const text = placePoint(units, decimals);
  return decimals === 0 ? text : text.replace(/\.?0+$/, '');
}

/** @throws ScriptError */
function unitsOf({ value }: AmountWord, decimals: number): bigint {
  const units = typeof value === 'bigint' ? value : parseUnits(value, decimals);
  if (units > U64_MAX) throw new ScriptError(`${value} is more than a token amount can be`, `at most ${U64_MAX} (u64)`);
  return units;
}

function parseUnits(text: string, decimals: number): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new ScriptError(`expected an amount such as "12.5", found ${JSON.stringify(text)}`);
  if (fraction.length > decimals)
    throw new ScriptError(`${text} has ${fraction.length} decimals, and the mint ${decimals}`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** In the smallest units of the mint (u64); undefined where the text is wrong, which is reported at the amount. */
export function readUnits(amount: AmountWord | undefined, decimals: number): bigint | undefined {
  return amount && reporting(amount.at, () => unitsOf(amount, decimals));
}
