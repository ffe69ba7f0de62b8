import { expect, test } from 'vitest';
import { rentExemption } from '../../../../src/runtime/accounts/builtinAccounts.ts';
import { type Account, emptyAccount } from '../../../../src/solana/account.ts';
import { address, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../../../../src/solana/address.ts';
import type { Instruction } from '../../../../src/solana/instruction.ts';
import { byPrograms, byRuntime } from '../../../support/liteSvmToken.ts';
import { namedAddress } from '../../../support/transactions.ts';

/** The mint of wrapped SOL of Token-2022, made by the runtime and by litesvm. */

const MINT = address('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP');
const ALICE = namedAddress('alice');
const NEEDED = rentExemption(82);

const wallet = (lamports: bigint, key = ALICE): Account => ({ ...emptyAccount(key), lamports });

function create({ mint = MINT, isSigner = true, count = 3 } = {}): Instruction {
  const accounts = [
    { address: ALICE, isSigner, isWritable: true },
    { address: mint, isSigner: false, isWritable: true },
    { address: SYSTEM_PROGRAM, isSigner: false, isWritable: false },
  ];
  return { program: TOKEN_2022_PROGRAM, accounts: accounts.slice(0, count), data: Uint8Array.of(31) };
}

test('anybody makes it, and pays what its rent lacks', () => {
  for (const [had, left] of [
    [0n, NEEDED],
    [1n, NEEDED],
    [NEEDED, NEEDED],
    [NEEDED + 5n, NEEDED + 5n],
  ] as const) {
    const accounts = [wallet(1_000_000_000n), wallet(had, MINT)];
    const ours = byRuntime(accounts, [create()]);
    expect(ours).toEqual(byPrograms(accounts, [create()]));
    expect(ours.accounts[MINT]).toMatch(new RegExp(`^${left} ${TOKEN_2022_PROGRAM} 0{72}0{16}0901`));
    expect(ours.accounts[ALICE]).toMatch(new RegExp(`^${1_000_000_000n - (left - had)} `));
  }
});

test.each<[string, readonly Account[], readonly Instruction[], unknown]>([
  ['a second time', [wallet(1_000_000_000n)], [create(), create()], [1, { Custom: 0 }]],
  ['too few lamports', [wallet(5n)], [create()], [0, { Custom: 1 }]],
  ['who pays does not sign', [wallet(1_000_000_000n)], [create({ isSigner: false })], [0, 'PrivilegeEscalation']],
  ['another mint', [wallet(1_000_000_000n)], [create({ mint: namedAddress('mint') })], [0, { Custom: 2 }]],
  ['too few accounts', [wallet(1_000_000_000n)], [create({ count: 2 })], [0, 'NotEnoughAccountKeys']],
])('%s is refused', (_, accounts, instructions, failure) => {
  const ours = byRuntime(accounts, instructions);
  expect(ours.failure).toEqual(failure);
  expect(ours).toEqual(byPrograms(accounts, instructions));
});
