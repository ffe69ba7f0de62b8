import { ByteReader } from '../../codec/bytes.ts';
import { type Address, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { type ASSOCIATED_TOKEN_ROWS, associatedTokenRow } from '../../solana/programs/associatedToken.ts';
import { tokenInstructions } from '../../solana/programs/splToken/baseInstructions.ts';
import { EXTENSION } from '../../solana/programs/splToken/extensionTable.ts';
import { SYSTEM } from '../../solana/programs/system.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { requireTokenProgram, tokenAccountOf } from '../accounts/tokens.ts';
import { associatedAddress } from '../derive.ts';
import type { Invocation, Program } from '../invocation.ts';
import { ProgramError } from '../programError.ts';
import { firstAddresses, INVALID_OWNER } from './associatedAccounts.ts';
import { type Effects, effectOf, logName } from './effects.ts';
import { recoverNested } from './recoverNested.ts';
import { allocateAndAssign } from './system/allocateAndAssign.ts';

/** A wallet's account of a mint. */
interface AssociatedAccount {
  readonly address: Address;
  readonly wallet: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
}

/** @throws ProgramError InvalidSeeds where the account is another one */
function checkAssociated({ log, accounts: { names } }: Invocation, associated: AssociatedAccount): void {
  const { address, wallet, mint, tokenProgram } = associated;
  if (associatedAddress(wallet, mint, tokenProgram) === address) return;
  log(`Program log: Error: Associated address does not match seed derivation`);
  throw new ProgramError(
    'InvalidSeeds',
    `${names.show(address)} is not where ${names.show(wallet)} has ${names.show(mint)}`,
  );
}

/**
 * Makes a wallet's account of a mint. Accounts: the payer, the account, the wallet, the mint, the system program, the token program.
 *
 * @param isIdempotent an existing account is not an error
 */
function createAssociated(invocation: Invocation, isIdempotent: boolean): void {
  const [payer, address, wallet, mint, , tokenProgram] = firstAddresses(invocation, 6) as Six;
  const created: AssociatedAccount = { address, wallet, mint, tokenProgram };
  checkAssociated(invocation, created);
  if (isIdempotent && existsAlready(invocation, created)) return;
  refuseExisting(invocation, address);
  requireTokenProgram(invocation.accounts.names, tokenProgram);
  makeAccount(invocation, payer, created, sizeOf(invocation, created));
  invocation.log('Program log: Initialize the associated token account');
  const token = tokenInstructions(tokenProgram);
  invocation.call(token.initializeImmutableOwner.build({ account: address }));
  invocation.call(token.initializeAccount3.build({ account: address, mint }, { owner: wallet }));
}

type Six = [Address, Address, Address, Address, Address, Address];

function existsAlready(
  { log, accounts }: Invocation,
  { address, wallet, mint, tokenProgram }: AssociatedAccount,
): boolean {
  const { names, clock } = accounts;
  const account = accounts.loaded(address);
  const token = account.owner === tokenProgram ? tokenAccountOf(account) : undefined;
  if (token === undefined) return false;
  const place = `${names.show(address)} at slot ${clock.slot}`;
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
  const { names, clock } = accounts;
  if (accounts.loaded(address).owner !== SYSTEM_PROGRAM)
    throw new ProgramError(
      'IllegalOwner',
      `${names.show(address)} exists already at slot ${clock.slot}`,
      `with ${inFile('idempotent')} that is not an error`,
    );
}

/** Asks the token program for the bytes of an account whose owner cannot change. */
function sizeOf(invocation: Invocation, { mint, tokenProgram }: AssociatedAccount): bigint {
  const { getAccountDataSize } = tokenInstructions(tokenProgram);
  const returned = invocation.call(getAccountDataSize.build({ mint }, { extensionTypes: [EXTENSION.immutableOwner] }));
  if (returned?.data.length !== 8)
    throw new ProgramError('InvalidInstructionData', 'the token program returns no account size');
  return new ByteReader(returned.data).u64();
}

/** Creates the account. One that has lamports already gets the rest of its rent, its size and its program. */
function makeAccount(
  invocation: Invocation,
  payer: Address,
  { address, tokenProgram }: AssociatedAccount,
  space: bigint,
): void {
  const needed = invocation.accounts.minimumBalance(Number(space));
  const had = invocation.accounts.loaded(address).lamports;
  if (had === 0n) {
    const created = { lamports: needed, space, owner: tokenProgram };
    invocation.call(SYSTEM.createAccount.build({ source: payer, newAccount: address }, created), [address]);
    return;
  }
  if (had < needed)
    invocation.call(SYSTEM.transfer.build({ source: payer, destination: address }, { lamports: needed - had }), [
      address,
    ]);
  for (const call of allocateAndAssign(address, space, tokenProgram)) invocation.call(call, [address]);
}

const EFFECTS: Effects<(typeof ASSOCIATED_TOKEN_ROWS)[number]> = {
  create: (invocation) => createAssociated(invocation, false),
  createIdempotent: (invocation) => createAssociated(invocation, true),
  recoverNested,
};

/**
 * The associated token account program.
 *
 * Source   spl-associated-token-account 8.0 `processor.rs`
 */
export const associatedTokenProgram: Program = (invocation) => {
  const row = associatedTokenRow(invocation.instruction.data);
  const run = row && effectOf(EFFECTS, row);
  if (run === undefined)
    throw new ProgramError('InvalidInstructionData', 'no instruction of associated accounts has these bytes');
  invocation.log(`Program log: ${logName(row!)}`);
  run(invocation, {} as never);
};
