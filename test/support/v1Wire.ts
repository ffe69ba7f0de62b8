import { sign } from 'node:crypto';
import { type Keypair, type TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';

/** v1 transactions for web3.js, which has no class for them: it orders the accounts, and the rest is written byte by byte. */

/** What a v1 message asks for; what is left out is not in its bytes. */
export interface V1Config {
  /** lamports */
  readonly priorityFee?: bigint;
  readonly unitLimit?: number;
  /** bytes */
  readonly dataLimit?: number;
  /** bytes */
  readonly heapSize?: number;
}

/** A limit of data that every account of a test fits in, and units for builtin programs. */
export const V1_ENOUGH: V1Config = { unitLimit: 10_000, dataLimit: 64 * 1024 * 1024 };

export interface V1Parts {
  readonly recentBlockhash: string;
  readonly instructions: readonly TransactionInstruction[];
  readonly config: V1Config;
  /** in the order of the message; the first one pays */
  readonly signers: readonly Keypair[];
}

/** Source   SIMD-0385 */
export function v1Wire({ config, instructions, recentBlockhash, signers }: V1Parts): Uint8Array {
  const making = { payerKey: signers[0]!.publicKey, recentBlockhash, instructions: [...instructions] };
  const { compiledInstructions, header, staticAccountKeys } = new TransactionMessage(making).compileToV0Message();
  const message = new ByteWriter().u8(0x81);
  message.u8(header.numRequiredSignatures);
  message.u8(header.numReadonlySignedAccounts).u8(header.numReadonlyUnsignedAccounts);
  message.u32(maskOf(config)).append(decodeBase58(recentBlockhash));
  message.u8(compiledInstructions.length).u8(staticAccountKeys.length);
  for (const key of staticAccountKeys) message.append(key.toBytes());
  const { dataLimit, heapSize, priorityFee, unitLimit } = config;
  if (priorityFee !== undefined) message.u64(priorityFee);
  for (const value of [unitLimit, dataLimit, heapSize]) if (value !== undefined) message.u32(value);
  for (const { accountKeyIndexes, data, programIdIndex } of compiledInstructions)
    message.u8(programIdIndex).u8(accountKeyIndexes.length).u16(data.length);
  for (const { accountKeyIndexes, data } of compiledInstructions)
    message.append(Uint8Array.from(accountKeyIndexes)).append(data);
  const signed = message.bytes();
  const wire = new ByteWriter().append(signed);
  for (const signer of signers) wire.append(signatureOf(signer, signed));
  return wire.bytes();
}

function maskOf({ dataLimit, heapSize, priorityFee, unitLimit }: V1Config): number {
  const bits = [
    [priorityFee, 0b11],
    [unitLimit, 0b100],
    [dataLimit, 0b1000],
    [heapSize, 0b10000],
  ] as const;
  return bits.reduce((mask, [value, bit]) => (value === undefined ? mask : mask | bit), 0);
}

/** The start of an Ed25519 key in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function signatureOf({ secretKey }: Keypair, message: Uint8Array): Uint8Array {
  const seed = secretKey.slice(0, 32);
  return sign(null, message, { key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
