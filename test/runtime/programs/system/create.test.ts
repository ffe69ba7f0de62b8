import { describe, expect, test } from 'vitest';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import { emptyAccount } from '../../../../src/solana/account.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import { expectSame, metas } from '../../../support/bothRuntimes.ts';
import {
  alice,
  allocate,
  allocateWithSeed,
  assign,
  assignWithSeed,
  CREATION_ACCOUNTS,
  create,
  createWithSeed,
  fresh,
  owned,
  runCreation,
  seeded,
  taken,
} from '../../../support/creations.ts';
import { key } from '../../../support/liteSvmSystem.ts';

describe('what makes accounts', () => {
  test.each<[string, Uint8Array, readonly string[], string]>([
    ['createAccount', create(2n), [`${alice} sw`, `${fresh} sw`], `${fresh} 2000000 ${TOKEN_PROGRAM} 0000`],
    [
      'createAccountWithSeed',
      createWithSeed(),
      [`${alice} sw`, `${seeded} w`],
      `${seeded} 2000000 ${TOKEN_PROGRAM} 0000`,
    ],
    ['allocate', allocate(3n), [`${taken} sw`], `${taken} 10000000 ${SYSTEM_PROGRAM} 000000`],
    ['assign', assign(), [`${taken} sw`], `${taken} 10000000 ${TOKEN_PROGRAM} `],
    ['assign to its owner, unsigned', assign(), [owned], `${owned} 10000000 ${TOKEN_PROGRAM} `],
  ])('%s', (_, data, accounts, after) => {
    const result = runCreation(data, accounts);
    expect(result.err).toBe('null');
    expect(result.accounts).toContain(after);
  });

  test('allocateWithSeed and assignWithSeed are signed by the base', () => {
    const pay = new ByteWriter().u32(2).u64(2_000_000n).bytes();
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
      const { err, accounts } = expectSame(CREATION_ACCOUNTS, [paid, call(data, `${seeded} w`, `${alice} s`)]);
      expect([err, accounts[4]]).toEqual(['null', `${seeded} 2000000 ${TOKEN_PROGRAM} ${bytes}`]);
    }
  });

  test('an account without lamports keeps its size until the transaction ends', () => {
    const call = { program: SYSTEM_PROGRAM, accounts: metas(`${fresh} sw`), data: allocate(3n) };
    expect(expectSame(CREATION_ACCOUNTS, [call]).accounts).toContain(`${fresh} is not there`);
    expect(expectSame(CREATION_ACCOUNTS, [call, call]).err).toBe('1 {"Custom":0}');
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
