import { fixedText, placePoint } from '../../../codec/floats.ts';
import { JsonFloat } from '../../../codec/jsonText.ts';
import type { UiTokenAmount } from '../../meta.ts';
import type { InterestBearingConfig, MintInfo, ScaledUiAmountConfig } from '../parsed.ts';

/** 365.24 days */
const SECONDS_PER_YEAR = 31_556_736;
const BASIS_POINTS = 10_000;
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

type ShownAmount = Pick<UiTokenAmount, 'uiAmount' | 'uiAmountString'>;

function shownAmount(amount: bigint, mint: MintInfo): ShownAmount {
  if (mint.interestBearing !== undefined)
    return convertedAmount(withInterest(amount, mint, mint.interestBearing), mint);
  if (mint.scaledUiAmount !== undefined) return convertedAmount(scaled(amount, mint, mint.scaledUiAmount), mint);
  return plainAmount(amount, mint);
}

/** The double is divided on its own, not read from the text. */
function plainAmount(amount: bigint, { decimals }: MintInfo): ShownAmount {
  const uiAmount = decimals > MAX_U64_DECIMALS ? null : new JsonFloat(Number(amount) / powerOfTen(decimals));
  return { uiAmount, uiAmountString: trimFraction(placePoint(amount, decimals), decimals) };
}

/** `value` is rounded to text, and the double read from that text; undefined = it could not be computed. */
function convertedAmount(value: number | undefined, { decimals }: MintInfo): ShownAmount {
  if (value === undefined) return { uiAmount: null, uiAmountString: '' };
  const uiAmountString = trimFraction(fixedText(value, decimals), decimals);
  const uiAmount = Number.isFinite(value) ? new JsonFloat(Number(uiAmountString)) : null;
  return { uiAmount, uiAmountString };
}

function withInterest(amount: bigint, mint: MintInfo, config: InterestBearingConfig): number | undefined {
  const { initializationTimestamp, lastUpdateTimestamp, preUpdateAverageRate, currentRate } = config;
  const beforeUpdate = growth(preUpdateAverageRate, lastUpdateTimestamp - initializationTimestamp);
  const sinceUpdate = growth(currentRate, mint.unixTimestamp - lastUpdateTimestamp);
  if (beforeUpdate === undefined || sinceUpdate === undefined) return undefined;
  return Number(amount) * ((beforeUpdate * sinceUpdate) / powerOfTen(mint.decimals));
}

/** Continuous interest at `rate` basis points a year; undefined where the timespan is not an i64. */
function growth(rate: number, seconds: bigint): number | undefined {
  if (BigInt.asIntN(64, seconds) !== seconds) return undefined;
  return Math.exp(Number(BigInt(rate) * seconds) / SECONDS_PER_YEAR / BASIS_POINTS);
}

function scaled(amount: bigint, mint: MintInfo, config: ScaledUiAmountConfig): number {
  const isNewEffective = mint.unixTimestamp >= config.newMultiplierEffectiveTimestamp;
  const multiplier = isNewEffective ? config.newMultiplier : config.multiplier;
  return Math.trunc(Number(amount) * multiplier) / powerOfTen(mint.decimals);
}

/** By repeated squaring: above 10^22 the order of the products decides the last bit. */
function powerOfTen(exponent: number): number {
  let result = 1;
  for (let bits = exponent, square = 10; bits > 0; bits >>= 1, square *= square) {
    if ((bits & 1) === 1) result *= square;
  }
  return result;
}

function trimFraction(text: string, decimals: number): string {
  return decimals === 0 ? text : text.replace(/0+$/, '').replace(/\.$/, '');
}
