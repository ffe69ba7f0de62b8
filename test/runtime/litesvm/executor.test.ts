import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../src/codec/base58.ts';
import { U64_MAX } from '../../../src/codec/bigints.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { programAddress } from '../../../src/runtime/derive.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import { emptyAccount } from '../../../src/solana/account.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  address,
  type Blockhash,
  MEMO_PROGRAM,
  MEMO_V4_PROGRAM,
  RECENT_BLOCKHASHES_SYSVAR,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '../../../src/solana/address.ts';
import type { Instruction } from '../../../src/solana/instruction.ts';
import { newNonce, nextNonce, writeNonce } from '../../../src/solana/nonce.ts';
import { tokenAccountBytes } from '../../../src/solana/programs/splToken/layout.ts';
import { LOGGING_CODE, programAccount, SILENT_CODE, upgradeableProgram } from '../../support/compiledPrograms.ts';
import { ALICE, bankOn, changedBy, execute, executeAll, executeSent, meta, sent } from '../../support/realExecution.ts';
import { mintAccount } from '../../support/tokenLedger.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const BOB = namedAddress('bob');
const PROGRAM = namedAddress('program');
const CODE = namedAddress('code');
const SYSTEM_LINES = [`Program ${SYSTEM_PROGRAM} invoke [1]`, `Program ${SYSTEM_PROGRAM} success`];

function transfer(lamports: bigint, to: Address = BOB): Instruction {
  const data = new ByteWriter().u32(2).u64(lamports).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [meta(ALICE, 'ws'), meta(to, 'w')], data };
}

const call = (program: Address, text = 'hi'): Instruction => ({ program, accounts: [], data: Buffer.from(text) });

describe('what becomes of a transaction', () => {
  it('success: accounts, logs, units and balances', () => {
    const bank = bankOn([]);
    const { changes: _, ...execution } = executeAll(bank, [transfer(1_000_000n)]);
    expect(execution).toEqual({
      kind: 'executed',
      err: null,
      logs: SYSTEM_LINES,
      units: 150n,
      inner: [],
      returnData: undefined,
      assumed: [],
      loadedAccountsDataSize: 142,
      before: { lamports: [100_000_000_000, 0, 1], tokens: [] },
      after: { lamports: [99_998_995_000, 1_000_000, 1], tokens: [] },
    });
    expect(changedBy(executeAll(bank, [transfer(1_000_000n)]), bank)).toEqual(
      [
        `${BOB} 1000000 ${SYSTEM_PROGRAM}  false 18446744073709551615`,
        `${ALICE} 99998995000 ${SYSTEM_PROGRAM}  false 18446744073709551615`,
      ].sort(),
    );
  });

  it('an instruction that fails: the fee alone is paid', () => {
    const bank = bankOn([]);
    const execution = executeAll(bank, [transfer(1_000_000n), transfer(10n ** 15n)]);
    expect(execution.kind).toBe('executed');
    expect(execution.err).toEqual({ InstructionError: [1, { Custom: 1 }] });
    expect(execution.logs).toEqual([
      ...SYSTEM_LINES,
      `Program ${SYSTEM_PROGRAM} invoke [1]`,
      'Transfer: insufficient lamports 99998995000, need 1000000000000000',
      `Program ${SYSTEM_PROGRAM} failed: custom program error: 0x1`,
    ]);
    expect(execution.units).toBe(300n);
    expect(execution.after.lamports).toEqual([99_999_995_000, 0, 1]);
    expect(changedBy(execution, bank)).toEqual([`${ALICE} 99999995000 ${SYSTEM_PROGRAM}  false 18446744073709551615`]);
  });

  it('an account that is left without enough for its rent', () => {
    const execution = executeAll(bankOn([]), [transfer(1000n)]);
    expect(execution.err).toEqual({ InsufficientFundsForRent: { account_index: 1 } });
    expect(execution.logs).toEqual(SYSTEM_LINES);
    expect(execution.after.lamports).toEqual([99_999_995_000, 0, 1]);
  });

  it.each([
    ['there is no program', [], 'ProgramAccountNotFound'],
    ['its owner is no loader', [{ address: PROGRAM }], 'InvalidProgramForExecution'],
  ])('%s: the fee alone is paid, and nothing is run', (_, accounts, err) => {
    const { changes, ...execution } = executeAll(bankOn(accounts), [call(PROGRAM)]);
    expect(execution).toEqual({
      kind: 'feesOnly',
      err,
      logs: [],
      units: 0n,
      inner: [],
      returnData: undefined,
      assumed: [],
      loadedAccountsDataSize: 0,
      before: { lamports: [100_000_000_000, accounts.length * 1_000_000], tokens: [] },
      after: { lamports: [99_999_995_000, accounts.length * 1_000_000], tokens: [] },
    });
    expect(changes.get(ALICE)?.lamports).toBe(99_999_995_000n);
  });

  it('what a rule decides is not executed', () => {
    const bank = bankOn([]);
    for (const outcome of [
      { kind: 'fail', err: { InstructionError: [0, 'Immutable'] } },
      { kind: 'feesOnly', err: 'ProgramAccountNotFound' },
    ] as const)
      expect(executeAll(bank, [transfer(1n)], execute, outcome)).toEqual(
        executeAll(bank, [transfer(1n)], executeTransaction, outcome),
      );
  });

  it('what a rule adds comes after it', () => {
    const carol = { ...bankOn([]).accounts.get(ALICE)!, address: namedAddress('carol'), lamports: 5n };
    const additions = {
      accounts: [carol],
      inner: [{ index: 0, instructions: [transfer(2_000_000n)] }],
      returnData: { programId: PROGRAM, data: Uint8Array.of(1) },
    };
    const execution = executeAll(bankOn([]), [transfer(1_000_000n)], execute, { kind: 'succeed', additions });
    expect(execution.err).toBeNull();
    expect(execution.after.lamports).toEqual([99_996_995_000, 3_000_000, 1]);
    expect(execution.logs).toEqual([
      ...SYSTEM_LINES,
      `Program ${SYSTEM_PROGRAM} invoke [2]`,
      `Program ${SYSTEM_PROGRAM} success`,
    ]);
    expect(execution.inner).toEqual([
      {
        index: 0,
        instructions: [
          { programIdIndex: 2, accounts: Uint8Array.of(0, 1), data: transfer(2_000_000n).data, stackHeight: 2 },
        ],
      },
    ]);
    expect(execution.units).toBe(300n);
    expect(execution.returnData).toBe(additions.returnData);
    expect(execution.changes.get(carol.address)).toBe(carol);
  });
});

describe('programs that LiteSVM brings', () => {
  const MINT = namedAddress('mint');
  const ATA = programAddress(ASSOCIATED_TOKEN_PROGRAM, [ALICE, TOKEN_PROGRAM, MINT].map(decodeBase58));
  const create: Instruction = {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [meta(ALICE, 'ws'), meta(ATA, 'w'), meta(ALICE), meta(MINT), meta(SYSTEM_PROGRAM), meta(TOKEN_PROGRAM)],
    data: Uint8Array.of(1),
  };

  it('what they call: only of instructions that call something, with the index', () => {
    const bank = bankOn([mintAccount({ address: MINT })]);
    const execution = executeAll(bank, [transfer(1_000_000n), create]);
    expect(execution.err).toBeNull();
    expect(
      execution.inner.map(({ index, instructions }) => [index, instructions.map((each) => each.stackHeight)]),
    ).toEqual([[1, [2, 2, 2, 2]]]);
    const known = executeAll(bank, [transfer(1_000_000n), create], executeTransaction);
    expect(execution.inner).toEqual(known.inner);
    expect(execution.after).toEqual(known.after);
    expect(changedBy(execution, bank)).toEqual(changedBy(known, bank));
  });

  it('what they return, until the next one is called', () => {
    const size: Instruction = { program: TOKEN_PROGRAM, accounts: [meta(MINT)], data: Uint8Array.of(21) };
    const bank = bankOn([mintAccount({ address: MINT })]);
    const data = new ByteWriter().u64(165n).bytes();
    expect(executeAll(bank, [size]).returnData).toEqual({ programId: TOKEN_PROGRAM, data: Uint8Array.from(data) });
    expect(executeAll(bank, [size, transfer(1_000_000n)]).returnData).toBeUndefined();
  });

  it('token balances, of accounts that are closed too', () => {
    const holding = namedAddress('holding');
    const data = tokenAccountBytes({ mint: MINT, owner: ALICE });
    const bank = bankOn([
      mintAccount({ address: MINT }),
      { address: holding, owner: TOKEN_PROGRAM, data, lamports: 2_039_280n },
    ]);
    const accounts = [meta(holding, 'w'), meta(BOB, 'w'), meta(ALICE, 's')];
    const close = { program: TOKEN_PROGRAM, accounts, data: Uint8Array.of(9) };
    const execution = executeAll(bank, [close]);
    const known = executeAll(bank, [close], executeTransaction);
    expect(execution.err).toBeNull();
    expect(execution.before.tokens.map((balance) => balance.uiTokenAmount.amount)).toEqual(['0']);
    expect(execution.after.tokens).toEqual([]);
    expect(execution.before).toEqual(known.before);
    expect(execution.after).toEqual(known.after);
    expect(changedBy(execution, bank)).toEqual(changedBy(known, bank));
  });
});

describe('programs of the ledger', () => {
  const LOGGING = ['Program log: Memo (len 2)', 'Program log: hi'];
  const logsOf = (accounts: Parameters<typeof bankOn>[0]) => {
    const { err, logs } = executeAll(bankOn(accounts), [call(PROGRAM)]);
    return { err, logs: logs.filter((line) => line.startsWith('Program log')) };
  };

  it('their code is what the ledger has at the moment, in whatever order ledgers come', () => {
    const logging = { err: null, logs: LOGGING };
    const silent = { err: null, logs: [] };
    const absent = { err: 'ProgramAccountNotFound', logs: [] };
    expect(logsOf([programAccount(PROGRAM, LOGGING_CODE)])).toEqual(logging);
    expect(logsOf([programAccount(PROGRAM, SILENT_CODE)])).toEqual(silent);
    expect(logsOf([])).toEqual(absent);
    expect(logsOf(upgradeableProgram(PROGRAM, CODE, LOGGING_CODE))).toEqual(logging);
    expect(logsOf(upgradeableProgram(PROGRAM, CODE, SILENT_CODE))).toEqual(silent);
    expect(logsOf([{ address: PROGRAM }])).toEqual({ err: 'InvalidProgramForExecution', logs: [] });
    expect(logsOf([programAccount(PROGRAM, LOGGING_CODE)])).toEqual(logging);
  });

  it.each([
    ['no data', [programAccount(PROGRAM, new Uint8Array())]],
    ['no code', upgradeableProgram(PROGRAM, CODE, new Uint8Array())],
    ['nowhere to have code', upgradeableProgram(PROGRAM, CODE, new Uint8Array()).slice(0, 1)],
    ['code that is broken', [programAccount(PROGRAM, LOGGING_CODE.slice(0, 200))]],
    ['code that was broken elsewhere', upgradeableProgram(PROGRAM, CODE, LOGGING_CODE.slice(0, 200))],
  ])('a program that has %s fails as if it were not deployed', (_, accounts) => {
    for (let times = 0; times < 2; times++) {
      const { err, logs } = executeAll(bankOn(accounts), [call(PROGRAM)]);
      expect(err).toEqual({ InstructionError: [0, 'UnsupportedProgramId'] });
      expect(logs).toEqual([
        `Program ${PROGRAM} invoke [1]`,
        'Program is not deployed',
        `Program ${PROGRAM} failed: Unsupported program id`,
      ]);
    }
  });

  it.each([
    ['a program without code', programAccount(PROGRAM, Uint8Array.of(1, 2, 3))],
    ['a program whose code is broken', programAccount(PROGRAM, LOGGING_CODE.slice(0, 150))],
    ['what is executable and no program', { ...programAccount(PROGRAM, Uint8Array.of(1)), owner: BOB }],
  ])('%s can be paid, and stays what it is', (_, account) => {
    const bank = bankOn([account]);
    const before = bank.accounts.get(PROGRAM)!;
    for (let times = 1n; times <= 2n; times++) {
      const execution = executeAll(bank, [transfer(times, PROGRAM)]);
      expect(execution.err).toBeNull();
      expect(execution.changes.get(PROGRAM)).toEqual({ ...before, lamports: before.lamports + times });
    }
  });

  it('one without code does not hide what LiteSVM brings, one with code does', () => {
    const memo = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
    const logs = (accounts: Parameters<typeof bankOn>[0]) =>
      executeAll(bankOn(accounts), [call(memo)]).logs.filter((line) => line.startsWith('Program log'));
    expect(logs([programAccount(memo, new Uint8Array())])).toEqual(['Program log: Memo (len 2): "hi"']);
    expect(logs([programAccount(memo, SILENT_CODE)])).toHaveLength(0);
    expect(logs([])).toEqual(['Program log: Memo (len 2): "hi"']);
  });
});

/** What is left of the limit depends on what was executed before. */
const withAnyLimit = (line: string) =>
  line.includes(' compute units') ? expect.stringMatching(line.replace(/of \d+ compute.*$/, 'of \\d+ compute')) : line;

describe('a program that a rule stands in for', () => {
  const succeeded = (standsFor: Address) => ({ kind: 'succeed', standsFor }) as const;
  const others = [transfer(1_000_000n), call(MEMO_PROGRAM)];
  const OTHERS = executeAll(bankOn([]), others);
  const linesOf = (program: Address) => [
    `Program ${program} invoke [1]`,
    expect.stringMatching(` consumed 2 of \\d+ compute units$`),
    `Program ${program} success`,
  ];

  it.each<[string, Address, Parameters<typeof bankOn>[0]]>([
    ['that is nowhere', PROGRAM, []],
    ['that has no code', PROGRAM, [programAccount(PROGRAM, new Uint8Array())]],
    ['that has code', PROGRAM, upgradeableProgram(PROGRAM, CODE, LOGGING_CODE)],
    ['whose owner is no loader', PROGRAM, [{ address: PROGRAM }]],
    ['that LiteSVM brings', TOKEN_PROGRAM, []],
    ['that is part of the node', VOTE_PROGRAM, []],
  ])('%s does nothing, and the others are executed', (_, program, accounts) => {
    const bank = bankOn(accounts);
    const called = call(program, '\xff');
    const real = () => executeAll(bank, [called, ...others]);
    const before = real();
    const execution = executeAll(bank, [called, ...others], execute, succeeded(program));
    expect(execution.err).toBeNull();
    expect(execution.logs).toEqual([...linesOf(program), ...OTHERS.logs.map(withAnyLimit)]);
    expect(changedBy(execution, bank)).toEqual(changedBy(OTHERS, bankOn([])));
    const known = executeAll(bank, [called, transfer(1_000_000n)], executeTransaction, succeeded(program));
    expect(known.logs).toEqual([`Program ${program} invoke [1]`, `Program ${program} success`, ...SYSTEM_LINES]);
    expect(known.assumed).toEqual([]);
    // nothing is left of it
    expect(real()).toEqual(before);
  });

  it('others fail as they do without it', () => {
    const instructions = [call(PROGRAM), transfer(10n ** 15n)];
    const execution = executeAll(bankOn([]), instructions, execute, succeeded(PROGRAM));
    expect(execution.err).toEqual({ InstructionError: [1, { Custom: 1 }] });
    const absent = [call(PROGRAM), call(namedAddress('absent'))];
    expect(executeAll(bankOn([]), absent, execute, succeeded(PROGRAM)).err).toBe('ProgramAccountNotFound');
  });

  it.each<[string, Parameters<typeof bankOn>[0]]>([
    ['that is there', upgradeableProgram(PROGRAM, CODE, LOGGING_CODE)],
    ['that is nowhere', []],
  ])('one %s can be paid, and stays what it is', (_, accounts) => {
    const bank = bankOn(accounts);
    const before = bank.accounts.get(PROGRAM) ?? emptyAccount(PROGRAM);
    // with its loader, a program that is called may be written
    const called = { ...call(PROGRAM), accounts: [meta(UPGRADEABLE_LOADER)] };
    const paid = transfer(1_000_000n, PROGRAM);
    const { changes, err } = executeAll(bank, [called, paid], execute, succeeded(PROGRAM));
    expect(err).toBeNull();
    const after = { ...before, lamports: before.lamports + 1_000_000n, rentEpoch: U64_MAX };
    expect(changes.get(PROGRAM)).toEqual(after);
  });

  it('what the rule adds comes after it', () => {
    const price = { ...emptyAccount(namedAddress('price')), lamports: 5n };
    const additions = { accounts: [price], returnData: { programId: PROGRAM, data: Uint8Array.of(1) } };
    const outcome = { ...succeeded(PROGRAM), additions };
    const { changes, err, returnData } = executeAll(bankOn([]), [call(PROGRAM)], execute, outcome);
    expect({ err, returnData }).toEqual({ err: null, returnData: additions.returnData });
    expect(changes.get(price.address)).toBe(price);
  });
});

it('memos of the third and the fourth program are logged here as without execution', () => {
  const memo = (program: Address, rights: 's' | '' = 's', text = 'a\n"é') => ({
    program,
    accounts: [meta(ALICE, 's'), meta(ALICE, 's'), meta(BOB, rights)].slice(0, rights === 's' ? 2 : 3),
    data: Buffer.from(text, 'latin1'),
  });
  const shown = ({ err, logs }: ReturnType<typeof executeAll>) => [
    err,
    ...logs.filter((line) => line.startsWith('Program log')),
  ];
  for (const [rights, text] of [
    ['s', 'order 17'],
    ['s', ''],
    ['s', '\xff'],
    ['', 'order 17'],
  ] as const) {
    const real = executeAll(bankOn([]), [memo(MEMO_V4_PROGRAM, rights, text)]);
    expect(shown(executeAll(bankOn([]), [memo(MEMO_V4_PROGRAM, rights, text)], executeTransaction))).toEqual(
      shown(real),
    );
    const third = [memo(MEMO_PROGRAM, rights, text)];
    expect(shown(executeAll(bankOn([]), third, executeTransaction))).toEqual(shown(executeAll(bankOn([]), third)));
  }
});

describe('nonces', () => {
  const NONCE = namedAddress('nonce');
  const OLD = namedBlockhash('old nonce');
  const account = {
    address: NONCE,
    lamports: 1_500_000n,
    data: writeNonce(newNonce(ALICE, decodeBase58(OLD))),
  };
  const next = encodeBase58(nextNonce(decodeBase58(namedBlockhash('7'))));
  const advance: Instruction = {
    program: SYSTEM_PROGRAM,
    accounts: [meta(NONCE, 'w'), meta(RECENT_BLOCKHASHES_SYSVAR), meta(ALICE, 's')],
    data: new ByteWriter().u32(4).bytes(),
  };
  const valueIn = (data: Uint8Array | undefined) => encodeBase58(data!.subarray(40, 72));

  it.each([
    ['that succeeds', 1_000_000n, null],
    ['that fails', 10n ** 15n, { InstructionError: [1, { Custom: 1 }] }],
  ])('of a transaction %s: the value follows from the block before', (_, lamports, err) => {
    const transaction = sent([advance, transfer(lamports)], OLD as Blockhash);
    const execution = executeSent(transaction, bankOn([account]));
    expect(execution.err).toEqual(err);
    expect(valueIn(execution.changes.get(NONCE)?.data)).toBe(next);
  });

  it('advanced by a transaction that lives by its blockhash', () => {
    const execution = executeAll(bankOn([account]), [advance]);
    expect(execution.err).toBeNull();
    expect(valueIn(execution.changes.get(NONCE)?.data)).toBe(next);
  });
});
