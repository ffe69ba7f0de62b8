import { afterEach, expect, it, vi } from 'vitest';
import { createNode, type LedgerNode, ledger, type NewSendRule, sol } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';

/** What the methods of a node say of mistakes that only calls can have. */

const nodeOf = () =>
  createNode({
    dialect: 'agave',
    ledger: ledger({ finalized: 1 }).wallet('shop', sol(5)).wallet('bob', sol(1)).block(1),
  });

afterEach(() => void vi.restoreAllMocks());

it.each<[call: string, run: (node: LedgerNode) => Promise<unknown>]>([
  ['advance', (node) => node.advance((2n ** 64n) as never)],
  ['setTips', (node) => node.setTips({ processed: (2n ** 64n) as never })],
  ['addBlock', (node) => node.addBlock({ slot: (2n ** 64n) as never })],
])('%s of an integer beyond a u64 says nothing of files', async (_, run) => {
  const error = (await reasonOf(run(await nodeOf()))) as Error;
  expect(error.message).toMatch(/expected an integer from 0 to 18446744073709551615 \(u64\), found .*\d$/);
});

const circular = () => {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value as never;
};

it.each<[call: string, run: (node: LedgerNode) => Promise<unknown>, message: string]>([
  ['addBlock', (node) => node.addBlock(circular()), '`block.self.self` is `block.self` itself'],
  ['addTransaction', (node) => node.addTransaction(circular()), '`transaction.self` is `transaction` itself'],
  ['onSend', (node) => node.onSend({ then: { fail: circular() } }), '`rule.then.fail.self` is `rule.then.fail` itself'],
  [
    'onSend',
    (node) => node.onSend({ then: { succeed: { emits: [circular()] } } } as NewSendRule),
    '`emits[0].self` is `emits[0]` itself',
  ],
  ['verify', (node) => node.verify({ sent: { args: circular() } }), '`args.self` is `args` itself'],
  ['setAccount', (node) => node.setAccount('bob', { fields: circular() } as never), '`fields.self` is `fields` itself'],
  ['addFault', (node) => node.addFault(circular()), '`params[0].self` is `params[0]` itself'],
])('%s of a value that contains itself names its path', async (_, run, message) => {
  expect(await reasonOf(run(await nodeOf()))).toEqual(new TypeError(`${message}: JSON has no circular values`));
});

it('so does a script', () => {
  const script = ledger({ finalized: 1 }).program('game', { idl: circular() });
  expect(() => script.toJSON()).toThrow(TypeError);
});

it.each<[call: string, run: (node: LedgerNode) => Promise<unknown>, place: string]>([
  ['onSend', (node) => node.onSend({ match: { feePayer: 'shopp' }, then: 'drop' }), 'rule.match.feePayer'],
  ['verify', (node) => node.verify({ sent: { account: 'shopp' }, times: 0 }), 'expected.sent.account'],
  ['waitForSend', (node) => node.waitForSend({ feePayer: 'shopp' }, { timeoutMs: 0 }), 'match.feePayer'],
  [
    'fail',
    (node) => node.fail('sendTransaction', { http: 429 }, { sent: { program: 'shopp' } }),
    'rule.match.sent.program',
  ],
])('%s refuses a name in a match that the ledger does not know', async (_, run, place) => {
  expect(await reasonOf(run(await nodeOf()))).toMatchObject({
    code: -32602,
    message: `${place}: the ledger knows no account \`$shopp\` (did you mean $shop?)`,
    data: { reason: 'invalid' },
  });
});

const succeedWith = (...names: readonly string[]): NewSendRule => ({
  then: { succeed: { accounts: Object.fromEntries(names.map((name) => [name, sol(1)])) } },
});

it('onSend warns once of a name in an outcome that is nearly one of the ledger', async () => {
  const node = await nodeOf();
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await node.onSend(succeedWith('shopp'));
  await node.onSend(succeedWith('shopp'));
  expect(warn.mock.calls).toEqual([
    [
      'rule.then.succeed.accounts.$shopp: `$shopp` is a new key that is used only here (did you mean $shop?)',
      { code: 'STILLNODE_NEW_NAME' },
    ],
  ]);
});

it('onSend does not warn of names of the ledger, nor of new ones that are like no other', async () => {
  const node = await nodeOf();
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await node.onSend(succeedWith('shop', 'carol'));
  expect(warn.mock.calls).toEqual([]);
});

it('a block that is added has the warning in its result', async () => {
  const node = await nodeOf();
  const added = await node.addBlock((b) => b.transfer('shop', 'bbo', sol(1)));
  expect(added.warnings).toEqual([
    expect.stringMatching(/: `\$bbo` is a new key that is used only here \(did you mean \$bob\?\)$/),
  ]);
});
