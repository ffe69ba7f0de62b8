// Every figure that docs and README quote: what is measured, against what, and what it must show.
import { readFileSync } from 'node:fs';
import bs58 from 'bs58';
import { CALL_CASES } from './callCases.mjs';
import { MOVE_CASES } from './moveCases.mjs';
import { SEND_CASES } from './sendCases.mjs';
import { SOCKET_CASES } from './socketCases.mjs';
import {
  BUSY_ADDRESS,
  busyAddress,
  largeBlocks,
  signatureOf,
  TOKEN_PROGRAM,
  tokenAccounts,
  walletBytes,
} from './support/ledgers.mjs';
import { ask, runLoad } from './support/load.mjs';
import {
  latency,
  median,
  processorTicks,
  processorTime,
  rateOfRaw,
  request,
  rounds,
  summary,
} from './support/measure.mjs';
import { CREATE_NODE, library, timedProcess } from './support/processes.mjs';
import { startNaive, startServer, startStillnode } from './support/servers.mjs';
import { TEST_CASES } from './testCases.mjs';

const SAMPLE_BLOCK = 1000;
const BLOCKS = 8;
const JSON_BLOCK = { encoding: 'json', maxSupportedTransactionVersion: 0 };

/** Requests for a second of processor time, with the journal over without: other work of the machine does not change it. */
async function journal(body) {
  const file = await busyAddress(10_000);
  const on = await startStillnode([file]);
  const off = await startStillnode([file, '--journal-size', '0']);
  for (const node of [on, off, on, off]) await processorTime(node, { body });
  const ratios = await rounds(
    9,
    () => processorTime(off, { body }),
    () => processorTime(on, { body }),
  );
  await on.stop();
  await off.stop();
  return summary(ratios);
}

function journalOfStatuses() {
  const signatures = Array.from({ length: 20 }, (_, i) => signatureOf(5, i * 3));
  return journal(request('getSignatureStatuses', [signatures, { searchTransactionHistory: true }]));
}

function journalOfSlots() {
  return journal(request('getSlot', [{ commitment: 'confirmed' }]));
}

async function warmBlock() {
  const body = request('getBlock', [SAMPLE_BLOCK, JSON_BLOCK]);
  return rateOfRaw({ args: [await largeBlocks(BLOCKS)], body, connections: 2 });
}

/**
 * An answer for a block that is not kept, over JSON.stringify of that answer. A single answer may meet a garbage collection or a compilation,
 * so every block is asked for three times, after three that count for nothing.
 */
async function coldBlock(encoding, theirs = stringifyTime) {
  const node = await startStillnode([await largeBlocks(BLOCKS), '--cache-mb', '0']);
  const body = (slot) => request('getBlock', [slot, { encoding, maxSupportedTransactionVersion: 0 }]);
  for (let i = 0; i < 3 * BLOCKS; i++) await latency(node.url, body(SAMPLE_BLOCK + (i % BLOCKS)));
  const answer = JSON.parse(await ask(node.url, body(SAMPLE_BLOCK)));
  const ratios = await rounds(
    3 * BLOCKS,
    (i) => latency(node.url, body(SAMPLE_BLOCK + (i % BLOCKS))),
    () => theirs(answer),
  );
  await node.stop();
  return summary(ratios);
}

function stringifyTime(answer) {
  return median(Array.from({ length: 5 }, () => timed(() => JSON.stringify(answer))));
}

function bs58Time(answer) {
  const wires = answer.result.transactions.map(({ transaction }) => bs58.decode(transaction[0]));
  return timed(() => wires.map((wire) => bs58.encode(wire)));
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function ownedBy(wallet) {
  const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: bs58.encode(walletBytes(wallet)) } }];
  return request('getProgramAccounts', [TOKEN_PROGRAM, { encoding: 'base64', filters }]);
}

/** p50 over many wallets, so that no answer is one that was given before. */
async function ownedByLatency(node, from, count) {
  const times = [];
  for (let wallet = from; wallet < from + count; wallet++) times.push(await latency(node.url, ownedBy(wallet)));
  return median(times);
}

async function programAccountsFlat() {
  const large = await startStillnode([await tokenAccounts(1_000_000)]);
  const small = await startStillnode([await tokenAccounts(10_000)]);
  for (const node of [large, small]) await ownedByLatency(node, 0, 30);
  const ratios = await rounds(
    5,
    (i) => ownedByLatency(large, 30 + i * 30, 30),
    (i) => ownedByLatency(small, 30 + i * 30, 30),
  );
  await large.stop();
  await small.stop();
  return summary(ratios);
}

async function programAccountsFirst() {
  const file = await tokenAccounts(1_000_000);
  const ratios = await rounds(
    3,
    async () => firstLatency(await startStillnode([file]), ownedBy(3)),
    async () => firstLatency(await startNaive(file), ownedBy(3)),
  );
  return summary(ratios);
}

async function firstLatency(server, body) {
  await ask(server.url, request('getMultipleAccounts', [[TOKEN_PROGRAM], { encoding: 'base64' }]));
  const time = await latency(server.url, body);
  await server.stop();
  return time;
}

/** The time of a page of a busy address, of a million transactions over that of ten thousand. @param callAt `place` is a slot and an index in it */
async function pageFlat(callAt) {
  const started = async (count, nodeArgs) =>
    startStillnode([await busyAddress(count), '--extensions', 'all'], nodeArgs);
  const large = await started(1_000_000, ['--max-old-space-size=12288']);
  const small = await started(10_000);
  const page = async (node, blocks, i) => {
    const place = { slot: 1 + ((i * 7919) % (blocks - 2)) + 1, index: (i * 31) % 1000 };
    return latency(node.url, request(...callAt(place, i)));
  };
  const pages = async (node, blocks, round) => {
    const times = [];
    for (let i = 0; i < 40; i++) times.push(await page(node, blocks, round * 40 + i));
    return median(times);
  };
  await pages(large, 1000, 9);
  await pages(small, 10, 9);
  const ratios = await rounds(
    5,
    (i) => pages(large, 1000, i),
    (i) => pages(small, 10, i),
  );
  await large.stop();
  await small.stop();
  return summary(ratios);
}

function signaturesFlat() {
  return pageFlat(({ index, slot }) => [
    'getSignaturesForAddress',
    [BUSY_ADDRESS, { limit: 1000, before: signatureOf(slot, index) }],
  ]);
}

/** In both orders, from a place in the middle, and with each filter in turn. */
function transactionsFlat() {
  return pageFlat(({ index, slot }, i) => {
    const filters = [
      {},
      { slot: { lte: slot } },
      { blockTime: { gte: 1_700_000_000 + slot } },
      { tokenAccounts: 'all' },
    ];
    const config = {
      limit: 1000,
      sortOrder: i % 2 === 0 ? 'asc' : 'desc',
      paginationToken: `${slot}:${index}`,
      filters: filters[i % 4],
    };
    return ['getTransactionsForAddress', [BUSY_ADDRESS, config]];
  });
}

/** Bytes a token account takes once loaded, over those that say something. */
async function memory() {
  const information = 165 + 32 + 32 + 24;
  const file = await tokenAccounts(1_000_000);
  const { bytes } = library(`
    const node = await createNode({ ledger: [${JSON.stringify(file)}] });
    for (let i = 0; i < 4; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 100)); }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    print({ bytes: heapUsed + arrayBuffers, kept: node.counts });`);
  return summary([bytes / 1_000_000 / information]);
}

async function loadAccounts() {
  const file = await tokenAccounts(1_000_000);
  return loadRate(3, file, {
    imports: `import { createReadStream } from 'node:fs'; import { createInterface } from 'node:readline';`,
    work: `for await (const line of createInterface({ input: createReadStream(${JSON.stringify(file)}) })) JSON.parse(line);`,
  });
}

async function loadBlocks() {
  const folder = await largeBlocks(BLOCKS);
  return loadRate(5, folder, {
    imports: `import { readdirSync, readFileSync } from 'node:fs'; const folder = ${JSON.stringify(`${folder}/`)};`,
    work: `for (const file of readdirSync(folder)) JSON.parse(readFileSync(folder + file, 'utf8'));`,
  });
}

/** Our rate over that of `parse`; every load and every parse has a process of its own. */
async function loadRate(count, path, parse) {
  const load = { imports: CREATE_NODE, work: `await createNode({ ledger: [${JSON.stringify(path)}] });` };
  const ratios = await rounds(
    count,
    () => 1 / timedProcess(load),
    () => 1 / timedProcess(parse),
  );
  return summary(ratios);
}

const BARE = `require('node:http').createServer((request, response) => {
  request.on('data', () => {}); request.on('end', () => response.end('{}'));
}).listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;

async function startUp() {
  const firstAnswer = async (server) => {
    await ask(server.url, request('getBlock', [310]));
    const time = performance.now() - server.startedAt;
    await server.stop();
    return time;
  };
  const ours = async () => firstAnswer(await startStillnode([]));
  const bare = async () => firstAnswer(await startServer(['-e', BARE]));
  await ours();
  return summary(await rounds(11, ours, bare));
}

async function idle() {
  const node = await startStillnode([]);
  const bare = await startServer(['-e', BARE]);
  await ask(node.url, request('getBlock', [310]));
  await ask(bare.url, '{}');
  const before = processorTicks(node.pid);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const ticks = processorTicks(node.pid) - before;
  if (ticks > 1) throw new Error(`${ticks} ticks of processor time in five idle seconds`);
  const ratio = residentBytes(node.pid) / residentBytes(bare.pid);
  await node.stop();
  await bare.stop();
  return summary([ratio]);
}

function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

const SOAK_BODIES = [
  request('getBlock', [1001, { transactionDetails: 'signatures' }]),
  request('getTransaction', [signatureOf(SAMPLE_BLOCK, 3), JSON_BLOCK]),
  request('getSignatureStatuses', [[signatureOf(SAMPLE_BLOCK, 5)]]),
  request('getBlock', ['x']),
  '{"jsonrpc":"2.0","id":1,"method":',
  '[]',
  request('noSuchMethod', []),
];

/** p99 over p50 under a minute of mixed load, malformed requests included; memory is compared after 10 s and at the end. */
async function soak() {
  const node = await startStillnode([await largeBlocks(BLOCKS)]);
  const share = Math.floor(64 / SOAK_BODIES.length);
  const load = (seconds) =>
    Promise.all(SOAK_BODIES.map((body) => runLoad(node.url, { body, connections: share, seconds })));
  await load(10);
  const before = residentBytes(node.pid);
  const results = await load(50);
  const growth = residentBytes(node.pid) / before;
  await node.stop();
  if (growth > 1.2) throw new Error(`memory grew by ${growth.toFixed(2)} in the last 50 s`);
  return summary(results.map(({ p50, p99 }) => p99 / p50));
}

/** `bar`: what the ratio must be at least or at most. */
export const CASES = [
  ...TEST_CASES,
  ...CALL_CASES,
  {
    name: 'journal',
    what: 'getSignatureStatuses, 20 signatures: requests for a second of processor time with the journal over without',
    bar: '>= 0.95',
    run: journalOfStatuses,
  },
  {
    name: 'journal-small',
    what: 'the same of getSlot',
    bar: '>= 0.95',
    run: journalOfSlots,
  },
  {
    name: 'block-warm',
    what: 'getBlock, 1,500 transactions, warm: requests/s over node:http with the same bytes',
    bar: '>= 0.80',
    run: warmBlock,
  },
  {
    name: 'block-json',
    what: 'getBlock, json, not cached: time over JSON.stringify of the answer',
    bar: '<= 2.3',
    run: () => coldBlock('json'),
  },
  {
    name: 'block-parsed',
    what: 'getBlock, jsonParsed, not cached: time over JSON.stringify of the answer',
    bar: '<= 4.5',
    run: () => coldBlock('jsonParsed'),
  },
  {
    name: 'block-base58',
    what: 'getBlock, base58, not cached: time over bs58 of the same transactions',
    bar: '<= 0.10',
    run: () => coldBlock('base58', bs58Time),
  },
  {
    name: 'owner-flat',
    what: 'getProgramAccounts by owner, 1,000,000 accounts: p50 over that with 10,000',
    bar: '<= 3',
    run: programAccountsFlat,
  },
  { name: 'owner-first', what: 'the first such call: time over a naive scan', bar: '<= 1', run: programAccountsFirst },
  {
    name: 'signatures-flat',
    what: 'getSignaturesForAddress, limit 1,000, 1,000,000 signatures: p50 over that with 10,000',
    bar: '<= 1.5',
    run: signaturesFlat,
  },
  {
    name: 'transactions-flat',
    what: 'getTransactionsForAddress, limit 1,000, in both orders and with filters, 1,000,000 transactions: p50 over that with 10,000',
    bar: '<= 1.5',
    run: transactionsFlat,
  },
  { name: 'memory', what: '1,000,000 token accounts: bytes over bytes of information', bar: '<= 3', run: memory },
  { name: 'load-accounts', what: 'loading them: rate over JSON.parse line by line', bar: '>= 0.45', run: loadAccounts },
  { name: 'load-blocks', what: 'loading recorded blocks: rate over JSON.parse', bar: '>= 0.3', run: loadBlocks },
  {
    name: 'start',
    what: 'process start to first answer: time over a bare node:http server',
    bar: '<= 3.2',
    run: startUp,
  },
  { name: 'idle', what: 'resident memory over a bare node:http server', bar: '<= 2', run: idle },
  ...MOVE_CASES,
  ...SOCKET_CASES,
  ...SEND_CASES,
  { name: 'soak', what: 'a minute of mixed load, 64 connections: p99 over p50', bar: '<= 5', run: soak },
];
