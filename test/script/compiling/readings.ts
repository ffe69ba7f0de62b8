import { createPublicKey, verify } from 'node:crypto';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import type { Address } from '../../../src/solana/address.ts';
import type { WireTransaction } from '../../../src/solana/block.ts';
import { decodeTransaction } from '../../../src/solana/wire.ts';

/** Transactions as others read them. */

export function verifies(address: Address, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(decodeBase58(address)).toString('base64url');
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
}

/** Whether the signature of every signer is that of the message that @solana/kit finds in the bytes. */
export function allVerify({ wire, accountKeys }: WireTransaction): boolean {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const signed = Object.entries(signatures);
  return (
    signed.length > 0 &&
    signed.every(
      ([address, signature], i) =>
        accountKeys[i] === address &&
        signature !== null &&
        verifies(accountKeys[i], Uint8Array.from(messageBytes), Uint8Array.from(signature)),
    )
  );
}

interface Reading {
  readonly version: unknown;
  readonly header: readonly number[];
  readonly keys: readonly string[];
  readonly lifetime: string;
  /** program index, account indexes, data */
  readonly instructions: readonly (readonly [number, readonly number[], readonly number[]])[];
  readonly lookups: readonly (readonly [string, readonly number[], readonly number[]])[];
}

export function ownReading({ wire }: WireTransaction): Reading {
  const { version, message } = decodeTransaction(wire);
  const { header, addressTableLookups = [] } = message;
  return {
    version,
    header: [header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts],
    keys: message.accountKeys,
    lifetime: message.recentBlockhash,
    instructions: message.instructions.map((it) => [it.programIdIndex, [...it.accounts], [...it.data]]),
    lookups: addressTableLookups.map((it) => [it.accountKey, [...it.writableIndexes], [...it.readonlyIndexes]]),
  };
}

/** legacy and version 0 */
export function web3Reading({ wire }: WireTransaction): Reading {
  const { message, version } = VersionedTransaction.deserialize(wire);
  const { header } = message;
  return {
    version,
    header: [header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts],
    keys: message.staticAccountKeys.map(String),
    lifetime: message.recentBlockhash,
    instructions: message.compiledInstructions.map((it) => [it.programIdIndex, it.accountKeyIndexes, [...it.data]]),
    lookups: message.addressTableLookups.map((it) => [String(it.accountKey), it.writableIndexes, it.readonlyIndexes]),
  };
}

export function kitReading({ wire }: WireTransaction): Reading {
  const message = getCompiledTransactionMessageDecoder().decode(getTransactionDecoder().decode(wire).messageBytes);
  const { header, version } = message;
  return {
    version,
    header: [header.numSignerAccounts, header.numReadonlySignerAccounts, header.numReadonlyNonSignerAccounts],
    keys: message.staticAccounts,
    lifetime: message.lifetimeToken,
    instructions:
      version === 1
        ? message.instructionHeaders.map(({ programAccountIndex }, i) => {
            const { instructionAccountIndices, instructionData } = message.instructionPayloads[i]!;
            return [programAccountIndex, [...instructionAccountIndices], [...instructionData]];
          })
        : message.instructions.map((it) => [
            it.programAddressIndex,
            [...(it.accountIndices ?? [])],
            [...(it.data ?? [])],
          ]),
    lookups:
      version === 0
        ? (message.addressTableLookups ?? []).map((it) => [
            it.lookupTableAddress,
            [...it.writableIndexes],
            [...it.readonlyIndexes],
          ])
        : [],
  };
}
