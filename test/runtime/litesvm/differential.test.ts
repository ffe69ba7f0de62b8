import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { isActive } from '../../../src/gates.ts';
import type { Protocol } from '../../../src/ledger/protocol.ts';
import type { Bank } from '../../../src/runtime/bank.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import type { ExecutionResult } from '../../../src/runtime/executor.ts';
import { type Address, NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { ALICE, bankOn, changedBy, executeAll, executeSent, meta, sent } from '../../support/realExecution.ts';
import { fixedRunsOf } from '../../support/runs.ts';
import { protocolFor } from '../../support/testNode.ts';
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
function comparable(execution: ExecutionResult, bank: Bank) {
  const { changes: _, failure: __, logs, units: ___, ...rest } = execution;
  return {
    ...rest,
    logs: logs.filter((line) => !/ consumed \d+ of \d+ compute units$/.test(line)),
    changed: changedBy(execution, bank),
  };
}

const RELAXED_696 = {
  flags: { relaxedMinimumBalance: 0n },
  numbers: { lamportsPerByte: [{ from: 0n, value: 696 }] },
};
const SETTINGS: readonly (readonly [what: string, protocol: Protocol])[] = [
  ['Agave 4.1 without gates', protocolFor('4.1', 'genesis')],
  ['Agave 4.3 with the gates of mainnet', protocolFor('4.3', 'mainnet')],
  ['Agave 4.3 with relaxed balances at 696 lamports a byte', protocolFor('4.3', 'genesis', RELAXED_696)],
];
/** of each setting, of each kind */
const RUNS = 3_334;

/** Above and below the minimum of an account without data. */
const ANY_BALANCE = fc.constantFrom(
  ...[0n, 1n, 2_000_000n, 5_000_000_000n],
  ...[6960n, 5080n, 696n].flatMap((perByte) => [128n * perByte - 1n, 128n * perByte, 128n * perByte + 1n]),
);
const ANY_AMOUNT = fc.oneof(
  fc.bigInt(0n, 2_000_000n),
  fc.constantFrom(1n, 89_088n, 650_240n, 890_880n, 890_879n, 5_000_000_000n, 100_000_000_000n),
);
const ANY_TRANSFERS = fc.array(fc.tuple(fc.constantFrom(ALICE, ...WALLETS), fc.constantFrom(...WALLETS), ANY_AMOUNT), {
  minLength: 1,
  maxLength: 4,
});
const ANY_BALANCES = fc.array(ANY_BALANCE, { minLength: 3, maxLength: 3 });
const ANY_CONFIG = fc.record({
  priorityFee: fc.constantFrom(null, 0n, 1n, 1_000_000n),
  computeUnitLimit: fc.constantFrom(null, 149, 150, 301, 1_000, 2_000_000),
  // none is the size of some accounts: the system program of LiteSVM is a few bytes longer
  loadedAccountsDataSizeLimit: fc.constantFrom(null, 0, 160, 240, 300, 100_000, 100_000_000),
  heapSize: fc.constantFrom(null, 32 * 1024, 256 * 1024),
});

test.each(SETTINGS)('random transfers: %s', (_what, protocol) => {
  const outcomes = new Set<string>();
  const isV1Accepted = isActive(protocol.gates.txV1, 8n);
  const configs = isV1Accepted ? fc.option(ANY_CONFIG, { nil: undefined }) : fc.constant(undefined);
  const property = fc.property(ANY_TRANSFERS, ANY_BALANCES, configs, (list, balances, config) => {
    const instructions = list.map(([from, to, lamports]) => transfer(from, to, lamports));
    const bank = bankOn(
      WALLETS.map((address, i) => ({ address, lamports: balances[i]! })),
      { protocol },
    );
    const transaction = sent(instructions, undefined, config);
    const real = executeSent(transaction, bank);
    const known = executeSent(transaction, bank, executeTransaction);
    outcomes.add(JSON.stringify(real.err));
    expect(comparable(real, bank)).toEqual(comparable(known, bank));
    expect(real.units).toBe(known.units);
  });
  fc.assert(property, { numRuns: fixedRunsOf(100, 20), seed: 1 });
  expect(outcomes.size).toBeGreaterThan(3);
  fc.assert(property, { numRuns: RUNS });
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

test('so many wrapped lamports that both accounts wrap around are moved: their sum is the same', () => {
  const [from, to] = [namedAddress('from'), namedAddress('to')];
  const wrapped = (address: Address, amount: bigint) => {
    const data = Uint8Array.from(WRAPPED);
    new DataView(data.buffer).setBigUint64(64, amount, true);
    return { address, lamports: 2_040_280n, owner: TOKEN_PROGRAM, data };
  };
  const bank = bankOn([wrapped(from, 2n ** 64n - 1n), wrapped(to, 4n)]);
  const data = new ByteWriter()
    .u8(3)
    .u64(2n ** 64n - 1n)
    .bytes();
  const instructions = [{ program: TOKEN_PROGRAM, accounts: [meta(from, 'w'), meta(to, 'w'), meta(ALICE, 's')], data }];
  const known = executeAll(bank, instructions, executeTransaction);
  expect(known.err).toBeNull();
  expect(comparable(executeAll(bank, instructions), bank)).toEqual(comparable(known, bank));
});

test.each(SETTINGS)('random instructions of the token program: %s', (_what, protocol) => {
  const counts = { done: 0, failed: 0 };
  const property = fc.property(fc.gen(), (gen) => {
    const pick = picker(gen);
    const accounts = randomAccounts(pick, TOKEN_PROGRAM);
    const tags = pick(fc.array(fc.constantFrom(...TAGS), { minLength: 1, maxLength: 3 }));
    const instructions = tags.map((tag) =>
      randomInstruction(pick, { program: TOKEN_PROGRAM, accounts, shape: SHAPES[tag]!, tag: [tag] }),
    );
    const bank = bankOn(accounts, { protocol });
    const real = executeAll(bank, instructions);
    counts[real.err === null ? 'done' : 'failed']++;
    expect(comparable(real, bank)).toEqual(comparable(executeAll(bank, instructions, executeTransaction), bank));
  });
  fc.assert(property, { numRuns: 50, seed: 1, endOnFailure: true });
  expect(counts.done).toBeGreaterThan(0);
  expect(counts.failed).toBeGreaterThan(0);
  fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
