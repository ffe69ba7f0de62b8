import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBlockIn } from '../../../src/control/addFromJson.ts';
import { UNLIMITED } from '../../../src/fixtures/compileScripts.ts';
import { dumpLedger } from '../../../src/fixtures/dump/dumpLedger.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import { accountsAt, type LedgerState } from '../../../src/ledger/state.ts';
import { NO_QUEUED_SENDS } from '../../../src/live/sendQueue.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';

/** Blocks of a script that are added one by one make the ledger that loading the whole script makes. */

const NO_LAG = { confirmed: 100n, finalized: 100n };

type Slot = Readonly<Record<string, unknown>>;
interface Script {
  readonly [member: string]: unknown;
  readonly slots: readonly Slot[];
}

async function loaded(script: object): Promise<LedgerState> {
  return (await loadSources([{ name: 'a.ledger.json', text: JSON.stringify(script) }])).state;
}

const MAKING = { execute: executeTransaction, load: () => Promise.reject(new Error('none')), pace: UNLIMITED };

/** The script with all but its first blocks added later. */
async function grown({ slots, ...script }: Script, first: number): Promise<LedgerState> {
  const tip = slots[first - 1]!.slot;
  let state = await loaded({ ...script, slots: slots.slice(0, first), processed: tip, finalized: FINALIZED });
  for (const block of slots.slice(first)) {
    const { moved } = await addBlockIn(
      block as never,
      { state, distance: NO_LAG, movesByItself: false, sends: NO_QUEUED_SENDS },
      MAKING,
    );
    state = moved.state;
  }
  return state;
}

const FINALIZED = 10;

/** Everything that a ledger has, with the accounts at every tip. */
function contentsOf(state: LedgerState) {
  const dump = Array.from(dumpLedger(state), ({ name, text }) => [name, text]);
  const accounts = [...state.history.slotsFrom(BigInt(FINALIZED))].map((processed) => {
    const at = setTips(state, { processed, finalized: BigInt(FINALIZED) });
    const all = [...accountsAt(at, at.chains.processed).values()];
    return [processed, all.sort((a, b) => (a.address < b.address ? -1 : 1)), at.chains.processed];
  });
  const { addresses, keys, signatures } = state.names;
  const sorted = (map: ReadonlyMap<string, unknown>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const names = { addresses: sorted(addresses), keys: sorted(keys), signatures: sorted(signatures) };
  const blocks = [...state.history.blocks()];
  return { dump, accounts, names, blocks, tip: state.chains.processed };
}

async function expectSame(script: Script): Promise<void> {
  const { slots } = script;
  const whole = await loaded({ ...script, processed: slots.at(-1)!.slot, finalized: FINALIZED });
  const expected = contentsOf(whole);
  for (let first = 1; first < slots.length; first++)
    expect(contentsOf(await grown(script, first)), `from ${first}`).toEqual(expected);
}

const ACCOUNTS = {
  $alice: { sol: 5 },
  $treasury: { sol: 1 },
  $leader: { sol: 1 },
  $usdc: { mint: { decimals: 6, authority: '$treasury' } },
  $gold: { mint: { decimals: 0, authority: '$treasury', program: '$token2022' } },
  '$ata(alice,usdc)': { tokens: '12.5' },
  '$ata(alice,gold)': { tokens: '7' },
  $nonce: { nonce: { authority: '$alice' } },
  $table: { lookupTable: { addresses: ['$bob', '$carol'] } },
};
const KEYS = { treasury: { seed: { utf8: 'the treasury of our tests, 32 B.' } } };
const START = { keys: KEYS, accounts: ACCOUNTS };
const BEGIN = { slot: FINALIZED, blockTime: 1_700_000_000 };

/** Moves that always succeed, on random parents. */
const randomSlots = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 3 }),
      back: fc.integer({ min: 0, max: 3 }),
      blockTime: fc.constantFrom(undefined, undefined, null, 1_700_000_500),
      transactions: fc.array(
        fc.record({
          transfer: fc.record({
            from: fc.constantFrom('$alice', '$treasury'),
            to: fc.constantFrom('$bob', '$carol', '$alice', '$wsol', '$new'),
            lamports: fc.constantFrom(1_000_000, 2_000_000),
          }),
          repeat: fc.integer({ min: 1, max: 2 }),
        }),
        { maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((blocks) => {
    const slots: Slot[] = [BEGIN];
    let slot = FINALIZED;
    for (const [i, { back, blockTime, gap, transactions }] of blocks.entries()) {
      slot += gap;
      const parent = slots[Math.max(0, slots.length - 1 - back)]!.slot;
      const named = transactions.map((transaction, n) => ({ ...transaction, name: `t${i}-${n}` }));
      slots.push({
        slot,
        ...(back > 0 && { parent }),
        ...(blockTime !== undefined && { blockTime }),
        transactions: named,
      });
    }
    return slots;
  });

describe('blocks that are added are those that are loaded', () => {
  it.each<[what: string, slots: readonly Slot[], more?: object]>([
    [
      'with transfers, to new wallets too',
      [
        { slot: 11, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 }, name: 'first' }] },
        {
          slot: 12,
          transactions: [{ transfer: { from: '$bob', to: '$carol', sol: '0.2' }, repeat: 3, name: 'second' }],
        },
      ],
    ],
    [
      'with tokens of both programs',
      [
        {
          slot: 11,
          transactions: [
            { createAssociatedAccount: { owner: '$bob', mint: '$gold', payer: '$alice' } },
            { createAssociatedAccount: { owner: '$bob', mint: '$usdc', payer: '$alice' } },
          ],
        },
        {
          slot: 12,
          transactions: [
            { transferTokens: { mint: '$gold', from: '$alice', to: '$bob', amount: '3' } },
            { transferChecked: { mint: '$usdc', from: '$alice', to: '$bob', amount: '2.5' } },
            { mintTo: { mint: '$usdc', to: '$ata(bob,usdc)', amount: '1' }, payer: '$alice' },
          ],
        },
        {
          slot: 14,
          transactions: [
            { transferTokens: { mint: '$gold', from: '$bob', to: '$alice', amount: '3' }, payer: '$alice' },
            { closeTokenAccount: { account: '$ata(bob,gold)', to: '$alice' }, payer: '$alice' },
          ],
        },
      ],
    ],
    [
      'with accounts that are created and closed',
      [
        {
          slot: 11,
          transactions: [{ createMint: { mint: '$dai', decimals: 2, authority: '$alice', program: '$token2022' } }],
        },
        {
          slot: 12,
          transactions: [
            { createAssociatedAccount: { owner: '$alice', mint: '$dai' } },
            { mintTo: { mint: '$dai', to: '$alice', amount: '5' } },
          ],
        },
        { slot: 13, transactions: [{ burn: { mint: '$dai', from: '$alice', amount: '5' } }] },
        { slot: 15, transactions: [{ closeTokenAccount: { account: '$ata(alice,dai)', to: '$bob' } }] },
        { slot: 16, transactions: [{ createTokenAccount: { account: '$dai2', mint: '$dai', owner: '$alice' } }] },
      ],
    ],
    [
      'with times, hashes and fractions of seconds',
      [
        { slot: 11 },
        { slot: 12, blockTime: null },
        { slot: 13 },
        { slot: 15, blockTime: 1_700_000_900 },
        { slot: 16 },
        { slot: 18, blockhash: '5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY' },
        { slot: 19, transactions: [{ memo: 'x', payer: '$alice' }] },
      ],
    ],
    [
      'with forks',
      [
        { slot: 11, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 }, name: 'a' }] },
        { slot: 12, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 }, name: 'b' }] },
        { slot: 13, parent: 11, transactions: [{ transfer: { from: '$bob', to: '$carol', sol: '0.9' }, name: 'c' }] },
        { slot: 14, parent: 12, transactions: [{ transfer: { from: '$bob', to: '$carol', sol: '1.9' }, name: 'd' }] },
        { slot: 15 },
        { slot: 16, parent: 13, transactions: [{ transfer: { from: '$carol', to: '$alice', sol: '0.5' } }] },
      ],
    ],
    [
      'with nonces, lookup tables and failures',
      [
        {
          slot: 11,
          transactions: [{ instructions: [{ advanceNonce: { nonce: '$nonce', authority: '$alice' } }, { memo: 'n' }] }],
        },
        {
          slot: 12,
          transactions: [
            { instructions: [{ advanceNonce: { nonce: '$nonce', authority: '$alice' } }], err: 'AccountInUse' },
            { transfer: { from: '$alice', to: '$bob', sol: 1 }, lookupTables: ['$table'] },
          ],
        },
        {
          slot: 13,
          transactions: [
            { transfer: { from: '$alice', to: '$bob', sol: 9 }, err: { custom: 1 } },
            { transfer: { from: '$alice', to: '$wsol', sol: 1 } },
          ],
        },
        { slot: 14, transactions: [{ transfer: { from: '$alice', to: '$memo', sol: 1 } }] },
      ],
    ],
    [
      'with leaders, of a cluster',
      [
        {
          slot: 11,
          leader: '$leader',
          transactions: [
            { transfer: { from: '$alice', to: '$wsol', sol: 1 }, computeUnitPrice: 1000000, computeUnitLimit: 1000 },
          ],
        },
        { slot: 12, leader: '$leader', transactions: [{ transfer: { from: '$leader', to: '$bob', sol: '0.9' } }] },
      ],
      { cluster: 'localnet' },
    ],
  ])('%s', async (_what, slots, more = {}) => {
    await expectSame({ ...START, ...more, slots: [BEGIN, ...slots] });
  });

  it('whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(randomSlots, (slots) => expectSame({ ...START, slots })),
      { numRuns: 60 },
    );
  });

  it('advance adds the blocks of a script that lists empty ones', async () => {
    const slots = [{ ...BEGIN, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }] }];
    const empty = [11, 12, 13, 14].map((slot) => ({ slot }));
    const state = await loaded({ ...START, slots, processed: 10, finalized: FINALIZED });
    const whole = await loaded({ ...START, slots: [...slots, ...empty], processed: 14, finalized: FINALIZED });
    // a dump writes blocks that were listed one by one, and blocks that time made as one run
    const unlessBlock = ({ dump, ...contents }: ReturnType<typeof contentsOf>) => ({
      ...contents,
      dump: dump.filter(([name]) => !name!.startsWith('blocks/')),
    });
    expect(unlessBlock(contentsOf(advance(state, 4n, NO_LAG)))).toEqual(unlessBlock(contentsOf(whole)));
    expect(whole.history.block(11n)!.blockTimeMilliseconds).toBe(200n);
  });
});
