import { describe, expect, it } from 'vitest';
import { AskedAccounts } from '../../../src/ledger/accounts/askedAccounts.ts';
import { withAsked } from '../../../src/ledger/state.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import { absentAccounts, needsWith, unknownAccounts } from '../../../src/rpc/asking/unknownAccounts.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM,
  NATIVE_MINT,
  PRECOMPILES,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/solana/address.ts';
import { tokenAccountBytes } from '../../../src/solana/programs/splToken/layout.ts';
import { upgradeableProgram } from '../../support/compiledPrograms.ts';
import { ALICE, meta, sent } from '../../support/realExecution.ts';
import { type AccountSpec, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const [PROGRAM, CODE, MINT, HOLDER, OTHER] = ['program', 'code', 'mint', 'holder', 'other'].map(namedAddress) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];

const viewOf = (accounts: readonly AccountSpec[] = []) =>
  new LedgerView(testLedger({ blocks: [{ slot: 6 }, { slot: 7 }], accounts }), 'processed', { keepOrphan: false });

/** A call of a program by alice. */
const call = (program: Address, ...accounts: readonly Address[]) =>
  sent([{ program, accounts: accounts.map((account) => meta(account)), data: new Uint8Array() }]);

const unknownOf = (program: Address, accounts: readonly Address[], view = viewOf(), runsPrograms = false) =>
  unknownAccounts({ transactions: [call(program, ...accounts)] }, view, runsPrograms);

const HOLDER_ACCOUNT: AccountSpec = {
  address: HOLDER,
  owner: TOKEN_PROGRAM,
  data: tokenAccountBytes({ mint: MINT, owner: ALICE, amount: 1n }),
};

describe('the accounts that a ledger does not know', () => {
  it('are those that a transaction names, each once', () => {
    expect(unknownOf(PROGRAM, [OTHER, OTHER, HOLDER])).toEqual([ALICE, PROGRAM, OTHER, HOLDER]);
    expect(unknownOf(PROGRAM, [OTHER], viewOf([{ address: ALICE }, { address: OTHER }]))).toEqual([PROGRAM]);
  });

  it('are the code of known programs and the mints of known token accounts too', () => {
    const view = viewOf([{ address: ALICE }, upgradeableProgram(PROGRAM, CODE, new Uint8Array())[0]!, HOLDER_ACCOUNT]);
    expect(unknownOf(PROGRAM, [HOLDER], view)).toEqual([CODE, MINT]);
  });

  it.each([
    ['a sysvar', CLOCK_SYSVAR, false, false],
    ['the system program', SYSTEM_PROGRAM, false, false],
    ['the compute budget program', COMPUTE_BUDGET_PROGRAM, false, false],
    ['a precompile', PRECOMPILES.secp256r1, false, false],
    ['the mint of wrapped SOL', NATIVE_MINT, false, false],
    ['the token program', TOKEN_PROGRAM, false, true],
    ['the associated token program', ASSOCIATED_TOKEN_PROGRAM, false, true],
    ['the stake program', STAKE_PROGRAM, false, true],
    ['another program', PROGRAM, true, true],
  ] as const)('%s (%s) is asked for without LiteSVM: %s, and with it: %s', (_, account, without, withLiteSvm) => {
    const isAsked = (runsPrograms: boolean) => unknownOf(OTHER, [account], viewOf(), runsPrograms).includes(account);
    expect([isAsked(false), isAsked(true)]).toEqual([without, withLiteSvm]);
  });

  it('are those that a simulation shows too, if it needs accounts at all', () => {
    expect(needsWith([], [OTHER])).toEqual({ transactions: [] });
    const needs = needsWith([call(PROGRAM)], [OTHER, 'no address']);
    expect(unknownAccounts(needs, viewOf(), false)).toEqual([OTHER, ALICE, PROGRAM]);
  });

  it('are none of those that were asked for; those that the other node does not have are absent', () => {
    const view = viewOf([{ address: ALICE }]);
    const asked = AskedAccounts.NONE.with(new Map([[PROGRAM, null]]));
    const later = new LedgerView(withAsked(view.state, asked), 'processed', { keepOrphan: false });
    expect(unknownOf(PROGRAM, [], later)).toEqual([]);
    expect(absentAccounts({ transactions: [call(PROGRAM)] }, later)).toEqual([PROGRAM]);
    expect(absentAccounts({ transactions: [call(PROGRAM)] }, view)).toEqual([]);
  });
});
