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
    const slotsAbove = new Set(upper.writesOf(address).map((row) => upper.slotOf(row)));
    for (const row of lower.table.writesOf(address)) {
      const slot = lower.table.slotOf(row);
      if (slot > replacedUpTo && slot <= (lower.upTo ?? slot) && !slotsAbove.has(slot))
        merged.write(lower.table.account(row), slot);
    }
    for (const row of upper.writesOf(address)) merged.write(upper.account(row), upper.slotOf(row));
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
