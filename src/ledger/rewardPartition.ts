import { decodeBase58 } from '../codec/base58.ts';
import type { Address, Blockhash } from '../solana/address.ts';
import { sipHash13 } from './sipHash.ts';

/**
 * The index of the block that pays a stake account, among the reward blocks of an epoch: by a hash of the blockhash before the epoch's
 * first block, followed by the address of the account.
 *
 * @returns 0 to `partitions` − 1
 * Source   solana epoch-rewards-hasher 3.1
 */
export function rewardPartitionOf(address: Address, parentBlockhash: Blockhash, partitions: bigint): bigint {
  const hash = sipHash13(Buffer.concat([decodeBase58(parentBlockhash), decodeBase58(address)]));
  return (partitions * hash) >> 64n;
}
