import { fixedOption, struct, u8, u64 } from '../codec/struct.ts';
import { type Address, address } from './address.ts';

export const FEATURE_PROGRAM: Address = address('Feature111111111111111111111111111111111111');

/** The account of a feature: the slot since which it is active. Source solana feature-gate-interface 4.0 */
export const FEATURE = struct({ activatedAt: fixedOption(u64, u8) });
