import { type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { type JudgedNode, keyOf } from './judgedNode.ts';
import { TOKEN, TOKEN_2022, TokenInstructions } from './tokenInstructions.ts';

/** Mints of Token-2022 with extensions: transfer fees, a pointer to metadata and the metadata, frozen accounts, and an end. */

const alice = keyOf('alice');
const bob = keyOf('bob');
const CONFIRMED = { commitment: 'confirmed' };

type Meta = readonly [PublicKey, 'r' | 'w' | 's' | 'sw'];

function token2022(keys: readonly Meta[], ...data: readonly (number | Uint8Array)[]): TransactionInstruction {
  return new TransactionInstruction({
    programId: TOKEN_2022,
    keys: keys.map(([pubkey, right]) => ({ pubkey, isSigner: right.includes('s'), isWritable: right.includes('w') })),
    data: Buffer.concat(data.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
  });
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, value >> 8);
}

function u64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function text(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  return Buffer.concat([u16(bytes.length), u16(0), bytes]);
}

const authority = alice.publicKey.toBytes();

/** A mint with its extensions, which are initialized before it. */
async function createMint(
  node: JudgedNode,
  name: string,
  space: number,
  initialize: (mint: PublicKey, tokens: TokenInstructions) => readonly TransactionInstruction[],
): Promise<TokenInstructions> {
  const mint = keyOf(name);
  const tokens = new TokenInstructions(TOKEN_2022, mint.publicKey, alice.publicKey);
  const create = SystemProgram.createAccount({
    ...{ fromPubkey: alice.publicKey, newAccountPubkey: mint.publicKey, programId: TOKEN_2022, space },
    // also for what is written into it later
    lamports: await node.value('getMinimumBalanceForRentExemption', space + 300),
  });
  await node.send(name, [create, ...initialize(mint.publicKey, tokens)], [alice, mint]);
  return tokens;
}

async function readMint(node: JudgedNode, name: string): Promise<void> {
  for (const encoding of ['base64', 'jsonParsed'])
    await node.ask(`${name} account ${encoding}`, 'getAccountInfo', [
      keyOf(name).publicKey.toBase58(),
      { ...CONFIRMED, encoding },
    ]);
}

const BASE = 166;
const TLV = 4;

export async function sendExtensions(node: JudgedNode): Promise<void> {
  await sendFees(node);
  await sendMetadata(node);
  await sendClosable(node);
}

async function sendFees(node: JudgedNode): Promise<void> {
  const name = 'mint with fees';
  const mint = keyOf(name).publicKey;
  const tokens = await createMint(node, name, BASE + TLV + 108, (key, tokens) => [
    token2022([[key, 'w']], 26, 0, 1, authority, 1, authority, u16(100), u64(5000)),
    tokens.initializeMint(),
  ]);
  const accounts = [tokens.createAccount(alice.publicKey, false), tokens.createAccount(bob.publicKey, false)];
  await node.send(`${name}: accounts`, accounts, [alice]);
  await node.send(`${name}: mintTo`, [tokens.mintTo(alice.publicKey, 1_000_000)], [alice]);
  const [ofAlice, ofBob] = [tokens.accountOf(alice.publicKey), tokens.accountOf(bob.publicKey)];
  const metas = [
    [ofAlice, 'w'],
    [mint, 'r'],
    [ofBob, 'w'],
    [alice.publicKey, 's'],
  ] as const;
  await node.send(`${name}: transferChecked`, [tokens.transferChecked(bob.publicKey, 10_000)], [alice]);
  const withFee = (fee: number) => token2022(metas, 26, 1, u64(20_000), 6, u64(fee));
  await node.send(`${name}: transferCheckedWithFee`, [withFee(200)], [alice]);
  await node.send(`${name}: another fee`, [withFee(199)], [alice]);
  const harvest = token2022(
    [
      [mint, 'w'],
      [ofBob, 'w'],
    ],
    26,
    4,
  );
  await node.send(`${name}: harvest`, [harvest], [alice]);
  await readMint(node, name);
  const account = [ofBob.toBase58(), { ...CONFIRMED, encoding: 'jsonParsed' }];
  await node.ask(`${name}: account of bob`, 'getAccountInfo', account);
}

async function sendMetadata(node: JudgedNode): Promise<void> {
  const name = 'mint with metadata';
  const mint = keyOf(name).publicKey;
  await createMint(node, name, BASE + TLV + 64, (key, tokens) => [
    token2022([[key, 'w']], 39, 0, authority, key.toBytes()),
    tokens.initializeMint(),
  ]);
  // spl_token_metadata_interface: initialize_account, updating_field
  const initialize = token2022(
    [
      [mint, 'w'],
      [alice.publicKey, 'r'],
      [mint, 'r'],
      [alice.publicKey, 's'],
    ],
    Buffer.from('d2e11ea258b84d8d', 'hex'),
    text('Judged'),
    text('JDG'),
    text('https://example.com/judged.json'),
  );
  await node.send(`${name}: initialize`, [initialize], [alice]);
  const update = token2022(
    [
      [mint, 'w'],
      [alice.publicKey, 's'],
    ],
    Buffer.from('dde9312db5cadcc8', 'hex'),
    3,
    text('color'),
    text('green'),
  );
  await node.send(`${name}: update`, [update], [alice]);
  await readMint(node, name);
}

async function sendClosable(node: JudgedNode): Promise<void> {
  const name = 'mint that is closed';
  const mint = keyOf(name).publicKey;
  // accounts are frozen at first
  const tokens = await createMint(node, name, BASE + TLV + 32 + TLV + 1, (key) => [
    token2022([[key, 'w']], 25, 1, authority),
    token2022([[key, 'w']], 28, 0, 2),
    token2022([[key, 'w']], 20, 6, authority, 1, authority),
  ]);
  await node.send(`${name}: account`, [tokens.createAccount(alice.publicKey, false)], [alice]);
  await node.send(`${name}: mintTo`, [tokens.mintTo(alice.publicKey, 1)], [alice]);
  await readMint(node, name);
  const close = token2022(
    [
      [mint, 'w'],
      [alice.publicKey, 'w'],
      [alice.publicKey, 's'],
    ],
    9,
  );
  await node.send(`${name}: close`, [close], [alice]);
  await node.send(`${name}: account afterwards`, [tokens.createAccount(bob.publicKey, false)], [alice]);
  await readMint(node, name);
  for (const program of [TOKEN, TOKEN_2022]) {
    const nowhere = new TokenInstructions(program, keyOf('mint that never was').publicKey, alice.publicKey);
    const created = [nowhere.createAccount(bob.publicKey, false)];
    await node.send(`account of a mint that never was: ${program.toBase58()}`, created, [alice]);
  }
}
