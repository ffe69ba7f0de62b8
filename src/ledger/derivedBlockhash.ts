import { encodeBase58 } from '../codec/base58.ts';
import { sha256 } from '../codec/bytes.ts';
import type { Blockhash } from '../solana/address.ts';

/** The hash of a block that is not given one: it follows from the block before. */
export function derivedBlockhash(slot: bigint, parentHash: Blockhash): Blockhash {
  return hashOf(`stillnode block ${slot} after ${parentHash}`);
}

/** The hash of a block of which nothing is known but its slot. */
export function unknownBlockhash(slot: bigint): Blockhash {
  return hashOf(`stillnode block ${slot}`);
}

function hashOf(text: string): Blockhash {
  return encodeBase58(sha256(text)) as Blockhash;
}
