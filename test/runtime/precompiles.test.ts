import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { NotModelledError } from '../../src/runtime/notModelled.ts';
import { PRECOMPILES } from '../../src/solana/address.ts';
import type { Instruction } from '../../src/solana/instruction.ts';
import { bankOn, execute, executeAll } from '../support/realExecution.ts';
import { namedAddress } from '../support/transactions.ts';

/** Checks of signatures; LiteSVM carries them out as the node does. */

const ITSELF = 0xffff;
const MESSAGE = Buffer.from('order 17');
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

interface Signed {
  readonly key: Uint8Array;
  readonly signature: Uint8Array;
}

function ed25519(message: Uint8Array): Signed {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]);
  const pair = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(pair).export({ format: 'der', type: 'spki' });
  return { key: spki.subarray(-32), signature: sign(null, message, pair) };
}

const { privateKey: P256 } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** With the lower of the two values of s. */
function secp256r1(message: Uint8Array): Signed {
  const { x, y } = P256.export({ format: 'jwk' });
  const isOdd = Buffer.from(y!, 'base64url')[31]! & 1;
  const signature = sign('sha256', message, { key: P256, dsaEncoding: 'ieee-p1363' });
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`);
  const low = s > ORDER / 2n ? ORDER - s : s;
  signature.write(low.toString(16).padStart(64, '0'), 32, 'hex');
  return { key: Buffer.from([2 + isOdd, ...Buffer.from(x!, 'base64url')]), signature };
}

/** An instruction with one signature, its parts behind one another. */
function checkOf(name: 'ed25519' | 'secp256r1', { key, signature }: Signed, message = MESSAGE): Instruction {
  const keyAt = 16;
  const signatureAt = keyAt + key.length;
  const messageAt = signatureAt + 64;
  const writer = new ByteWriter(200).u8(1).u8(0).u16(signatureAt).u16(ITSELF).u16(keyAt).u16(ITSELF);
  writer.u16(messageAt).u16(message.length).u16(ITSELF).append(key).append(signature).append(message);
  return { program: PRECOMPILES[name]!, accounts: [], data: writer.bytes() };
}

const SCHEMES = [
  ['ed25519', checkOf('ed25519', ed25519(MESSAGE))],
  ['secp256r1', checkOf('secp256r1', secp256r1(MESSAGE))],
] as const;

/** The error of both, which have to agree; nothing is logged. */
function errorOf(...instructions: readonly Instruction[]): unknown {
  const [theirs, ours] = [execute, executeTransaction].map((by) => executeAll(bankOn([]), instructions, by));
  expect({ err: ours!.err, logs: ours!.logs }).toEqual({ err: theirs!.err, logs: theirs!.logs });
  return ours!.err;
}

const failure = (Custom: number, index = 0) => ({ InstructionError: [index, { Custom }] });
const withByte = (instruction: Instruction, at: number, byte: number): Instruction => ({
  ...instruction,
  data: Uint8Array.from(instruction.data).fill(byte, at, at + 1),
});

const flipped = (instruction: Instruction, at: number) => withByte(instruction, at, instruction.data[at]! ^ 1);

describe.each(SCHEMES)('%s', (name, good) => {
  const last = good.data.length - 1;

  it('a signature of its key and message is good', () => {
    expect(errorOf(good)).toBeNull();
  });

  it('parts may be in other instructions', () => {
    const elsewhere = { program: PRECOMPILES.ed25519!, accounts: [], data: Uint8Array.of(0, 0) };
    const pointing = new ByteWriter(16).append(good.data.subarray(0, 16)).bytes();
    for (const at of [4, 8, 14]) new DataView(pointing.buffer).setUint16(at, 1, true);
    expect(errorOf({ ...good, data: pointing }, good, elsewhere)).toBeNull();
    new DataView(pointing.buffer).setUint16(4, 3, true);
    expect(errorOf({ ...good, data: pointing }, good, elsewhere)).toEqual(failure(3));
  });

  it.each<[string, Instruction, number]>([
    ['another message', flipped(good, last), 2],
    ['another signature', flipped(good, last - MESSAGE.length - 60), 2],
    ['a value of s that is too high', withByte(good, last - MESSAGE.length - (name === 'ed25519' ? 0 : 31), 0xff), 2],
    ['a key that is none', withByte(good, 16, name === 'ed25519' ? 3 : 9), 0],
    ['parts beyond the data', withByte(good, 2, 250), 3],
    ['no data', { ...good, data: new Uint8Array() }, 4],
    ['no second byte', { ...good, data: Uint8Array.of(0) }, 4],
    ['no signature, and more data', { ...good, data: Uint8Array.of(0, 0, 0) }, 4],
    ['entries that are cut off', { ...good, data: good.data.subarray(0, 15) }, 4],
  ])('%s is refused', (_, instruction, code) => {
    expect(errorOf(instruction)).toEqual(failure(code));
  });

  it('any bytes have the error of the node', () => {
    const change = fc.tuple(fc.nat(last), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), fc.nat(last), (changes, cut) => {
        const data = Uint8Array.from(good.data);
        for (const [at, byte] of changes) data[at] = byte;
        errorOf({ ...good, data }, { ...good, data: data.subarray(0, last - cut + 1) });
      }),
      { numRuns: 100 },
    );
  });
});

it('no signature at all: ed25519 takes it, secp256r1 does not', () => {
  const none = (name: keyof typeof PRECOMPILES) => ({
    program: PRECOMPILES[name],
    accounts: [],
    data: Uint8Array.of(0, 0),
  });
  expect(errorOf(none('ed25519'))).toBeNull();
  expect(errorOf(none('secp256r1'))).toEqual(failure(4));
});

it('a check that fails ends the transaction where it stands', () => {
  const other = { program: namedAddress('program'), accounts: [], data: Uint8Array.of(1) };
  const { err, logs } = executeAll(bankOn([]), [other, withByte(SCHEMES[0][1], 16, 3), other], executeTransaction);
  expect(err).toEqual(failure(0, 1));
  expect(logs).toEqual([`Program ${other.program} invoke [1]`, `Program ${other.program} success`]);
});

it('signatures of secp256k1 are not modelled', () => {
  const check = { program: PRECOMPILES.secp256k1!, accounts: [], data: Uint8Array.of(0) };
  expect(() => executeAll(bankOn([]), [check], executeTransaction)).toThrow(NotModelledError);
});
