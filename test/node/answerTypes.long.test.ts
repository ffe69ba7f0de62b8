import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TIP_ACCOUNTS } from '../../src/extensions/bundles/tipAccounts.ts';
import { EXTENSION_NAMES } from '../../src/extensions/index.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { createNode, keypair, ledger, sol } from '../../src/index.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { SEND_METHODS } from '../../src/rpc/sending/index.ts';
import type { Blockhash } from '../../src/solana/address.ts';
import { idOf, tipTo } from '../support/bundles.ts';
import { loadClientLedger } from '../support/clientLedger.ts';
import { everyCall } from '../support/everyCall.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { base64 } from '../support/sends.ts';
import { legacyBytes, transfer } from '../support/sentTransactions.ts';

const SCRIPT = ledger({ cluster: 'localnet', agave: '4.5' })
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .block(10, (b) => b.transfer('alice', 'bob', sol(1)));

it('the types of answers are those of every answer', { timeout: 120_000 }, async () => {
  const sample = await loadLedger([SAMPLE_LEDGER]);
  const recorded = await loadClientLedger();
  const scripted = await createNode({ ledger: SCRIPT, extensions: true });
  const lines = [
    ...(await typedCalls(nodeOver(sample, { extensions: true }), everyCall(sample.state))),
    ...(await typedCalls(nodeOver(recorded, { extensions: true }), everyCall(recorded.state))),
    ...(await typedCalls(scripted, await sends(scripted))),
  ];
  const asked = new Set(lines.map((line) => /'(\w+)'/.exec(line)?.[1]));
  const names = [...METHODS.keys(), ...SEND_METHODS.keys(), ...EXTENSION_NAMES];
  expect(names.filter((name) => !asked.has(name))).toEqual([]);
  const known = Object.fromEntries(names.map((name) => [name, true]));
  expect(compile([`const names: Record<keyof NodeMethods<unknown>, true> = ${literal(known)};`, ...lines])).toBe('');
});

type Call = ReturnType<typeof everyCall>[number];

const PROCESSED = { encoding: 'base64', commitment: 'processed' };

async function sends(node: LedgerNode): Promise<Call[]> {
  const { value } = await node.request('getLatestBlockhash');
  const bytes = legacyBytes(value.blockhash as Blockhash, [transfer(5)]);
  const sent = Buffer.from(bytes).toString('base64');
  const accounts = { addresses: [keypair('alice').address], encoding: 'jsonParsed' };
  return [
    ['simulateTransaction', sent, { encoding: 'base64' }],
    ['simulateTransaction', sent, { ...PROCESSED, innerInstructions: true, replaceRecentBlockhash: true }],
    ['simulateTransaction', sent, { ...PROCESSED, accounts }],
    ['sendTransaction', sent, { encoding: 'base64', skipPreflight: true }],
    ['getMinimumBalanceForRentExemption', 165],
    ['getRankMap', 10],
    ...bundles(value.blockhash as Blockhash),
    ['requestAirdrop', keypair('alice').address, 5],
  ];
}

/** One bundle that lands, one that is simulated and fails. */
function bundles(hash: Blockhash): Call[] {
  const landing = legacyBytes(hash, [transfer(7), tipTo(0)]);
  const failing = legacyBytes(hash, [transfer(9_000_000_000)]);
  const id = idOf(landing);
  const encodedTransactions = [landing, failing].map(base64);
  const accounts = [{ encoding: 'base64', addresses: [TIP_ACCOUNTS[0]!] }, null];
  return [
    ['simulateBundle', { encodedTransactions: encodedTransactions.slice(0, 1) }],
    [
      'simulateBundle',
      { encodedTransactions },
      { preExecutionAccountsConfigs: accounts, postExecutionAccountsConfigs: accounts },
    ],
    ['sendBundle', encodedTransactions.slice(0, 1), { encoding: 'base64' }],
    ['getBundleStatuses', [id, 'x']],
    ['getInflightBundleStatuses', [id, 'x']],
  ];
}

/** A line for each call that is answered, with the answer as a literal; one for all that differ only in numbers and names. */
async function typedCalls(node: LedgerNode, calls: readonly Call[]): Promise<string[]> {
  const lines = new Map<string, string>();
  for (const [method, ...params] of calls) {
    const answer = await node.request(method, params).catch(() => undefined);
    const line = `is('${method}', ${literal(params)}, ${literal(answer)});`;
    const shape = line
      .replace(/"[^"]{18,}"/g, '"…"')
      .replace(/\d+/g, '0')
      .replace(/([[,])([^[\],]+)(,\2)+/g, '$1$2');
    if (answer !== undefined && !lines.has(shape)) lines.set(shape, line);
  }
  return [...lines.values()];
}

/** Long texts and lists are cut: the types do not depend on them. */
const literal = (value: unknown): string => {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.slice(0, 8).map(literal).join(',')}]`;
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${literal(member)}`);
  return `{${members.join(',')}}`;
};

/** What the compiler says of the lines. */
function compile(lines: readonly string[]): string {
  const folder = mkdtempSync('test/node/answers-');
  try {
    const head = [
      "import type { MethodName, NodeMethods, ParamsOf, ResultOf } from '../../../src/node/answers/requestTypes.ts';",
      'declare function is<Name extends MethodName, const Params extends ParamsOf<Name>>(',
      '  method: Name, params: Params, result: ResultOf<Name, Params>): void;',
    ];
    writeFileSync(join(folder, 'calls.ts'), [...head, ...lines].join('\n'));
    const tsc = [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--skipLibCheck',
      '--target',
      'es2023',
    ];
    const modules = ['--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node'];
    execFileSync('node', [...tsc, ...modules, join(folder, 'calls.ts')], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout.slice(0, 5000);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
