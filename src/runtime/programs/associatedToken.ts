import { ByteReader } from '../../codec/bytes.ts';
import { type Address, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { readonlyAccount, writableAccount } from '../../solana/instruction.ts';
import { inFile } from '../../syntax/hintWords.ts';
import { requireTokenProgram, tokenAccountOf } from '../accounts/tokens.ts';
import { associatedAddress } from '../derive.ts';
import type { Invocation, Program } from '../invocation.ts';
import { ProgramError } from '../programError.ts';
import { firstAddresses, INVALID_OWNER } from './associatedAccounts.ts';
import { recoverNested } from './recoverNested.ts';
import { allocateAndAssignCalls, createAccountCall, transferCall } from './system/systemCalls.ts';
import { tokenData } from './token/tokenData.ts';

/** A wallet's account of a mint. */
interface Associated {
  readonly address: Address;
  readonly wallet: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
}

/** @throws ProgramError InvalidSeeds where the account is another one */
function checkAssociated({ log, accounts: { names } }: Invocation, associated: Associated): void {
  const { address, wallet, mint, tokenProgram } = associated;
  if (associatedAddress(wallet, mint, tokenProgram) === address) return;
  log(`Program log: Error: Associated address does not match seed derivation`);
  throw new ProgramError(
    'InvalidSeeds',
    `${names.show(address)} is not where ${names.show(wallet)} has ${names.show(mint)}`,
  );
}

/**
 * Makes a wallet's account of a mint. Accounts: who pays, the account, the wallet, the mint, the system program, the token
 * program.
 *
 * @param isIdempotent an existing account is not an error
 */
function createAssociated(invocation: Invocation, isIdempotent: boolean): void {
  const [payer, address, wallet, mint, , tokenProgram] = firstAddresses(invocation, 6) as Six;
  const created: Associated = { address, wallet, mint, tokenProgram };
  checkAssociated(invocation, created);
  if (isIdempotent && isThere(invocation, created)) return;
  refuseExisting(invocation, address);
  requireTokenProgram(invocation.accounts.names, tokenProgram);
  makeAccount(invocation, payer, created, sizeOf(invocation, created));
  invocation.log('Program log: Initialize the associated token account');
  invocation.call({
    program: tokenProgram,
    accounts: [writableAccount(address)],
    data: tokenData.initializeImmutableOwner(),
  });
  invocation.call({
    program: tokenProgram,
    accounts: [writableAccount(address), readonlyAccount(mint)],
    data: tokenData.initializeAccount3(wallet),
  });
}

type Six = [Address, Address, Address, Address, Address, Address];

function isThere({ log, accounts }: Invocation, { address, wallet, mint, tokenProgram }: Associated): boolean {
  const { names, moment } = accounts;
  const account = accounts.loaded(address);
  const token = account.owner === tokenProgram ? tokenAccountOf(account) : undefined;
  if (token === undefined) return false;
  const place = `${names.show(address)} at slot ${moment.slot}`;
  if (token.owner !== wallet) {
    log('Program log: Associated token account owner does not match address derivation');
    throw new ProgramError(
      INVALID_OWNER,
      `${place} belongs to ${names.show(token.owner)}, not to ${names.show(wallet)}`,
    );
  }
  if (token.mint !== mint)
    throw new ProgramError(
      'InvalidAccountData',
      `${place} is of ${names.show(token.mint)}, not of ${names.show(mint)}`,
    );
  return true;
}

function refuseExisting({ accounts }: Invocation, address: Address): void {
  const { names, moment } = accounts;
  if (accounts.loaded(address).owner !== SYSTEM_PROGRAM)
    throw new ProgramError(
      'IllegalOwner',
      `${names.show(address)} exists already at slot ${moment.slot}`,
      `with ${inFile('idempotent')} that is not an error`,
    );
}

/** Asks the token program for the bytes of an account whose owner cannot change. */
function sizeOf(invocation: Invocation, { mint, tokenProgram }: Associated): bigint {
  const data = tokenData.getAccountDataSize();
  const returned = invocation.call({ program: tokenProgram, accounts: [readonlyAccount(mint)], data });
  if (returned?.data.length !== 8)
    throw new ProgramError('InvalidInstructionData', 'the token program returns no account size');
  return new ByteReader(returned.data).u64();
}

/** An account that has lamports is not created: it gets what its rent lacks, its size and its program. */
function makeAccount(
  invocation: Invocation,
  payer: Address,
  { address, tokenProgram }: Associated,
  space: bigint,
): void {
  const needed = invocation.accounts.minimumBalance(Number(space));
  const had = invocation.accounts.loaded(address).lamports;
  if (had === 0n) {
    const created = { lamports: needed, space, owner: tokenProgram };
    invocation.call(createAccountCall(payer, address, created), [address]);
    return;
  }
  if (had < needed) invocation.call(transferCall(payer, address, needed - had), [address]);
  for (const call of allocateAndAssignCalls(address, space, tokenProgram)) invocation.call(call, [address]);
}

/** Instructions by tag, with the name that the program logs. */
const INSTRUCTIONS: readonly (readonly [name: string, run: (invocation: Invocation) => void])[] = [
  ['Create', (invocation) => createAssociated(invocation, false)],
  ['CreateIdempotent', (invocation) => createAssociated(invocation, true)],
  ['RecoverNested', recoverNested],
];

/**
 * The associated token account program. No data at all, as the first clients sent it, means `Create`.
 *
 * Source   spl-associated-token-account 8.0 `processor.rs`
 */
export const associatedTokenProgram: Program = (invocation) => {
  const { data } = invocation.instruction;
  const entry = INSTRUCTIONS[data[0] ?? 0];
  if (entry === undefined || data.length > 1)
    throw new ProgramError('InvalidInstructionData', 'no instruction of associated accounts has these bytes');
  const [name, run] = entry;
  invocation.log(`Program log: ${name}`);
  run(invocation);
};
