import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runControlMethod } from '../../src/control/controlMethod.ts';
import { listSendRules } from '../../src/control/methods/listSendRules.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { Forks } from '../../src/live/forks.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { addRule } from '../../src/live/sendQueue.ts';
import { chooseRule } from '../../src/rpc/sending/sendRules.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { controlText, NO_ARGUMENT_CASES, UNUSED } from '../support/control.ts';
import { keyOf, sentLegacy, transfer } from '../support/sentTransactions.ts';
import { testLedger, testNode } from '../support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature } from '../support/transactions.ts';

describe('stillnode_listSendRules', () => {
  it('lists rules as they were given, in the order in which they are looked at', async () => {
    const node = testNode({});
    const given = [
      '{"then":"drop"}',
      '{"match":{"feePayer":"$token"},"then":{"succeed":{"accounts":{"$alice":{"sol":1.5}}}},"times":2}',
      '{"match":{},"then":{"unhealthy":18446744073709551615}}',
    ];
    for (const rule of given) await controlText(node, 'onSend', `[${rule}]`);
    const list = given.map((rule, i) => `{"hits":0,"id":"send-rule-${i + 1}","rule":${rule}}`);
    expect(await controlText(node, 'listSendRules')).toBe(`[${list.join(',')}]`);
  });

  it('says how many sends each has decided', async () => {
    const live = LiveLedger.create(testLedger({}));
    const keys = [keyOf('alice'), namedAddress('bob')];
    const send = { ...sentLegacy(namedBlockhash('5'), [transfer(5)]), keys };
    const rule = { match: { feePayer: keyOf('alice') }, then: { kind: 'drop' }, times: 2 } as const;
    await live.changeSends((sends) => addRule(sends, 'first', rule));
    await live.changeSends((sends) => addRule(sends, 'second', { ...rule, match: {} }));
    for (let i = 0; i < 3; i++) await live.changeSends((sends) => chooseRule(sends, send).sends);
    const snapshot = await live.snapshot();
    await live.changeSends((sends) => chooseRule(sends, send).sends);
    expect(live.sends.rules.map(({ matches: fits, hits }) => [fits, hits])).toEqual([
      [4, 2],
      [4, 2],
    ]);
    // a snapshot has the counts too
    await live.revert(snapshot);
    const context = {
      live,
      now: live.moment,
      forks: new Forks(1),
      dialect: DIALECTS.contract,
      execute: executeTransaction,
      ...UNUSED,
    };
    expect(await runControlMethod(listSendRules, [], context)).toBe(
      '[{"hits":2,"id":"send-rule-1","rule":"first"},{"hits":1,"id":"send-rule-2","rule":"second"}]',
    );
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'listSendRules', params)).toBe(error);
  });
});

const count = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const blocks = fc.integer({ min: 1, max: 2 ** 53 - 1 });
const text = fc.string({ unit: 'grapheme' });
const addressNode = fc.constantFrom('$alice', '$ata(alice,usdc)', '$token', namedAddress('a'));
const failure = fc.record(
  { custom: fc.nat(), instruction: fc.nat(255), logs: fc.array(text), units: fc.nat() },
  { requiredKeys: ['custom'] },
);
const additions = fc.record(
  {
    accounts: fc.dictionary(
      fc.constantFrom('$alice', '$bob', namedAddress('a')),
      fc.oneof(fc.constant(null), fc.record({ lamports: fc.nat() })),
    ),
    logs: fc.array(text),
    inner: fc.uniqueArray(
      fc.record({ index: fc.nat(255), instructions: fc.array(fc.record({ memo: text }), { maxLength: 2 }) }),
      { selector: ({ index }) => index, maxLength: 3 },
    ),
    returnData: fc.record({ program: addressNode, data: fc.record({ utf8: text }) }),
    units: fc.nat(),
  },
  { requiredKeys: [] },
);
const outcome = fc.oneof(
  fc.constantFrom('drop', 'succeed'),
  fc.record({ succeed: additions }),
  fc.record({ fail: failure }),
  fc.record({ failLate: failure }),
  fc.record({ refuse: fc.constantFrom('BlockhashNotFound', { InsufficientFundsForRent: { account_index: 0 } }) }),
  fc.record({ feesOnly: fc.constantFrom('ProgramAccountNotFound', 'MaxLoadedAccountsDataSizeExceeded') }),
  fc.record({ delay: blocks }),
  fc.record({ stopAt: fc.constantFrom('processed', 'confirmed') }),
  fc.record({ fork: fc.record({ dropAfter: blocks, then: fc.constant('succeed') }, { requiredKeys: ['dropAfter'] }) }),
  fc.record({
    rpcError: fc.record(
      { code: fc.integer(), message: text, data: fc.jsonValue({ stringUnit: 'binary' }) },
      { requiredKeys: ['code', 'message'] },
    ),
  }),
  fc.record({ unhealthy: fc.oneof(fc.nat(), fc.constant(null)) }),
);
const knownAddress = fc.constantFrom('$system', '$ata(system,wsol)', '$token', namedAddress('a'));
const match = fc.record(
  {
    signature: fc.constant(namedSignature('a')),
    account: knownAddress,
    feePayer: knownAddress,
    program: knownAddress,
    instruction: fc.constantFrom('system transfer', 'spl-memo', 'spl-token transferChecked'),
    memo: text,
    nth: count,
  },
  { requiredKeys: [] },
);
const rule = fc.record({ match, then: outcome, times: count }, { requiredKeys: ['then'] });

it('rules that are read, listed and read again are the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 4 }), async (rules) => {
      const [first, second] = [testNode({}), testNode({})];
      for (const [i, given] of rules.entries())
        expect(await controlText(first, 'onSend', JSON.stringify([given]))).toBe(`"send-rule-${i + 1}"`);
      const listed = await controlText(first, 'listSendRules');
      for (const { rule: shown } of JSON.parse(listed) as readonly { rule: unknown }[])
        await controlText(second, 'onSend', JSON.stringify([shown]));
      expect(await controlText(second, 'listSendRules')).toBe(listed);
      expect((JSON.parse(listed) as readonly { rule: unknown }[]).map(({ rule: shown }) => shown)).toEqual(
        JSON.parse(JSON.stringify(rules)),
      );
    }),
    { numRuns: 50 },
  );
});
