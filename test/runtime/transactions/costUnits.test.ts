import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { VOTE_PROGRAM } from '../../../src/model/address.ts';
import type { Message } from '../../../src/model/transaction.ts';
import { costUnits } from '../../../src/runtime/transactions/costUnits.ts';
import { keypair, publicKey, sentLegacy, transfer } from '../../support/sentTransactions.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const HASH = namedBlockhash('hash');
const call = (bytes: number, signers: readonly string[] = []) =>
  new TransactionInstruction({
    keys: signers.map((name) => ({ pubkey: keypair(name).publicKey, isSigner: true, isWritable: false })),
    programId: publicKey('program'),
    data: Buffer.alloc(bytes),
  });
const messageOf = (instruction: TransactionInstruction, signers = ['alice']): Message =>
  sentLegacy(HASH, [instruction], { signers }).message;
const cost = (message: Message, loadedAccountsDataSize = 206, units = 150n) =>
  costUnits({ message }, { loadedAccountsDataSize, units });
const signatureCheck = (program: string, signatures: number): Message =>
  messageOf(new TransactionInstruction({ keys: [], programId: new PublicKey(program), data: Buffer.of(signatures) }));

describe('the cost of a transaction has', () => {
  it.each<[what: string, message: Message, expected: bigint]>([
    ['720 a signature, 300 a write lock, 1 for 4 bytes, its units and 8 a page', messageOf(transfer(5)), 1481n],
    ['nothing for the bytes that are left over', messageOf(call(7)), 1179n],
    ['no write lock for an account that is only read', messageOf(call(0, ['bob']), ['alice', 'bob']), 1898n],
    ['2400 for what ed25519 checks', signatureCheck('Ed25519SigVerify111111111111111111111111111', 2), 5978n],
    ['6690 for what secp256k1 checks', signatureCheck('KeccakSecp256k11111111111111111111111111111', 1), 7868n],
    ['4800 for what secp256r1 checks', signatureCheck('Secp256r1SigVerify1111111111111111111111111', 1), 5978n],
  ])('%s', (_what, message, expected) => {
    expect(cost(message)).toBe(expected);
  });

  it.each([
    [0, 0n],
    [1, 8n],
    [32_768, 8n],
    [32_769, 16n],
  ])('of %i loaded bytes so many units', (bytes, units) => {
    expect(cost(messageOf(transfer(5)), bytes, 0n)).toBe(1323n + units);
  });

  it('a write lock for each account that tables load to be written, and none for the others', () => {
    const tables = [
      { accountKey: namedAddress('table'), writableIndexes: Buffer.of(1, 2), readonlyIndexes: Buffer.of(3) },
    ];
    expect(cost({ ...messageOf(transfer(5)), addressTableLookups: tables })).toBe(2081n);
  });

  it('a fixed sum for a vote', () => {
    const message = messageOf(transfer(5));
    const accountKeys = message.accountKeys.with(-1, VOTE_PROGRAM);
    expect(cost({ ...message, accountKeys })).toBe(3428n);
    expect(cost({ ...message, accountKeys, instructions: [...message.instructions, ...message.instructions] })).toBe(
      1484n,
    );
    expect(cost({ ...message, accountKeys, addressTableLookups: [] })).toBe(1481n);
  });
});
