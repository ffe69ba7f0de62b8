import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { type ShowContext, showContextOf } from '../../../src/control/show/context.ts';
import { find, type LedgerItem } from '../../../src/control/show/find.ts';
import { itemJson, itemLines } from '../../../src/control/show/showItem.ts';
import { FixtureError } from '../../../src/files/fixtureError.ts';
import { YAML_NOTATION } from '../../../src/files/yaml.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { SAMPLE_LEDGER } from '../../../src/packageFiles.ts';
import { HAS_CORPUS, SHARED } from '../../support/sharedFiles.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAKS_LINES = /[\u0000-\u001f\u007f-\u009f]/;

/** Every slot, transaction and account of a ledger, with the member that names it. */
function* everything({ state, view }: ShowContext): Iterable<readonly [string, LedgerItem]> {
  for (const slot of state.history.slotsFrom(0n)) yield [`slot: ${slot}`, { kind: 'slot', slot }];
  for (const transaction of state.history.transactions())
    yield [`signature: ${transaction.signature}`, { kind: 'transaction', transaction }];
  for (const { address } of view.accounts.values()) yield [`address: ${address}`, { kind: 'account', address }];
}

/** How many things were shown, each as YAML and as JSON. */
async function showEverything(context: ShowContext): Promise<number> {
  let count = 0;
  for (const [name, thing] of everything(context)) {
    const lines = await checkedLines(thing, context);
    const named = new RegExp(`^${name}(  # .*)?$`);
    expect(lines.some((line) => named.test(line.replaceAll('"', '')))).toBe(true);
    count++;
  }
  await checkedLines(undefined, context);
  return count;
}

/** The lines of a thing, if YAML reads the value of its JSON in them. */
async function checkedLines(thing: LedgerItem | undefined, context: ShowContext): Promise<readonly string[]> {
  const lines = await itemLines(thing, context, { showsAll: true, isColored: false });
  expect(lines.filter((line) => BREAKS_LINES.test(line))).toEqual([]);
  const json = stringifyJson(await itemJson(thing, context));
  expect(stringifyJson(parseJson(json))).toBe(json);
  const parsed = YAML_NOTATION.parse(lines.join('\n'), new Map());
  expect('value' in parsed ? stringifyJson(parsed.value) : parsed.mistakes).toEqual(json);
  return lines;
}

async function contextOfPath(path: string): Promise<ShowContext> {
  return showContextOf((await loadLedger([path])).state);
}

it('everything in the sample ledger can be shown, and is found again by its key', async () => {
  const context = await contextOfPath(SAMPLE_LEDGER);
  expect(await showEverything(context)).toBe(19 + 43 + 45);
  for (const [name, thing] of everything(context)) {
    const word = name.split(' ')[1]!;
    expect(find(word, context)).toEqual(thing);
  }
});

it.each(readdirSync('ledger-fixtures/scripted').filter((name) => name.includes('.ledger.')))(
  'everything in %s',
  async (name) => {
    expect(await showEverything(await contextOfPath(join('ledger-fixtures/scripted', name)))).toBeGreaterThan(1);
  },
);

describe.skipIf(!HAS_CORPUS)('recordings of real nodes', () => {
  it.each([
    'getBlock',
    'getTransaction',
    'getAccountInfo',
    'getMultipleAccounts',
    'getProgramAccounts',
    'getTokenAccounts',
  ])(
    'everything in every file of %s that loads',
    async (folder) => {
      let shown = 0;
      for (const name of readdirSync(`${SHARED}/corpus/${folder}`)) {
        const context = await contextOfPath(`${SHARED}/corpus/${folder}/${name}`).catch((error: unknown) => {
          if (error instanceof FixtureError) return undefined;
          throw error;
        });
        if (context !== undefined) shown += await showEverything(context);
      }
      expect(shown).toBeGreaterThan(0);
    },
    600_000,
  );
});
