import { ByteReader } from '../codec/byteReader.ts';
import { type Address, address, CLOCK_SYSVAR, compareAddresses } from '../model/address.ts';
import { type Clock, decodeClock } from '../model/clock.ts';
import { readAddress } from '../model/wireParts.ts';
import type { AccountsAt } from './accounts/accountsAt.ts';
import type { Supply } from './cluster.ts';
import { NON_CIRCULATING, NON_CIRCULATING_WITHDRAWERS } from './nonCirculatingLists.ts';

const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');

/**
 * The supply as the sum over all accounts, so these must be all there.
 *
 * Source   agave 4.1 rpc.rs get_supply
 */
export function supplyOf(accounts: AccountsAt): Supply {
  const addresses = nonCirculatingAddresses(accounts);
  let total = 0n;
  for (const { lamports } of accounts.values()) total += lamports;
  let nonCirculating = 0n;
  for (const address of addresses) nonCirculating += accounts.get(address)?.lamports ?? 0n;
  return { circulating: total - nonCirculating, nonCirculating, nonCirculatingAccounts: [...addresses], total };
}

/**
 * Addresses whose lamports do not circulate: the node's own list, there or not, and stake that is locked up or in the hands
 * of certain withdrawers. The node has them in no order; here they ascend by their bytes.
 *
 * Source   agave 4.1 runtime non_circulating_supply.rs
 */
export function nonCirculatingAddresses(accounts: AccountsAt): ReadonlySet<Address> {
  const clock = decodeClock(accounts.get(CLOCK_SYSVAR)?.data) ?? BEGINNING;
  const stakes = accounts.ownedBy(STAKE_PROGRAM, []).filter(({ data }) => isNonCirculatingStake(data, clock));
  return new Set([...NON_CIRCULATING, ...stakes.map((stake) => stake.address)].sort(compareAddresses));
}

/** As in the node, no time has passed for a ledger without a Clock sysvar. */
const BEGINNING: Clock = { epoch: 0n, unixTimestamp: 0n };

/** Bytes that a stake account needs by its u32 tag: one without a delegation, one with. Any other holds no stake. */
const STAKE_BYTES: readonly (number | undefined)[] = [undefined, 124, 197];
const WITHDRAWER_OFFSET = 44;

/** After the withdrawer: the lockup's Unix seconds (i64) and epoch (u64), both of them to be reached. */
function isNonCirculatingStake(data: Uint8Array, clock: Clock): boolean {
  const needed = data.length < 4 ? undefined : STAKE_BYTES[new ByteReader(data).u32()];
  if (needed === undefined || data.length < needed) return false;
  const reader = new ByteReader(data, WITHDRAWER_OFFSET);
  const withdrawer = readAddress(reader);
  const isLocked = reader.i64() > clock.unixTimestamp || reader.u64() > clock.epoch;
  return isLocked || NON_CIRCULATING_WITHDRAWERS.has(withdrawer);
}
