import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccountTable } from '../../../src/ledger/accounts/accountTable.ts';
import { buildLedger, DEFAULT_SETTINGS } from '../../../src/ledger/builder.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import { loadSources } from '../../../src/loading/loadLedger.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/model/address.ts';
import { testAccount, testBlock } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';
import { expectRoundTrip, textsOf } from './roundTrip.ts';

const A = namedAddress('a');

interface StateSpec {
  readonly name: string;
  /** undefined: from the beginning */
  readonly slot: number | undefined;
  readonly lamports: number;
  readonly isToken: boolean;
}

const STATE: fc.Arbitrary<StateSpec> = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  slot: fc.option(fc.nat(6), { nil: undefined }),
  lamports: fc.nat(2),
  isToken: fc.boolean(),
});

/** Blocks 0 to 6, of which 3 is a dropped fork, with a tip each. */
function ledgerOf(states: readonly StateSpec[]): LedgerState {
  const table = new AccountTable();
  for (const { isToken, lamports, name, slot } of states) {
    const account = testAccount({
      address: namedAddress(name),
      lamports: BigInt(lamports),
      owner: isToken ? TOKEN_PROGRAM : SYSTEM_PROGRAM,
      data: Uint8Array.of(lamports),
    });
    if (slot === undefined) table.add(account);
    else table.write(account, BigInt(slot));
  }
  return buildLedger({
    blocks: [0, 1, 2, 3, 4, 5, 6].map((slot) =>
      testBlock({ slot, parentSlot: slot === 4 ? 2 : Math.max(slot - 1, 0) }),
    ),
    looseTransactions: [],
    accounts: table,
    settings: { ...DEFAULT_SETTINGS, tips: { processed: 5n, confirmed: 3n, finalized: 2n } },
  });
}

const at = (slot: number | undefined, lamports: number): StateSpec => ({ name: 'a', slot, lamports, isToken: false });

describe('accounts that change are dumped with their states', () => {
  it.each<[string, readonly StateSpec[], boolean]>([
    ['a base and writes', [at(undefined, 1), at(2, 2), at(4, 0), at(5, 1)], true],
    ['made in a slot', [at(2, 1), at(4, 2)], true],
    ['made in slot 0', [at(0, 1)], false],
    ['made in slot 0, then changed', [at(0, 1), at(4, 2)], true],
    ['there, and written in slot 0', [at(undefined, 1), at(0, 2)], true],
    ['there, and closed in slot 0', [at(undefined, 1), at(0, 0)], true],
    ['made and closed in slot 0', [at(0, 0), at(4, 1)], true],
  ])('%s', async (_, states, isList) => {
    const state = ledgerOf(states);
    expect(Array.isArray(JSON.parse(textsOf(state)[`accounts/${A}.json`]!))).toBe(isList);
    await expectRoundTrip(state);
    await expectRoundTrip(state, 0);
  });

  it.each<[string, readonly StateSpec[]]>([
    ['closed in slot 0', [at(0, 0)]],
    ['that are not there', [at(undefined, 0)]],
  ])('and those %s are not', async (_, states) => {
    const state = ledgerOf(states);
    expect(Object.keys(textsOf(state)).filter((name) => name.startsWith('accounts'))).toEqual([]);
    await expectRoundTrip(state);
  });

  it('whatever their states are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STATE, { maxLength: 10 }), async (states) => {
        await expectRoundTrip(ledgerOf(states));
      }),
      { numRuns: 60 },
    );
  });

  it('of scripts with a dropped fork, a closed account and three tips', async () => {
    const text = `
processed: 7
confirmed: 6
finalized: 4
accounts:
  $alice: {sol: 9}
  $usdc: {mint: {decimals: 6, authority: $alice}}
  $ata(alice,usdc): {tokens: "5"}
slots:
  - {slot: 0, transactions: [{transfer: {from: $alice, to: $new, sol: 1}}]}
  - slot: 4
    transactions:
      - createAssociatedAccount: {owner: $bob, mint: $usdc, payer: $alice}
      - transferTokens: {mint: $usdc, from: $alice, to: $bob, amount: "5"}
  - {slot: 5, parent: 4, transactions: [{transfer: {from: $alice, to: $lost, sol: 1}}]}
  - {slot: 6, parent: 4, transactions: [{closeTokenAccount: {account: "$ata(alice,usdc)", to: $alice}}]}
  - {slot: 7, transactions: [{transfer: {from: $alice, to: $bob, sol: 1}}]}
  - {slot: 9, transactions: [{transfer: {from: $alice, to: $later, sol: 1}}]}
`;
    const { state } = await loadSources([{ name: 'a.ledger.yaml', text }]);
    await expectRoundTrip(state);
  });
});
