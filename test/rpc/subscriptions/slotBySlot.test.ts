import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import type { LiveLedger } from '../../../src/live/liveLedger.ts';
import { SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { inSlot, NOW, notice, testHub } from '../../support/subscriptions.ts';
import { testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

/** A move over many slots tells what the slots would tell if they came one after the other. */

const ALICE = namedAddress('alice');
const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
/** Ahead of the processed tip slots without a block, accounts that blocks write, and a block that the next one leaves aside. */
const STATE = withWrites(
  testLedger({
    blocks: [
      { slot: 8 },
      { slot: 9 },
      { slot: 10 },
      { slot: 11, transactions: [{ name: 'first', meta: { logMessages: ['1'] } }] },
      { slot: 14, parentSlot: 11, transactions: [{ name: 'aside', meta: { logMessages: ['2'] } }] },
      { slot: 15, parentSlot: 11, transactions: [{ name: 'second', meta: { logMessages: ['3'] } }] },
      { slot: 18, parentSlot: 15 },
    ],
    accounts: [{ address: ALICE, lamports: 1n }],
    processed: 10,
    confirmed: 10,
    finalized: 10,
  }),
  [11, 14, 16],
);

function withWrites(state: LedgerState, slots: readonly number[]): LedgerState {
  let { accounts } = state;
  for (const slot of slots)
    accounts = accounts.withWrites([testAccount({ address: ALICE, lamports: BigInt(slot) })], BigInt(slot));
  return { ...state, accounts };
}

/** Every kind at every commitment. */
const EVERY: readonly (readonly [kind: string, params: string])[] = [
  ['slot', '[]'],
  ['slotsUpdates', '[]'],
  ['root', '[]'],
  ...COMMITMENTS.flatMap((commitment): [string, string][] => [
    ['account', `["${ALICE}",{"commitment":"${commitment}"}]`],
    ['program', `["${SYSTEM_PROGRAM}",{"commitment":"${commitment}"}]`],
    ['logs', `["allWithVotes",{"commitment":"${commitment}"}]`],
    ...(commitment === 'processed'
      ? []
      : [['block', `["all",{"commitment":"${commitment}"}]`] satisfies [string, string]]),
    ...['first', 'second', 'aside'].map((name): [string, string] => [
      'signature',
      `["${namedSignature(name)}",{"commitment":"${commitment}","enableReceivedNotification":true}]`,
    ]),
  ]),
];

async function toldOf(behind: readonly [confirmed: number, finalized: number], move: (live: LiveLedger) => unknown) {
  const { connect, live } = testHub(STATE);
  const [confirmed, finalized] = behind;
  await live.moveTipsByHand((state) => setTips(state, { confirmed: 10n - BigInt(confirmed) }));
  await live.moveTipsByHand((state) => setTips(state, { finalized: 10n - BigInt(confirmed + finalized) }));
  const connection = connect();
  for (const [kind, params] of EVERY.slice(0, -1)) await connection.call(`${kind}Subscribe`, params);
  await connection.subscribe(...EVERY.at(-1)!);
  await move(live);
  return connection.told;
}

const step = (live: LiveLedger, count: number, skip: boolean) =>
  live.move((state, distance) => advance(state, BigInt(count), distance, { skip }));

const addAt = (live: LiveLedger, slot: number) =>
  live.move((state, distance) => {
    const block = testBlock({ slot, parentSlot: 18, transactions: [{ name: 'top', meta: { logMessages: ['4'] } }] });
    return addBlocks(state, [{ block, writes: [testAccount({ address: ALICE, lamports: 7n })] }], distance);
  });

const behind = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }));

it('advance over several slots tells what it tells one slot after the other', async () => {
  const counts = fc.integer({ min: 2, max: 14 });
  await fc.assert(
    fc.asyncProperty(behind, counts, fc.boolean(), async (distance, count, skip) => {
      const together = await toldOf(distance, (live) => step(live, count, skip));
      const oneByOne = await toldOf(distance, async (live) => {
        for (let i = 0; i < count; i++) await step(live, 1, skip);
      });
      expect(oneByOne.length).toBeGreaterThan(0);
      expect(together).toEqual(oneByOne);
    }),
    { numRuns: 60 },
  );
});

it('a block that is added beyond the next slot tells what it tells after the slots before have passed', async () => {
  await fc.assert(
    fc.asyncProperty(behind, fc.integer({ min: 20, max: 26 }), async (distance, slot) => {
      const together = await toldOf(distance, (live) => step(live, 8, false).then(() => addAt(live, slot)));
      const oneByOne = await toldOf(distance, async (live) => {
        await step(live, 8, false);
        for (let tip = 19; tip < slot; tip++) await step(live, 1, true);
        await addAt(live, slot);
      });
      expect(together).toEqual(oneByOne);
    }),
    { numRuns: 30 },
  );
});

it('each slot tells what it brings at the other commitments before the next one comes', async () => {
  const { connect, live } = testHub(testLedger({ blocks: [{ slot: 8 }, { slot: 9 }, { slot: 10 }], processed: 10 }));
  await live.moveTipsByHand((state) => setTips(state, { confirmed: 9n, finalized: 8n }));
  const { subscribe, told } = connect();
  for (const kind of ['slot', 'slotsUpdates', 'root']) await subscribe(kind);
  await live.move((state, distance) => advance(state, 2n, distance));
  const update = (type: string, slot: number, more = '') =>
    notice('slotsUpdates', 1, `{"type":"${type}","slot":${slot},${more}}`);
  const time = `"timestamp":${NOW}`;
  const stats =
    '"stats":{"numTransactionEntries":0,"numSuccessfulTransactions":0,"numFailedTransactions":0,"maxTransactionsPerEntry":0}';
  const ofSlot = (slot: number) => [
    notice('slot', 0, `{"slot":${slot},"parent":${slot - 1},"root":${slot - 3}}`),
    update('createdBank', slot, `"parent":${slot - 1},${time}`),
    update('completed', slot, time),
    update('frozen', slot, `${time},${stats}`),
    update('optimisticConfirmation', slot - 1, time),
    ...[slot - 3, slot - 2].flatMap((root) => [update('root', root, time), notice('root', 2, `${root}`)]),
  ];
  expect(told).toEqual([...ofSlot(11), ...ofSlot(12)]);
});

it('tips that are set are told one commitment after the other', async () => {
  const { connect, live } = testHub(STATE);
  const { subscribe, told } = connect();
  for (const commitment of COMMITMENTS) await subscribe('account', `["${ALICE}",{"commitment":"${commitment}"}]`);
  await live.moveTipsByHand((state) => setTips(state, { processed: 18n, confirmed: 18n, finalized: 18n }));
  const account = (lamports: number) =>
    `{"lamports":${lamports},"data":"","owner":"${SYSTEM_PROGRAM}","executable":false,"rentEpoch":18446744073709551615,"space":0}`;
  expect(told).toEqual(
    COMMITMENTS.flatMap((_, id) => [11, 16].map((slot) => notice('account', id, inSlot(slot, account(slot))))),
  );
});

it('of more than 256 empty blocks in a row the newest are told, and none of them again when the tips come back', async () => {
  const { connect, live } = testHub(STATE);
  const connection = connect();
  await connection.subscribe('slot', '[]');
  const toldSlots = () => connection.told.splice(0).map((text) => Number(/"slot":(\d+)/.exec(text)![1]));
  await step(live, 300, false);
  expect(toldSlots()).toEqual([11, 14, 15, 18, ...Array.from({ length: 256 }, (_, i) => 55 + i)]);
  await step(live, 80_000_000, false);
  expect(toldSlots()).toEqual(Array.from({ length: 256 }, (_, i) => 80_000_310 - 255 + i));
  await live.moveTipsByHand((state) => setTips(state, { processed: 1000n, confirmed: 10n, finalized: 10n }));
  await live.moveTipsByHand((state) => setTips(state, { processed: 80_000_310n }));
  expect(toldSlots()).toEqual([]);
});
