import { ByteReader } from '../codec/byteReader.ts';
import { type Address, address } from '../model/address.ts';
import type { LedgerView } from './view.ts';

const FEATURE_PROGRAM = address('Feature111111111111111111111111111111111111');
const FEATURE_BYTES = 9;
const ACTIVATED = 1;

/**
 * Whether a feature of the cluster is on: its account holds an option of the slot it was activated in. Without the account
 * it is off, as it is in a cluster that has never heard of it.
 *
 * Source   agave 4.1 bank.rs compute_active_feature_set; solana feature-gate-interface 4.0
 */
export function isFeatureActive(feature: Address, view: LedgerView): boolean {
  const account = view.account(feature);
  if (account?.owner !== FEATURE_PROGRAM || account.data.length < FEATURE_BYTES) return false;
  const reader = new ByteReader(account.data);
  return reader.u8() === ACTIVATED && reader.u64() <= view.slot;
}
