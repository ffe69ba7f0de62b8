import { expect, test } from 'vitest';
import { RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR, SYSTEM_PROGRAM } from '../../../../src/solana/address.ts';
import {
  advance,
  alice,
  authorize,
  bob,
  empty,
  foreign,
  HELD,
  initialize,
  nonce,
  poor,
  RENT,
  runOnNonces,
  spent,
  withdraw,
} from '../../../support/nonces.ts';

const [RECENT, SIGNED] = [RECENT_BLOCKHASHES_SYSVAR, `${alice} s`];
const invalid = 'failed: invalid program argument';
const badData = 'failed: invalid account data for instruction';
const unsigned = 'failed: missing required signature for instruction';
const tooLittle = 'failed: insufficient funds for instruction';
const once = 'failed: custom program error: 0x7';

test.each<[string, Uint8Array, readonly string[], string, ...string[]]>([
  [
    'advance a readonly one',
    advance,
    [nonce, RECENT, SIGNED],
    '"InvalidArgument"',
    `Advance nonce account: Account ${nonce} must be writeable`,
    invalid,
  ],
  [
    'advance without its authority',
    advance,
    [`${nonce} w`, RECENT, alice],
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
    [nonce, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
    '"InvalidArgument"',
    `Withdraw nonce account: Account ${nonce} must be writeable`,
    invalid,
  ],
  [
    'withdraw of the rent',
    withdraw(1_001n),
    [`${nonce} w`, `${bob} w`, RECENT, RENT_SYSVAR, SIGNED],
    '"InsufficientFunds"',
    `Withdraw nonce account: insufficient lamports ${HELD}, need ${RENT + 1_001n}`,
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
    withdraw(HELD),
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
    'withdraw without the sysvar of blockhashes',
    withdraw(1n),
    [`${nonce} w`, `${bob} w`, RENT_SYSVAR, RENT_SYSVAR, SIGNED],
    '"InvalidArgument"',
    invalid,
  ],
  [
    'withdraw without the sysvar of rent',
    withdraw(1n),
    [`${nonce} w`, `${bob} w`, RECENT, RECENT, SIGNED],
    '"InvalidArgument"',
    invalid,
  ],
  [
    'initialize without the sysvar of blockhashes',
    initialize,
    [`${empty} w`, bob, RENT_SYSVAR],
    '"InvalidArgument"',
    invalid,
  ],
  ['initialize without the sysvar of rent', initialize, [`${empty} w`, RECENT, bob], '"InvalidArgument"', invalid],
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
])('fails: %s', (_, data, accounts, err, ...lines) => {
  const program = `Program ${SYSTEM_PROGRAM}`;
  const logs = [`${program} invoke [1]`, ...lines.map((line) => line.replace(/^failed/, `${program} failed`))];
  expect(runOnNonces(data, accounts)).toEqual({ err: `0 ${err}`, logs, called: [], accounts: [] });
});
