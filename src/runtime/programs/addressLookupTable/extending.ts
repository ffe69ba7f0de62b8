import { decodeBase58 } from '../../../codec/base58.ts';
import type { Address } from '../../../model/address.ts';
import { countAddresses } from '../../../model/lookupTable.ts';
import type { Invocation } from '../../invocation.ts';
import { lackingLamports, pay, requirePayer } from './paying.ts';
import { refuse } from './refusal.ts';
import { accountAt, changeableTable, signedTable, tableBytes } from './table.ts';

const MAX_ADDRESSES = 256;

/** Accounts: the table, its authority, and where lamports are lacking who pays, and the system program. */
export function extendTable(invocation: Invocation, added: readonly Address[]): void {
  const account = signedTable(invocation);
  const table = changeableTable(invocation, account);
  const before = countAddresses(table);
  const count = before + added.length;
  if (table.deactivationSlot !== undefined)
    refuse(invocation, 'InvalidArgument', { log: 'Deactivated tables cannot be extended' });
  if (before >= MAX_ADDRESSES)
    refuse(invocation, 'InvalidArgument', { log: 'Lookup table is full and cannot contain more addresses' });
  if (added.length === 0)
    refuse(invocation, 'InvalidInstructionData', { log: 'Must extend with at least one address' });
  if (count > MAX_ADDRESSES)
    refuse(invocation, 'InvalidInstructionData', {
      log: `Extended lookup table length ${count} would exceed max capacity of ${MAX_ADDRESSES}`,
    });
  if (!account.isWritable) refuse(invocation, 'readonlyData');
  const { slot } = invocation.accounts.moment;
  const isSameSlot = slot === table.lastExtendedSlot;
  const lastExtendedStartIndex = isSameSlot ? table.lastExtendedStartIndex : before;
  const addresses = Buffer.concat([table.addresses, ...added.map(decodeBase58)]);
  const data = tableBytes({ ...table, lastExtendedSlot: slot, lastExtendedStartIndex, addresses });
  account.resize(data.length);
  account.write(data);
  const lacking = lackingLamports(invocation, account, data.length);
  if (lacking === 0n) return;
  const payer = accountAt(invocation, 2);
  requirePayer(invocation, payer);
  accountAt(invocation, 3);
  pay(invocation, payer, account, lacking);
}
