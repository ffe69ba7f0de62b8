import { saturateU64, U64_MAX } from '../../../codec/bigints.ts';
import { formatUnits, trimFraction, withoutEndZeros } from '../../../codec/decimalUnits.ts';
import { fixedText, parseF64 } from '../../../codec/floats.ts';
import { JsonFloat } from '../../../codec/jsonText.ts';
import { programExp } from '../../../codec/programExp.ts';
import { BASIS_POINTS } from '../../basisPoints.ts';
import type { UiTokenAmount } from '../../meta.ts';
import type { InterestBearingConfig, MintInfo, ScaledUiAmountConfig } from '../parserTypes.ts';

/** 365.24 days */
const SECONDS_PER_YEAR = 31_556_736;
/** the greatest power of ten that fits a u64 */
const MAX_U64_DECIMALS = 19;

/**
 * An amount as the node shows it: raw, as a double and as decimal text. A mint that bears interest or scales its
 * amounts shows them so; where it does both, interest wins. The last digit of an amount with interest may differ from a node's,
 * whose exponential is glibc's.
 *
 * Units    amount: smallest units of the mint, u64
 * Source   agave 4.1 `token_amount_to_ui_amount_v3`; spl-token-2022-interface 2.1 `amount_to_ui_amount`
 */
export function uiTokenAmount(amount: bigint, mint: MintInfo): UiTokenAmount {
  const { decimals } = mint;
  return { amount: `${amount}`, decimals, ...shownAmount(amount, mint) };
}

/** The text of an amount as token programs return it; undefined: it cannot be computed. */
export function programAmountText(amount: bigint, mint: MintInfo): string | undefined {
  // only what cannot be computed has no text at all
  return shownAmount(amount, mint, programExp).uiAmountString || undefined;
}

/**
 * The amount of a text as token programs read it; undefined: it is not an amount of the mint.
 *
 * Source   spl-token-2022 11.0 `process_ui_amount_to_amount`
 */
export function programAmountOf(text: string, mint: MintInfo): bigint | undefined {
  const { decimals, interestBearing, scaledUiAmount } = mint;
  if (interestBearing !== undefined)
    return roundedUnits(text, interestScale(mint, interestBearing, programExp), Math.round);
  if (scaledUiAmount === undefined) return plainUnits(text, decimals);
  return roundedUnits(text, multiplierOf(mint, scaledUiAmount) / powerOfTen(decimals), Math.trunc);
}

/** Digits with at most as many behind the point as the mint has, zeros at the end not counted. */
function plainUnits(text: string, decimals: number): bigint | undefined {
  const [whole, fraction = '', ...more] = text.split('.') as [string, ...string[]];
  const digits = withoutEndZeros(fraction);
  if ((whole === '' && digits === '') || more.length > 0 || digits.length > decimals) return undefined;
  const units = whole + digits.padEnd(decimals, '0');
  if (!/^\+?[0-9]+$/.test(units)) return undefined;
  const amount = BigInt(units.replace('+', ''));
  return amount > U64_MAX ? undefined : amount;
}

function roundedUnits(text: string, scale: number | undefined, round: (value: number) => number): bigint | undefined {
  const value = parseF64(text);
  if (value === undefined || scale === undefined) return undefined;
  const units = value / scale;
  // as a double, the greatest u64 is one more
  if (!(units >= 0 && units <= Number(U64_MAX))) return undefined;
  return saturateU64(BigInt(round(units)));
}

/** e^x: the node's is that of its machine, that of programs is their own. */
type Exponential = (x: number) => number;

type ShownAmount = Pick<UiTokenAmount, 'uiAmount' | 'uiAmountString'>;

function shownAmount(amount: bigint, mint: MintInfo, exp: Exponential = Math.exp): ShownAmount {
  if (mint.interestBearing !== undefined)
    return convertedAmount(withInterest(amount, mint, mint.interestBearing, exp), mint);
  if (mint.scaledUiAmount !== undefined) return convertedAmount(scaled(amount, mint, mint.scaledUiAmount), mint);
  return plainAmount(amount, mint);
}

/** Computes `uiAmount` by a division, and does not read it from `uiAmountString`. */
function plainAmount(amount: bigint, { decimals }: MintInfo): ShownAmount {
  const uiAmount = decimals > MAX_U64_DECIMALS ? null : new JsonFloat(Number(amount) / powerOfTen(decimals));
  return { uiAmount, uiAmountString: formatUnits(amount, decimals) };
}

/** `value` is rounded to text, and the double read from that text; undefined = it could not be computed. */
function convertedAmount(value: number | undefined, { decimals }: MintInfo): ShownAmount {
  if (value === undefined) return { uiAmount: null, uiAmountString: '' };
  const text = fixedText(value, decimals);
  const uiAmountString = decimals === 0 ? text : trimFraction(text);
  const uiAmount = Number.isFinite(value) ? new JsonFloat(Number(uiAmountString)) : null;
  return { uiAmount, uiAmountString };
}

function withInterest(amount: bigint, mint: MintInfo, config: InterestBearingConfig, exp: Exponential) {
  const scale = interestScale(mint, config, exp);
  return scale === undefined ? undefined : Number(amount) * scale;
}

/** The shown amount of one of the smallest units; undefined where a timespan is not an i64. */
function interestScale(
  { decimals, unixTimestamp }: MintInfo,
  { initializationTimestamp, lastUpdateTimestamp, preUpdateAverageRate, currentRate }: InterestBearingConfig,
  exp: Exponential,
): number | undefined {
  const beforeUpdate = growth(preUpdateAverageRate, lastUpdateTimestamp - initializationTimestamp, exp);
  const sinceUpdate = growth(currentRate, unixTimestamp - lastUpdateTimestamp, exp);
  if (beforeUpdate === undefined || sinceUpdate === undefined) return undefined;
  return (beforeUpdate * sinceUpdate) / powerOfTen(decimals);
}

/** Continuous interest at `rate` basis points a year; undefined where the timespan is not an i64. */
function growth(rate: number, seconds: bigint, exp: Exponential): number | undefined {
  if (BigInt.asIntN(64, seconds) !== seconds) return undefined;
  return exp(Number(BigInt(rate) * seconds) / SECONDS_PER_YEAR / BASIS_POINTS);
}

function scaled(amount: bigint, mint: MintInfo, config: ScaledUiAmountConfig): number {
  return Math.trunc(Number(amount) * multiplierOf(mint, config)) / powerOfTen(mint.decimals);
}

function multiplierOf({ unixTimestamp }: MintInfo, config: ScaledUiAmountConfig): number {
  return unixTimestamp >= config.newMultiplierEffectiveTimestamp ? config.newMultiplier : config.multiplier;
}

/** A power of ten by repeated squaring: above 10^22 the order of the products decides the last bit. */
function powerOfTen(exponent: number): number {
  let result = 1;
  for (let bits = exponent, square = 10; bits > 0; bits >>= 1, square *= square) {
    if ((bits & 1) === 1) result *= square;
  }
  return result;
}
