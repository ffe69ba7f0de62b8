import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { U64_MAX } from '../../../../src/codec/bigints.ts';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import { seedAddress } from '../../../../src/runtime/derive.ts';
import { type Account, emptyAccount } from '../../../../src/solana/account.ts';
import { addressOf, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import { expectSame, metas } from '../../../support/bothRuntimes.ts';
import { key } from '../../../support/liteSvmSystem.ts';

const [alice, bob, holder, stranger] = [key(1), key(2), key(3), key(4)];
const seeded = seedAddress(bob, 'vault', SYSTEM_PROGRAM);
const rich = { ...emptyAccount(alice), lamports: 10_000_000n };
const ACCOUNTS: readonly Account[] = [
  rich,
  emptyAccount(bob),
  { ...rich, address: holder, data: Uint8Array.of(1) },
  { ...rich, address: stranger, owner: TOKEN_PROGRAM },
  { ...rich, address: seeded },
];

const transfer = (lamports: bigint) => new ByteWriter().u32(2).u64(lamports).bytes();

function withSeed(lamports: bigint, seed = 'vault', owner = SYSTEM_PROGRAM): Uint8Array {
  const writer = new ByteWriter().u32(11).u64(lamports).u64(BigInt(seed.length)).append(Buffer.from(seed));
  return writer.append(decodeBase58(owner)).bytes();
}

function run(data: Uint8Array, ...accounts: readonly string[]) {
  return expectSame(ACCOUNTS, [{ program: SYSTEM_PROGRAM, accounts: metas(...accounts), data }]);
}

const begin = `Program ${SYSTEM_PROGRAM} invoke [1]`;
const failed = (text: string) => `Program ${SYSTEM_PROGRAM} failed: ${text}`;

describe('a transfer', () => {
  test('moves lamports', () => {
    const { err, logs, accounts } = run(transfer(1_000_000n), `${alice} sw`, `${bob} w`);
    expect([err, logs]).toEqual(['null', [begin, `Program ${SYSTEM_PROGRAM} success`]]);
    expect(accounts.slice(0, 2)).toEqual([`${alice} 9000000 ${SYSTEM_PROGRAM} `, `${bob} 1000000 ${SYSTEM_PROGRAM} `]);
  });

  test('to oneself changes nothing', () => {
    expect(run(transfer(1_000_000n), `${alice} sw`, `${alice} sw`).accounts[0]).toBe(
      `${alice} 10000000 ${SYSTEM_PROGRAM} `,
    );
  });

  test('of nothing may be from an account of a program', () => {
    expect(run(transfer(0n), `${stranger} sw`, `${bob} w`).err).toBe('null');
  });

  test('with a seed is signed by the base', () => {
    const { err, accounts } = run(withSeed(9_000_000n), `${seeded} w`, `${bob} s`, `${alice} w`);
    expect([err, accounts[0], accounts[4]]).toEqual([
      'null',
      `${alice} 19000000 ${SYSTEM_PROGRAM} `,
      `${seeded} 1000000 ${SYSTEM_PROGRAM} `,
    ]);
  });

  test.each<[string, Uint8Array, readonly string[], string, ...string[]]>([
    [
      'of more than there is',
      transfer(10_000_001n),
      [`${alice} sw`, `${bob} w`],
      '{"Custom":1}',
      'Transfer: insufficient lamports 10000000, need 10000001',
      failed('custom program error: 0x1'),
    ],
    [
      'that the sender does not sign',
      transfer(1n),
      [`${alice} w`, `${bob} w`],
      '"MissingRequiredSignature"',
      `Transfer: \`from\` account ${alice} must sign`,
      failed('missing required signature for instruction'),
    ],
    [
      'from an account with data',
      transfer(1n),
      [`${holder} sw`, `${bob} w`],
      '"InvalidArgument"',
      'Transfer: `from` must not carry data',
      failed('invalid program argument'),
    ],
    [
      'from an account of a program',
      transfer(1n),
      [`${stranger} sw`, `${bob} w`],
      '"ExternalAccountLamportSpend"',
      failed('instruction spent from the balance of an account it does not own'),
    ],
    [
      'from a readonly account, even of nothing',
      transfer(0n),
      [`${alice} s`, `${bob} w`],
      '"ReadonlyLamportChange"',
      failed('instruction changed the balance of a read-only account'),
    ],
    [
      'to a readonly account',
      transfer(1n),
      [`${alice} sw`, bob],
      '"ReadonlyLamportChange"',
      failed('instruction changed the balance of a read-only account'),
    ],
    [
      'without a receiver',
      transfer(1n),
      [`${alice} sw`],
      '"MissingAccount"',
      failed('An account required by the instruction is missing'),
    ],
    [
      'without lamports',
      transfer(1n).subarray(0, 11),
      [`${alice} sw`, `${bob} w`],
      '"InvalidInstructionData"',
      failed('invalid instruction data'),
    ],
    [
      'with a seed that the base does not sign',
      withSeed(1n),
      [`${seeded} w`, bob, `${alice} w`],
      '"MissingRequiredSignature"',
      `Transfer: 'from' account ${bob} must sign`,
      failed('missing required signature for instruction'),
    ],
    [
      'with another seed',
      withSeed(1n, 'value'),
      [`${seeded} w`, `${bob} s`, `${alice} w`],
      '{"Custom":5}',
      `Transfer: 'from' address ${seeded} does not match derived address ${seedAddress(bob, 'value', SYSTEM_PROGRAM)}`,
      failed('custom program error: 0x5'),
    ],
    [
      'with a seed that is too long',
      withSeed(1n, 'x'.repeat(33)),
      [`${seeded} w`, `${bob} s`, `${alice} w`],
      '{"Custom":0}',
      failed('custom program error: 0x0'),
    ],
    [
      'with a seed under an address that a program derives',
      withSeed(1n, 'vault', addressOf(Buffer.from(`${'x'.repeat(11)}ProgramDerivedAddress`))),
      [`${seeded} w`, `${bob} s`, `${alice} w`],
      '{"Custom":2}',
      failed('custom program error: 0x2'),
    ],
  ])('fails: one %s', (_, data, accounts, err, ...lines) => {
    expect(run(data, ...accounts)).toEqual({ err: `0 ${err}`, logs: [begin, ...lines], called: [], accounts: [] });
  });

  test('that would make more than a u64 fails', () => {
    const full: Account = { ...rich, address: bob, lamports: U64_MAX - 10n ** 16n };
    const instruction = {
      program: SYSTEM_PROGRAM,
      accounts: metas(`${alice} sw`, `${bob} w`),
      data: transfer(2n ** 60n),
    };
    const sender = { ...rich, lamports: 2n ** 61n };
    expect(expectSame([sender, full], [instruction]).err).toBe('0 "ArithmeticOverflow"');
  });
});
