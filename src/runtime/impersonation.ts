import { createHash } from 'node:crypto';
import { decodeBase58 } from '../codec/base58.ts';
import type { Address } from '../solana/address.ts';

/**
 * The 64 bytes that a transaction has in place of a signature of an impersonated address. They follow from the address and the message,
 * so that two transactions never have the same ones.
 */
export function impersonatedSignature(address: Address, message: Uint8Array): Buffer {
  return createHash('sha512').update('stillnode impersonation').update(decodeBase58(address)).update(message).digest();
}
