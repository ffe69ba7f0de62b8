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

/** The URL of a ledger in the dialect of this page. @param fork undefined: the main ledger */
function copiedUrl(fork: string | undefined): string {
  return `${publicUrl(fork)}?dialect=agave`;
}

/** @param fork undefined: the main ledger */
export function curlOf(method: string, params: readonly Json[], fork: string | undefined): string {
  const body = requestOf(method, params);
  return `curl ${quoted(copiedUrl(fork))} -H 'content-type: application/json' -d ${quoted(body)}`;
}

/** A value as an expression of TypeScript. */
function literalOf(value: Json | undefined, indent = ''): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return textCode(value);
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

/** A text in single quotes, or in double ones if it has single ones. */
function textCode(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** The name of a member. `__proto__` is written as a computed name: otherwise it would set the prototype. */
function memberCode(name: string): string {
  if (name === '__proto__') return `[${textCode(name)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textCode(name);
}

function argumentsOf(params: readonly Json[], indent = ''): string {
  return params.map((param) => literalOf(param, indent)).join(', ');
}

export function kitOf(method: string, params: readonly Json[], fork: string | undefined): string {
  const call = /^[a-z]\w*$/i.test(method) ? `.${method}` : `[${literalOf(method)}]`;
  return `const rpc = createSolanaRpc(${literalOf(copiedUrl(fork))});\nawait rpc${call}(${argumentsOf(params)}).send();`;
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

/**
 * The control calls of this page as tests for Vitest: each test has its own ledger fork, so there is one for each ledger of the
 * page. That of a ledger fork has what was done on the main ledger before it was made.
 */
export function sessionAsTest(session: readonly SessionCall[]): string {
  const forks = [...new Set(session.map(({ fork }) => fork))];
  const tests = forks.length === 0 ? [undefined] : forks;
  return `import { stillnodeTest } from 'stillnode/vitest';

// the files that the node of this page serves
const test = stillnodeTest({ ledger: 'fixtures' });

${tests.map((fork) => testOfLedger(session, fork)).join('\n')}`;
}

function testOfLedger(session: readonly SessionCall[], fork: string | undefined): string {
  const first = session.findIndex((call) => call.fork === fork);
  const forkIndex = fork === undefined ? -1 : session.slice(0, first).findLastIndex(({ method }) => method === FORK);
  const before = session.slice(0, Math.max(forkIndex, 0)).filter((call) => call.fork === session[forkIndex]?.fork);
  const own = session.filter((call) => call.fork === fork);
  const lines = [...before, ...own]
    .filter(({ method }) => method !== FORK)
    .map(({ method, params }) => `  await node.${method.replace('stillnode_', '')}(${argumentsOf(params, '  ')});\n`);
  const name = fork === undefined ? 'as on the page' : `as on the page, in ${fork}`;
  return `test(${textCode(name)}, async ({ node }) => {
${lines.join('')}  // and what the app shows now
});
`;
}

const FORK = 'stillnode_fork';

/** The control calls of this page as commands for a shell. */
export function sessionAsShell(session: readonly SessionCall[]): string {
  return session.map(({ fork, method, params }) => curlOf(method, params, fork)).join('\n');
}

/** The functions of the library that the code of a script may call. */
const SCRIPT_FUNCTIONS = ['lamports', 'rawTokens'];

/** A slot or a transaction as a script, with its imports. */
export async function scriptOf(item: string): Promise<string> {
  const script = memberOf(await ask('stillnode_show', [item, { script: true }]), 'script');
  if (typeof script !== 'string') throw new Error('there are too many transactions in this slot');
  const used = SCRIPT_FUNCTIONS.filter((name) => script.includes(`${name}(`));
  const imports = [...used, 'ledger'].sort();
  return `import { ${imports.join(', ')} } from 'stillnode';

export const script = ledger()
  ${script};
`;
}
