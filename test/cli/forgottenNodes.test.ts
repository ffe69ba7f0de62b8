import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Counts the intervals that run. A forgotten node is one that nothing of the program refers to. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
const { clearInterval, setInterval } = globalThis;
// time that passes does not keep a process alive
const alive = setInterval(() => {}, 1000);
const running = new Set();
let started = 0;
globalThis.setInterval = (...args) => { const interval = setInterval(...args); running.add(interval); started++; return interval; };
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
const keep = process.argv[1];
if (keep === 'nothing') {
  for (const way of Object.values(ways)) await (await way())();
  const aborted = new AbortController();
  (await make()).subscriptionsTransport()({ execute: async () => {}, signal: aborted.signal });
  aborted.abort();
  while (running.size > 0) await collect();
  console.log(started);
} else {
  const slotNow = await ways[keep]();
  const first = await slotNow();
  for (let i = 0; i < 8; i++) await collect();
  let slot = first;
  while (slot < first + 5) { slot = await slotNow(); await collect(); }
  console.log(running.size);
}
clearInterval(alive);
`;

async function run(keep: string): Promise<string> {
  const args = ['--expose-gc', '--input-type=module', '--eval', PROGRAM, keep];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: process.cwd() });
  return stdout;
}

it('time of a node without a port ends when nothing refers to the node', { timeout: 60_000 }, async () => {
  expect(await run('nothing')).toBe('5\n');
});

it.each(['node', 'fetch', 'transport', 'subscription'])(
  'time passes while something holds the %s',
  { timeout: 60_000 },
  async (held) => {
    expect(await run(held)).toBe('1\n');
  },
);
