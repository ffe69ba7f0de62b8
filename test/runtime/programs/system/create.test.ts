import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter } from '../../../../src/codec/byteWriter.ts';
import { type Account, emptyAccount } from '../../../../src/model/account.ts';
import { type Address, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/model/address.ts';
import { seedAddress } from '../../../../src/runtime/derive.ts';
import { expectSame, metas } from '../../../support/bothRuntimes.ts';
import { key } from '../../../support/liteSvmSystem.ts';

const [alice, fresh, taken, owned] = [key(1), key(2), key(3), key(4)];
const seeded = seedAddress(alice, 'vault', TOKEN_PROGRAM);
const rich = { ...emptyAccount(alice), lamports: 10_000_000n };
const ACCOUNTS: readonly Account[] = [
  rich,
  emptyAccount(fresh),
  { ...rich, address: taken },
  { ...rich, address: owned, owner: TOKEN_PROGRAM },
  emptyAccount(seeded),
];

const tag = (number: number) => new ByteWriter().u32(number);
const own = (writer: ByteWriter, owner: Address) => writer.append(decodeBase58(owner)).bytes();
const text = (writer: ByteWriter, seed: string) => writer.u64(BigInt(seed.length)).append(Buffer.from(seed));
const based = (number: number, seed: string) => text(tag(number).append(decodeBase58(alice)), seed);

const create = (space: bigint, lamports = 2_000_000n) => own(tag(0).u64(lamports).u64(space), TOKEN_PROGRAM);
const createWithSeed = (seed = 'vault') => own(based(3, seed).u64(2_000_000n).u64(2n), TOKEN_PROGRAM);
const prefund = (lamports: bigint) => own(tag(13).u64(lamports).u64(2n), TOKEN_PROGRAM);
const assign = (owner = TOKEN_PROGRAM) => own(tag(1), owner);
const allocate = (space: bigint) => tag(8).u64(space).bytes();
const allocateWithSeed = own(based(9, 'vault').u64(2n), TOKEN_PROGRAM);
const assignWithSeed = own(based(10, 'vault'), TOKEN_PROGRAM);

function run(data: Uint8Array, ...accounts: readonly string[]) {
  return expectSame(ACCOUNTS, [{ program: SYSTEM_PROGRAM, accounts: metas(...accounts), data }]);
}

describe('what makes accounts', () => {
  test.each<[string, Uint8Array, readonly string[], string]>([
    ['createAccount', create(2n), [`${alice} sw`, `${fresh} sw`], `${fresh} 2000000 ${TOKEN_PROGRAM} 0000`],
    [
      'createAccountWithSeed',
      createWithSeed(),
      [`${alice} sw`, `${seeded} w`],
      `${seeded} 2000000 ${TOKEN_PROGRAM} 0000`,
    ],
    [
      'createAccountAllowPrefund',
      prefund(5n),
      [`${taken} sw`, `${alice} sw`],
      `${taken} 10000005 ${TOKEN_PROGRAM} 0000`,
    ],
    [
      'createAccountAllowPrefund without lamports',
      prefund(0n),
      [`${taken} sw`],
      `${taken} 10000000 ${TOKEN_PROGRAM} 0000`,
    ],
    ['allocate', allocate(3n), [`${taken} sw`], `${taken} 10000000 ${SYSTEM_PROGRAM} 000000`],
    ['assign', assign(), [`${taken} sw`], `${taken} 10000000 ${TOKEN_PROGRAM} `],
    ['assign to its owner, unsigned', assign(), [owned], `${owned} 10000000 ${TOKEN_PROGRAM} `],
  ])('%s', (_, data, accounts, after) => {
    const result = run(data, ...accounts);
    expect(result.err).toBe('null');
    expect(result.accounts).toContain(after);
  });

  test('allocateWithSeed and assignWithSeed are signed by the base', () => {
    const pay = tag(2).u64(2_000_000n).bytes();
    const call = (data: Uint8Array, ...accounts: readonly string[]) => ({
      program: SYSTEM_PROGRAM,
      accounts: metas(...accounts),
      data,
    });
    const paid = call(pay, `${alice} sw`, `${seeded} w`);
    for (const [data, bytes] of [
      [allocateWithSeed, '0000'],
      [assignWithSeed, ''],
    ] as const) {
      const { err, accounts } = expectSame(ACCOUNTS, [paid, call(data, `${seeded} w`, `${alice} s`)]);
      expect([err, accounts[4]]).toEqual(['null', `${seeded} 2000000 ${TOKEN_PROGRAM} ${bytes}`]);
    }
  });

  test('an account without lamports keeps its size until the transaction ends', () => {
    const call = { program: SYSTEM_PROGRAM, accounts: metas(`${fresh} sw`), data: allocate(3n) };
    expect(expectSame(ACCOUNTS, [call]).accounts).toContain(`${fresh} is not there`);
    expect(expectSame(ACCOUNTS, [call, call]).err).toBe('1 {"Custom":0}');
  });
});

test('the accounts of a transaction grow by 20 MiB at most', () => {
  const addresses = [11, 12, 13].map(key);
  const grow = (index: number, size: bigint) => ({
    program: SYSTEM_PROGRAM,
    accounts: metas(`${addresses[index]} sw`),
    data: allocate(size),
  });
  const largest = [grow(0, 10_485_760n), grow(1, 10_485_760n)];
  const grown = expectSame(addresses.map(emptyAccount), [...largest, grow(2, 0n)]);
  expect(grown.err).toBe('null');
  expect(expectSame(addresses.map(emptyAccount), [...largest, grow(2, 1n)])).toMatchObject({
    err: '2 "MaxAccountsDataAllocationsExceeded"',
    logs: expect.arrayContaining([
      `Program ${SYSTEM_PROGRAM} failed: Accounts data allocations exceeded the maximum allowed per transaction`,
    ]),
  });
});

const unsigned = 'failed: missing required signature for instruction';
const inUse = 'failed: custom program error: 0x0';
const shown = (address: Address, base?: Address) =>
  `Address { address: ${address}, base: ${base === undefined ? 'None' : `Some(${base})`} }`;

describe('what fails to make accounts', () => {
  test.each<[string, Uint8Array, readonly string[], string, ...string[]]>([
    [
      'an account that has lamports',
      create(2n),
      [`${alice} sw`, `${taken} sw`],
      '{"Custom":0}',
      `Create Account: account ${shown(taken)} already in use`,
      inUse,
    ],
    [
      'an account that does not sign',
      create(2n),
      [`${alice} sw`, `${fresh} w`],
      '"MissingRequiredSignature"',
      `Allocate: 'to' account ${shown(fresh)} must sign`,
      unsigned,
    ],
    [
      'an account that is too large',
      create(10_485_761n),
      [`${alice} sw`, `${fresh} sw`],
      '{"Custom":3}',
      'Allocate: requested 10485761, max allowed 10485760',
      'failed: custom program error: 0x3',
    ],
    [
      'an account that is too dear',
      create(2n, 10_000_001n),
      [`${alice} sw`, `${fresh} sw`],
      '{"Custom":1}',
      'Transfer: insufficient lamports 10000000, need 10000001',
      'failed: custom program error: 0x1',
    ],
    [
      'an account whose payer does not sign',
      create(2n),
      [`${alice} w`, `${fresh} sw`],
      '"MissingRequiredSignature"',
      `Transfer: \`from\` account ${alice} must sign`,
      unsigned,
    ],
    [
      'an account of another seed',
      createWithSeed('value'),
      [`${alice} sw`, `${seeded} w`],
      '{"Custom":5}',
      `Create: address ${seeded} does not match derived address ${seedAddress(alice, 'value', TOKEN_PROGRAM)}`,
      'failed: custom program error: 0x5',
    ],
    [
      'an account whose base does not sign',
      allocateWithSeed,
      [`${seeded} w`, alice],
      '"MissingRequiredSignature"',
      `Allocate: 'to' account ${shown(seeded, alice)} must sign`,
      unsigned,
    ],
    [
      'the owner of an account whose base does not sign',
      assignWithSeed,
      [`${seeded} w`, alice],
      '"MissingRequiredSignature"',
      `Assign: account ${shown(seeded, alice)} must sign`,
      unsigned,
    ],
    [
      'the size of an account of a program',
      allocate(2n),
      [`${owned} sw`],
      '{"Custom":0}',
      `Allocate: account ${shown(owned)} already in use`,
      inUse,
    ],
    [
      'the size of a readonly account',
      allocate(0n),
      [`${taken} s`],
      '"ReadonlyDataModified"',
      'failed: instruction modified data of a read-only account',
    ],
    [
      'the owner of an account of a program',
      assign(SYSTEM_PROGRAM),
      [`${owned} sw`],
      '"ModifiedProgramId"',
      'failed: instruction illegally modified the program id of an account',
    ],
    [
      'the owner of an account that does not sign',
      assign(),
      [`${taken} w`],
      '"MissingRequiredSignature"',
      `Assign: account ${shown(taken)} must sign`,
      unsigned,
    ],
    [
      'without accounts',
      create(2n),
      [],
      '"MissingAccount"',
      'failed: An account required by the instruction is missing',
    ],
    ['with a tag of none', tag(14).bytes(), [], '"InvalidInstructionData"', 'failed: invalid instruction data'],
    ['without a whole tag', Uint8Array.of(0, 0), [], '"InvalidInstructionData"', 'failed: invalid instruction data'],
  ])('%s', (_, data, accounts, err, ...lines) => {
    const logs = [
      `Program ${SYSTEM_PROGRAM} invoke [1]`,
      ...lines.map((line) => line.replace(/^failed/, `Program ${SYSTEM_PROGRAM} failed`)),
    ];
    expect(run(data, ...accounts)).toEqual({ err: `0 ${err}`, logs, called: [], accounts: [] });
  });
});
