import type { ByteReader } from '../../../codec/byteReader.ts';
import type { Address } from '../../../model/address.ts';
import { readOptionalAddress } from '../pod.ts';

export interface TransferFee {
  /** the first in which it is taken */
  readonly epoch: bigint;
  /** u64 in the smallest units of the mint */
  readonly maximumFee: bigint;
  readonly transferFeeBasisPoints: number;
}

/** Value of extension 1. */
export interface TransferFeeConfig {
  readonly transferFeeConfigAuthority: Address | null;
  readonly withdrawWithheldAuthority: Address | null;
  readonly withheldAmount: bigint;
  readonly olderTransferFee: TransferFee;
  readonly newerTransferFee: TransferFee;
}

export function readTransferFeeConfig(value: ByteReader): TransferFeeConfig {
  return {
    transferFeeConfigAuthority: readOptionalAddress(value),
    withdrawWithheldAuthority: readOptionalAddress(value),
    withheldAmount: value.u64(),
    olderTransferFee: readTransferFee(value),
    newerTransferFee: readTransferFee(value),
  };
}

function readTransferFee(value: ByteReader): TransferFee {
  return { epoch: value.u64(), maximumFee: value.u64(), transferFeeBasisPoints: value.u16() };
}

const ONE_IN_BASIS_POINTS = 10_000n;

/**
 * What a transfer of `amount` costs: rounded up, and never more than the maximum.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFee::calculate_fee`
 */
export function transferFee(
  { olderTransferFee, newerTransferFee }: TransferFeeConfig,
  epoch: bigint,
  amount: bigint,
): bigint {
  const { maximumFee, transferFeeBasisPoints } = epoch >= newerTransferFee.epoch ? newerTransferFee : olderTransferFee;
  const share = (amount * BigInt(transferFeeBasisPoints) + ONE_IN_BASIS_POINTS - 1n) / ONE_IN_BASIS_POINTS;
  return share < maximumFee ? share : maximumFee;
}
