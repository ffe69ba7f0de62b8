import { expect } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { type ShowContext, showContextOf } from '../../../src/control/show/context.ts';
import type { LedgerItem } from '../../../src/control/show/find.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { itemYaml } from '../../../src/control/show/showYaml.ts';
import { YAML_NOTATION } from '../../../src/files/yaml.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAKS_LINES = /[\u0000-\u001f\u007f-\u009f]/;

/** Every slot, transaction and account of a ledger, with the member that names it. */
export function* everything({ state, view }: ShowContext): Iterable<readonly [string, LedgerItem]> {
  for (const slot of state.history.slotsFrom(0n)) yield [`slot: ${slot}`, { kind: 'slot', slot }];
  for (const transaction of state.history.transactions())
    yield [`signature: ${transaction.signature}`, { kind: 'transaction', transaction }];
  for (const { address } of view.accounts.values()) yield [`address: ${address}`, { kind: 'account', address }];
}

/** How many things were shown, each as YAML and as JSON. */
export async function showEverything(context: ShowContext): Promise<number> {
  let count = 0;
  for (const [name, thing] of everything(context)) {
    const lines = await checkedLines(thing, context);
    expect(lines.some((line) => line.replaceAll('"', '') === name)).toBe(true);
    count++;
  }
  await checkedLines(undefined, context);
  return count;
}

/** The lines of a thing, if YAML reads the value of its JSON in them. */
async function checkedLines(thing: LedgerItem | undefined, context: ShowContext): Promise<readonly string[]> {
  const text = await itemYaml(thing, context, true);
  const lines = text.split('\n');
  expect(lines.filter((line) => BREAKS_LINES.test(line))).toEqual([]);
  const json = stringifyJson(await itemJson(thing, context));
  expect(stringifyJson(parseJson(json))).toBe(json);
  const parsed = YAML_NOTATION.parse(text, new Map());
  expect('value' in parsed ? stringifyJson(parsed.value) : parsed.mistakes).toEqual(json);
  return lines;
}

export async function contextOfPath(path: string): Promise<ShowContext> {
  return showContextOf((await loadLedger([path])).state);
}
