import { tryDecode } from '../../codec/struct.ts';
import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { tokenInstructions } from '../../solana/programs/splToken/baseInstructions.ts';
import { MINT, readTokenAccount } from '../../solana/programs/splToken/layout.ts';
import { isSigner } from '../borrowedAccount.ts';
import { associatedAddress } from '../derive.ts';
import type { Invocation } from '../invocation.ts';
import { type InstructionError, ProgramError } from '../programError.ts';
import { firstAddresses, INVALID_OWNER } from './associatedAccounts.ts';
import { mintError, tokenAccountError } from './token/readTokenState.ts';

/**
 * Recovering the tokens of a nested account: one that belongs to an associated account in place of a wallet.
 *
 * Source   spl-associated-token-account 8.0 `process_recover_nested`
 * @module
 */

interface Recovery {
  readonly nested: Address;
  readonly nestedMint: Address;
  readonly destination: Address;
  /** the associated account that owns the nested one */
  readonly owner: Address;
  readonly ownerMint: Address;
  readonly wallet: Address;
  readonly tokenProgram: Address;
}

type Seven = [Address, Address, Address, Address, Address, Address, Address];

export function recoverNested(invocation: Invocation): void {
  const [nested, nestedMint, destination, owner, ownerMint, wallet, tokenProgram] = firstAddresses(
    invocation,
    7,
  ) as Seven;
  const recovery = { nested, nestedMint, destination, owner, ownerMint, wallet, tokenProgram };
  checkAddresses(invocation, recovery);
  checkWallet(invocation, recovery);
  const { amount, decimals } = readRecovered(invocation, recovery);
  const token = tokenInstructions(tokenProgram);
  const transfer = token.transferChecked.build(
    { source: nested, mint: nestedMint, destination, authority: owner },
    { amount, decimals },
  );
  invocation.call(transfer, [owner]);
  invocation.call(token.closeAccount.build({ account: nested, destination: wallet, owner }), [owner]);
}

/** Logs what the program says, and throws. */
function refuse(
  { log, accounts: { names } }: Invocation,
  address: Address,
  err: InstructionError,
  line: string,
): never {
  log(`Program log: ${line}`);
  throw new ProgramError(err, `${names.show(address)}: ${line}`);
}

/** Checks that each of the three accounts is an associated account. */
function checkAddresses(invocation: Invocation, recovery: Recovery): void {
  const { nested, nestedMint, destination, owner, ownerMint, wallet, tokenProgram } = recovery;
  const rows = [
    ['Owner', owner, wallet, ownerMint],
    ['Nested', nested, owner, nestedMint],
    ['Destination', destination, wallet, nestedMint],
  ] as const;
  for (const [name, address, holder, mint] of rows)
    if (associatedAddress(holder, mint, tokenProgram) !== address)
      refuse(invocation, address, 'InvalidSeeds', `Error: ${name} associated address does not match seed derivation`);
}

function checkWallet(invocation: Invocation, { wallet }: Recovery): void {
  if (!isSigner(invocation.instruction, wallet))
    refuse(invocation, wallet, 'MissingRequiredSignature', 'Wallet of the owner associated token account must sign');
}

/** Checks the accounts, and returns the tokens of the nested account and the decimals of its mint. */
function readRecovered(invocation: Invocation, recovery: Recovery): { amount: bigint; decimals: number } {
  const { nested, nestedMint, owner, ownerMint, wallet, tokenProgram } = recovery;
  const requireOwned = (address: Address, role: string, advice = ''): Account => {
    const account = invocation.accounts.loaded(address);
    if (account.owner === tokenProgram) return account;
    return refuse(invocation, address, 'IllegalOwner', `${role} not owned by provided token program${advice}`);
  };
  requireOwned(ownerMint, 'Owner mint');
  const ownerAccount = requireOwned(
    owner,
    'Owner associated token account',
    ', recreate the owner associated token account first',
  );
  if (unpack(invocation, ownerAccount, tokenAccountError, readTokenAccount).owner !== wallet)
    refuse(invocation, owner, INVALID_OWNER, 'Owner associated token account not owned by provided wallet');
  const { amount, owner: ownerOfNested } = unpack(
    invocation,
    requireOwned(nested, 'Nested associated token account'),
    tokenAccountError,
    readTokenAccount,
  );
  if (ownerOfNested !== owner)
    refuse(
      invocation,
      nested,
      INVALID_OWNER,
      'Nested associated token account not owned by provided associated token account',
    );
  const { decimals } = unpack(invocation, requireOwned(nestedMint, 'Nested mint account'), mintError, MINT.decode);
  return { amount, decimals };
}

/** An account of a token program, read as that program reads it. */
function unpack<T>(
  { accounts: { names } }: Invocation,
  account: Account,
  errorOf: typeof mintError,
  decode: (data: Uint8Array) => T,
): T {
  const err = errorOf(account, true);
  const value = err === undefined ? tryDecode(() => decode(account.data)) : undefined;
  if (value !== undefined) return value;
  throw new ProgramError(err ?? 'InvalidAccountData', `the data of ${names.show(account.address)} does not fit`);
}
