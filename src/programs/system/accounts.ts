import { ByteReader } from '../../codec/byteReader.ts';
import { readAddress, readBlockhash } from '../../model/wireParts.ts';
import type { AccountParser } from '../parsed.ts';

/** 0 legacy, 1 current: they differ in how the hash was made, not in their bytes. */
const NEWEST_VERSION = 1;
const INITIALIZED = 1;

/**
 * Reads a durable nonce account. One that is not initialized cannot be distinguished from an account that was only allocated and
 * counts as not parsable.
 *
 * | offset | field | type |
 * |---|---|---|
 * | 0 | version | u32 |
 * | 4 | state | u32 |
 * | 8 | authority | 32 |
 * | 40 | durable nonce | 32 |
 * | 72 | lamports per signature | u64 |
 *
 * Source   agave 4.1 account-decoder; nonce 3.2
 */
export const parseNonceAccount: AccountParser = (data) => {
  const reader = new ByteReader(data);
  if (reader.u32() > NEWEST_VERSION || reader.u32() !== INITIALIZED) return undefined;
  const info = {
    authority: readAddress(reader),
    blockhash: readBlockhash(reader),
    feeCalculator: { lamportsPerSignature: `${reader.u64()}` },
  };
  return { program: 'nonce', parsed: { type: 'initialized', info } };
};
