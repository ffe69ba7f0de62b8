import { U64_MAX } from '../../codec/bigints.ts';
import { parseUnits } from '../../codec/decimalUnits.ts';
import { reportErrors } from '../../runtime/names/reporting.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { AmountNode } from '../../syntax/values.ts';

/** An amount in the smallest units of the mint (u64); undefined where the text is wrong, which is reported at the amount. */
export function readUnits(amount: AmountNode | undefined, decimals: number): bigint | undefined {
  return amount && reportErrors(amount.at, () => unitsOf(amount, decimals));
}

/** @throws ScriptError */
function unitsOf({ value }: AmountNode, decimals: number): bigint {
  const units = typeof value === 'bigint' ? value : readDecimal(value, decimals);
  if (units > U64_MAX) throw new ScriptError(`${value} is more than a token amount can be`, `at most ${U64_MAX} (u64)`);
  return units;
}

function readDecimal(text: string, decimals: number): bigint {
  const units = parseUnits(text, decimals);
  if (units !== undefined) return units;
  const [, fraction] = /^\d+\.(\d+)$/.exec(text) ?? [];
  if (fraction === undefined) throw new ScriptError(`expected an amount such as "12.5", found ${JSON.stringify(text)}`);
  throw new ScriptError(`${text} has ${fraction.length} decimals, and the mint ${decimals}`);
}
