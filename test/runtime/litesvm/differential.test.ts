import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import type { Bank } from '../../../src/runtime/bank.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import type { Execution } from '../../../src/runtime/loadedTransaction.ts';
import { type Address, NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { ALICE, bankOn, changedBy, executeAll, meta } from '../../support/realExecution.ts';
import { picker, randomAccounts, randomInstruction, SHAPES } from '../../support/tokenCases.ts';
import { namedAddress } from '../../support/transactions.ts';

/** What the runtime knows of programs is what the programs do. */

const WALLETS = ['bob', 'carol', 'dave'].map(namedAddress);
const TAGS = Object.keys(SHAPES)
  .map(Number)
  .filter((tag) => tag < 20);

function transfer(from: Address, to: Address, lamports: bigint) {
  const data = new ByteWriter().u32(2).u64(lamports).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [meta(from, 'ws'), meta(to, 'w')], data };
}

/** Without compute units of programs, which the runtime does not know. */
function comparable(execution: Execution, bank: Bank) {
  const { changes: _, failure: __, logs, units: ___, ...rest } = execution;
  return {
    ...rest,
    logs: logs.filter((line) => !/ consumed \d+ of \d+ compute units$/.test(line)),
    changed: changedBy(execution, bank),
  };
}

/** Exempt from rent or empty: later nodes do not let an account get poorer that is below the minimum, and LiteSVM is one of them. */
const ANY_BALANCE = fc.constantFrom(0n, 890_880n, 890_881n, 2_000_000n, 5_000_000_000n);
const ANY_AMOUNT = fc.oneof(
  fc.bigInt(0n, 2_000_000n),
  fc.constantFrom(890_880n, 890_879n, 5_000_000_000n, 100_000_000_000n),
);

test('random transfers', () => {
  const outcomes = new Set<string>();
  const transfers = fc.array(fc.tuple(fc.constantFrom(ALICE, ...WALLETS), fc.constantFrom(...WALLETS), ANY_AMOUNT), {
    minLength: 1,
    maxLength: 4,
  });
  const anyBalances = fc.array(ANY_BALANCE, { minLength: 3, maxLength: 3 });
  const property = fc.property(transfers, anyBalances, (list, balances) => {
    const instructions = list.map(([from, to, lamports]) => transfer(from, to, lamports));
    const bank = bankOn(WALLETS.map((address, i) => ({ address, lamports: balances[i]! })));
    const real = executeAll(bank, instructions);
    const known = executeAll(bank, instructions, executeTransaction);
    outcomes.add(JSON.stringify(real.err));
    expect(comparable(real, bank)).toEqual(comparable(known, bank));
    expect(real.units).toBe(known.units);
  });
  fc.assert(property, { numRuns: 50, seed: 1 });
  expect(outcomes.size).toBeGreaterThan(3);
  fc.assert(property, { numRuns: 150 });
});

/** Wrapped SOL of alice: more tokens than the account has lamports. */
const WRAPPED = new ByteWriter()
  .append(decodeBase58(NATIVE_MINT))
  .append(decodeBase58(ALICE))
  .u64(10_000_000n)
  .append(new Uint8Array(36))
  .u8(1)
  .u32(1)
  .u64(2_039_280n)
  .append(new Uint8Array(44))
  .bytes();

test.each([
  ['a token account', TOKEN_PROGRAM, 'UnbalancedInstruction'],
  ['an account of another program', WALLETS[1]!, 'ExternalAccountDataModified'],
])('more wrapped lamports than there are, sent to %s', (_what, owner, err) => {
  const [from, to] = [namedAddress('from'), namedAddress('to')];
  const wrapped = (address: Address, program: Address) => ({
    address,
    lamports: 2_039_280n,
    owner: program,
    data: WRAPPED,
  });
  const bank = bankOn([wrapped(from, TOKEN_PROGRAM), wrapped(to, owner)]);
  const data = new ByteWriter().u8(3).u64(5_000_000n).bytes();
  const accounts = [meta(from, 'w'), meta(to, 'w'), meta(ALICE, 's')];
  const known = executeAll(bank, [{ program: TOKEN_PROGRAM, accounts, data }], executeTransaction);
  expect(known.err).toEqual({ InstructionError: [0, err] });
  expect(comparable(executeAll(bank, [{ program: TOKEN_PROGRAM, accounts, data }]), bank)).toEqual(
    comparable(known, bank),
  );
});

function isTooPoor({ err }: Execution): boolean {
  return typeof err === 'object' && err !== null && 'InsufficientFundsForRent' in err;
}

test('random instructions of the token program', () => {
  const counts = { done: 0, failed: 0 };
  const property = fc.property(fc.gen(), (gen) => {
    const pick = picker(gen);
    const accounts = randomAccounts(pick, TOKEN_PROGRAM);
    const tags = pick(fc.array(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 3 }));
    const instructions = tags.map((tag) =>
      randomInstruction(pick, { program: TOKEN_PROGRAM, accounts, shape: SHAPES[tag]!, tag: [tag] }),
    );
    const bank = bankOn(accounts);
    const real = executeAll(bank, instructions);
    // as with balances above: an account that is below the minimum cannot get poorer
    if (isTooPoor(real)) return;
    counts[real.err === null ? 'done' : 'failed']++;
    expect(comparable(real, bank)).toEqual(comparable(executeAll(bank, instructions, executeTransaction), bank));
  });
  fc.assert(property, { numRuns: 50, seed: 1, endOnFailure: true });
  expect(counts.done).toBeGreaterThan(0);
  expect(counts.failed).toBeGreaterThan(0);
  fc.assert(property, { numRuns: 150, endOnFailure: true });
});
