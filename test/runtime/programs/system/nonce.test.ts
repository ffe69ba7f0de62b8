import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter } from '../../../../src/codec/byteWriter.ts';
import { type Account, emptyAccount } from '../../../../src/model/account.ts';
import { type Address, RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR, SYSTEM_PROGRAM } from '../../../../src/model/address.ts';
import { nextNonce } from '../../../../src/model/durableNonce.ts';
import { NO_ACCOUNT_NAMES } from '../../../../src/runtime/accountNames.ts';
import { Accounts, Changes } from '../../../../src/runtime/accounts/accounts.ts';
import { ProgramError } from '../../../../src/runtime/programError.ts';
import { type Nonce, newNonce, nonceOf, writeNonce } from '../../../../src/runtime/programs/system/nonce.ts';
import { expectSame, metas } from '../../../support/bothRuntimes.ts';
import { key, PARENT_HASH } from '../../../support/liteSvmSystem.ts';

const RENT = 1_447_680n;
const [alice, bob, nonce, spent, empty, legacy, foreign, poor] = [1, 2, 3, 4, 5, 6, 7, 8].map(key) as Address[];
const OLD = new Uint8Array(32).fill(7);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function account(address: Address, content: Nonce | Uint8Array, lamports = RENT + 1_000n): Account {
  return { ...emptyAccount(address), lamports, data: content instanceof Uint8Array ? content : writeNonce(content) };
}

const old = newNonce(alice!, OLD);
const now = newNonce(alice!, nextNonce(PARENT_HASH));
const ACCOUNTS: readonly Account[] = [
  account(nonce!, old),
  account(spent!, now),
  account(empty!, new Uint8Array(80)),
  account(legacy!, { ...old, version: 'legacy' }),
  { ...account(foreign!, old), owner: key(40) },
  account(poor!, new Uint8Array(80), RENT - 1n),
  { ...emptyAccount(bob!), lamports: 890_880n },
];

const tag = (number: number) => new ByteWriter().u32(number);
const advance = tag(4).bytes();
const withdraw = (lamports: bigint) => tag(5).u64(lamports).bytes();
const initialize = tag(6).append(decodeBase58(alice!)).bytes();
const authorize = tag(7).append(decodeBase58(bob!)).bytes();
const upgrade = tag(12).bytes();
const [RECENT, SIGNED] = [RECENT_BLOCKHASHES_SYSVAR, `${alice} s`];

function run(data: Uint8Array, ...accounts: readonly string[]) {
  return expectSame(ACCOUNTS, [{ program: SYSTEM_PROGRAM, accounts: metas(...accounts), data }]);
}

function shown(address: Address, content: Nonce | Uint8Array, lamports = RENT + 1_000n): string {
  return `${address} ${lamports} ${SYSTEM_PROGRAM} ${hex(content instanceof Uint8Array ? content : writeNonce(content))}`;
}

describe('what is done with nonces', () => {
  test.each<[string, Uint8Array, readonly string[], string]>([
    ['advance', advance, [`${nonce} w`, RECENT, SIGNED], shown(nonce!, now)],
    ['advance a legacy one', advance, [`${legacy} w`, RECENT, SIGNED], shown(legacy!, now)],
    [
      'withdraw some',
      withdraw(1_000n),
      [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      shown(nonce!, old, RENT),
    ],
    [
      'withdraw from one that is not initialized',
      withdraw(1_000n),
      [`${empty} sw`, `${bob} w`, RECENT, RENT_SYSVAR],
      shown(empty!, new Uint8Array(80), RENT),
    ],
    [
      'withdraw all',
      withdraw(RENT + 1_000n),
      [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      `${bob} ${RENT + 1_000n + 890_880n} ${SYSTEM_PROGRAM} `,
    ],
    ['initialize', initialize, [`${empty} w`, RECENT, RENT_SYSVAR], shown(empty!, now)],
    ['authorize', authorize, [`${nonce} w`, SIGNED], shown(nonce!, { ...old, authority: bob! })],
    [
      'authorize a legacy one, which stays one',
      authorize,
      [`${legacy} w`, SIGNED],
      shown(legacy!, { ...old, version: 'legacy', authority: bob! }),
    ],
    ['upgrade', upgrade, [`${legacy} w`], shown(legacy!, { ...old, value: nextNonce(OLD) })],
  ])('%s', (_, data, accounts, after) => {
    const result = run(data, ...accounts);
    expect(result.err).toBe('null');
    expect(result.accounts).toContain(after);
  });

  test('a nonce that is taken out whole is not initialized any more', () => {
    const accounts = metas(`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED);
    const call = (data: Uint8Array, given = accounts) => ({ program: SYSTEM_PROGRAM, accounts: given, data });
    const again = call(advance, metas(`${nonce} w`, RECENT, SIGNED));
    const { err, logs } = expectSame(ACCOUNTS, [call(withdraw(RENT + 1_000n)), again]);
    expect([err, logs.at(-2)]).toEqual([
      '1 "InvalidAccountData"',
      `Advance nonce account: Account ${nonce} state is invalid`,
    ]);
  });
});

const invalid = 'failed: invalid program argument';
const badData = 'failed: invalid account data for instruction';
const unsigned = 'failed: missing required signature for instruction';
const tooLittle = 'failed: insufficient funds for instruction';
const once = 'failed: custom program error: 0x7';

describe('what fails to be done with nonces', () => {
  test.each<[string, Uint8Array, readonly string[], string, ...string[]]>([
    [
      'advance a readonly one',
      advance,
      [nonce!, RECENT, SIGNED],
      '"InvalidArgument"',
      `Advance nonce account: Account ${nonce} must be writeable`,
      invalid,
    ],
    [
      'advance without its authority',
      advance,
      [`${nonce} w`, RECENT, alice!],
      '"MissingRequiredSignature"',
      `Advance nonce account: Account ${alice} must be a signer`,
      unsigned,
    ],
    [
      'advance twice a block',
      advance,
      [`${spent} w`, RECENT, SIGNED],
      '{"Custom":7}',
      'Advance nonce account: nonce can only advance once per slot',
      once,
    ],
    [
      'advance what is not initialized',
      advance,
      [`${empty} w`, RECENT, SIGNED],
      '"InvalidAccountData"',
      `Advance nonce account: Account ${empty} state is invalid`,
      badData,
    ],
    ['advance a wallet', advance, [`${bob} w`, RECENT, SIGNED], '"InvalidAccountData"', badData],
    [
      'advance what a program owns',
      advance,
      [`${foreign} w`, RECENT, SIGNED],
      '"ExternalAccountDataModified"',
      'failed: instruction modified data of an account it does not own',
    ],
    ['advance without the sysvar', advance, [`${nonce} w`, RENT_SYSVAR, SIGNED], '"InvalidArgument"', invalid],
    [
      'advance with one account',
      advance,
      [`${nonce} w`],
      '"MissingAccount"',
      'failed: An account required by the instruction is missing',
    ],
    [
      'withdraw from a readonly one',
      withdraw(1n),
      [nonce!, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      '"InvalidArgument"',
      `Withdraw nonce account: Account ${nonce} must be writeable`,
      invalid,
    ],
    [
      'withdraw of the rent',
      withdraw(1_001n),
      [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      '"InsufficientFunds"',
      `Withdraw nonce account: insufficient lamports ${RENT + 1_000n}, need ${RENT + 1_001n}`,
      tooLittle,
    ],
    [
      'withdraw more than a u64',
      withdraw(2n ** 64n - 1n),
      [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      '"InsufficientFunds"',
      tooLittle,
    ],
    [
      'withdraw without the authority',
      withdraw(1n),
      [`${nonce} w`, `${bob} sw`, RECENT, RENT_SYSVAR],
      '"MissingRequiredSignature"',
      `Withdraw nonce account: Account ${alice} must sign`,
      unsigned,
    ],
    [
      'withdraw all in the block of its advance',
      withdraw(RENT + 1_000n),
      [`${spent} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      '{"Custom":7}',
      'Withdraw nonce account: nonce can only advance once per slot',
      once,
    ],
    [
      'withdraw from what is not initialized, and does not sign',
      withdraw(1n),
      [`${empty} w`, `${bob} w`, RECENT, RENT_SYSVAR],
      '"MissingRequiredSignature"',
      `Withdraw nonce account: Account ${empty} must sign`,
      unsigned,
    ],
    [
      'initialize again',
      initialize,
      [`${nonce} w`, RECENT, RENT_SYSVAR],
      '"InvalidAccountData"',
      `Initialize nonce account: Account ${nonce} state is invalid`,
      badData,
    ],
    [
      'initialize with less than the rent',
      initialize,
      [`${poor} w`, RECENT, RENT_SYSVAR],
      '"InsufficientFunds"',
      `Initialize nonce account: insufficient lamports ${RENT - 1n}, need ${RENT}`,
      tooLittle,
    ],
    [
      'authorize without the authority',
      authorize,
      [`${nonce} w`, `${bob} s`],
      '"MissingRequiredSignature"',
      `Authorize nonce account: Account ${alice} must sign`,
      unsigned,
    ],
    [
      'authorize what is not initialized',
      authorize,
      [`${empty} w`, SIGNED],
      '"InvalidAccountData"',
      `Authorize nonce account: Account ${empty} state is invalid`,
      badData,
    ],
    ['upgrade a current one', upgrade, [`${nonce} w`], '"InvalidArgument"', invalid],
    ['upgrade a readonly one', upgrade, [legacy!], '"InvalidArgument"', invalid],
    [
      'upgrade what a program owns',
      upgrade,
      [`${foreign} w`],
      '"InvalidAccountOwner"',
      'failed: Invalid account owner',
    ],
  ])('%s', (_, data, accounts, err, ...lines) => {
    const program = `Program ${SYSTEM_PROGRAM}`;
    const logs = [`${program} invoke [1]`, ...lines.map((line) => line.replace(/^failed/, `${program} failed`))];
    expect(run(data, ...accounts)).toEqual({ err: `0 ${err}`, logs, called: [], accounts: [] });
  });
});

describe('the nonce of an account', () => {
  const moment = { slot: 9n, epoch: 0n, parentHash: PARENT_HASH };
  const known = new Map(ACCOUNTS.map((each) => [each.address, each]));
  const changes = new Changes(new Accounts(undefined, known), moment, NO_ACCOUNT_NAMES, new Set());

  test('is what its bytes say', () => {
    expect(nonceOf(changes, nonce!)).toEqual(old);
    expect(nonceOf(changes, legacy!)).toEqual({ ...old, version: 'legacy' });
  });

  test.each([empty!, foreign!, bob!])('is none where nothing was initialized: %s', (address) => {
    const error = new ProgramError(
      'InvalidAccountData',
      `there is no nonce account \`${address}\` at slot 9`,
      'add it under `accounts`: {"nonce": {"authority": "$alice"}}',
    );
    expect(() => nonceOf(changes, address)).toThrow(error);
  });
});
