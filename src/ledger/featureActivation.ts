import type { Address } from '../solana/address.ts';
import { FEATURE, FEATURE_PROGRAM } from '../solana/feature.ts';
import type { LedgerView } from './view.ts';

/**
 * The slot in which a feature of the cluster was activated; undefined: it is not active at the tip. The account of the
 * feature holds that slot. Without the account the feature is off, as in a cluster that does not know it.
 *
 * Source   agave 4.1 bank.rs
 */
export function activationSlot(feature: Address, view: Pick<LedgerView, 'account' | 'slot'>): bigint | undefined {
  const account = view.account(feature);
  const slot = account?.owner === FEATURE_PROGRAM ? FEATURE.tryDecode(account.data)?.activatedAt : undefined;
  return slot != null && slot <= view.slot ? slot : undefined;
}
