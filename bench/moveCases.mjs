// What it costs to move a ledger, and to read one that was written to in time.
import bs58 from 'bs58';
import { busyAddress, TOKEN_PROGRAM, tokenAccountAddress, tokenAccounts, walletBytes } from './support/ledgers.mjs';
import { ask } from './support/load.mjs';
import { latency, median, request, rounds, summary } from './support/measure.mjs';
import { library } from './support/processes.mjs';
import { startStillnode } from './support/servers.mjs';

/** 100,000 accounts, and 100,000 transactions in 100 blocks. */
async function ledgerPaths() {
  return [await tokenAccounts(100_000), await busyAddress(100_000)];
}

const ROUNDS = 1000;
const WRITTEN = 10_000;

/** What a script prints that has this ledger in `node`; `times(work)` gives the milliseconds of each of the rounds. */
async function inProcess(code) {
  return library(`
    const node = await createNode({ ledger: ${JSON.stringify(await ledgerPaths())}, maxForks: ${2 * ROUNDS} });
    async function times(work) {
      for (let i = 0; i < 100; i++) await work(i);
      const all = [];
      for (let i = 0; i < ${ROUNDS}; i++) {
        const start = performance.now();
        await work(i);
        all.push(performance.now() - start);
      }
      return all;
    }
    async function bytes() {
      for (let i = 0; i < 4; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 100)); }
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    }
    ${code}`);
}

/** Of the three, the one that takes longest. */
async function isolation() {
  const { fork, revert, snapshot } = await inProcess(`
    const ids = [];
    const fork = await times(() => node.fork());
    const snapshot = await times(async () => { ids.push(await node.snapshot()); });
    const revert = await times((i) => node.revert(ids[i]));
    print({ fork, snapshot, revert });`);
  return [fork, snapshot, revert].map(summary).sort((a, b) => b.median - a.median)[0];
}

async function isolationMemory() {
  const { before, after } = await inProcess(`
    for (let i = 0; i < 100; i++) await node.revert(await node.snapshot());
    const before = await bytes();
    const kept = [];
    for (let i = 0; i < ${ROUNDS}; i++) {
      kept.push(await node.fork());
      await node.revert(await node.snapshot());
    }
    print({ before, after: await bytes(), kept: kept.length });`);
  return summary([(after - before) / ROUNDS / 1024]);
}

async function advance() {
  const { all } = await inProcess('print({ all: await times(() => node.advance()) });');
  return summary(all);
}

async function setAccount() {
  const addresses = Array.from({ length: ROUNDS }, (_, i) => tokenAccountAddress(i));
  const { all } = await inProcess(`
    const addresses = ${JSON.stringify(addresses)};
    print({ all: await times((i) => node.setAccount(addresses[i], { lamports: i + 1 })) });`);
  return summary(all);
}

/** Time for a fork where accounts were written again at a later slot, as they are, over that for the ledger itself. */
async function readWritten(paramsOf) {
  const node = await startStillnode([...(await ledgerPaths()), '--cache-mb', '0', '--max-body-bytes', '1000000']);
  const fork = { url: `${node.url}/fork/written` };
  await ask(node.url, request('stillnode_fork', ['written']));
  for (let first = 0; first < WRITTEN; first += 100) {
    const reply = await ask(fork.url, await writes(fork, first, 100));
    if (reply.includes('"error"')) throw new Error(reply);
  }
  const time = async ({ url }, round) => {
    const times = [];
    for (let i = 0; i < 5; i++) times.push(await latency(url, request('getProgramAccounts', paramsOf(round * 5 + i))));
    return median(times);
  };
  await time(node, 19);
  await time(fork, 19);
  const ratios = await rounds(
    7,
    (i) => time(fork, i),
    (i) => time(node, i),
  );
  await node.stop();
  return summary(ratios);
}

/** A batch that writes accounts as they are. */
async function writes({ url }, first, count) {
  const addresses = Array.from({ length: count }, (_, i) => tokenAccountAddress(first + i));
  const { result } = JSON.parse(await ask(url, request('getMultipleAccounts', [addresses, { encoding: 'base64' }])));
  const calls = addresses.map((address, i) =>
    request('stillnode_setAccount', [address, rpcAccount(result.value[i]), { from: 'processed' }]),
  );
  return `[${calls}]`;
}

/** Its rent epoch is beyond what JSON.parse keeps, so it is left out. */
function rpcAccount({ data, executable, lamports, owner }) {
  return { data, executable, lamports, owner, rentEpoch: 0 };
}

const CONFIG = { commitment: 'processed', encoding: 'base64' };

function ofWallet(i) {
  const filters = [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: bs58.encode(walletBytes(i)) } }];
  return [TOKEN_PROGRAM, { ...CONFIG, filters }];
}

function ofProgram() {
  return [TOKEN_PROGRAM, { ...CONFIG, dataSlice: { offset: 0, length: 0 } }];
}

export const MOVE_CASES = [
  {
    name: 'isolation',
    what: '100,000 accounts and transactions: milliseconds for a fork, a snapshot, a revert; the slowest of them',
    bar: '<= 1',
    run: isolation,
  },
  {
    name: 'isolation-memory',
    what: 'the same: KiB that a fork, a snapshot and a revert take together, over 1,000 of them',
    bar: '<= 64',
    run: isolationMemory,
  },
  { name: 'advance', what: 'the same: milliseconds for advance(1)', bar: '<= 1', run: advance },
  { name: 'set-account', what: 'the same: milliseconds for setAccount', bar: '<= 1', run: setAccount },
  {
    name: 'written-owner',
    what: 'getProgramAccounts by owner, 10,000 accounts written in time: time over that without',
    bar: '<= 2',
    run: () => readWritten(ofWallet),
  },
  {
    name: 'written-all',
    what: 'getProgramAccounts without a filter, the same: time over that without',
    bar: '<= 2',
    run: () => readWritten(ofProgram),
  },
];
