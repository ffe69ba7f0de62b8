import { ByteWriter } from '../../../codec/byteWriter.ts';
import type { Address } from '../../../model/address.ts';
import type { TokenAccount } from '../../../programs/splToken/layout.ts';
import { TOKEN_ACCOUNT_BYTES } from '../../accounts/layouts.ts';
import { mintOf } from '../../accounts/tokens.ts';
import { isSigner } from '../../borrowedAccount.ts';
import { readonlyAccount, writableAccount } from '../../instruction.ts';
import type { Invocation } from '../../invocation.ts';
import { type InstructionError, ProgramError } from '../../programError.ts';
import { checkAssociated, firstAddresses, INVALID_OWNER, tokenAccountUnder } from './accountsOf.ts';

const CLOSE_ACCOUNT = 9;
const TRANSFER_CHECKED = 12;

const MINT_BYTES = 82;
const MINT_FLAG = 45;
const ACCOUNT_STATE = 108;
const MULTISIG_BYTES = 355;

/** What the instruction names. */
interface Nesting {
  /** the account that belongs to an associated account instead of a wallet */
  readonly nested: Address;
  readonly nestedMint: Address;
  /** where its tokens go: the wallet's own account */
  readonly destination: Address;
  /** the associated account that it belongs to */
  readonly owner: Address;
  readonly ownerMint: Address;
  readonly wallet: Address;
  readonly tokenProgram: Address;
}

/** Moves tokens that are in an associated account of an associated account to the wallet, and closes it. */
export function recoverNested(invocation: Invocation): void {
  const [nested, nestedMint, destination, owner, ownerMint, wallet, tokenProgram] = firstAddresses(
    invocation,
    7,
  ) as Seven;
  const nesting: Nesting = { nested, nestedMint, destination, owner, ownerMint, wallet, tokenProgram };
  checkAddresses(invocation, nesting);
  if (!isSigner(invocation.instruction, wallet))
    refuse(invocation, 'MissingRequiredSignature', 'Wallet of the owner associated token account must sign');
  const { amount, decimals } = readNesting(invocation, nesting);
  const data = new ByteWriter(10).u8(TRANSFER_CHECKED).u64(amount).u8(decimals).bytes();
  const signer = { address: owner, isSigner: true, isWritable: false };
  const moved = [writableAccount(nested), readonlyAccount(nestedMint), writableAccount(destination), signer];
  invocation.call({ program: tokenProgram, accounts: moved, data }, [owner]);
  const closed = [writableAccount(nested), writableAccount(wallet), signer];
  invocation.call({ program: tokenProgram, accounts: closed, data: Uint8Array.of(CLOSE_ACCOUNT) }, [owner]);
}

type Seven = [Address, Address, Address, Address, Address, Address, Address];

function checkAddresses(invocation: Invocation, nesting: Nesting): void {
  const { nested, nestedMint, destination, owner, ownerMint, wallet, tokenProgram } = nesting;
  const check = (what: string, address: Address, of: Address, mint: Address): void =>
    checkAssociated(invocation, { address, wallet: of, mint, tokenProgram }, what);
  check('Owner associated', owner, wallet, ownerMint);
  check('Nested associated', nested, owner, nestedMint);
  check('Destination associated', destination, wallet, nestedMint);
}

/** What is to be moved. */
function readNesting(invocation: Invocation, nesting: Nesting): { amount: bigint; decimals: number } {
  const { nested, nestedMint, owner, ownerMint, wallet, tokenProgram } = nesting;
  const isUnder = (address: Address): boolean => invocation.accounts.loaded(address).owner === tokenProgram;
  const notOwned = (what: string): never =>
    refuse(invocation, 'IllegalOwner', `${what} not owned by provided token program`);
  if (!isUnder(ownerMint)) notOwned('Owner mint');
  if (!isUnder(owner))
    refuse(
      invocation,
      'IllegalOwner',
      'Owner associated token account not owned by provided token program, recreate the owner associated token account first',
    );
  if (read(invocation, owner, tokenProgram).owner !== wallet)
    refuse(invocation, INVALID_OWNER, 'Owner associated token account not owned by provided wallet');
  if (!isUnder(nested)) notOwned('Nested associated token account');
  const token = read(invocation, nested, tokenProgram);
  if (token.owner !== owner)
    refuse(invocation, INVALID_OWNER, 'Nested associated token account not owned by provided associated token account');
  if (!isUnder(nestedMint)) notOwned('Nested mint account');
  const mint = mintOf(invocation.accounts.loaded(nestedMint));
  if (mint === undefined) throw unreadable(invocation, nestedMint, MINT_BYTES, MINT_FLAG);
  return { amount: token.amount, decimals: mint.decimals };
}

function read(invocation: Invocation, address: Address, tokenProgram: Address): TokenAccount {
  const token = tokenAccountUnder(invocation.accounts.loaded(address), tokenProgram);
  if (token === undefined) throw unreadable(invocation, address, TOKEN_ACCOUNT_BYTES, ACCOUNT_STATE);
  return token;
}

/** @param flag where a zero says that nothing was initialized */
function unreadable({ accounts }: Invocation, address: Address, bytes: number, flag: number): ProgramError {
  const { names, moment } = accounts;
  const { data } = accounts.loaded(address);
  const isLong = data.length >= bytes && data.length !== MULTISIG_BYTES;
  const err = isLong && data[flag] === 0 ? 'UninitializedAccount' : 'InvalidAccountData';
  return new ProgramError(err, `${names.show(address)} holds nothing of tokens at slot ${moment.slot}`);
}

/** @throws ProgramError always */
function refuse({ log }: Invocation, err: InstructionError, line: string): never {
  log(`Program log: ${line}`);
  throw new ProgramError(err, line);
}
