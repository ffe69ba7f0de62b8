import { createPublicKey, verify } from 'node:crypto';
import { ADDRESS_BYTES, type Address, addressOf, PRECOMPILES, SIGNATURE_BYTES } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import { isOnCurve } from './derive.ts';
import { isSignedBy } from './ed25519.ts';
import { NotModelledError } from './notModelled.ts';
import { custom, ProgramError } from './programError.ts';

/**
 * Programs that check signatures. The runtime executes them itself, without a call and without log lines.
 *
 * | bytes | |
 * |---|---|
 * | 2 | how many signatures, and a byte that does not matter |
 * | 14 each | offset and instruction of the signature, offset and instruction of the key, offset, length and instruction of the message; u16 |
 *
 * Source   agave 4.1 precompiles ed25519.rs, secp256r1.rs
 * @module
 */

const ENTRIES_START = 2;
const ENTRY_BYTES = 14;
/** the value of an index that means the instruction itself */
const ITSELF = 0xffff;

const precompileError = (code: number, message: string) => new ProgramError(custom(code), message);
const invalidKey = () => precompileError(0, 'a public key that is not on its curve');
const invalidSignature = () => precompileError(2, 'a signature that is not of its message and key');
const invalidOffset = () => precompileError(3, 'signatures, keys or messages beyond the data of an instruction');
const invalidSize = () => precompileError(4, 'data whose length does not fit the number of signatures');

interface Scheme {
  readonly keyBytes: number;
  /** whether an instruction with a data of this length may have this many signatures */
  isCountAllowed(count: number, dataBytes: number): boolean;
  /** @throws ProgramError */
  check(parts: Parts): void;
}

/** The parts that an entry points to. @throws ProgramError if it points beyond the data of an instruction */
interface Parts {
  signature(): Uint8Array;
  key(): Uint8Array;
  message(): Uint8Array;
}

const ED25519: Scheme = {
  keyBytes: ADDRESS_BYTES,
  isCountAllowed: (count, dataBytes) => count > 0 || dataBytes === ENTRIES_START,
  check(parts) {
    const signature = parts.signature();
    // the three high bits of s have to be zeros
    if ((signature[SIGNATURE_BYTES - 1]! & 0xe0) !== 0) throw invalidSignature();
    const key = parts.key();
    if (!isOnCurve(key)) throw invalidKey();
    if (!isSignedBy(addressOf(key), parts.message(), signature)) throw invalidSignature();
  },
};

const MAX_SECP256R1 = 8;
const HALF_ORDER = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
const LAST_SCALAR = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550n;
/** the bytes before a compressed point in SubjectPublicKeyInfo. Source RFC 5480 */
const SPKI_PREFIX = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');

const SECP256R1: Scheme = {
  keyBytes: 33,
  isCountAllowed: (count) => count > 0 && count <= MAX_SECP256R1,
  check(parts) {
    const [signature, key, message] = [parts.signature(), parts.key(), parts.message()];
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map(numberOf) as [bigint, bigint];
    if (r < 1n || r > LAST_SCALAR || s < 1n || s > HALF_ORDER) throw invalidSignature();
    const options = { key: secp256r1Key(key), dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', message, options, signature)) throw invalidSignature();
  },
};

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function secp256r1Key(point: Uint8Array) {
  try {
    return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, point]), format: 'der', type: 'spki' });
  } catch {
    throw invalidKey();
  }
}

/** The signature schemes that are modelled. */
const SCHEMES: ReadonlyMap<Address, Scheme> = new Map([
  [PRECOMPILES.ed25519, ED25519],
  [PRECOMPILES.secp256r1, SECP256R1],
]);
/**
 * Checks the signatures that an instruction names.
 *
 * @param instructions of the whole transaction: each part of a signature may be in any of them
 * @param skipsUnknown precompiles that are not modelled succeed
 * @throws ProgramError, NotModelledError
 */
export function checkSignatures(
  instruction: Instruction,
  instructions: readonly Instruction[],
  skipsUnknown: boolean,
): void {
  const scheme = SCHEMES.get(instruction.program);
  if (scheme === undefined && skipsUnknown) return;
  if (scheme === undefined) throw new NotModelledError(instruction);
  const { data } = instruction;
  const count = data[0];
  if (count === undefined || data.length < ENTRIES_START || !scheme.isCountAllowed(count, data.length))
    throw invalidSize();
  if (data.length < ENTRIES_START + count * ENTRY_BYTES) throw invalidSize();
  const part = (index: number, offset: number, length: number): Uint8Array => {
    const source = index === ITSELF ? data : instructions[index]?.data;
    if (source === undefined || offset + length > source.length) throw invalidOffset();
    return source.subarray(offset, offset + length);
  };
  const entries = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let i = 0; i < count; i++) {
    const u16 = (at: number): number => entries.getUint16(ENTRIES_START + i * ENTRY_BYTES + at, true);
    scheme.check({
      signature: () => part(u16(2), u16(0), SIGNATURE_BYTES),
      key: () => part(u16(6), u16(4), scheme.keyBytes),
      message: () => part(u16(12), u16(8), u16(10)),
    });
  }
}
