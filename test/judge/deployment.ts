import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { smallestProgram } from '../support/smallestProgram.ts';
import { type JudgedNode, keyOf } from './judgedNode.ts';

/** A program of loader 3: its buffer, its deployment, calls, an upgrade, and its end. */

const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');
const RENT = new PublicKey('SysvarRent111111111111111111111111111111111');
const CLOCK = new PublicKey('SysvarC1ock11111111111111111111111111111111');

const BUFFER_HEADER = 37;
const PROGRAM_BYTES = 36;

const alice = keyOf('alice');
const program = keyOf('program');
const programData = PublicKey.findProgramAddressSync([program.publicKey.toBytes()], LOADER)[0];

const w = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true });
const r = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false });
const s = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: false });
const sw = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: true });

function instruction(tag: number, keys: AccountMeta[], ...data: readonly Uint8Array[]): TransactionInstruction {
  return new TransactionInstruction({ programId: LOADER, keys, data: Buffer.concat([u32(tag), ...data]) });
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Uint8Array {
  return Buffer.concat([u32(value), u32(0)]);
}

const close = (account: PublicKey, ...more: AccountMeta[]) =>
  instruction(5, [w(account), w(alice.publicKey), s(alice.publicKey), ...more]);

/** Creates a buffer, and writes code into it. */
async function fillBuffer(node: JudgedNode, name: string, code: Uint8Array): Promise<PublicKey> {
  const buffer = keyOf(name);
  const space = BUFFER_HEADER + code.length;
  const create = SystemProgram.createAccount({
    ...{ fromPubkey: alice.publicKey, newAccountPubkey: buffer.publicKey, programId: LOADER, space },
    lamports: await node.value('getMinimumBalanceForRentExemption', space),
  });
  const initialize = instruction(0, [w(buffer.publicKey), r(alice.publicKey)]);
  await node.send(`${name}: create`, [create, initialize], [alice, buffer]);
  for (let offset = 0; offset < code.length; offset += 900) {
    const part = code.subarray(offset, offset + 900);
    const write = instruction(1, [w(buffer.publicKey), s(alice.publicKey)], u32(offset), u64(part.length), part);
    await node.send(`${name}: write at ${offset}`, [write], [alice]);
  }
  return buffer.publicKey;
}

async function deploy(buffer: PublicKey, node: JudgedNode, maxBytes: number) {
  const lamports = await node.value('getMinimumBalanceForRentExemption', PROGRAM_BYTES);
  const created = { fromPubkey: alice.publicKey, newAccountPubkey: program.publicKey, programId: LOADER };
  const accounts = [sw(alice.publicKey), w(programData), w(program.publicKey), w(buffer)];
  const others = [r(RENT), r(CLOCK), r(SystemProgram.programId), s(alice.publicKey)];
  return [
    SystemProgram.createAccount({ ...created, lamports, space: PROGRAM_BYTES }),
    instruction(2, [...accounts, ...others], u64(maxBytes)),
  ];
}

export async function sendDeployment(node: JudgedNode): Promise<void> {
  const call = new TransactionInstruction({ programId: program.publicKey, keys: [], data: Buffer.of(1) });
  const sendCall = (label: string) => node.send(label, [call], [alice], { skipPreflight: true });
  const older = brotliDecompressSync(readFileSync('program-binaries/spl_memo-4.0.0.so.br'));
  const olderBuffer = await fillBuffer(node, 'buffer of an older format', older);
  await node.send('deploy an older format', await deploy(olderBuffer, node, older.length), [alice, program]);
  await node.send('close a buffer', [close(olderBuffer)], [alice]);
  const code = smallestProgram();
  const buffer = await fillBuffer(node, 'buffer', code);
  await node.ask('buffer account', 'getAccountInfo', [buffer.toBase58(), CONFIRMED]);
  await node.send('deploy too much', await deploy(buffer, node, code.length - 1), [alice, program]);
  await node.send('deploy', await deploy(buffer, node, code.length), [alice, program]);
  await waitForSlots(node);
  await sendCall('call');
  for (const [label, address] of [
    ['program', program.publicKey],
    ['program data', programData],
  ] as const)
    for (const encoding of ['base64', 'jsonParsed'])
      await node.ask(`${label} account ${encoding}`, 'getAccountInfo', [
        address.toBase58(),
        { ...CONFIRMED, encoding },
      ]);
  const upgradeBuffer = await fillBuffer(node, 'upgrade buffer', smallestProgram(1));
  const upgraded = [w(programData), w(program.publicKey), w(upgradeBuffer), w(alice.publicKey)];
  const upgrade = instruction(3, [...upgraded, r(RENT), r(CLOCK), s(alice.publicKey)]);
  await node.send('upgrade to more than there is room for', [upgrade], [alice]);
  const extended = [w(programData), w(program.publicKey), r(SystemProgram.programId), sw(alice.publicKey)];
  await node.send('extend too little', [instruction(6, extended, u32(8))], [alice]);
  await node.send('extend', [instruction(6, extended, u32(10_240))], [alice]);
  await waitForSlots(node);
  await node.send('upgrade', [upgrade], [alice]);
  await waitForSlots(node);
  await sendCall('call the upgraded program');
  const setAuthority = [w(programData), s(alice.publicKey), r(keyOf('bob').publicKey)];
  await node.send('set authority', [instruction(4, setAuthority)], [alice]);
  await node.send('close without authority', [close(programData, w(program.publicKey))], [alice]);
  const bob = keyOf('bob');
  const closeByBob = instruction(5, [w(programData), w(bob.publicKey), s(bob.publicKey), w(program.publicKey)]);
  await node.send('close', [closeByBob], [bob]);
  await waitForSlots(node);
  await sendCall('call the closed program');
  await node.ask('closed program account', 'getAccountInfo', [program.publicKey.toBase58(), CONFIRMED]);
  await node.ask('closed program data', 'getAccountInfo', [programData.toBase58(), CONFIRMED]);
}

const CONFIRMED = { encoding: 'jsonParsed', commitment: 'confirmed' };

/** A program can be called in the slot after its deployment. */
async function waitForSlots(node: JudgedNode): Promise<void> {
  const slot = await node.value('getSlot', { commitment: 'confirmed' });
  await node.until('two slots more', async () => (await node.value('getSlot', { commitment: 'confirmed' })) > slot + 2);
}
