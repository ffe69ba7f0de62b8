import { countAddresses } from '../../../model/lookupTable.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse } from './refusal.ts';
import { changeableTable, signedTable, tableBytes } from './table.ts';

/** The table stays as it is for ever. Accounts: the table, its authority. */
export function freezeTable(invocation: Invocation): void {
  const account = signedTable(invocation);
  const table = changeableTable(invocation, account, 'Lookup table is already frozen');
  if (table.deactivationSlot !== undefined)
    refuse(invocation, 'InvalidArgument', { log: 'Deactivated tables cannot be frozen' });
  if (countAddresses(table) === 0)
    refuse(invocation, 'InvalidInstructionData', { log: 'Empty lookup tables cannot be frozen' });
  account.write(tableBytes({ ...table, authority: undefined }));
}
