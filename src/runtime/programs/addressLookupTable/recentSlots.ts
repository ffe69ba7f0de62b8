import type { Invocation } from '../../invocation.ts';

/** Source solana slot-hashes 3.0 */
export const MAX_SLOT_HASHES = 512;

/** Where the SlotHashes sysvar has a slot: 0 is the newest one. Below zero: nowhere. */
export function hashPosition({ accounts: { moment } }: Invocation, slot: bigint): number {
  if (moment.hashedSlots !== undefined) return moment.hashedSlots.indexOf(slot);
  const position = moment.slot - 1n - slot;
  return position >= 0n && position < MAX_SLOT_HASHES ? Number(position) : -1;
}
