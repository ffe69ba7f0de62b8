import { U64_MAX } from '../../../codec/u64.ts';
import type { Invocation } from '../../invocation.ts';
import { hashPosition, MAX_SLOT_HASHES } from './recentSlots.ts';
import { refuse } from './refusal.ts';
import { accountAt, changeableTable, signedTable, tableBytes } from './table.ts';

/** The table can be closed some time later. Accounts: the table, its authority. */
export function deactivateTable(invocation: Invocation): void {
  const account = signedTable(invocation);
  const table = changeableTable(invocation, account);
  if (table.deactivationSlot !== undefined)
    refuse(invocation, 'InvalidArgument', { log: 'Lookup table is already deactivated' });
  account.write(tableBytes({ ...table, deactivationSlot: invocation.accounts.moment.slot }));
}

/** Accounts: the table, its authority, who gets the lamports. What is left belongs to the program, and has no data. */
export function closeTable(invocation: Invocation): void {
  const account = signedTable(invocation);
  const recipient = accountAt(invocation, 2);
  if (account.address === recipient.address)
    refuse(invocation, 'InvalidArgument', { log: 'Lookup table cannot be the recipient of reclaimed lamports' });
  requireDeactivated(invocation, changeableTable(invocation, account).deactivationSlot);
  const { lamports } = account.account;
  if (lamports + recipient.account.lamports > U64_MAX) refuse(invocation, 'ArithmeticOverflow');
  if (!recipient.isWritable) refuse(invocation, 'readonlyLamports');
  if (!account.isWritable) refuse(invocation, 'readonlyData');
  recipient.addLamports(lamports);
  account.resize(0);
  account.subtractLamports(lamports);
}

/** It serves transactions as long as the sysvar has the slot in which it was deactivated. */
function requireDeactivated(invocation: Invocation, slot: bigint | undefined): void {
  if (slot === undefined) refuse(invocation, 'InvalidArgument', { log: 'Lookup table is not deactivated' });
  const isNow = slot === invocation.accounts.moment.slot;
  const position = isNow ? -1 : hashPosition(invocation, slot);
  if (position < 0 && !isNow) return;
  refuse(invocation, 'InvalidArgument', {
    log: `Table cannot be closed until it's fully deactivated in ${MAX_SLOT_HASHES - position} blocks`,
  });
}
