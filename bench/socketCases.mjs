// What it costs to tell many clients over WebSockets.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shortLedger } from './support/ledgers.mjs';
import { rounds, summary } from './support/measure.mjs';
import { library, SOCKET_CLIENTS, socketClients } from './support/processes.mjs';
import { startBareSockets, startStillnode } from './support/servers.mjs';

const CONNECTIONS = 1000;
const MOVES = 100;
const CYCLES = 10_000;
const ROUNDS = 3;

let measured;

/** The p99 of ours in milliseconds, and its ratio to that of a server that sends the same bytes; once in a run of the benchmark. */
function fanOut() {
  measured ??= measureFanOut();
  return measured;
}

async function measureFanOut() {
  const node = await startStillnode([await shortLedger()]);
  const file = path.join(tmpdir(), `stillnode-bench-told-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(socketClients('record', node.url, 1, MOVES)));
  const bare = await startBareSockets(file);
  const times = [];
  const p99 = ({ url }) => socketClients('measure', url, CONNECTIONS, MOVES).p99;
  const ratios = await rounds(
    ROUNDS,
    () => {
      times.push(p99(node));
      return times.at(-1);
    },
    () => p99(bare),
  );
  await node.stop();
  await bare.stop();
  return { ratios, times };
}

/** What a script prints that has a node of its own at `url`, and can start clients of it. */
async function besideClients(code) {
  return library(`
    import { spawn } from 'node:child_process';
    import { once } from 'node:events';
    const node = await createNode({ ledger: [${JSON.stringify(await shortLedger())}] });
    const { close, wsUrl } = await node.listen({ port: 0 });
    async function clients(what, count) {
      const child = spawn(process.execPath, [${JSON.stringify(SOCKET_CLIENTS)}, what, wsUrl, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      return child;
    }
    async function bytes() {
      for (let i = 0; i < 4; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 100)); }
      return process.memoryUsage();
    }
    ${code}
    await close();`);
}

async function idle() {
  const { before, after } = await besideClients(`
    const holding = [await clients('hold', 200)];
    const before = (await bytes()).rss;
    const after = [];
    for (let i = 0; i < ${ROUNDS}; i++) {
      holding.push(await clients('hold', ${CONNECTIONS}));
      after.push((await bytes()).rss);
    }
    print({ before, after });
    for (const child of holding) child.kill();`);
  return summary(after.map((bytes, i) => (bytes - (after[i - 1] ?? before)) / CONNECTIONS / 1024));
}

async function cycles() {
  const { kept } = await besideClients(`
    const kept = [];
    for (let i = 0; i <= ${ROUNDS}; i++) {
      (await clients('cycles', ${CYCLES})).kill();
      const { arrayBuffers, heapUsed } = await bytes();
      kept.push(arrayBuffers + heapUsed);
    }
    print({ kept });`);
  return summary(kept.slice(1).map((bytes, i) => bytes / kept[i]));
}

export const SOCKET_CASES = [
  {
    name: 'sockets',
    what: '1,000 WebSockets with 4 subscriptions each, 100 advances: p99 from the move to the arrival over that of `ws` with the same bytes',
    bar: '<= 2',
    run: async () => summary((await fanOut()).ratios),
  },
  {
    name: 'sockets-time',
    what: 'the same: milliseconds from the move to the arrival, p99',
    bar: '<= 50',
    run: async () => summary((await fanOut()).times),
  },
  { name: 'sockets-idle', what: '1,000 idle WebSockets: resident KiB of each', bar: '<= 20', run: idle },
  {
    name: 'sockets-cycles',
    what: '10,000 subscriptions that begin and end: memory after them over that before',
    bar: '<= 1.05',
    run: cycles,
  },
];
