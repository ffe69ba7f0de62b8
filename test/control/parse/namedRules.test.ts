import { beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { sendRuleOf } from '../../../src/control/parse/parseSendRule.ts';
import { RpcError } from '../../../src/errors.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { keypair, ledger, sol } from '../../../src/index.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import { MARKET_ADDRESS, MARKET_IDL } from '../../support/marketIdl.ts';

/** Rules that name errors, events and instructions of programs with an IDL. */

let state: LedgerState;

beforeAll(async () => {
  const script = ledger().program('market', { idl: MARKET_IDL, address: MARKET_ADDRESS }).wallet('alice', sol(5));
  state = (await loadLedger([script])).state;
});

const read = (text: string) => sendRuleOf(parseJson(text), state);

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    return (error as RpcError).message;
  }
  throw new Error(`${text} is read`);
}

describe('an error by name', () => {
  it.each([
    ['{"fail":{"error":"market.SlippageExceeded"}}', { isLate: false, origin: {}, error: { code: 6000 } }],
    ['{"failLate":{"error":"market.ConstraintSeeds"}}', { isLate: true, origin: {}, error: { code: 2006 } }],
    [
      '{"fail":{"error":"market.OrderClosed","account":"order","instruction":1,"units":7}}',
      { origin: { account: 'order' }, instruction: 1, units: 7n, error: { code: 6001 } },
    ],
    ['{"fail":{"error":"market.OrderClosed","source":"lib.rs:4"}}', { origin: { source: 'lib.rs:4' } }],
  ])('%s', (then, outcome) => {
    expect(read(`{"then":${then}}`).then).toMatchObject({
      kind: 'failByName',
      program: { name: 'market' },
      ...outcome,
    });
  });

  const LIKE = '(as in {"error": "market.SlippageExceeded"';

  it.each([
    [
      '{"error":"market.SlipageExceeded"}',
      'error: the IDL of market has no error SlipageExceeded (did you mean "SlippageExceeded"?)',
    ],
    ['{"error":"markt.OrderClosed"}', 'error: the ledger has no program with an IDL markt (did you mean "market"?)'],
    [
      '{"error":"OrderClosed"}',
      'error: expected the name of an InstructionError, found "OrderClosed" (did you mean "market.OrderClosed"?)',
    ],
    [
      '{"custom":1,"account":"order"}',
      `account: only an error of a program with an IDL has \`account\` ${LIKE}, "account": …})`,
    ],
    [
      '{"error":"Immutable","source":"a"}',
      `source: only an error of a program with an IDL has \`source\` ${LIKE}, "source": …})`,
    ],
    [
      '{"error":"market.OrderClosed","account":"order","source":"a"}',
      'source: `source` cannot be given beside `account` (leave out one of them)',
    ],
    [
      '{"error":"market.OrderClosed","account":"order","logs":[]}',
      'account: `account` cannot be given beside `logs` (put the line of the error into `logs`, or leave out `logs`)',
    ],
    ['{"error":"market.OrderClosed","account":5}', 'account: expected a string, found 5'],
  ])('without mistakes: %s', (failure, message) => {
    expect(refusal(`{"then":{"fail":${failure}}}`)).toBe(`rule.then.fail.${message}`);
  });
});

describe('an event', () => {
  it.each([
    ['', false],
    [',"cpi":false', false],
    [',"cpi":true', true],
  ])('is an inner instruction if the rule says so: %s', (cpi, isCpi) => {
    const event = `{"market.Filled":{"maker":"$alice","side":"Buy"}${cpi}}`;
    expect(read(`{"then":{"succeed":{"emits":[${event}]}}}`).then).toMatchObject({
      additions: { events: [{ isCpi }] },
    });
  });

  const EVENT = 'expected an event of a program with an IDL';
  const LIKE = '(as in {"market.Filled": {"price": 10}})';

  it.each([
    ['{"emits":[5]}', `emits.0: ${EVENT}, found 5 ${LIKE}`],
    ['{"emits":[{"Filled":{}}]}', `emits.0: ${EVENT}, found an object with Filled ${LIKE}`],
    ['{"emits":[{"instruction":1}]}', `emits.0: ${EVENT}, found an object with instruction ${LIKE}`],
    [
      '{"emits":[{"market.Filed":{}}]}',
      'emits.0.market.Filed: the IDL of market has no event Filed (did you mean "Filled"?)',
    ],
    [
      '{"emits":[{"market.Filled":{"maker":"$alice","side":"Buy","prise":1}}]}',
      'emits.0.market.Filled.prise: unknown field (did you mean "price"?)',
    ],
    [
      '{"emits":[{"market.Filled":{"maker":"$alice","side":"Buy"},"instruction":-1}]}',
      'emits.0.instruction: expected an integer from 0 to 255 (u8), found -1',
    ],
    [
      '{"emits":[{"market.Filled":{"maker":"$alice","side":"Buy"},"cpi":1}]}',
      'emits.0.cpi: expected true or false, found 1',
    ],
    [
      '{"emits":[{"market.Filled":{"maker":"$alice","side":"Buy"}}],"logs":[]}',
      'emits: `emits` cannot be given beside `logs` (put the lines of the events into `logs`, or leave out `logs`)',
    ],
  ])('without mistakes: %s', (success, message) => {
    expect(refusal(`{"then":{"succeed":${success}}}`)).toBe(`rule.then.succeed.${message}`);
  });
});

describe('arguments', () => {
  const ALICE = keypair('alice').address;
  const argsOf = (args: string) =>
    read(`{"match":{"instruction":"market.placeOrder","args":${args}},"then":"drop"}`).match.args;

  it.each<[args: string, json: object]>([
    ['{}', {}],
    ['{"price":10}', { price: '10' }],
    ['{"price":"18446744073709551615"}', { price: '18446744073709551615' }],
    ['{"maxSize":"340282366920938463463374607431768211455"}', { max_size: '340282366920938463463374607431768211455' }],
    ['{"max_size":1}', { max_size: '1' }],
    ['{"price":{"sol":1.5}}', { price: '1500000000' }],
    ['{"price":{"tokens":{"raw":5},"mint":"$alice"}}', { price: '5' }],
    ['{"price":{"tokens":"2.5","mint":"$wsol"}}', { price: '2500000000' }],
    ['{"maker":"$alice"}', { maker: ALICE }],
    [`{"maker":"${ALICE}"}`, { maker: ALICE }],
    ['{"side":"Buy"}', { side: 'Buy' }],
    ['{"side":"buy"}', { side: 'Buy' }],
    ['{"side":"Limit"}', { side: { Limit: {} } }],
    ['{"side":{"Limit":{}}}', { side: { Limit: {} } }],
    ['{"side":{"Limit":{"postOnly":true}}}', { side: { Limit: { post_only: true } } }],
    ['{"side":{"Between":[1]}}', { side: { Between: [1] } }],
    ['{"side":"Between"}', { side: { Between: [] } }],
    ['{"label":"a"}', { label: 'a' }],
    ['{"tag":{"hex":"01020304"}}', { tag: { base64: 'AQIDBA==' } }],
    ['{"tag":[1,2,3,4]}', { tag: { base64: 'AQIDBA==' } }],
    ['{"steps":[-1]}', { steps: [-1] }],
    ['{"parent":null}', { parent: null }],
    ['{"parent":"$alice"}', { parent: ALICE }],
    ['{"options":{"isIoc":false,"blob":{"base64":"AQI="}}}', { options: { is_ioc: false, blob: { base64: 'AQI=' } } }],
  ])('%s', (args, json) => {
    expect(argsOf(args)).toEqual(json);
  });

  const SIDE = 'one of Buy, Limit, Between';

  it.each([
    ['5', ': expected an object, found 5'],
    ['{"prise":1}', '.prise: unknown field (did you mean "price"?)'],
    ['{"price":"ten"}', '.price: expected u64 (0 to 18446744073709551615), found "ten"'],
    [
      '{"price":{"tokens":"2.5"}}',
      '.price: the mint of the amount is not known (as in {"tokens": "2.5", "mint": "$usdc"})',
    ],
    [
      '{"price":{"tokens":"2.5","mint":"$alice"}}',
      '.price: the ledger has no mint `$alice` (add it with stillnode_setAccount: {"mint": {"decimals": 6}})',
    ],
    ['{"label":{"sol":1}}', '.label: expected a string, found an object with sol'],
    ['{"price":-1}', '.price: expected u64 (0 to 18446744073709551615), found -1'],
    [
      '{"maker":"alice"}',
      '.maker: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    ['{"side":"Sell"}', `.side: expected ${SIDE}, found "Sell"`],
    ['{"side":{"Buy":{}}}', '.side: Buy has no fields (write "Buy")'],
    ['{"side":{"Limit":{"prise":1}}}', '.side.Limit.prise: unknown field (did you mean "price"?)'],
    ['{"side":{"Between":[1,2,3]}}', '.side.Between: expected a list of 2, (u8, u16), found an array of 3'],
    ['{"steps":"all"}', '.steps: expected a list, vec<i16>, found "all"'],
    ['{"steps":[1,40000]}', '.steps.1: expected i16 (-32768 to 32767), found 40000'],
    ['{"tag":[1]}', '.tag: expected a list of 4, [u8; 4], found an array of 1'],
    [
      '{"options":{"isIoc":1,"rat":1}}',
      '.options.rat: unknown field (did you mean "rate"?); rule.match.args.options.isIoc: expected true or false, found 1',
    ],
  ])('without mistakes: %s', (args, message) => {
    const rule = `{"match":{"instruction":"market.placeOrder","args":${args}},"then":"drop"}`;
    expect(refusal(rule)).toBe(`rule.match.args${message}`);
  });

  it.each([
    [
      '{"args":{}}',
      'args: `args` belong to an instruction (as in {"instruction": "system transfer", "args": {"lamports": 5000}})',
    ],
    ['{"instruction":"spl-memo","args":{}}', 'args: a memo has no arguments (`memo` is a part of its text)'],
    [
      '{"instruction":"market.placeOrdr","args":{"x":1}}',
      'instruction: the IDL of market has no instruction placeOrdr (did you mean "place_order"?)',
    ],
    [
      '{"instruction":"market placeOrder"}',
      'instruction: expected a program whose instructions are parsed, found "market placeOrder" (did you mean "market.placeOrder"?)',
    ],
    ['{"instruction":5,"args":{}}', 'instruction: expected a string, found 5'],
  ])('only of an instruction: %s', (match, message) => {
    expect(refusal(`{"match":${match},"then":"drop"}`)).toBe(`rule.match.${message}`);
  });
});
