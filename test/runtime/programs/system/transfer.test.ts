import { describe, expect, test } from 'vitest';
import { U64_MAX } from '../../../../src/codec/bigints.ts';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import { type Account, emptyAccount } from '../../../../src/solana/account.ts';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import { expectSame, metas } from '../../../support/bothRuntimes.ts';
import { key } from '../../../support/liteSvmSystem.ts';

const [alice, bob, holder, stranger] = [key(1), key(2), key(3), key(4)];
const rich = { ...emptyAccount(alice), lamports: 10_000_000n };
const ACCOUNTS: readonly Account[] = [
  rich,
  emptyAccount(bob),
  { ...rich, address: holder, data: Uint8Array.of(1) },
  { ...rich, address: stranger, owner: TOKEN_PROGRAM },
];

const transfer = (lamports: bigint) => new ByteWriter().u32(2).u64(lamports).bytes();

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
