import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import { collectNames, keysByName } from '../../../src/runtime/names/collectNames.ts';
import { Names } from '../../../src/runtime/names/names.ts';
import { newMints } from '../../../src/script/compiling/newMints.ts';
import { ACCOUNT_KINDS } from '../../../src/script/format/accounts.ts';
import { SCRIPT_MEMBERS } from '../../../src/script/format/script.ts';
import { TRANSACTION_MEMBERS } from '../../../src/script/format/transactions.ts';
import { INSTRUCTION_NAMES, type InstructionName } from '../../../src/script/instructions/index.ts';
import { codeWords, readText, tableUnder } from '../../docs/tables.ts';
import { compileScript } from '../../support/compileScript.ts';
import { nodeOver } from '../../support/nodeOver.ts';
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
  const names = new Names(collectNames({ keys: keysByName(script.keys), newMints: newMints(script) }));
  const at = { refuse: (message: string) => expect.fail(message), warn: () => undefined };
  return (word) => signatures.get(word) ?? names.resolve({ value: word, at }) ?? word;
}

describe('examples', () => {
  it('are found', () => {
    expect(EXAMPLES.length).toBe(6);
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
    // the last one has its members beside it
    expect(firstColumn('### Accounts of a script')).toEqual([...Object.keys(ACCOUNT_KINDS), 'program']);
  });

  it('lists the members of a transaction', () => {
    expect(firstColumn('### Transactions of a script')).toEqual(Object.keys(TRANSACTION_MEMBERS));
  });

  it('lists the instructions with their arguments', () => {
    const rows = tableUnder('### Instructions of a script', DOCS).map((row) => codeWords(row.join(' ')));
    expect(rows.map(([word]) => word).toSorted()).toEqual(INSTRUCTION_NAMES.toSorted());
    for (const [word, ...names] of rows)
      expect([word, ...names.map((name) => name.replace('?', ''))]).toEqual([
        word,
        ...argumentsOf(word as InstructionName),
      ]);
  });
});
