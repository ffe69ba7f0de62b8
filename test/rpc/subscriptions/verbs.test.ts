import { expect, it } from 'vitest';
import { CONTROL_METHODS } from '../../../src/control/methods/index.ts';
import { createNode, type LedgerNode, ledger, sol } from '../../../src/index.ts';
import type { SubscriptionParams } from '../../../src/rpc/openrpc/paramTypes.ts';
import { SUBSCRIPTIONS } from '../../../src/rpc/subscriptions/index.ts';
import type { SubscriptionKind } from '../../../src/rpc/subscriptions/subscriptionTypes.ts';
import { SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { reasonOf } from '../../support/clients.ts';
import { NEW_IDL } from '../../support/idls.ts';
import { legacyBytes, transfer } from '../../support/sentTransactions.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

/** Which kinds of subscriptions each control method makes speak. */

const ALICE = namedAddress('alice');
const ACCOUNT = { lamports: 5, owner: SYSTEM_PROGRAM, data: ['', 'base64'], executable: false, rentEpoch: 0 } as const;
const SCRIPT = ledger({ processed: 100, confirmed: 99, finalized: 98 })
  .program('market', { idl: NEW_IDL })
  .account('order', { program: 'market', account: 'Order', fields: { owner: '$bob', side: 'Buy' } })
  .wallet('bob', sol(5))
  .block(98)
  .block(99)
  .block(100)
  .block(101, (b) => b.transfer('bob', 'carol', sol(1)).named('pay'));
const EVERY_KIND = ['account', 'block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates'];

/** The transaction that the signature is of lay ahead, and is gone. */
const BUT_SIGNATURE = EVERY_KIND.filter((kind) => kind !== 'signature');

const params = (node: LedgerNode): SubscriptionParams => ({
  slot: [],
  slotsUpdates: [],
  root: [],
  account: [ALICE, { commitment: 'processed', encoding: 'base64' }],
  program: [SYSTEM_PROGRAM, { commitment: 'processed', encoding: 'base64' }],
  logs: ['all', { commitment: 'processed' }],
  block: ['all', { commitment: 'confirmed' }],
  signature: [node.signature('pay'), { commitment: 'processed' }],
});

type Row = readonly [
  verb: string,
  before: (node: LedgerNode) => Promise<unknown>,
  params: string,
  kinds: readonly string[],
];
const nothing = async () => {};
const set = (node: LedgerNode) => node.setAccount(ALICE, ACCOUNT);
/** A transaction whose blockhash the ledger does not know. */
const refusedSend = (node: LedgerNode) => {
  const bytes = Buffer.from(legacyBytes(namedBlockhash('unknown'), [transfer(1)])).toString('base64');
  return reasonOf(node.request('sendTransaction', [bytes, { encoding: 'base64' }]));
};
const ROWS: readonly Row[] = [
  ['getTips', nothing, '[]', []],
  ['advance', nothing, '[]', ['block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates']],
  ['advance', nothing, '[3,{"skip":true}]', ['block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates']],
  ['setTips', nothing, '[{"processed":101}]', ['logs', 'program', 'signature', 'slot', 'slotsUpdates']],
  ['setTips', nothing, '[{"confirmed":100}]', ['block', 'slotsUpdates']],
  ['setTips', nothing, '[{"finalized":99}]', ['root', 'slotsUpdates']],
  ['setTips', nothing, '[{"processed":99}]', []],
  ['setTips', (node) => node.setAccount(ALICE, ACCOUNT, { from: 'processed' }), '[{"processed":99}]', ['account']],
  ['reorg', nothing, '[99]', []],
  ['reorg', (node) => node.setAccount(ALICE, ACCOUNT, { from: 'processed' }), '[100]', ['account']],
  ['migrate', nothing, '[]', []],
  ['warp', nothing, '[{"slots":1}]', ['block', 'logs', 'program', 'root', 'signature', 'slot', 'slotsUpdates']],
  ['setSlotTime', nothing, '[400000]', []],
  ['autoAdvance', nothing, '[false]', []],
  ['prune', nothing, '[98]', []],
  ['expireStatuses', nothing, '[]', []],
  ['setAccount', nothing, JSON.stringify([ALICE, ACCOUNT]), ['account', 'program']],
  ['setAccount', nothing, JSON.stringify([ALICE, ACCOUNT, { from: 'processed' }]), ['account', 'program']],
  ['setAccount', set, JSON.stringify([ALICE, ACCOUNT]), ['account', 'program']],
  ['setAccount', set, JSON.stringify([ALICE, ACCOUNT, { from: 'processed' }]), ['account', 'program']],
  ['setAccount', set, `["${ALICE}",null]`, ['account', 'program']],
  ['addBlock', nothing, '[{}]', ['block', 'root', 'slot', 'slotsUpdates']],
  ['addBlock', nothing, `[{"transactions":[{"transfer":{"from":"$bob","to":"${ALICE}","sol":1}}]}]`, BUT_SIGNATURE],
  ['addTransaction', nothing, `[{"transfer":{"from":"$bob","to":"${ALICE}","sol":1}}]`, BUT_SIGNATURE],
  ['impersonate', nothing, `["${ALICE}"]`, []],
  ['stopImpersonating', (node) => node.impersonate(ALICE), `["${ALICE}"]`, []],
  ['load', nothing, JSON.stringify([{ pubkey: ALICE, account: ACCOUNT }]), ['account', 'program']],
  ['names', nothing, '[]', []],
  ['timeline', nothing, '[]', []],
  ['fields', nothing, '["$order"]', []],
  ['show', nothing, '["$bob"]', []],
  ['signature', nothing, '["pay"]', []],
  ['address', nothing, '["$bob"]', []],
  ['dump', nothing, '[]', []],
  ['snapshot', nothing, '[]', []],
  ['revert', (node) => node.snapshot().then(() => set(node)), '["snapshot-1"]', ['account']],
  ['reset', set, '[]', ['account']],
  ['fork', nothing, '["b"]', []],
  ['dropFork', (node) => node.fork('a'), '["a"]', []],
  ['listForks', nothing, '[]', []],
  ['addFault', nothing, '[{"then":{"reset":true}}]', []],
  ['listFaults', nothing, '[]', []],
  ['removeFault', (node) => node.addFault({ then: { reset: true } }), '["fault-1"]', []],
  ['clearFaults', (node) => node.addFault({ then: { reset: true } }), '[]', []],
  ['onSend', nothing, '[{"then":"drop"}]', []],
  ['listSendRules', nothing, '[]', []],
  ['removeSendRule', (node) => node.onSend({ then: 'drop' }), '["send-rule-1"]', []],
  ['clearSendRules', (node) => node.onSend({ then: 'drop' }), '[]', []],
  ['sent', nothing, '[]', []],
  ['calls', nothing, '[]', []],
  ['verify', nothing, '[{"method":"slotSubscribe"}]', []],
  ['waitForCall', nothing, '["slotSubscribe"]', []],
  ['waitForSend', refusedSend, '[]', []],
  ['moves', nothing, '[]', []],
  ['clearCalls', nothing, '[]', []],
  ['explain', nothing, '["getSlot"]', []],
  ['subscriptions', nothing, '[]', []],
  ['closeSockets', nothing, '[]', []],
];

it('the table has every kind, and every control method but new ones that only read', () => {
  expect(SUBSCRIPTIONS.map(({ kind }) => kind).sort()).toEqual(EVERY_KIND);
  const tried = new Set(ROWS.map(([verb]) => `stillnode_${verb}`));
  const notTried = [...CONTROL_METHODS.values()].filter(({ effect, name }) => effect !== 'reads' && !tried.has(name));
  expect(notTried).toEqual([]);
  expect([...tried].filter((name) => !CONTROL_METHODS.has(name))).toEqual([]);
});

it.each(ROWS)('%s after %s with %s: %j', async (verb, before, text, kinds) => {
  const node = await createNode({ ledger: SCRIPT });
  await before(node);
  const told = new Set<string>();
  const watched = Object.entries(params(node)).map(([kind, values]) => {
    const iterable = node.subscribe(kind as SubscriptionKind, ...(values as SubscriptionParams[SubscriptionKind]));
    const all = (async () => {
      for await (const _ of iterable) told.add(kind);
    })();
    return { iterable, all };
  });
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect([...told]).toEqual([]);
  await node.request(`stillnode_${verb}`, JSON.parse(text) as unknown[]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all(watched.map(({ iterable }) => iterable.return()));
  await Promise.all(watched.map(({ all }) => all));
  expect([...told].sort()).toEqual(kinds);
});
