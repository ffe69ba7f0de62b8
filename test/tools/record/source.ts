import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LedgerNode, type RunningNode, startNode } from '../../../src/node/createNode.ts';
import { ExchangeFolder } from '../../../src/tools/record/exchange.ts';
import { RealNode } from '../../../src/tools/record/realNode.ts';
import { type RecordResult, record } from '../../../src/tools/record/record.ts';
import type { Subject } from '../../../src/tools/record/subjects.ts';
import { folder } from '../../cli/command.ts';
import { type Behaviour, startProxy, type UpstreamProxy } from '../../support/upstreamProxy.ts';

/** A node that answers as a real one does, behind a proxy, and a folder to record it to. */

export interface Source {
  readonly upstream: RunningNode;
  readonly proxy: UpstreamProxy;
  /** of the folder */
  readonly path: string;
  /** The same as the command, without its output; waits take no time. */
  run(subjects: readonly Subject[], behaviour?: Behaviour, client?: RealNode): Promise<RecordResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startSource(ledger: (string | object)[]): Promise<Source> {
  const upstream = await startNode({ ledger, dialect: 'agave' });
  const proxy = await startProxy(upstream.url);
  const path = folder();
  return {
    upstream,
    proxy,
    path,
    run: (subjects, behaviour = () => undefined, client = new RealNode(proxy.url, { wait: async () => {} })) => {
      proxy.behave(behaviour);
      return record(subjects, client, new ExchangeFolder(path));
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}

/** The texts of all files, by their names. */
export function filesOf(path: string): Record<string, string> {
  const names = readdirSync(path).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

/** The members of `ledger.json`. */
export function ledgerJsonOf(path: string): unknown {
  return JSON.parse(readFileSync(join(path, 'ledger.json'), 'utf8'));
}

/** The names of the files without their hashes. */
export function namesOf(path: string): string[] {
  return readdirSync(path)
    .map((name) => name.replace(/-[0-9a-f]{10}\.json$/, ''))
    .sort();
}

function answer(node: LedgerNode, [method, ...params]: readonly unknown[]): Promise<string> {
  return node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), 'agave');
}

/** The calls that two nodes answer differently, with both answers. */
export async function differences(
  a: LedgerNode,
  b: LedgerNode,
  calls: Iterable<readonly unknown[]>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const call of calls) {
    const [one, other] = [await answer(a, call), await answer(b, call)];
    if (one !== other) found.push(`${JSON.stringify(call)}\n${one}${other}`);
  }
  return found;
}
