import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LoadedLedger, loadLedger } from '../src/fixtures/loadLedger.ts';
import { ROOT } from './cli/command.ts';
import { loadClientLedger } from './support/clientLedger.ts';
import { answerTo, type Call, differsByDialect, everyCall } from './support/everyCall.ts';
import { nodeOver } from './support/nodeOver.ts';

/** All other calls than those whose answers the table of the dialects is about are answered with one text in both. */

async function textsOf(loaded: LoadedLedger, calls: readonly Call[], dialect: 'contract' | 'agave'): Promise<string[]> {
  const node = nodeOver(loaded, { cacheMb: 0 });
  const texts: string[] = [];
  for (const call of calls) texts.push((await answerTo(node, call, dialect)).slice(dialect.length));
  return texts;
}

it.each([
  ['the ledger of the clients', () => loadClientLedger()],
  ['a scripted one with tokens', () => loadLedger([join(ROOT, 'ledger-fixtures/scripted/tokens.ledger.yaml')])],
])('%s', async (_name, load) => {
  const loaded = await load();
  const calls = everyCall(loaded.state).filter((call) => !differsByDialect(call));
  expect(calls.length).toBeGreaterThan(300);
  const agave = await textsOf(loaded, calls, 'agave');
  const contract = await textsOf(loaded, calls, 'contract');
  expect(contract.filter((text, i) => text !== agave[i])).toEqual([]);
});
