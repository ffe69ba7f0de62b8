/** What the instruction builders share: account roles as kit numbers them, and bytes in little-endian order. */
import { getAddressEncoder } from '@solana/kit';

export const readonly = (address) => ({ address, role: 0 });
export const writable = (address) => ({ address, role: 1 });
export const signer = (address) => ({ address, role: 2 });
export const payer = (address) => ({ address, role: 3 });

/** An instruction whose data is the given parts one after another: byte arrays, or numbers that are one byte each. */
export function instruction(programAddress, accounts, ...parts) {
  const data = Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : part)));
  return { programAddress, accounts, data: new Uint8Array(data) };
}

/** A TransactionInstruction of web3.js as kit wants it. */
export function fromWeb3({ programId, keys, data }) {
  const accounts = keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58(),
    role: (isSigner ? 2 : 0) | (isWritable ? 1 : 0),
  }));
  return { programAddress: programId.toBase58(), accounts, data: new Uint8Array(data) };
}

export const key = (address) => Buffer.from(getAddressEncoder().encode(address));

function integer(bytes, value) {
  const data = Buffer.alloc(bytes);
  let rest = BigInt.asUintN(bytes * 8, BigInt(value));
  for (let i = 0; i < bytes; i++, rest >>= 8n) data[i] = Number(rest & 0xffn);
  return data;
}

export const u16 = (value) => integer(2, value);
export const u32 = (value) => integer(4, value);
export const u64 = (value) => integer(8, value);

export function f64(value) {
  const data = Buffer.alloc(8);
  data.writeDoubleLE(value);
  return data;
}

/** Text with its length in front, as borsh writes it. */
export const text = (value) => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)]);
