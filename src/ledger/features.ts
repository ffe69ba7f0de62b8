import { ByteReader } from '../codec/byteReader.ts';
import { type Address, address } from '../model/address.ts';
import type { LedgerView } from './view.ts';

export const FEATURE_PROGRAM: Address = address('Feature111111111111111111111111111111111111');
const FEATURE_BYTES = 9;
const ACTIVATED = 1;

/**
 * The slot that a feature of the cluster was activated in; undefined for one that is not on at the tip. Its account holds an
 * option of that slot, and without the account it is off, as it is in a cluster that does not know the feature.
 *
 * Source   agave 4.1 bank.rs compute_active_feature_set; solana feature-gate-interface 4.0
 */
export function activationSlot(feature: Address, view: Pick<LedgerView, 'account' | 'slot'>): bigint | undefined {
  const account = view.account(feature);
  if (account?.owner !== FEATURE_PROGRAM || account.data.length < FEATURE_BYTES) return undefined;
  const reader = new ByteReader(account.data);
  if (reader.u8() !== ACTIVATED) return undefined;
  const slot = reader.u64();
  return slot <= view.slot ? slot : undefined;
}
