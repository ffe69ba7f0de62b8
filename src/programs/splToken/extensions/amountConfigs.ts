import type { ByteReader } from '../../../codec/byteReader.ts';
import type { Address } from '../../../model/address.ts';
import type { InterestBearingConfig, ScaledUiAmountConfig } from '../../parsed.ts';
import { readOptionalAddress } from '../pod.ts';

/** Value of extension 10. */
export interface InterestBearingExtension extends InterestBearingConfig {
  readonly rateAuthority: Address | null;
}

export function readInterestBearingConfig(value: ByteReader): InterestBearingExtension {
  return {
    rateAuthority: readOptionalAddress(value),
    initializationTimestamp: value.i64(),
    preUpdateAverageRate: value.i16(),
    lastUpdateTimestamp: value.i64(),
    currentRate: value.i16(),
  };
}

/** Value of extension 25. */
export interface ScaledUiAmountExtension extends ScaledUiAmountConfig {
  readonly authority: Address | null;
}

export function readScaledUiAmountConfig(value: ByteReader): ScaledUiAmountExtension {
  return {
    authority: readOptionalAddress(value),
    multiplier: value.f64(),
    newMultiplierEffectiveTimestamp: value.i64(),
    newMultiplier: value.f64(),
  };
}
