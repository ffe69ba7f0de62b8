import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../model/lookupTable.ts';
import { lookupTableBytes } from '../../accounts/layouts.ts';
import { programAddressAt } from '../../derive.ts';
import { writableSigner } from '../../instruction.ts';
import type { Invocation } from '../../invocation.ts';
import { lackingLamports, pay, requirePayer } from './paying.ts';
import { hashPosition } from './recentSlots.ts';
import { refuse } from './refusal.ts';
import { accountAt } from './table.ts';

const ASSIGN = 1;
const ALLOCATE = 8;

/** Accounts: the table, its authority, who need not sign, who pays, the system program. A table that is there stays as it is. */
export function createTable(invocation: Invocation, recentSlot: bigint, bump: number): void {
  const [table, authority, payer] = [0, 1, 2].map((index) => accountAt(invocation, index));
  requirePayer(invocation, payer!);
  if (hashPosition(invocation, recentSlot) < 0) refuseSlot(invocation, recentSlot);
  const { address } = table!;
  const derived = tableAddress(invocation, authority!.address, recentSlot, bump);
  if (address !== derived)
    refuse(invocation, 'InvalidArgument', { log: `Table address must match derived address: ${derived}` });
  if (table!.isOwned) return;
  const data = lookupTableBytes(authority!.address, []);
  const lacking = lackingLamports(invocation, table!, data.length);
  if (lacking > 0n) pay(invocation, payer!, table!, lacking);
  accountAt(invocation, 3);
  const call = (writer: ByteWriter) =>
    invocation.call({ program: SYSTEM_PROGRAM, accounts: [writableSigner(address)], data: writer.bytes() }, [address]);
  call(new ByteWriter(12).u32(ALLOCATE).u64(BigInt(data.length)));
  call(new ByteWriter(36).u32(ASSIGN).append(decodeBase58(LOOKUP_TABLE_PROGRAM)));
  table!.write(data);
}

function refuseSlot(invocation: Invocation, slot: bigint): never {
  const now = invocation.accounts.moment.slot;
  return refuse(invocation, 'InvalidInstructionData', {
    log: `${slot} is not a recent slot`,
    sentence: `slot ${slot} is not a recent slot at slot ${now}`,
    hint: 'a table is made with one of the last 512 slots that have a block',
  });
}

function tableAddress(invocation: Invocation, authority: Address, slot: bigint, bump: number): Address {
  const seeds = [decodeBase58(authority), new ByteWriter(8).u64(slot).bytes(), Uint8Array.of(bump)];
  return programAddressAt(LOOKUP_TABLE_PROGRAM, seeds) ?? refuse(invocation, 'invalidSeeds');
}
