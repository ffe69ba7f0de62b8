import { type Done, publicUrl } from './client.ts';
import { compactJson, type Json, jsonText, listOf, memberOf } from './json.ts';
import { names } from './parts.tsx';

/** What is on the screen, as text for a shell, a test or a script. */

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function curlOf(method: string, params: readonly Json[]): string {
  const body = compactJson({ jsonrpc: '2.0', id: 1, method, params });
  return `curl ${quoted(publicUrl())} -H 'content-type: application/json' -d ${quoted(body)}`;
}

/** A value as TypeScript; bigints have their suffix. */
function codeOf(value: Json | undefined): string {
  if (typeof value === 'bigint') return `${value}n`;
  return jsonText(value).replace(/(?<=^|[[\s,:])(-?\d{16,})(?=$|[\],}\n])/g, '$1n');
}

function argumentsOf(params: readonly Json[]): string {
  return params.map(codeOf).join(', ');
}

export function kitOf(method: string, params: readonly Json[]): string {
  return `const rpc = createSolanaRpc('${publicUrl()}');\nawait rpc.${method}(${argumentsOf(params)}).send();`;
}

/** A test that asks the same. */
export function testOf(method: string, params: readonly Json[], answer: Json | undefined): string {
  return `import { expect, test } from 'stillnode/vitest';

test('${method}', async ({ node }) => {
  const answer = await node.request('${method}', [${argumentsOf(params)}]);
  expect(answer).${answer === undefined ? 'toBeDefined()' : `toEqual(${codeOf(answer)})`};
});
`;
}

/** What was done on this page, as a test for Vitest. */
export function sessionAsTest(done: readonly Done[]): string {
  const lines = done.map(
    ({ method, params }) => `  await node.${method.replace('stillnode_', '')}(${argumentsOf(params)});\n`,
  );
  return `import { expect, test } from 'stillnode/vitest';

test('as on the page', async ({ node }) => {
${lines.join('')}  // and what the app shows now
});
`;
}

/** The same as commands for a shell. */
export function sessionAsShell(done: readonly Done[]): string {
  return done.map(({ method, params }) => curlOf(method, params)).join('\n');
}

function keyOf(address: Json | undefined): string {
  const name = names.value.get(String(address));
  return `'${name === undefined ? String(address) : name.replace(/^\$(?!ata|pda)/, '')}'`;
}

/** The instructions that scripts have words for; the others stay comments. */
function stepsOf(transaction: Json): string {
  const instructions = listOf(memberOf(transaction, 'transaction', 'message', 'instructions'));
  return instructions
    .map((instruction) => {
      const info = memberOf(instruction, 'parsed', 'info');
      const kind = `${String(memberOf(instruction, 'program'))}.${String(memberOf(instruction, 'parsed', 'type') ?? '')}`;
      if (kind === 'system.transfer')
        return `.transfer(${keyOf(memberOf(info, 'source'))}, ${keyOf(memberOf(info, 'destination'))}, lamports(${codeOf(memberOf(info, 'lamports'))}n))`.replace(
          'nn)',
          'n)',
        );
      if (kind.startsWith('spl-memo.'))
        return `.memo(${JSON.stringify(memberOf(instruction, 'parsed'))}).payer(${keyOf(payerOf(transaction))})`;
      return `/* ${compactJson(memberOf(instruction, 'parsed') ?? instruction).replaceAll('*/', '* /')} */`;
    })
    .join('');
}

function payerOf(transaction: Json): Json | undefined {
  const key = listOf(memberOf(transaction, 'transaction', 'message', 'accountKeys'))[0];
  return memberOf(key, 'pubkey') ?? key;
}

export function transactionAsScript(transaction: Json): string {
  const name = memberOf(transaction, 'name');
  return `b${stepsOf(transaction)}${typeof name === 'string' ? `.named(${JSON.stringify(name)})` : ''}`;
}

export function blockAsScript(slot: number, transactions: readonly Json[]): string {
  const steps = transactions.map((each) => transactionAsScript(each).replace(/^b/, ''));
  return steps.length === 0 ? `.block(${slot})` : `.block(${slot}, (b) => b${steps.join('')})`;
}

export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Beyond this many lines a difference is not worth its time. */
const MAX_LINES = 2000;

/** The lines of two texts, by their longest common subsequence. */
export function diffOf(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  if (before === after || a.length * b.length > MAX_LINES ** 2) {
    const gone = before === after ? [] : a.map((text) => ({ kind: 'gone', text }) as const);
    return [...gone, ...b.map((text) => ({ kind: before === after ? 'same' : 'new', text }) as const)];
  }
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i++]! });
      j++;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push({ kind: 'gone', text: a[i++]! });
    else lines.push({ kind: 'new', text: b[j++]! });
  }
  return lines;
}
