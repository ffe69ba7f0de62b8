import {
  AccountRole,
  type Address,
  address,
  compressTransactionMessageUsingAddressLookupTables,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Encoder,
  type Instruction,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  AddressLookupTableProgram,
  type Connection,
  type PublicKey,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { reasonOf } from '../../support/clients.ts';
import * as kit from '../../support/kitSender.ts';
import { lamportsOf } from '../../support/sendingNode.ts';
import * as web3 from '../../support/web3Sender.ts';
import { noFailedCalls } from '../../support/web3Socket.ts';

/** The usual way to a lookup table: with the finalized slot, made, extended, used, deactivated; without and with LiteSVM. */

noFailedCalls();

const ALICE = web3.keypairOf('alice');
const CASES = [
  ['without LiteSVM, all tips one', {}],
  ['without LiteSVM, tips apart', { tips: [100, 99, 98] }],
  ['with LiteSVM, all tips one', { execute: 'litesvm' }],
  ['with LiteSVM, tips apart', { execute: 'litesvm', tips: [100, 99, 98] }],
] as const;

async function sendByTable(connection: Connection, instruction: TransactionInstruction, key: PublicKey): Promise<void> {
  const { value: table } = await connection.getAddressLookupTable(key);
  const latest = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey: ALICE.publicKey,
    recentBlockhash: latest.blockhash,
    instructions: [instruction],
  }).compileToV0Message([table!]);
  expect(message.addressTableLookups.length).toBe(1);
  const transaction = new VersionedTransaction(message);
  transaction.sign([ALICE]);
  const signature = await connection.sendTransaction(transaction);
  const { value } = await connection.confirmTransaction({ ...latest, signature });
  expect(value.err).toBe(null);
}

describe.each(CASES)('web3.js, %s', (_what, options) => {
  it.each(['finalized', 'confirmed'] as const)('makes a table with the %s slot, and uses it', async (commitment) => {
    const { connection, node } = await web3.web3Sender(options);
    const send = (...instructions: TransactionInstruction[]) =>
      sendAndConfirmTransaction(connection, new Transaction().add(...instructions), [ALICE]);
    await send(web3.transferOf('alice', 'bob', 1));
    const recentSlot = await connection.getSlot(commitment);
    const by = { authority: ALICE.publicKey, payer: ALICE.publicKey };
    const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({ ...by, recentSlot });
    await send(create);
    await send(AddressLookupTableProgram.extendLookupTable({ ...by, lookupTable, addresses: [web3.keyOf('bob')] }));
    await sendByTable(connection, web3.transferOf('alice', 'bob', 5), lookupTable);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_006n);
    await send(AddressLookupTableProgram.deactivateLookupTable({ lookupTable, authority: ALICE.publicKey }));
    await sendByTable(connection, web3.transferOf('alice', 'bob', 4), lookupTable);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_010n);
    const close = { lookupTable, authority: ALICE.publicKey, recipient: ALICE.publicKey };
    const closing = await reasonOf(send(AddressLookupTableProgram.closeLookupTable(close)));
    expect(String(closing)).toMatch(/Table cannot be closed until it's fully deactivated in \d+ blocks/);
    await node.advance(513);
    await send(AddressLookupTableProgram.closeLookupTable(close));
    expect((await connection.getAddressLookupTable(lookupTable)).value).toBe(null);
  });
});

const PROGRAM = address('AddressLookupTab1e1111111111111111111111111');
const SYSTEM = address('11111111111111111111111111111111');

async function tableOf(authority: Address, slot: bigint) {
  const seeds = [getAddressEncoder().encode(authority), getU64Encoder().encode(slot)];
  return getProgramDerivedAddress({ programAddress: PROGRAM, seeds });
}

function ofTable(table: Address, data: ByteWriter): Instruction {
  const payer = { address: kit.keyOf('alice'), role: AccountRole.WRITABLE_SIGNER };
  return {
    programAddress: PROGRAM,
    accounts: [
      { address: table, role: AccountRole.WRITABLE },
      { address: kit.keyOf('alice'), role: AccountRole.READONLY_SIGNER },
      payer,
      { address: SYSTEM, role: AccountRole.READONLY },
    ],
    data: data.bytes(),
  };
}

describe.each(CASES)('Kit, %s', (_what, options) => {
  it('makes a table with the finalized slot, and uses it', async () => {
    const sender = await kit.kitSender(options);
    const send = async (...instructions: Instruction[]) =>
      kit.sendAndConfirm(sender, await kit.signedOf(sender, instructions));
    await send(kit.transferOf('alice', 'bob', 1n));
    const slot = await sender.rpc.getSlot({ commitment: 'finalized' }).send();
    const [table, bump] = await tableOf(kit.keyOf('alice'), slot);
    const bob = new Uint8Array(getAddressEncoder().encode(kit.keyOf('bob')));
    await send(
      ofTable(table, new ByteWriter().u32(0).u64(slot).u8(bump)),
      ofTable(table, new ByteWriter().u32(2).u64(1n).append(bob)),
    );
    const { value } = await sender.rpc.getLatestBlockhash().send();
    const message = await kit.messageOf(value, [kit.transferOf('alice', 'bob', 5n)]);
    const short = compressTransactionMessageUsingAddressLookupTables(message, { [table]: [kit.keyOf('bob')] });
    const signed = await signTransactionMessageWithSigners(short);
    await kit.sendAndConfirm(sender, signed as never);
    expect(await lamportsOf(sender.node, 'bob')).toBe(1_000_000_006n);
  });
});
