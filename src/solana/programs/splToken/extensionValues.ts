import type { ByteWriter } from '../../../codec/bytes.ts';
import { f64Text } from '../../../codec/floats.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import {
  borshText,
  type Codec,
  type Decoder,
  type FixedCodec,
  f64,
  fields,
  i16,
  i64,
  struct,
  type TypeOf,
  u16,
  u64,
} from '../../../codec/struct.ts';
import { BASIS_POINTS } from '../../basisPoints.ts';
import { readItems } from '../../messageWire.ts';
import { keyOrNull, pubkey } from '../../pubkey.ts';
import { ACCOUNT_STATES, aeCiphertext, elgamalCiphertext, elgamalPubkey, podBool } from './layout.ts';

/**
 * The values of the extensions of Token-2022.
 *
 * Source   spl-token-2022-interface 2.1 `extension/`; spl-token-group-interface 0.7, spl-token-metadata-interface 0.8
 * @module
 */

export const transferFee = struct({ epoch: u64, maximumFee: u64, transferFeeBasisPoints: u16 });

/** Extension 1; amounts are in the smallest units of the mint, and a fee is taken from its epoch on. */
export const transferFeeConfig = struct({
  transferFeeConfigAuthority: keyOrNull,
  withdrawWithheldAuthority: keyOrNull,
  withheldAmount: u64,
  olderTransferFee: transferFee,
  newerTransferFee: transferFee,
});
export type TransferFeeConfig = TypeOf<typeof transferFeeConfig>;

/** Extension 2. */
export const transferFeeAmount = struct({ withheldAmount: u64 });

const ONE_IN_BASIS_POINTS = BigInt(BASIS_POINTS);

/**
 * The fee of a transfer of `amount`: rounded up, and at most the maximum.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFee::calculate_fee`
 */
export function feeOfTransfer(config: TransferFeeConfig, epoch: bigint, amount: bigint): bigint {
  const { newerTransferFee, olderTransferFee } = config;
  const { maximumFee, transferFeeBasisPoints } = epoch >= newerTransferFee.epoch ? newerTransferFee : olderTransferFee;
  const share = (amount * BigInt(transferFeeBasisPoints) + ONE_IN_BASIS_POINTS - 1n) / ONE_IN_BASIS_POINTS;
  return share < maximumFee ? share : maximumFee;
}

/** Extension 10; rates are basis points, timestamps Unix seconds. */
export const interestBearingConfig = struct({
  rateAuthority: keyOrNull,
  initializationTimestamp: i64,
  preUpdateAverageRate: i16,
  lastUpdateTimestamp: i64,
  currentRate: i16,
});

/** Extension 25. */
export const scaledUiAmountConfig = struct({
  authority: keyOrNull,
  multiplier: f64,
  newMultiplierEffectiveTimestamp: i64,
  newMultiplier: f64,
});

export const f64AsText: FixedCodec<string> = {
  size: 8,
  read: (data) => f64Text(data.f64()),
  write: (to, value) => to.f64(Number(value)),
};

/** An unknown state counts as the first. */
export const startingState: FixedCodec<string> = {
  size: 1,
  read: (data) => ACCOUNT_STATES[data.u8()] ?? ACCOUNT_STATES[0]!,
  write: (to, state) => to.u8(ACCOUNT_STATES.indexOf(state)),
};

type Pair = readonly [string, string];
const pair: Decoder<Pair> = { read: (data) => [borshText.read(data), borshText.read(data)] };

/** Pairs after a u32 count. A count beyond the bytes fails at their end. */
export const pairs: Codec<readonly Pair[]> = {
  read: (data) => readItems(data, data.u32(), pair.read),
  write(to, list) {
    to.u32(list.length);
    for (const text of list.flat()) borshText.write(to, text);
  },
};

/** Extension 19. */
export const tokenMetadata = fields({
  updateAuthority: keyOrNull,
  mint: pubkey,
  name: borshText,
  symbol: borshText,
  uri: borshText,
  additionalMetadata: pairs,
});
export type TokenMetadata = TypeOf<typeof tokenMetadata>;

/** Extension 21. */
export const tokenGroup = struct({ updateAuthority: keyOrNull, mint: pubkey, size: u64, maxSize: u64 });

/** Extension 23. */
export const tokenGroupMember = struct({ mint: pubkey, group: pubkey, memberNumber: u64 });

/** A member of an extension's value. */
export interface ExtensionField extends Decoder<JsonObject[string]> {
  readonly write: (to: ByteWriter, value: never) => void;
}

/** The value of an extension, by the names of jsonParsed. */
export interface ExtensionValue extends Decoder<JsonObject> {
  readonly members: Readonly<Record<string, ExtensionField>>;
  /** undefined: values vary in size, and there may be bytes behind what is read */
  readonly size?: number;
  /** Writes some members; only values of a fixed size have it. */
  change?(value: Uint8Array, members: JsonObject): void;
}

/** Extension 5. */
export const confidentialTransferAccount = struct({
  approved: podBool,
  elgamalPubkey,
  pendingBalanceLo: elgamalCiphertext,
  pendingBalanceHi: elgamalCiphertext,
  availableBalance: elgamalCiphertext,
  decryptableAvailableBalance: aeCiphertext,
  allowConfidentialCredits: podBool,
  allowNonConfidentialCredits: podBool,
  pendingBalanceCreditCounter: u64,
  maximumPendingBalanceCreditCounter: u64,
  expectedPendingBalanceCreditCounter: u64,
  actualPendingBalanceCreditCounter: u64,
});
