import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { showContextOf } from '../../../src/control/show/context.ts';
import { find } from '../../../src/control/show/find.ts';
import { ledgerContent } from '../../../src/control/show/ledgerContent.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { keypair } from '../../../src/index.ts';
import { codeWords, readText, tableUnder } from '../../docs/tables.ts';
import { DESCRIBED_LEDGER } from '../../support/describedIdl.ts';
import { MARKET } from '../../support/idls.ts';
import { contextOfScript, memberText, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(JSON.stringify(DESCRIBED_LEDGER), '{"processed": 11}');
const ALICE = keypair('alice').address;
const [ORDER, VAULT] = ['order1', 'vault'].map((name) => context.state.names.addresses.get(`$${name}`)!);

async function json(word: string, of = context): Promise<JsonObject> {
  return parseJson(stringifyJson(await itemJson(find(word, of), of))) as JsonObject;
}

describe('as text', () => {
  it('names of addresses are comments, amounts of an IDL have none', async () => {
    const text = await shownText(context, '$order1');
    expect(memberText(text, 'described')).toBe(`described:
  account: Order
  fields:
    owner: ${ALICE}
    price: "10"
    side: Buy
  program: market
`);
  });

  it('instructions have their named accounts', async () => {
    expect(memberText(await shownText(context, 'routed'), 'instructions')).toBe(`instructions:
  - accounts:
      order: ${ORDER}
      owner: ${ALICE}
      pool.vault: ${VAULT}
    args:
      price: "13"
      side: Sell
    index: 1
    innerIndex: 0
    instruction: place_order
    program: market
  - accounts:
      order: ${ORDER}
    index: 1
    innerIndex: 1
    instruction: settle
    program: market
`);
  });

  it('a name of an IDL cannot move the cursor', async () => {
    const evil = '\u001b[2Jx\ny';
    const text = JSON.stringify(DESCRIBED_LEDGER).replaceAll('"SlippageExceeded"', JSON.stringify(evil));
    const shown = await shownText(
      await contextOfScript(text.replaceAll('"Filled"', JSON.stringify(evil)), '{"processed": 11}'),
      'refused',
    );
    expect(shown).not.toContain('\u001b');
    expect(memberText(shown, 'programError')).toContain('  name: "\\e[2Jx\\ny"');
  });
});

describe('as JSON', () => {
  it('an account', async () => {
    const described = { program: 'market', account: 'Order', fields: { owner: ALICE, price: '10', side: 'Buy' } };
    expect(await json('$order1')).toMatchObject({
      kind: 'other',
      described,
      states: [{ described }, { described }],
      idl: null,
    });
    expect(await json('$junk')).toMatchObject({
      kind: 'other',
      described: null,
      account: { data: ['AQI=', 'base64'] },
    });
  });

  it('lists have what accounts are, and what failed', async () => {
    const { accounts, transactions } = await ledgerContent(context);
    const others = accounts.filter(({ kind }) => kind === 'other');
    expect(others.map(({ described, name, space }) => [name, described?.account, space])).toEqual([
      ['$order1', 'Order', 49],
      ['$order2', 'Order', 49],
      ['$position', 'Position', 16],
      ['$junk', undefined, 2],
    ]);
    const named = ['refused', 'inside', 'outside'].map((name) => transactions.find((entry) => entry.name === name));
    expect(named.map((entry) => entry?.programError?.name ?? entry?.err)).toEqual([
      'SlippageExceeded',
      'OrderClosed',
      { InstructionError: [0, { Custom: 6000 }] },
    ]);
  });

  it.each(['$market', MARKET])('the program %s', async (word) => {
    expect((await json(word)).idl).toEqual({
      program: 'market',
      accounts: ['Order', 'Position'],
      instructions: ['place_order', 'settle'],
      events: ['Filled'],
      errors: ['OrderClosed', 'SlippageExceeded'],
    });
  });

  it('a transaction', async () => {
    const placed = {
      program: 'market',
      instruction: 'place_order',
      args: { price: '13', side: 'Sell' },
      accounts: { owner: ALICE, order: ORDER, 'pool.vault': VAULT },
    };
    const settled = { program: 'market', instruction: 'settle', args: {}, accounts: { order: ORDER } };
    expect(await json('routed')).toMatchObject({
      instructions: [
        { index: 1, innerIndex: 0, ...placed },
        { index: 1, innerIndex: 1, ...settled },
      ],
      events: [{ program: 'market', event: 'Filled', fields: { price: '13' } }],
      programError: null,
    });
    const error = {
      program: 'market',
      instruction: 1,
      name: 'SlippageExceeded',
      code: 6001,
      message: 'Slippage exceeded',
    };
    expect((await json('refused')).programError).toEqual(error);
  });

  it.each([
    ['refused', 6001, 'SlippageExceeded', 'Slippage exceeded'],
    ['framework', 3012, 'AccountNotInitialized', 'The program expected this account to be already initialized'],
    ['inside', 6000, 'OrderClosed', 'The order is closed'],
  ])('the error of %s', async (word, code, name, message) => {
    expect((await json(word)).programError).toMatchObject({ program: 'market', name, code, message });
  });

  it.each(['unknown', 'outside', 'placed'])('%s has no such error', async (word) => {
    expect((await json(word)).programError).toBeNull();
  });

  it('one that was recorded as jsonParsed', async () => {
    const { blockTime, events, instructions, meta, slot, transaction, version } = await json('routed');
    const { state } = await loadSources([
      { name: 'test.ledger.json', text: stringifyJson({ programs: DESCRIBED_LEDGER.programs! }) },
      { name: 'routed.json', text: stringifyJson({ blockTime, meta, slot, transaction, version } as JsonObject) },
    ]);
    const [recorded] = state.history.transactions();
    expect(recorded?.kind).toBe('opaque');
    const { signature } = recorded!;
    expect(await json(signature, await showContextOf(state))).toMatchObject({ events, instructions });
  });

  it('every member is on the page', async () => {
    const rows = tableUnder('## Members', readText('docs/show.md'));
    const documented = (first: string) => codeWords(rows.find(([cell]) => cell === `\`${first}\``)![1]!);
    const members = (value: JsonValue | undefined) => (isJsonObject(value) ? Object.keys(value) : []);
    const { described } = await json('$order1');
    expect(documented('described')).toEqual(expect.arrayContaining(members(described)));
    expect(documented('programError')).toEqual(expect.arrayContaining(members((await json('refused')).programError)));
    expect(documented('idl')).toEqual(expect.arrayContaining(members((await json('$market')).idl)));
    const transaction = codeWords(rows.find(([cell]) => cell === 'transaction')![1]!);
    const { events, instructions } = await json('routed');
    const [instruction, event] = [instructions, events].map((list) => members((list as JsonValue[])[0]));
    expect(transaction).toEqual(expect.arrayContaining([...instruction!, ...event!]));
  });
});
