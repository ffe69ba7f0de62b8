import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { showContextOf } from '../../../src/control/show/context.ts';
import { find } from '../../../src/control/show/find.ts';
import { itemJson } from '../../../src/control/show/showItem.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { keypair } from '../../../src/index.ts';
import { codeWords, readText, tableUnder } from '../../docs/tables.ts';
import { DESCRIBED_LEDGER } from '../../support/describedIdl.ts';
import { MARKET } from '../../support/idls.ts';
import { contextOfScript, shownText } from '../../support/shownLedger.ts';

const context = await contextOfScript(JSON.stringify(DESCRIBED_LEDGER), '{"processed": 11}');
const ALICE = keypair('alice').address;
const [ORDER, VAULT, BOB] = ['order1', 'vault', 'bob'].map((name) => context.state.names.addresses.get(`$${name}`)!);

async function json(word: string, of = context): Promise<JsonObject> {
  return parseJson(stringifyJson(await itemJson(find(word, of), of))) as JsonObject;
}

/** The lines from one on that begins like this, up to an empty line. */
function section(text: string, start: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith(start));
  const end = lines.indexOf('', first);
  return lines.slice(first, end).join('\n');
}

describe('as text', () => {
  it('an account of a program with an IDL has its type and its fields', async () => {
    const text = await shownText(context, '$order1');
    expect(text).toContain('\nkind: market Order\n');
    expect(section(text, 'data')).toBe(`data:
  program: market
  type: Order
  fields:
    owner: ${ALICE} ($alice)
    price: 10
    side: Buy`);
    expect(section(text, 'states')).toContain(`    market Order:
      owner: ${ALICE} ($alice)
      price: 10`);
  });

  it('an account that its program does not describe has its bytes', async () => {
    const text = await shownText(context, '$junk');
    expect(text).toContain('\nkind: other\n');
    expect(text).toContain('\ndata: AQI= (base64)\n');
  });

  it('lists have the type as the kind', async () => {
    const rows = section(await shownText(context), 'other accounts')
      .split('\n')
      .slice(1);
    expect(rows.map((row) => row.replace(/^ *\S+ +/, '').replace(/ {2,}/g, '  '))).toEqual([
      'name  SOL  kind  owner  bytes',
      '$order1  0.00089916  market Order  $market  49',
      '$order2  0.00089916  market Order  $market  49',
      '$position  0.00073152  market Position  $market  16',
      '$junk  0.0006604  $market  2',
    ]);
  });

  it('a transaction has its instructions, also inner ones, by name', async () => {
    expect(section(await shownText(context, 'routed'), '     2.1')).toBe(`     2.1 market place_order
         args:
           price: 13
           side: Sell
         accounts:
           owner: ${ALICE} ($alice)
           order: ${ORDER} ($order1)
           pool.vault: ${VAULT} ($vault)
         other accounts:
           - ${BOB} ($bob)
     2.2 market settle
         accounts:
           order: ${ORDER} ($order1)`);
  });

  it('and its events: of the program that runs when the line is written', async () => {
    expect(section(await shownText(context, 'routed'), 'events')).toBe('events\n  market Filled\n    price: 13');
  });

  it.each([
    ['refused', 'error: market: SlippageExceeded (6001): Slippage exceeded'],
    [
      'framework',
      'error: market: AccountNotInitialized (3012): The program expected this account to be already initialized',
    ],
    ['inside', 'error: market: OrderClosed (6000): The order is closed'],
  ])('the error of %s is in words', async (name, line) => {
    expect((await shownText(context, name)).split('\n')).toContain(line);
  });

  it.each(['unknown', 'outside', 'placed'])('%s has no such error', async (name) => {
    expect(await shownText(context, name)).not.toContain('\nerror:');
  });

  it('lists name errors', async () => {
    const rows = section(await shownText(context), 'transactions').split('\n');
    const errors = ['refused', 'inside', 'outside'].map((name) => rows.find((row) => row.includes(` ${name} `)));
    expect(errors.map((row) => row?.split(/ {2,}/).at(-1))).toEqual([
      'market: SlippageExceeded (6001)',
      'market: OrderClosed (6000)',
      '{"InstructionError":[0,{"Custom":6000}]}',
    ]);
  });

  it.each(['$market', MARKET])('%s shows what the IDL names', async (word) => {
    expect(section(await shownText(context, word), 'IDL')).toBe(`IDL of market
  accounts (2): Order, Position
  instructions (2): place_order, settle
  events (1): Filled
  errors (2): OrderClosed, SlippageExceeded`);
  });

  it('a name of an IDL cannot move the cursor', async () => {
    const evil = '\u001b[2Jx\ny';
    const text = JSON.stringify(DESCRIBED_LEDGER).replaceAll('"SlippageExceeded"', JSON.stringify(evil));
    const shown = await shownText(
      await contextOfScript(text.replaceAll('"Filled"', JSON.stringify(evil)), '{"processed": 11}'),
      'refused',
    );
    expect(shown).not.toContain('\u001b');
    expect(shown.match(/^error: .*$/m)?.[0]).toMatch(/\(6001\): Slippage exceeded$/);
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
    expect((await json('$junk')).described).toBeNull();
  });

  it('a program', async () => {
    expect((await json('$market')).idl).toEqual({
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
    const rows = tableUnder('## JSON', readText('docs/show.md'));
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
