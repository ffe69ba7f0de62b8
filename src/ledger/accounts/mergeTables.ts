import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { laterOf } from '../slots.ts';
import { AccountTable } from './accountTable.ts';
import type { Layer } from './layer.ts';

/** One table in place of two; where they differ about an account, the upper one counts. */
export function mergeTables(lower: Layer, upper: AccountTable): AccountTable {
  const merged = new AccountTable();
  for (const address of new Set([...lower.table.addresses(), ...upper.addresses()])) {
    const isReplaced = upper.baseOf(address) !== undefined;
    copyBase(isReplaced ? upper : lower.table, address, merged, lower.table.replacedUpTo(address));
    const replacedUpTo = (isReplaced ? upper.replacedUpTo(address) : undefined) ?? -1n;
    const writes = new Map<bigint, Account>();
    for (const row of lower.table.writesOf(address)) {
      const slot = lower.table.slotOf(row);
      if (slot > replacedUpTo && slot <= (lower.upTo ?? slot)) writes.set(slot, lower.table.account(row));
    }
    for (const row of upper.writesOf(address)) writes.set(upper.slotOf(row), upper.account(row));
    for (const [slot, account] of [...writes].sort(([a], [b]) => (a < b ? -1 : 1))) merged.write(account, slot);
  }
  return merged;
}

/** @param replacedBefore up to where the lower table replaces others: a base in its place replaces them too */
function copyBase(from: AccountTable, address: Address, to: AccountTable, replacedBefore: bigint | undefined): void {
  const row = from.baseOf(address);
  if (row === undefined) return;
  const upTo = from.replacedUpTo(address);
  if (upTo === undefined) to.add(from.account(row));
  else to.replace(from.account(row), laterOf(upTo, replacedBefore ?? upTo));
}
