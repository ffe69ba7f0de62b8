import { ByteWriter } from '../codec/byteWriter.ts';
import type { Account } from '../model/account.ts';
import {
  type Address,
  address,
  CLOCK_SYSVAR,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  SLOT_HASHES_SYSVAR,
  SYSVAR_OWNER,
} from '../model/address.ts';
import type { Bank } from '../runtime/transactions/transaction.ts';

/** What programs read without naming it; the slot and stake histories are large, and are those of a new cluster. */
const SYSVARS: readonly Address[] = [
  RENT_SYSVAR,
  RECENT_BLOCKHASHES_SYSVAR,
  address('SysvarEpochSchedu1e111111111111111111111111'),
  address('SysvarLastRestartS1ot1111111111111111111111'),
  SLOT_HASHES_SYSVAR,
];
const EPOCH_START_OFFSET = 8;
const LEADER_EPOCH_OFFSET = 24;
const CLOCK_BYTES = 40;

/** Of the block that a transaction is executed in. */
export function sysvarsOf(bank: Bank): readonly Account[] {
  const clock = bank.sysvar(CLOCK_SYSVAR);
  const accounts = SYSVARS.flatMap((name) => bank.sysvar(name) ?? []);
  if (clock !== undefined) accounts.push({ ...clock, data: clockData(clock.data, bank) });
  return accounts.map((account) => ({ ...account, owner: SYSVAR_OWNER, executable: false, lamports: 1n }));
}

/** Layout   slot u64, start of the epoch i64, epoch u64, epoch of the leader schedule u64, time i64 */
function clockData(data: Uint8Array, { moment, unixTimestamp }: Bank): Uint8Array {
  const known = new Uint8Array(CLOCK_BYTES);
  known.set(data.subarray(0, CLOCK_BYTES));
  return new ByteWriter(CLOCK_BYTES)
    .u64(moment.slot)
    .append(known.subarray(EPOCH_START_OFFSET, EPOCH_START_OFFSET + 8))
    .u64(moment.epoch)
    .append(known.subarray(LEADER_EPOCH_OFFSET, LEADER_EPOCH_OFFSET + 8))
    .u64(BigInt.asUintN(64, unixTimestamp))
    .bytes();
}
