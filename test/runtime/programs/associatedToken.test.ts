import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { associatedAddress } from '../../../src/runtime/derive.ts';
import { type Account, emptyAccount } from '../../../src/solana/account.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/solana/address.ts';
import type { Instruction } from '../../../src/solana/instruction.ts';
import { mintBytes, tokenAccountBytes } from '../../../src/solana/programs/splToken/layout.ts';
import { associatedRun } from '../../support/associatedAccounts.ts';
import { expectSame, metas } from '../../support/bothRuntimes.ts';
import { byLiteSvm, byRuntime, key } from '../../support/liteSvmSystem.ts';
import { fixedRunsOf } from '../../support/runs.ts';

/** Associated accounts are made as by litesvm: errors, logs, calls and accounts. */

test('any instructions of the associated program', () => {
  let succeeded = 0;
  const property = fc.property(associatedRun, ({ accounts, instructions }) => {
    const theirs = byLiteSvm(accounts, instructions);
    const ours = byRuntime(accounts, instructions);
    if (theirs.err === 'null') succeeded++;
    if (theirs.err.startsWith('late')) expect([ours.err, ours.logs]).toEqual(['null', theirs.logs]);
    else expect(ours).toEqual(theirs);
  });
  fc.assert(property, { numRuns: fixedRunsOf(100, 40), seed: 1 });
  expect(succeeded).toBeGreaterThan(5);
  fc.assert(property, { numRuns: 200 });
});

const [payer, wallet, mint, poor] = [1, 2, 3, 4].map(key) as [Address, Address, Address, Address];
const own = associatedAddress(wallet, mint, TOKEN_PROGRAM);
const rich: Account = { ...emptyAccount(payer), lamports: 10n ** 10n };
const ACCOUNTS: readonly Account[] = [
  rich,
  { ...rich, address: mint, owner: TOKEN_PROGRAM, data: mintBytes({ decimals: 6, supply: 0n }) },
  emptyAccount(own),
  emptyAccount(poor),
];
const [program, token, system] = [ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM, SYSTEM_PROGRAM];
const GIVEN = [`${payer} sw`, `${own} w`, wallet, mint, system, token];

const create = (data: readonly number[], given: readonly string[] = GIVEN) => ({
  program,
  accounts: metas(...given),
  data: Uint8Array.from(data),
});
const inner = (name: string) => [`Program ${name} invoke [2]`, `Program ${name} success`];

/** What is logged up to the size of the account. */
const SIZED = [`Program ${token} invoke [2]`, `Program return: ${token} pQAAAAAAAAA=`, `Program ${token} success`];
const INITIALIZED = ['Program log: Initialize the associated token account', ...inner(token), ...inner(token)];

describe('an associated account', () => {
  test('is created by calls', () => {
    const { err, logs, called } = expectSame(ACCOUNTS, [create([0])]);
    expect([err, logs]).toEqual([
      'null',
      [
        `Program ${program} invoke [1]`,
        'Program log: Create',
        ...SIZED,
        ...inner(system),
        ...INITIALIZED,
        `Program ${program} success`,
      ],
    ]);
    expect(called.map((call) => call.split(' ').slice(0, 4).join(' '))).toEqual([
      `2 ${token} ${mint} 150700`,
      `2 ${system} ${payer} ${own}`,
      `2 ${token} ${own} 16`,
      `2 ${token} ${own} ${mint}`,
    ]);
  });

  test.each([
    ['some', 1_000_000n, 3],
    ['almost enough', 2_039_279n, 3],
    ['enough', 2_039_280n, 2],
    ['more than enough', 3_000_000n, 2],
  ])('that has %s lamports already is not created, but gets what it lacks', (_, lamports, calls) => {
    const funded = ACCOUNTS.map((each) => (each.address === own ? { ...each, lamports } : each));
    const { logs, accounts } = expectSame(funded, [create([])]);
    expect(logs.filter((line) => line === `Program ${system} invoke [2]`)).toHaveLength(calls);
    expect(accounts[2]).toMatch(new RegExp(`^${own} ${lamports > 2_039_280n ? lamports : 2_039_280n} ${token} `));
  });

  test('may be there already if that is said', () => {
    expect(expectSame(ACCOUNTS, [create([1]), create([1])]).logs.slice(-3)).toEqual([
      `Program ${program} invoke [1]`,
      'Program log: CreateIdempotent',
      `Program ${program} success`,
    ]);
    expect(expectSame(ACCOUNTS, [create([1]), create([0])]).err).toBe('1 "IllegalOwner"');
  });

  const failed = (text: string) => `Program ${program} failed: ${text}`;
  const escalated = 'Cross-program invocation with unauthorized signer or writable account';
  const handedOn = `Program return: ${program} pQAAAAAAAAA=`;
  const change = (index: number, meta: string) => GIVEN.map((text, i) => (i === index ? meta : text));
  test.each<[string, readonly number[], readonly string[], string, ...string[]]>([
    [
      'elsewhere',
      [0],
      change(2, poor),
      '"InvalidSeeds"',
      'Program log: Create',
      'Program log: Error: Associated address does not match seed derivation',
      failed('Provided seeds do not result in a valid address'),
    ],
    [
      'that the payer does not sign for',
      [0],
      change(0, `${poor} w`),
      '"PrivilegeEscalation"',
      'Program log: Create',
      ...SIZED,
      `${poor}'s signer privilege escalated`,
      handedOn,
      failed(escalated),
    ],
    [
      'that is readonly',
      [0],
      change(1, own),
      '"PrivilegeEscalation"',
      'Program log: Create',
      ...SIZED,
      `${own}'s writable privilege escalated`,
      handedOn,
      failed(escalated),
    ],
    [
      'without the system program',
      [0],
      change(4, poor),
      '"MissingAccount"',
      'Program log: Create',
      ...SIZED,
      `Unknown program ${system}`,
      handedOn,
      failed('An account required by the instruction is missing'),
    ],
    [
      'that is too dear',
      [0],
      change(0, `${poor} sw`),
      '{"Custom":1}',
      'Program log: Create',
      ...SIZED,
      `Program ${system} invoke [2]`,
      'Transfer: insufficient lamports 0, need 2039280',
      `Program ${system} failed: custom program error: 0x1`,
      failed('custom program error: 0x1'),
    ],
    [
      'with too few accounts',
      [1],
      GIVEN.slice(0, 5),
      '"NotEnoughAccountKeys"',
      'Program log: CreateIdempotent',
      failed('insufficient account keys for instruction'),
    ],
    ['with a tag of none', [3], GIVEN, '"InvalidInstructionData"', failed('invalid instruction data')],
    ['with more than a tag', [0, 0], GIVEN, '"InvalidInstructionData"', failed('invalid instruction data')],
  ])('is not made: one %s', (_, data, given, err, ...lines) => {
    const { logs, ...result } = expectSame(ACCOUNTS, [create(data, given)]);
    expect([result.err, logs]).toEqual([`0 ${err}`, [`Program ${program} invoke [1]`, ...lines]]);
  });
});

describe('an associated account of a mint that is closed', () => {
  const created = (tokenProgram: Address, closed: Account, before: readonly Instruction[] = []) => {
    const address = associatedAddress(wallet, mint, tokenProgram);
    const given = [`${payer} sw`, `${address} w`, wallet, mint, system, tokenProgram];
    const { err, logs } = expectSame(
      [rich, closed, emptyAccount(address), emptyAccount(poor)],
      [...before, create([0], given)],
    );
    return [err, logs.findLast((line) => line.startsWith('Program log: Error'))];
  };
  const INVALID_MINT = 'Program log: Error: Invalid Mint';
  const NOT_OWNED = ['0 "IncorrectProgramId"', 'Program log: Error: IncorrectProgramId'];
  /** Token-2022 10.0 reads the mint before it asks whose it is. */
  const noMint = (tokenProgram: Address) =>
    tokenProgram === TOKEN_2022_PROGRAM ? ['0 {"Custom":2}', INVALID_MINT] : NOT_OWNED;

  describe.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM])('%s', (tokenProgram) => {
    test.each([0, 82, 165])('%s bytes of zeros are left: Custom 2', (length) => {
      const closed = { ...rich, address: mint, owner: tokenProgram, data: new Uint8Array(length) };
      expect(created(tokenProgram, closed)).toEqual(['0 {"Custom":2}', INVALID_MINT]);
    });

    test.each([
      ['nothing is left', emptyAccount(mint)],
      ['lamports are left', { ...rich, address: mint }],
    ])('%s', (_what, closed) => {
      expect(created(tokenProgram, closed)).toEqual(noMint(tokenProgram));
    });

    test('there is a mint of another program', () => {
      expect(created(tokenProgram, { ...ACCOUNTS[1]!, owner: ASSOCIATED_TOKEN_PROGRAM })).toEqual(NOT_OWNED);
    });
  });

  test('in the same transaction', () => {
    const [owner, closeAuthority] = [TOKEN_2022_PROGRAM, payer];
    const data = Buffer.alloc(166 + 36);
    data.set(mintBytes({ decimals: 6, supply: 0n }));
    // the account type of a mint, and the extension of its close authority: type, length, address
    data.set([1, 3, 0, 32, 0, ...decodeBase58(closeAuthority)], 165);
    const close = { program: owner, accounts: metas(`${mint} w`, `${poor} w`, `${payer} s`), data: Uint8Array.of(9) };
    const closable = { ...rich, address: mint, owner, data };
    expect(created(owner, closable, [close])).toEqual(['1 {"Custom":2}', INVALID_MINT]);
  });
});

describe('a nested account', () => {
  const other = key(5);
  const nested = associatedAddress(own, other, TOKEN_PROGRAM);
  const proper = associatedAddress(wallet, other, TOKEN_PROGRAM);
  const owned = (address: Address, of: Address, owner: Address, amount: bigint): Account => ({
    ...emptyAccount(address),
    owner: TOKEN_PROGRAM,
    lamports: 2_039_280n,
    data: tokenAccountBytes({ mint: of, owner, amount }),
  });
  const accounts = [
    ...ACCOUNTS.filter(({ address }) => address !== own),
    { ...rich, address: other, owner: TOKEN_PROGRAM, data: mintBytes({ decimals: 2, supply: 9n }) },
    owned(own, mint, wallet, 0n),
    owned(nested, other, own, 7n),
    owned(proper, other, wallet, 2n),
  ];
  const given = [`${nested} w`, other, `${proper} w`, own, mint, `${wallet} sw`, token];

  test('gives its tokens and lamports to the wallet', () => {
    const { err, logs, called, ...after } = expectSame(accounts, [create([2], given)]);
    expect([err, logs]).toEqual([
      'null',
      [
        `Program ${program} invoke [1]`,
        'Program log: RecoverNested',
        ...inner(token),
        ...inner(token),
        `Program ${program} success`,
      ],
    ]);
    expect(called.map((call) => call.split(' ').slice(0, 3).join(' '))).toEqual([
      `2 ${token} ${nested}`,
      `2 ${token} ${nested}`,
    ]);
    expect(after.accounts.find((each) => each.startsWith(`${proper} `))).toContain('0900000000000000');
  });

  const refusals: readonly (readonly [line: string, err: string, index: number, meta: string])[] = [
    ['Error: Owner associated address does not match seed derivation', '"InvalidSeeds"', 3, poor],
    ['Error: Nested associated address does not match seed derivation', '"InvalidSeeds"', 0, `${poor} w`],
    ['Error: Destination associated address does not match seed derivation', '"InvalidSeeds"', 2, `${poor} w`],
    ['Wallet of the owner associated token account must sign', '"MissingRequiredSignature"', 5, `${wallet} w`],
  ];
  test.each(refusals)('is not recovered: %s', (line, err, index, meta) => {
    const metasGiven = given.map((text, i) => (i === index ? meta : text));
    const { logs, ...result } = expectSame(accounts, [create([2], metasGiven)]);
    expect([result.err, logs.at(-2)]).toEqual([`0 ${err}`, `Program log: ${line}`]);
  });
});
