import { ask, publicUrl, type SessionCall } from './client.ts';
import { compactJson, type Json, memberOf } from './json.ts';

/**
 * Calls and items of the ledger as code to copy: for a shell, a script or a test. Texts of others are only written as literals.
 * @module
 */

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function requestOf(method: string, params: readonly Json[], id: Json = 1): string {
  return compactJson({ jsonrpc: '2.0', id, method, params });
}

/** @param fork undefined: the main ledger */
export function curlOf(method: string, params: readonly Json[], fork: string | undefined): string {
  const body = requestOf(method, params);
  return `curl ${quoted(publicUrl(fork))} -H 'content-type: application/json' -d ${quoted(body)}`;
}

/** A value as an expression of TypeScript. */
function literalOf(value: Json | undefined, indent = ''): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: Json) => literalOf(item, inner))
    : Object.entries(value).map(([name, member]) => `${memberCode(name)}: ${literalOf(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const line = `${open}${items.join(', ')}${close}`;
  if (items.length === 0 || (line.length < 60 && !line.includes('\n'))) return line;
  return `${open}\n${inner}${items.join(`,\n${inner}`)},\n${indent}${close}`;
}

/** The name of a member. `__proto__` is written as a computed name: otherwise it would set the prototype. */
function memberCode(name: string): string {
  return name === '__proto__' ? `[${JSON.stringify(name)}]` : JSON.stringify(name);
}

function argumentsOf(params: readonly Json[]): string {
  return params.map((param) => literalOf(param)).join(', ');
}

export function kitOf(method: string, params: readonly Json[], fork: string | undefined): string {
  const call = /^[a-z]\w*$/i.test(method) ? `.${method}` : `[${literalOf(method)}]`;
  return `const rpc = createSolanaRpc(${literalOf(publicUrl(fork))});\nawait rpc${call}(${argumentsOf(params)}).send();`;
}

export interface AnsweredCall {
  readonly url: string;
  readonly method: string;
  readonly params: readonly Json[];
  readonly status: number;
  /** undefined: the reply is not JSON */
  readonly reply: Json | undefined;
  /** the text of the reply; undefined: only the status is known */
  readonly text: string | undefined;
}

/** A test that repeats a call at the running node, and expects the same reply. */
export function testOf({ method, params, reply, status, text, url }: AnsweredCall): string {
  const body = requestOf(method, params, memberOf(reply, 'id') ?? 1);
  return `import { expect, test } from 'vitest';

test(${literalOf(method)}, async () => {
  const response = await fetch(${literalOf(url)}, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ${literalOf(body)},
  });
  expect(response.status).toBe(${status});
${text === undefined ? '' : `  ${expectationOf(reply, text)}\n`}});
`;
}

/** The expectation of a reply. Integers that JavaScript would round are compared as text. */
function expectationOf(reply: Json | undefined, text: string): string {
  if (reply === undefined || hasLargeIntegers(reply))
    return `expect((await response.text()).trim()).toBe(${literalOf(text.trim())});`;
  return `expect(await response.json()).toEqual(${literalOf(reply, '  ')});`;
}

function hasLargeIntegers(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some((member) => hasLargeIntegers(member as Json));
}

/** The control calls of this page as a test for Vitest. */
export function sessionAsTest(session: readonly SessionCall[]): string {
  const forks = new Map<string, string>();
  const lines = session.flatMap(({ fork, method, params }) => {
    const name = method.replace('stillnode_', '');
    // a fork is made where it is first used
    if (name === 'fork') return [];
    const isNew = fork !== undefined && !forks.has(fork);
    if (isNew) forks.set(fork, `fork${forks.size + 1}`);
    const ledger = fork === undefined ? 'node' : forks.get(fork);
    return [
      ...(isNew ? [`  const ${ledger} = await node.fork(${literalOf(fork)});\n`] : []),
      `  await ${ledger}.${name}(${argumentsOf(params)});\n`,
    ];
  });
  return `import { test } from 'stillnode/vitest';

test('as on the page', async ({ node }) => {
${lines.join('')}  // and what the app shows now
});
`;
}

/** The control calls of this page as commands for a shell. */
export function sessionAsShell(session: readonly SessionCall[]): string {
  return session.map(({ fork, method, params }) => curlOf(method, params, fork)).join('\n');
}

/** A slot or a transaction as code that goes after `ledger()`. */
export async function scriptOf(item: string): Promise<string> {
  const script = memberOf(await ask('stillnode_show', [item, { script: true }]), 'script');
  if (typeof script !== 'string') throw new Error('there are too many transactions in this slot');
  return script;
}
