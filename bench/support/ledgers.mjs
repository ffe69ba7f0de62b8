// Large ledgers for the benchmark, written once into a folder for temporary files.

import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { base58, randomBytes } from './random.mjs';

const FOLDER = path.join(tmpdir(), 'stillnode-bench-3');
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const MINTS = 20;
/** accounts of one wallet */
const PER_OWNER = 50;

async function once1(name, write) {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, name);
  if (existsSync(file)) return file;
  process.stderr.write(`writing ${file}\n`);
  await write(`${file}.part`);
  renameSync(`${file}.part`, file);
  return file;
}

async function writeLines(file, lines) {
  const stream = createWriteStream(file, { highWaterMark: 1 << 20 });
  for (const line of lines) if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}

/** The wallet that owns token accounts number 50 n to 50 n + 49. */
export function walletBytes(n) {
  return randomBytes(1_000_000_007 + n)(32);
}

/** `count` token accounts of 165 bytes as one .jsonl. */
export function tokenAccounts(count) {
  return once1(`accounts-${count}.jsonl`, (file) => writeLines(file, tokenAccountLines(count)));
}

export function tokenAccountAddress(n) {
  return base58(randomBytes(n + 1)(32));
}

function* tokenAccountLines(count) {
  const mints = Array.from({ length: MINTS }, (_, i) => randomBytes(2_000_000_011 + i)(32));
  let wallet = Buffer.alloc(32);
  for (let i = 0; i < count; i++) {
    if (i % PER_OWNER === 0) wallet = walletBytes(i / PER_OWNER);
    const data = Buffer.alloc(165);
    mints[i % MINTS].copy(data, 0);
    wallet.copy(data, 32);
    data.writeBigUInt64LE(BigInt(i) * 1_000_003n, 64);
    data[108] = 1;
    yield `{"pubkey":"${tokenAccountAddress(i)}","account":{"lamports":2039280,"data":["${data.toString('base64')}","base64"],"owner":"${TOKEN_PROGRAM}","executable":false,"rentEpoch":18446744073709551615,"space":165}}`;
  }
}

/** Three empty blocks with a tip each, and sysvars. Slots are of one length for long. */
export function shortLedger() {
  const [finalized, confirmed, processed] = [100_000, 100_001, 100_002];
  const script = { cluster: 'localnet', finalized, confirmed, slots: [{ from: finalized, to: processed }] };
  return once1('short.ledger.json', (file) => writeFileSync(file, JSON.stringify(script)));
}

/** A folder of `count` blocks with 1,500 transactions of up to 1,232 bytes each; a block is about 5 MB of json. */
export async function largeBlocks(count) {
  mkdirSync(path.join(FOLDER, 'blocks'), { recursive: true });
  for (let i = 0; i < count; i++)
    await once1(`blocks/${1000 + i}.json`, (file) =>
      writeFileSync(file, JSON.stringify(blockOf(1000 + i, 1500, largeTransaction))),
    );
  return path.join(FOLDER, 'blocks');
}

/** `count` transactions of one address as a .jsonl of blocks with 1,000 each. */
export function busyAddress(count) {
  return once1(`signatures-${count}.jsonl`, (file) => writeLines(file, busyBlocks(count / 1000)));
}

export const BUSY_ADDRESS = base58(randomBytes(77)(32));

function* busyBlocks(blocks) {
  for (let slot = 1; slot <= blocks; slot++)
    yield JSON.stringify({ slot, block: blockOf(slot, 1000, smallTransaction) });
}

export function signatureOf(slot, index) {
  return base58(signatureBytes(slot, index));
}

function signatureBytes(slot, index) {
  return randomBytes(slot * 100_000 + index + 3)(64);
}

function blockOf(slot, count, transactionAt) {
  return {
    blockHeight: slot,
    blockTime: 1_700_000_000 + slot,
    blockhash: base58(randomBytes(slot + 5_000_000)(32)),
    parentSlot: slot - 1,
    previousBlockhash: base58(randomBytes(slot + 4_999_999)(32)),
    rewards: [],
    transactions: Array.from({ length: count }, (_, i) => transactionAt(slot, i)),
  };
}

/** A pool of addresses as on a real chain: a few programs everywhere, many wallets. */
const POOL = Array.from({ length: 5000 }, (_, i) => randomBytes(3_000_000_019 + i)(32));

function smallTransaction(slot, index) {
  const keys = [randomBytes(slot * 1000 + index)(32), randomBytes(77)(32), Buffer.alloc(32)];
  const data = Buffer.from('02000000e803000000000000', 'hex');
  return entry(slot, index, keys, [{ program: 2, accounts: [0, 1], data }], { inner: [], logs: [] });
}

/** bytes of instruction data: mostly short, as on a real chain, and some that fill the packet */
const DATA_SIZES = [9, 12, 17, 24, 41, 9, 12, 64, 24, 300];

function largeTransaction(slot, index) {
  const random = randomBytes(slot * 10_000 + index);
  const count = 14;
  const keys = Array.from({ length: count }, (_, i) =>
    i === 0 ? random(32) : POOL[random(2).readUInt16LE() % (i < 4 ? 40 : POOL.length)],
  );
  const size = DATA_SIZES[index % DATA_SIZES.length];
  const instructions = [0, 1].map((i) => ({
    program: count - 1 - i,
    accounts: [0, 1, 2, 3, 4, 5, 6, 7],
    data: random(size),
  }));
  const inner = [
    {
      index: 0,
      instructions: Array.from({ length: 4 }, () => ({
        accounts: [1, 2, 3],
        data: base58(random(9)),
        programIdIndex: 12,
        stackHeight: 2,
      })),
    },
  ];
  const logs = Array.from(
    { length: 12 },
    (_, i) => `Program ${base58(POOL[i])} consumed ${1000 + i} of 200000 compute units`,
  );
  return entry(slot, index, keys, instructions, { inner, logs });
}

function entry(slot, index, keys, instructions, { inner, logs }) {
  const short = (n) => (n < 128 ? Buffer.of(n) : Buffer.of((n & 0x7f) | 0x80, n >> 7));
  const wire = Buffer.concat([
    Buffer.of(1),
    signatureBytes(slot, index),
    Buffer.of(1, 0, 1, keys.length),
    ...keys,
    randomBytes(slot)(32),
    short(instructions.length),
    ...instructions.flatMap(({ accounts, data, program }) => [
      Buffer.of(program, accounts.length, ...accounts),
      short(data.length),
      data,
    ]),
  ]);
  const balances = keys.map((_, i) => 1_000_000_000 + i * 77_777 + index);
  return {
    meta: {
      computeUnitsConsumed: 150 + index,
      err: null,
      fee: 5000,
      innerInstructions: inner,
      loadedAddresses: { readonly: [], writable: [] },
      logMessages: logs,
      postBalances: balances,
      postTokenBalances: [],
      preBalances: balances,
      preTokenBalances: [],
      rewards: [],
      status: { Ok: null },
    },
    transaction: [wire.toString('base64'), 'base64'],
    version: 'legacy',
  };
}
