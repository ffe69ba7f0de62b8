import { describe, expect, test } from 'vitest';
import { NO_ACCOUNT_NAMES } from '../../../../src/runtime/accountNames.ts';
import { BankAccounts } from '../../../../src/runtime/accounts/bankAccounts.ts';
import { rentExemption } from '../../../../src/runtime/accounts/builtinAccounts.ts';
import { Changes } from '../../../../src/runtime/accounts/changes.ts';
import { ProgramError } from '../../../../src/runtime/programError.ts';
import { nonceOf } from '../../../../src/runtime/programs/system/nonceInstructions.ts';
import {
  type Address,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  SYSTEM_PROGRAM,
} from '../../../../src/solana/address.ts';
import { type Nonce, writeNonce } from '../../../../src/solana/nonce.ts';
import { expectSame, metas } from '../../../support/bothRuntimes.ts';
import { PARENT_HASH } from '../../../support/liteSvmSystem.ts';
import {
  advance,
  alice,
  authorize,
  bob,
  empty,
  foreign,
  HELD,
  initialize,
  legacy,
  NONCE_ACCOUNTS,
  NOW,
  nonce,
  OLD,
  RENT,
  runOnNonces,
  withdraw,
} from '../../../support/nonces.ts';

function shown(address: Address, content: Nonce | Uint8Array, lamports = HELD): string {
  const data = content instanceof Uint8Array ? content : writeNonce(content);
  return `${address} ${lamports} ${SYSTEM_PROGRAM} ${Buffer.from(data).toString('hex')}`;
}

const [RECENT, SIGNED] = [RECENT_BLOCKHASHES_SYSVAR, `${alice} s`];

describe('what is done with nonces', () => {
  test.each<[string, Uint8Array, readonly string[], string]>([
    ['advance', advance, [`${nonce} w`, RECENT, SIGNED], shown(nonce, NOW)],
    ['advance a legacy one', advance, [`${legacy} w`, RECENT, SIGNED], shown(legacy, NOW)],
    [
      'withdraw some',
      withdraw(1_000n),
      [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      shown(nonce, OLD, RENT),
    ],
    [
      'withdraw from one that is not initialized',
      withdraw(1_000n),
      [`${empty} sw`, `${bob} w`, RECENT, RENT_SYSVAR],
      shown(empty, new Uint8Array(80), RENT),
    ],
    [
      'withdraw all',
      withdraw(HELD),
      [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
      `${bob} ${HELD + 890_880n} ${SYSTEM_PROGRAM} `,
    ],
    ['initialize', initialize, [`${empty} w`, RECENT, RENT_SYSVAR], shown(empty, NOW)],
    ['authorize', authorize, [`${nonce} w`, SIGNED], shown(nonce, { ...OLD, authority: bob })],
    [
      'authorize a legacy one, which stays one',
      authorize,
      [`${legacy} w`, SIGNED],
      shown(legacy, { ...OLD, version: 0, authority: bob }),
    ],
  ])('%s', (_, data, accounts, after) => {
    const result = runOnNonces(data, accounts);
    expect(result.err).toBe('null');
    expect(result.accounts).toContain(after);
  });

  test('a nonce that is taken out whole is not initialized any more', () => {
    const accounts = metas(`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED);
    const call = (data: Uint8Array, given = accounts) => ({ program: SYSTEM_PROGRAM, accounts: given, data });
    const again = call(advance, metas(`${nonce} w`, RECENT, SIGNED));
    const { err, logs } = expectSame(NONCE_ACCOUNTS, [call(withdraw(HELD)), again]);
    expect([err, logs.at(-2)]).toEqual([
      '1 "InvalidAccountData"',
      `Advance nonce account: Account ${nonce} state is invalid`,
    ]);
  });
});

describe('the nonce of an account', () => {
  const moment = { slot: 9n, epoch: 0n, unixTimestamp: 0n, parentHash: PARENT_HASH };
  const known = new Map(NONCE_ACCOUNTS.map((each) => [each.address, each]));
  const changes = new Changes(new BankAccounts(undefined, known), moment, NO_ACCOUNT_NAMES, new Set(), rentExemption);

  test('is what its bytes say', () => {
    expect(nonceOf(changes, nonce)).toEqual(OLD);
    expect(nonceOf(changes, legacy)).toEqual({ ...OLD, version: 0 });
  });

  test.each([empty, foreign, bob])('is none where nothing was initialized: %s', (address) => {
    const error = new ProgramError(
      'InvalidAccountData',
      `there is no nonce account \`${address}\` at slot 9`,
      'add it under `accounts`: {"nonce": {"authority": "$alice"}}',
    );
    expect(() => nonceOf(changes, address)).toThrow(error);
  });
});
