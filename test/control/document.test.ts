import type { AnySchemaObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { rpcErrors } from '../../src/errors.ts';
import type { LedgerNode } from '../../src/index.ts';
import { createTables, listMethods } from '../../src/rpc/tables.ts';
import { callsOf } from '../rpc/openrpc/calls.ts';
import { errorNames, type ServedDocument, type ServedMethod, validator } from '../rpc/openrpc/served.ts';
import { controlText, invalidText } from '../support/control.ts';
import { CONTROLS } from '../support/controls.ts';
import { NEW_IDL } from '../support/idls.ts';
import { protocolFor, THREE_TIPS, testLedger, testNode } from '../support/testNode.ts';

/** What the OpenRPC document says of control methods, held against what they take and give. */

const NAMES = listMethods(createTables()).map(({ name }) => name);
const CONTEXT = { ledger: testLedger({}), dialect: DIALECTS.contract };
const TEXT = String(await createTables({ controls: CONTROLS }).discovery.underControl.answer(undefined, CONTEXT));
const DOCUMENT = JSON.parse(TEXT) as ServedDocument;
const LISTED = DOCUMENT.methods.filter(({ name }) => CONTROL_METHODS.has(name));

/** Objects that hold nothing but what is listed, so that everything must be listed. */
const CLOSED = JSON.parse(TEXT, (_key, value) =>
  value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
) as ServedDocument;

const ORDER = { program: 'market', account: 'Order', fields: { owner: '$alice', side: 'Buy' } };

/**
 * Calls that succeed one after the other; the first of a method has all that it requires. A method whose arguments can be made from its
 * description needs no row.
 */
const CALLS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  advance: [[], [2, { skip: true }]],
  setTips: [[{ processed: 7 }], [{ processed: 7, confirmed: 6, finalized: 5 }]],
  reorg: [[7]],
  migrate: [[]],
  warp: [[{ slots: 1 }]],
  setSlotTime: [[400_000], [null]],
  autoAdvance: [[], [false]],
  prune: [[5]],
  expireStatuses: [[]],
  setAccount: [
    ['$alice', { sol: 5 }],
    ['$alice', null, { from: 'processed' }],
  ],
  addBlock: [[{}], [{ slot: 20, blockTime: null, transactions: [{ memo: 'x', payer: '$alice', fee: 0 }] }]],
  addTransaction: [[{ memo: 'x', payer: '$alice', fee: 0, name: 'note' }]],
  load: [
    [[]],
    [{ accounts: { $new: { sol: 1 } } }, 'a.ledger.json'],
    [{ programs: { market: { idl: NEW_IDL } }, accounts: { $order: ORDER } }, 'b.ledger.json'],
  ],
  timeline: [[], [{ from: 1, to: 5 }]],
  fields: [['$order']],
  show: [[], ['$alice']],
  names: [[]],
  signature: [['note'], ['note', 0]],
  address: [['$alice']],
  dump: [[]],
  snapshot: [[]],
  revert: [['snapshot-1']],
  reset: [[]],
  fork: [[], ['a']],
  listForks: [[]],
  dropFork: [['a']],
  addFault: [
    [{ then: { reset: true } }],
    [{ match: { method: 'getSlot', times: 2 }, then: { http: { status: 429 } } }],
  ],
  listFaults: [[]],
  removeFault: [['fault-1']],
  clearFaults: [[]],
  onSend: [[{ then: 'drop' }], [{ match: { feePayer: '$token' }, then: { fail: { custom: 6001 } }, times: 1 }]],
  listSendRules: [[]],
  removeSendRule: [['send-rule-1']],
  clearSendRules: [[]],
  impersonate: [['11111111111111111111111111111111']],
  stopImpersonating: [['11111111111111111111111111111111']],
  sent: [[]],
  calls: [[], [{ method: 'getSlot', since: 0, limit: 5 }]],
  verify: [[{ method: 'getSlot', times: 0 }]],
  waitForCall: [['getSlot'], ['getSlot', { params: [], since: 0, timeoutMs: 0 }]],
  waitForSend: [[]],
  clearCalls: [[]],
  explain: [['getSlot'], ['getBlock', [7]], ['getBlockTime', [1_000_000]]],
};

const verbOf = (name: string) => name.slice('stillnode_'.length);

/** The listed calls of a method, or one with what it requires and one with all that it takes. */
const callsFor = (method: ServedMethod) => CALLS[verbOf(method.name)] ?? callsOf(method);

/** In the order of their rows, and then those that have none. */
const IN_ORDER = [
  ...Object.keys(CALLS).map((verb) => LISTED.find(({ name }) => verbOf(name) === verb)!),
  ...LISTED.filter(({ name }) => !(verbOf(name) in CALLS)),
];

it('lists all methods, then the control methods in the order of their table', () => {
  const names = DOCUMENT.methods.map(({ name }) => name);
  expect(names).toEqual([...NAMES, ...CONTROL_METHODS.keys()]);
});

it('what is called here is all that there is', () => {
  expect(IN_ORDER.map(({ name }) => name).sort()).toEqual([...CONTROL_METHODS.keys()].sort());
  expect(IN_ORDER.filter((method) => callsFor(method).length === 0)).toEqual([]);
});

it('every call succeeds with a result as it is described, from parameters as they are described', async () => {
  const node = testNode({ ...THREE_TIPS, protocol: protocolFor('4.3', 'genesis') });
  // nothing was sent here: test/control/waitForSend.test.ts sends
  for (const method of IN_ORDER.filter(({ name }) => name !== 'stillnode_waitForSend')) {
    const verb = verbOf(method.name);
    const { params, result } = CLOSED.methods.find(({ name }) => name === method.name)!;
    const validate = validator(result.schema, CLOSED);
    // the call that is waited for
    if (verb === 'waitForCall') await node.request('getSlot');
    const before = await keptTexts(node);
    for (const call of callsFor(method)) {
      const answer: unknown = JSON.parse(await controlText(node, verb, JSON.stringify(call)));
      expect(validate(answer) ? [] : [verb, answer, validate.errors]).toEqual([]);
      call.forEach((value, i) => {
        const takes = validator(params[i]!.schema, CLOSED);
        expect(takes(value) ? [] : [verb, value, takes.errors]).toEqual([]);
      });
    }
    const after = await keptTexts(node);
    const { effect } = CONTROL_METHODS.get(method.name)!;
    if (effect === 'reads') expect({ verb, ...after }).toEqual({ verb, ...before });
    else if (effect !== 'names') expect({ verb, names: after.names }).toEqual({ verb, names: before.names });
  }
});

/** What a method that reads leaves as it is: the ledger, its names, faults, rules and forks. */
async function keptTexts(node: LedgerNode) {
  const [tips, ledger, names, faults, rules, forks] = await Promise.all(
    ['getTips', 'dump', 'names', 'listFaults', 'listSendRules', 'listForks'].map((name) => controlText(node, name)),
  );
  return { tips, ledger, names, faults, rules, forks };
}

/** What a method answers to arguments that it does not take. A rule is read with its ledger. */
const refusalOf = (name: string, args: object) => controlText(testNode({}), verbOf(name), JSON.stringify(args));

describe.each(LISTED)('$name', ({ name, params, ...method }) => {
  const required = params.filter((param) => param.required);
  const calls = callsFor({ name, params, ...method });

  it('refuses arguments with an error that is listed, and lists no other one of parameters', () => {
    const errors = errorNames({ name, params, ...method });
    expect(errors[0]).toBe('invalidArgument');
    expect(new Set(errors).size).toBe(errors.length);
    const own = ['invalidArgument', 'unknownName', 'outOfRange', 'verificationFailed', 'waitTimedOut'];
    expect(errors.filter((error) => !own.includes(error) || !(error in rpcErrors))).toEqual([]);
  });

  it('needs as many arguments as it lists as required, and takes no more than it lists', async () => {
    const { readParams } = CONTROL_METHODS.get(name)!;
    const [first = []] = calls;
    expect(first).toHaveLength(required.length);
    expect(params.slice(0, required.length)).toEqual(required);
    expect(() => readParams(first as never)).not.toThrow();
    if (first.length > 0) expect(() => readParams(first.slice(1) as never)).toThrow(/is missing|expected/);
    const tooMany = [...first, ...new Array<null>(params.length - first.length + 1).fill(null)];
    const names = params.map((param) => (param.required ? param.name : `${param.name}?`));
    const expected = params.length === 0 ? 'expected no arguments' : `expected the arguments [${names.join(', ')}]`;
    expect(await refusalOf(name, tooMany)).toBe(invalidText(`${expected}, found ${tooMany.length}`));
    expect(await refusalOf(name, { notThere: 1 })).toBe(invalidText(`${expected}, found an object`));
  });

  const configs = params.flatMap(({ schema }, index) => (schema.properties === undefined ? [] : [{ index, schema }]));
  it.each(configs)(
    'takes the members that are listed for parameter $index, and no other',
    async ({ index, schema }) => {
      expect(schema.additionalProperties).toBe(false);
      const { readParams } = CONTROL_METHODS.get(name)!;
      const [first = []] = calls;
      const required = schema.required === undefined ? {} : (first[index] as object);
      const argumentsWith = (config: object) => [
        ...Array.from({ length: index }, (_, i) => first[i] ?? null),
        { ...required, ...config },
      ];
      const take = (config: object) => () => readParams(argumentsWith(config) as never);
      // an object is one that a call has
      const called = Object.assign({}, ...calls.map((call) => call[index])) as Readonly<Record<string, unknown>>;
      for (const [member, { type, default: standard = type === 'string' ? 'a' : 5 }] of Object.entries<AnySchemaObject>(
        schema.properties,
      ))
        expect(take({ [member]: type === 'object' ? called[member] : standard })).not.toThrow();
      const place = params[index]!.name;
      const refusalWith = (config: object) => refusalOf(name, argumentsWith(config));
      const notObject = Array.from({ length: index + 1 }, (_, i) => (i === index ? true : (first[i] ?? null)));
      expect(await refusalOf(name, notObject)).toBe(invalidText(`${place}: expected an object, found true`));
      expect(await refusalWith({ notThere: 1 })).toBe(invalidText(`${place}.notThere: unknown member`));
      for (const member of Object.keys(schema.properties)) {
        const misspelled = `${member}${member.at(-1)}`;
        expect(await refusalWith({ [misspelled]: 1 })).toBe(
          invalidText(`${place}.${misspelled}: unknown member (did you mean "${member}"?)`),
        );
      }
    },
  );

  it('is summed up in one phrase', () => {
    expect(method.summary).toMatch(/^[a-z][^\n]+\w$/);
  });
});
