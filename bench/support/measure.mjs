// Rounds of two things in turn, so that a drift of the machine's speed hits both, and what to say of their ratios.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, runLoad } from './load.mjs';
import { startBare, startRaw, startStillnode } from './servers.mjs';

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** @returns the ratio of each round, ours over theirs */
export async function rounds(count, ours, theirs) {
  const ratios = [];
  for (let i = 0; i < count; i++) {
    const reference = await theirs(i);
    ratios.push((await ours(i)) / reference);
  }
  return ratios;
}

export function summary(ratios) {
  return { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios), rounds: ratios.length };
}

export function request(method, params) {
  return JSON.stringify({ jsonrpc: '2.0', id: '1', method, params });
}

/** Requests a second of stillnode over those of node:http with the same bytes, which does not parse the body. */
export async function rateOfRaw({ args, body, connections = 16, seconds = 2, count = 5 }) {
  const node = await startStillnode(args);
  const file = path.join(tmpdir(), `stillnode-bench-reply-${process.pid}.json`);
  writeFileSync(file, await ask(node.url, body));
  const raw = await startRaw(file);
  const perSecond = async ({ url }) => (await runLoad(url, { body, connections, seconds })).perSecond;
  for (const server of [node, raw]) await perSecond(server);
  const ratios = await rounds(
    count,
    () => perSecond(node),
    () => perSecond(raw),
  );
  for (const server of [node, raw]) await server.stop();
  return summary(ratios);
}

/** Milliseconds from the sending of one request to the last byte of its reply. */
export async function latency(url, body) {
  return (await runLoad(url, { body, connections: 1, seconds: 0 })).p50;
}

/** Hundredths of a second that a process has worked. */
export function processorTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const TICK_MICROSECONDS = 10_000;

/** Enough of them for one part in a hundred, and for code that V8 has compiled. */
const REQUESTS = 20_000;

/** Microseconds of processor time for one request. The load of the machine changes them less than rates. */
export async function processorTime({ pid, url }, { body, connections = 16, requests = REQUESTS }) {
  const before = processorTicks(pid);
  const { replies } = await runLoad(url, { body, connections, requests });
  return ((processorTicks(pid) - before) * TICK_MICROSECONDS) / replies;
}

/** Processor time for a request, ours and that of a route of Fastify that sends the same bytes, in each of five rounds after two that count for nothing. */
async function besideBare({ args, body, count = 5 }) {
  const node = await startStillnode(args);
  const file = path.join(tmpdir(), `stillnode-bench-reply-${process.pid}.json`);
  writeFileSync(file, await ask(node.url, body));
  const bare = await startBare(file);
  for (const server of [node, bare, node, bare]) await processorTime(server, { body });
  const pairs = [];
  for (let i = 0; i < count; i++) {
    const theirs = await processorTime(bare, { body });
    pairs.push({ theirs, ours: await processorTime(node, { body }) });
  }
  for (const server of [node, bare]) await server.stop();
  return pairs;
}

/** Microseconds of processor time for a request, above those of a bare route. */
export async function aboveBare(load) {
  return summary((await besideBare(load)).map(({ ours, theirs }) => ours - theirs));
}

/** Requests for a second of processor time, over those of a bare route. */
export async function rateOfBare(load) {
  return summary((await besideBare(load)).map(({ ours, theirs }) => theirs / ours));
}
