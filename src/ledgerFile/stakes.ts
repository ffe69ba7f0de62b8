import { readKeyAddress } from '../document/addressMap.ts';
import type { Cursor } from '../document/cursor.ts';
import { readList, readU64 } from '../document/readers.ts';
import type { Address } from '../model/address.ts';
import { readKeyU64, readMap } from './composite.ts';

/** lockouts from 0 to 31. Source agave 4.1 runtime commitment.rs BlockCommitmentArray */
const LOCKOUTS = 32;

/** `{ vote account: lamports }` */
export function readVoteStakes(at: Cursor): ReadonlyMap<Address, bigint> | undefined {
  return readMap(at, readKeyAddress, readU64);
}

/** `{ slot: the commitment that getBlockCommitment answers }` */
export function readBlockCommitments(at: Cursor): ReadonlyMap<bigint, readonly bigint[]> | undefined {
  return readMap(at, readKeyU64, readBlockCommitment);
}

function readBlockCommitment(at: Cursor): readonly bigint[] | undefined {
  const stakes = readList(at, readU64);
  if (stakes === undefined || stakes.length === LOCKOUTS) return stakes;
  return at.expected(`an array of ${LOCKOUTS}, lamports by lockout`);
}
