import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { uiTokenAmount } from '../uiTokenAmount.ts';

/** A u64, shown as text. */
export function amountText(data: ByteReader): JsonObject {
  return { amount: `${data.u64()}` };
}

/** A u64 and the decimals that the sender expects of the mint. */
export function tokenAmount(data: ByteReader): JsonObject {
  return { tokenAmount: amountOf(data.u64(), data.u8()) };
}

/** The same, with a fee of the same mint. */
export function tokenAmountAndFee(data: ByteReader): JsonObject {
  const amount = data.u64();
  const decimals = data.u8();
  return { tokenAmount: amountOf(amount, decimals), feeAmount: amountOf(data.u64(), decimals) };
}

/** The mint itself is never asked: interest and scaling play no part in instructions. */
function amountOf(amount: bigint, decimals: number): JsonObject {
  return { ...uiTokenAmount(amount, { decimals, unixTimestamp: 0n }) };
}
