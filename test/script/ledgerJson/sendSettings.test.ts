import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/codec/jsonText.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { createNode, keypair, ledger, sol } from '../../../src/index.ts';
import { DEFAULT_SEND_SETTINGS, type SendSettings } from '../../../src/ledger/state.ts';
import { textsOf } from '../../fixtures/dump/roundTrip.ts';
import { load, problemsOf } from '../../fixtures/samples.ts';
import { controlText, invalidText } from '../../support/control.ts';
import { testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const FAUCET = namedAddress('faucet');
const ROWS: readonly (readonly [send: JsonObject, settings: Partial<SendSettings>])[] = [
  [{}, {}],
  [{ confirm: 'auto', strict: false }, { confirm: 'auto' }],
  [{ confirm: 'manual' }, { confirm: 'manual' }],
  [{ faucet: 'none' }, { faucet: 'none' }],
  [{ faucet: '$alice' }, { faucet: '$alice' }],
  [{ faucet: FAUCET }, { faucet: FAUCET }],
  [{ strict: true }, { isStrict: true }],
  [{ impersonate: [] }, {}],
  [{ impersonate: [FAUCET, FAUCET] }, { impersonated: [FAUCET] }],
  [
    { confirm: 'manual', faucet: 'none', strict: true },
    { confirm: 'manual', faucet: 'none', isStrict: true },
  ],
];

/** Without file, line and column. */
const withoutPlace = (problem: string) => problem.replace(/^ledger\.json:\d+:\d+: /, '');

describe('what a ledger says of sending', () => {
  it('is in ledger.json, and has defaults', async () => {
    expect((await load({ 'ledger.json': {} })).state.send).toEqual(DEFAULT_SEND_SETTINGS);
    expect((await load({})).state.send).toEqual({
      confirm: undefined,
      faucet: undefined,
      isStrict: false,
      impersonated: [],
    });
  });

  it.each(ROWS)('is %j in ledger.json and in a script', async (send, settings) => {
    const expected = { ...DEFAULT_SEND_SETTINGS, ...settings };
    expect((await load({ 'ledger.json': { send } })).state.send).toEqual(expected);
    expect((await load({ 'a.ledger.json': { send, slots: [{ slot: 5 }] } })).state.send).toEqual(expected);
    expect((await loadLedger([ledger({ send })])).state.send).toEqual(expected);
  });

  const WHO = 'expected an address, a name such as "$alice", or "none"';

  it.each<[send: JsonValue, problem: string]>([
    [null, '/send: expected an object, found null'],
    [{ confrim: 'auto' }, '/send/confrim: unknown member (did you mean "confirm"?)'],
    [{ confirm: 'later' }, '/send/confirm: expected "auto" or "manual", found "later"'],
    [{ faucet: null }, `/send/faucet: ${WHO}, found null`],
    [{ faucet: 'alice' }, `/send/faucet: ${WHO}, found "alice" (a name starts with a dollar: $alice)`],
    [{ faucet: '$ata(a,b)' }, `/send/faucet: ${WHO}, found "$ata(a,b)"`],
    [{ faucet: '' }, `/send/faucet: ${WHO}, found ""`],
    [{ strict: 1 }, '/send/strict: expected true or false, found 1'],
    [{ impersonate: FAUCET }, `/send/impersonate: expected an array, found "${FAUCET}"`],
    [{ impersonate: 'all' }, '/send/impersonate: expected an array, found "all"'],
    [{ impersonate: [5] }, '/send/impersonate/0: expected an address, or a name such as "$alice", found 5'],
    [
      { impersonate: ['alice'] },
      '/send/impersonate/0: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
  ])('is not %j', async (send, problem) => {
    expect((await problemsOf({ 'ledger.json': { send } })).map(withoutPlace)).toEqual([problem]);
  });

  it('may name an address that is nearly another one: a warning', async () => {
    const script = ledger({ send: { impersonate: ['$wahle', '$stranger'] } as never })
      .wallet('whale', sol(5))
      .block(1);
    const { warnings } = await loadLedger([script]);
    expect(warnings.map(String).map((text) => text.replace(/^.*\/send/, '/send'))).toEqual([
      '/send/impersonate/0: `$wahle` is a new key that is used only here (did you mean $whale?)',
    ]);
  });

  it.each(ROWS)('is kept by a dump: %j', async (_send, settings) => {
    const text = textsOf(testLedger({ send: settings }))['ledger.json']!;
    const { state } = await load({ 'ledger.json': JSON.parse(text) as JsonObject });
    expect(state.send).toEqual({ ...DEFAULT_SEND_SETTINGS, ...settings });
  });

  it('is left out of a dump where it is as by default', () => {
    expect(textsOf(testLedger({}))['ledger.json']).not.toContain('send');
  });

  it('has the address of a name that a script gives a key, because a dump has no keys', async () => {
    const script = ledger({ send: { faucet: '$bank' } })
      .key('bank', FAUCET)
      .block(5);
    const { state } = await loadLedger([script]);
    expect(state.send.faucet).toBe('$bank');
    expect(textsOf(state)['ledger.json']).toContain(`"send": {\n    "faucet": "${FAUCET}"\n  }`);
  });

  it('has the addresses of impersonated names, whatever script sets their keys', async () => {
    const whale = ledger({ send: { impersonate: ['$whale', FAUCET, '$bob'] } })
      .key('whale', FAUCET)
      .block(5);
    const { state } = await loadLedger([whale]);
    const impersonated = [FAUCET, keypair('bob').address];
    expect(state.send.impersonated).toEqual(impersonated);
    expect(state.names.addresses.get('$bob')).toBe(keypair('bob').address);
    const ledgerJson = JSON.parse(textsOf(state)['ledger.json']!) as JsonObject;
    expect(ledgerJson.send).toEqual({ impersonate: impersonated });
    expect((await load({ 'ledger.json': ledgerJson })).state.send.impersonated).toEqual(impersonated);
  });

  it('is not changed by a fixture that is loaded into a ledger', async () => {
    const node = await createNode({ ledger: ledger({ send: { confirm: 'manual' } }).block(5) });
    expect(await controlText(node, 'load', '[{"send":{"confirm":"auto"}},"ledger.json"]')).toBe(
      invalidText(
        '/send: members of ledger.json are refused: loading changes neither the tips nor the facts of a ledger (the control method setTips moves tips)',
      ),
    );
  });
});
