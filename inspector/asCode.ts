import { type Done, publicUrl } from './client.ts';
import { compactJson, type Json, memberOf } from './json.ts';

/** The screen as text for a shell or a test. What others have sent becomes only literals. */

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The text of a request. */
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

/** The text of a literal `__proto__` sets the prototype, unless it is computed. */
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

/** A call with what its client got. */
export interface Answered {
  readonly url: string;
  readonly method: string;
  readonly params: readonly Json[];
  /** HTTP status */
  readonly status: number;
  /** undefined: the reply is not JSON */
  readonly reply: Json | undefined;
  /** the text of the reply; undefined: only the status is known */
  readonly text: string | undefined;
}

/** A test that asks the running node the same, and expects the same. */
export function testOf({ method, params, reply, status, text, url }: Answered): string {
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

/** Numbers of JSON that JavaScript would round are compared as text. */
function expectationOf(reply: Json | undefined, text: string): string {
  if (reply === undefined || hasLargeIntegers(reply))
    return `expect((await response.text()).trim()).toBe(${literalOf(text.trim())});`;
  return `expect(await response.json()).toEqual(${literalOf(reply, '  ')});`;
}

function hasLargeIntegers(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some((member) => hasLargeIntegers(member as Json));
}

/** What was done on this page, as a test for Vitest. */
export function sessionAsTest(done: readonly Done[]): string {
  const forks = new Map<string, string>();
  const lines = done.flatMap(({ fork, method, params }) => {
    const verb = method.replace('stillnode_', '');
    // a fork is made where it is first used
    if (verb === 'fork') return [];
    const isNew = fork !== undefined && !forks.has(fork);
    if (isNew) forks.set(fork, `fork${forks.size + 1}`);
    const on = fork === undefined ? 'node' : forks.get(fork);
    return [
      ...(isNew ? [`  const ${on} = await node.fork(${literalOf(fork)});\n`] : []),
      `  await ${on}.${verb}(${argumentsOf(params)});\n`,
    ];
  });
  return `import { test } from 'stillnode/vitest';

test('as on the page', async ({ node }) => {
${lines.join('')}  // and what the app shows now
});
`;
}

/** The same as commands for a shell. */
export function sessionAsShell(done: readonly Done[]): string {
  return done.map(({ fork, method, params }) => curlOf(method, params, fork)).join('\n');
}
