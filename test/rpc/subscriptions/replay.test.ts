import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { MoveError } from '../../../src/ledger/moves/moveError.ts';
import { reorg } from '../../../src/ledger/moves/reorg.ts';
import { setAccount } from '../../../src/ledger/moves/setAccount.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import { accountsAt } from '../../../src/ledger/state.ts';
import { lastSlot, tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import type { LiveLedger } from '../../../src/live/liveLedger.ts';
import type { Commitment } from '../../../src/solana/rpcWords.ts';
import { pause, testHub } from '../../support/subscriptions.ts';
import { testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

/** Random moves: what a subscriber has been told, replayed, is what reads answer. */

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];
const ACCOUNTS = ['a', 'b'].map(namedAddress);
const STATE = testLedger({
  blocks: [10, 11, 12, 13, 14, 15].map((slot) => ({ slot, parentSlot: slot - 1 })),
  accounts: [{ address: ACCOUNTS[0]!, lamports: 1n }],
  processed: 12,
  confirmed: 11,
  finalized: 10,
});

type Move = (live: LiveLedger, snapshots: string[], count: number) => Promise<unknown>;
const account = (which: number, lamports: bigint) => testAccount({ address: ACCOUNTS[which]!, lamports });

const small = fc.integer({ min: 0, max: 6 });
const which = fc.integer({ min: 0, max: 1 });
const MOVES: fc.Arbitrary<readonly [string, Move]> = fc.oneof(
  fc
    .tuple(small, fc.boolean())
    .map(([count, skip]): [string, Move] => [
      `advance ${count}${skip ? ' skip' : ''}`,
      (live) => live.move((state, distance) => advance(state, BigInt(count), distance, { skip })),
    ]),
  fc.tuple(which, small).map(([account_, lamports]): [string, Move] => [
    `addBlock that writes ${account_}: ${lamports}`,
    (live, _snapshots, count) =>
      live.move((state, distance) => {
        const slot = Number(lastSlot({ ...state, history: state.history.upTo(tipsOf(state).processed) })) + 1;
        const parent = [...new LedgerView(state, 'processed', { keepOrphan: true }).blocksDown()][0];
        const block = testBlock({
          slot,
          parentSlot: Number(parent?.slot ?? 0),
          name: `${slot} ${count}`,
          transactions: [{ name: `${slot} ${count}` }],
        });
        return addBlocks(state, [{ block, writes: [account(account_, BigInt(lamports))] }], distance);
      }),
  ]),
  fc
    .tuple(which, small, fc.constantFrom('always' as const, 'processed' as const))
    .map(([account_, lamports, from]): [string, Move] => [
      `setAccount ${account_}: ${lamports} ${from}`,
      (live) =>
        live.overrideAccount((state) => {
          const address = ACCOUNTS[account_]!;
          const set = lamports === 0 ? null : account(account_, BigInt(lamports));
          return { state: setAccount(state, address, set, from), set: { address, from } };
        }),
    ]),
  fc
    .tuple(fc.constantFrom(...COMMITMENTS), small)
    .map(([commitment, offset]): [string, Move] => [
      `setTips ${commitment} ${offset - 3}`,
      (live) =>
        live.moveTipsByHand((state) =>
          setTips(state, { [commitment]: tipsOf(state)[commitment] + BigInt(offset - 3) }),
        ),
    ]),
  small.map((depth): [string, Move] => [
    `reorg ${depth}`,
    (live) => live.move((state) => reorg(state, tipsOf(state).processed - BigInt(depth)).state),
  ]),
  fc.constant<[string, Move]>(['snapshot', async (live, snapshots) => snapshots.push(await live.snapshot())]),
  small.map((index): [string, Move] => [
    `revert ${index}`,
    async (live, snapshots) => snapshots[index] !== undefined && live.revert(snapshots[index]),
  ]),
  fc.constant<[string, Move]>([
    'reset',
    async (live, snapshots) => {
      snapshots.length = 0;
      await live.reset();
    },
  ]),
);

function lamportsIn(live: LiveLedger, commitment: Commitment, which: number): number {
  const { state } = live.version;
  return Number(accountsAt(state, state.chains[commitment]).get(ACCOUNTS[which]!)?.lamports ?? 0n);
}

it('accounts, as they were told last, are what is read at their commitment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(MOVES, { maxLength: 14 }), async (moves) => {
      const { connect, live } = testHub(STATE);
      const one = connect();
      const watched = COMMITMENTS.flatMap((commitment) => ACCOUNTS.map((_, index) => ({ commitment, index })));
      const ids = new Map<number, (typeof watched)[number] & { lamports: number }>();
      for (const { commitment, index } of watched) {
        const params = JSON.stringify([ACCOUNTS[index], { commitment, encoding: 'base64' }]);
        ids.set(Number(await one.call('accountSubscribe', params)), {
          commitment,
          index,
          lamports: lamportsIn(live, commitment, index),
        });
      }
      await pause();
      const snapshots: string[] = [];
      for (const [i, [, move]] of moves.entries()) {
        try {
          await move(live, snapshots, i);
        } catch (error) {
          if (!(error instanceof MoveError)) throw error;
        }
        for (const text of one.told.splice(0)) {
          const { result, subscription } = JSON.parse(text).params;
          const { commitment } = ids.get(subscription)!;
          ids.get(subscription)!.lamports = result.value.lamports;
          expect(BigInt(result.context.slot)).toBeLessThanOrEqual(tipsOf(live.version.state)[commitment]);
        }
        for (const { commitment, index, lamports } of ids.values())
          expect([commitment, index, lamports]).toEqual([commitment, index, lamportsIn(live, commitment, index)]);
      }
    }),
    { numRuns: 300 },
  );
});

it('a signature is told at the move after which its status is known, and once', async () => {
  const names = Array.from({ length: 40 }, (_, slot) => Array.from({ length: 14 }, (_, i) => `${slot} ${i}`)).flat();
  await fc.assert(
    fc.asyncProperty(fc.array(MOVES, { maxLength: 14 }), fc.constantFrom(...COMMITMENTS), async (moves, commitment) => {
      const { connect, live } = testHub(STATE);
      const one = connect();
      const waiting = new Map<number, string>();
      for (const name of names) {
        const params = JSON.stringify([namedSignature(name), { commitment }]);
        waiting.set(Number(await one.call('signatureSubscribe', params)), name);
      }
      await pause();
      const snapshots: string[] = [];
      for (const [i, [, move]] of moves.entries()) {
        try {
          await move(live, snapshots, i);
        } catch (error) {
          if (!(error instanceof MoveError)) throw error;
        }
        for (const text of one.told.splice(0)) expect(waiting.delete(JSON.parse(text).params.subscription)).toBe(true);
        const view = new LedgerView(live.version.state, commitment, { keepOrphan: false });
        const known = [...waiting.values()].filter((name) => view.transaction(namedSignature(name)) !== undefined);
        expect(known).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});

it('an account that is set from outside is told once at each commitment that reads it, whatever it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(MOVES, { maxLength: 8 }),
      which,
      small,
      fc.constantFrom('always' as const, 'processed' as const),
      async (moves, index, lamports, from) => {
        const { connect, live } = testHub(STATE);
        const one = connect();
        for (const commitment of COMMITMENTS)
          for (const address of ACCOUNTS)
            await one.call('accountSubscribe', JSON.stringify([address, { commitment, encoding: 'base64' }]));
        await pause();
        const snapshots: string[] = [];
        for (const [i, [, move]] of moves.entries())
          await move(live, snapshots, i).catch((error: unknown) => expect(error).toBeInstanceOf(MoveError));
        for (let times = 0; times < 2; times++) {
          one.told.length = 0;
          const address = ACCOUNTS[index]!;
          const set = lamports === 0 ? null : account(index, BigInt(lamports));
          const { state } = await live.overrideAccount((before) => ({
            state: setAccount(before, address, set, from),
            set: { address, from },
          }));
          const { processed, ...others } = tipsOf(state);
          const slots = [processed, others.confirmed, others.finalized];
          let written = processed;
          while (state.chains.processed.offChain.has(written)) written--;
          const read = slots.flatMap((slot, i) =>
            from === 'always' || slot >= written ? [[2 * i + index, Number(slot), lamports]] : [],
          );
          const told = one.told.map((text) => {
            const { result, subscription } = JSON.parse(text).params;
            return [subscription, result.context.slot, result.value.lamports];
          });
          expect(told).toEqual(read);
        }
      },
    ),
    { numRuns: 100 },
  );
});
