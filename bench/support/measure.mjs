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

/**
 * Requests a second of stillnode over those of a server that sends the same bytes: of `bare`, a route of Fastify that parses the
 * body, or of `raw`, node:http that does not. `ofRaw` is the second ratio beside the first.
 */
export async function againstServers({ args, body, connections = 16, seconds = 2, count = 5, to = 'bare' }) {
  const node = await startStillnode(args);
  const file = path.join(tmpdir(), `stillnode-bench-reply-${process.pid}.json`);
  writeFileSync(file, await ask(node.url, body));
  const raw = await startRaw(file);
  const bare = await startBare(file);
  const perSecond = async ({ url }) => (await runLoad(url, { body, connections, seconds })).perSecond;
  for (const server of [node, raw, bare]) await perSecond(server);
  const ofRaw = [];
  const ofBare = [];
  for (let i = 0; i < count; i++) {
    const [theirs, fastifys, ours] = [await perSecond(raw), await perSecond(bare), await perSecond(node)];
    ofRaw.push(ours / theirs);
    ofBare.push(ours / fastifys);
  }
  for (const server of [node, raw, bare]) await server.stop();
  return to === 'raw' ? summary(ofRaw) : { ...summary(ofBare), ofRaw: median(ofRaw) };
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

/**
 * Microseconds of processor time for a request, above those of a route of Fastify that sends the same bytes. The load of the
 * machine changes them less than rates.
 */
export async function aboveBare({ args, body, connections = 16, seconds = 2, count = 7 }) {
  const node = await startStillnode(args);
  const file = path.join(tmpdir(), `stillnode-bench-reply-${process.pid}.json`);
  writeFileSync(file, await ask(node.url, body));
  const bare = await startBare(file);
  const microseconds = async ({ pid, url }) => {
    const before = processorTicks(pid);
    const { replies } = await runLoad(url, { body, connections, seconds });
    return ((processorTicks(pid) - before) * TICK_MICROSECONDS) / replies;
  };
  for (const server of [node, bare, node, bare]) await microseconds(server);
  const differences = [];
  for (let i = 0; i < count; i++) {
    const theirs = await microseconds(bare);
    differences.push((await microseconds(node)) - theirs);
  }
  for (const server of [node, bare]) await server.stop();
  return summary(differences);
}
