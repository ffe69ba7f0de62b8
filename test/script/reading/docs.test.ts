import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/json.ts';
import { loadSources } from '../../../src/loading/loadLedger.ts';
import { nodeOver } from '../../../src/node.ts';
import { executeTransaction } from '../../../src/runtime/transactions/execute.ts';
import { compileScript } from '../../../src/script/compiling/compile.ts';
import { Names } from '../../../src/script/compiling/names/names.ts';
import { ACCOUNT_KINDS } from '../../../src/script/reading/accountKinds.ts';
import { INSTRUCTION_WORDS } from '../../../src/script/reading/instruction.ts';
import { SCRIPT_MEMBERS } from '../../../src/script/reading/script.ts';
import { TRANSACTION_MEMBERS } from '../../../src/script/reading/transaction.ts';
import { codeWords, readText, tableUnder } from '../../docs/tables.ts';
import { callText } from '../../support/testNode.ts';
import { argumentsOf } from './argumentsOf.ts';
import { read } from './scripts.ts';

const DOCS = readText('docs/fixtures.md');
const EXAMPLE = /^```(?:yaml|json) title="(?<name>[^"]+)"\n(?<text>.*?)^```\n\n(?<table>(?:\|[^\n]*\n)+)/gms;

interface Example {
  readonly name: string;
  readonly text: string;
  /** question and answer */
  readonly rows: readonly (readonly [string, string])[];
}

const EXAMPLES: readonly Example[] = Array.from(DOCS.matchAll(EXAMPLE), ({ groups }) => ({
  name: groups!.name!,
  text: groups!.text!,
  rows: groups!
    .table!.trim()
    .split('\n')
    .slice(2)
    .map((row) => codeWords(row) as [string, string]),
}));

/** What the words in a question stand for: addresses, and signatures of transactions that have a name. */
function wordsOf({ name, text }: Example): (word: string) => string {
  const { script, problems } = read(text, name.endsWith('.yaml'));
  expect(problems).toEqual([]);
  const signatures = new Map<string, string>();
  const sink = {
    block() {},
    account() {},
    signature: (named: string, copy: number, signature: string) => copy === 0 && signatures.set(`$${named}`, signature),
  };
  // whatever executes it, what was signed is the same
  compileScript(script, sink, { execute: executeTransaction });
  const names = new Names(script.keys);
  for (const { address, is } of script.accounts) {
    const mint = names.resolve(address);
    const program = is.kind === 'mint' ? names.resolve(is.program) : undefined;
    if (mint !== undefined && program !== undefined) names.setTokenProgram(mint, program);
  }
  const at = { refuse: (message: string) => expect.fail(message), warn: () => undefined };
  return (word) => signatures.get(word) ?? names.resolve({ value: word, at }) ?? word;
}

describe('examples', () => {
  it('are found', () => {
    expect(EXAMPLES.length).toBe(5);
    expect(DOCS.match(/^```\w+ title=/gm)?.length).toBe(EXAMPLES.length);
  });

  it.each(EXAMPLES)('$name loads and answers', async (example) => {
    const sources = EXAMPLES.filter(({ name }) => example.text.includes(name)).concat(example);
    const loaded = await loadSources(sources);
    expect(loaded.warnings.map(String)).toEqual([]);
    const node = nodeOver(loaded, {});
    const meaning = wordsOf(example);
    expect(example.rows.length).toBeGreaterThan(0);
    for (const [question, answer] of example.rows) {
      const [, method, params] = /^(\w+) (\[.*\])$/.exec(question)!;
      const asked = params!.replace(/"(\$[^"]*)"/g, (_text, word: string) => stringifyJson(meaning(word)));
      expect(await callText(node, method!, asked), question).toContain(answer);
    }
  });
});

describe('tables', () => {
  const firstColumn = (heading: string) => tableUnder(heading, DOCS).map(([name]) => name!.replaceAll('`', ''));

  it('lists the members of a script', () => {
    expect(firstColumn('### Members of a script')).toEqual(Object.keys(SCRIPT_MEMBERS));
  });

  it('lists what accounts can be', () => {
    expect(firstColumn('### Accounts of a script')).toEqual(Object.keys(ACCOUNT_KINDS));
  });

  it('lists the members of a transaction', () => {
    expect(firstColumn('### Transactions of a script')).toEqual(Object.keys(TRANSACTION_MEMBERS));
  });

  it('lists the instructions with their arguments', () => {
    const rows = tableUnder('### Instructions of a script', DOCS).map((row) => codeWords(row.join(' ')));
    expect(rows.map(([word]) => word).toSorted()).toEqual(INSTRUCTION_WORDS.toSorted());
    for (const [word, ...names] of rows)
      expect([word, ...names.map((name) => name.replace('?', ''))]).toEqual([word, ...argumentsOf(word!).keys()]);
  });
});
