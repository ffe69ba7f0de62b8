import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

/** Counts the intervals that run. A forgotten node is one that nothing of the program refers to. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
const { clearInterval, setInterval } = globalThis;
// time that passes does not keep a process alive
const alive = setInterval(() => {}, 1000);
let running = new Set();
let started = 0;
globalThis.setInterval = (run, ms) => {
  const interval = setInterval(run, ms);
  // the one that holds the process while something waits belongs to no node
  if (ms < 1000) { running.add(interval); started++; }
  return interval;
};
globalThis.clearInterval = (interval) => { running.delete(interval); clearInterval(interval); };
const { createNode } = await import('stillnode');
const make = () => createNode({ dialect: 'agave', slotTime: 5 });
const collect = async () => { await setTimeout(1); gc(); };
const BODY = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"commitment":"processed"}]}';
const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: BODY };
const ways = {
  node: async () => { const node = await make(); return () => node.request('getSlot', [{ commitment: 'processed' }]); },
  fetch: async () => { const { fetch } = await make(); return async () => (await (await fetch('http://x/', POST)).json()).result; },
  transport: async () => {
    const transport = (await make()).transport();
    return async () => Number((await transport({ payload: JSON.parse(BODY) })).result);
  },
  subscription: async () => { const slots = (await make()).subscribe('slot'); return async () => (await slots.next()).value.slot; },
};
const seen = {};
for (const way of Object.values(ways)) await (await way())();
const aborted = new AbortController();
(await make()).subscriptionsTransport()({ execute: async () => {}, signal: aborted.signal });
aborted.abort();
while (running.size > 0) await collect();
seen.nothing = started;
for (const [name, way] of Object.entries(ways)) {
  // what the way before held may go on for a while
  running = new Set();
  const slotNow = await way();
  const first = await slotNow();
  for (let i = 0; i < 8; i++) await collect();
  let slot = first;
  while (slot < first + 5) { slot = await slotNow(); await collect(); }
  seen[name] = running.size;
}
console.log(JSON.stringify(seen));
clearInterval(alive);
`;

let seen: Readonly<Record<string, number>>;

beforeAll(async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: process.cwd(), timeout: 50_000 });
  seen = JSON.parse(stdout) as Record<string, number>;
}, 60_000);

it('time of a node without a port ends when nothing refers to the node', () => {
  expect(seen.nothing).toBe(5);
});

it.each(['node', 'fetch', 'transport', 'subscription'])('time passes while something holds the %s', (held) => {
  expect(seen[held]).toBe(1);
});
