import { decodeBase58 } from '../../codec/base58.ts';
import { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, isTokenProgram, SYSTEM_PROGRAM } from '../../solana/address.ts';
import type { TokenAccount } from '../../solana/programs/splToken/layout.ts';
import { EXTENSION, TOKEN_ACCOUNT_BYTES } from '../accounts/tokenLayouts.ts';
import { mintOf, tokenAccountOf } from '../accounts/tokens.ts';
import { isSigner } from '../borrowedAccount.ts';
import { associatedAddress } from '../derive.ts';
import { type Instruction, readonlyAccount, writableAccount, writableSigner } from '../instruction.ts';
import type { Invocation, Program } from '../invocation.ts';
import { custom, type InstructionError, inFile, ProgramError } from '../programError.ts';

/** The only error that the program has numbered itself. Source spl-associated-token-account 8.0 InvalidOwner */
const INVALID_OWNER: InstructionError = custom(0);

/**
 * The addresses of the first accounts of an instruction.
 *
 * @throws ProgramError NotEnoughAccountKeys
 */
function firstAddresses({ instruction: { accounts } }: Invocation, count: number): readonly Address[] {
  if (accounts.length < count)
    throw new ProgramError('NotEnoughAccountKeys', `${accounts.length} accounts, ${count} needed`);
  return accounts.slice(0, count).map(({ address }) => address);
}

/** A wallet's account of a mint. */
export interface Associated {
  readonly address: Address;
  readonly wallet: Address;
  readonly mint: Address;
  readonly tokenProgram: Address;
}

/** @throws ProgramError InvalidSeeds where the account is another one */
function checkAssociated({ log, accounts: { names } }: Invocation, associated: Associated, what: string): void {
  const { address, wallet, mint, tokenProgram } = associated;
  if (associatedAddress(wallet, mint, tokenProgram) === address) return;
  log(`Program log: Error: ${what} address does not match seed derivation`);
  throw new ProgramError(
    'InvalidSeeds',
    `${names.show(address)} is not where ${names.show(wallet)} has ${names.show(mint)}`,
  );
}

/** Undefined: it is no token account of that program, or none that is initialized. */
function tokenAccountUnder(account: Account, tokenProgram: Address): TokenAccount | undefined {
  if (account.owner !== tokenProgram) return undefined;
  return tokenAccountOf(account);
}

/** @throws ProgramError IncorrectProgramId */
function checkTokenProgram({ accounts: { names } }: Invocation, program: Address): void {
  if (!isTokenProgram(program))
    throw new ProgramError(
      'IncorrectProgramId',
      `${names.show(program)} is no token program`,
      'there are $token and $token2022',
    );
}

const CREATE_ACCOUNT = 0;
const ASSIGN = 1;
const TRANSFER = 2;
const ALLOCATE = 8;

const INITIALIZE_ACCOUNT_3 = 18;
const GET_ACCOUNT_DATA_SIZE = 21;
const INITIALIZE_IMMUTABLE_OWNER = 22;

/**
 * Makes a wallet's account of a mint. Accounts: who pays, the account, the wallet, the mint, the system program, the token
 * program.
 *
 * @param isIdempotent an account that is there is no error
 */
function createAssociated(invocation: Invocation, isIdempotent: boolean): void {
  const [payer, address, wallet, mint, , tokenProgram] = firstAddresses(invocation, 6) as Six;
  const created: Associated = { address, wallet, mint, tokenProgram };
  checkAssociated(invocation, created, 'Associated');
  if (isIdempotent && isThere(invocation, created)) return;
  refuseExisting(invocation, address);
  checkTokenProgram(invocation, tokenProgram);
  makeAccount(invocation, payer, created, sizeOf(invocation, created));
  invocation.log('Program log: Initialize the associated token account');
  invocation.call({
    program: tokenProgram,
    accounts: [writableAccount(address)],
    data: Uint8Array.of(INITIALIZE_IMMUTABLE_OWNER),
  });
  invocation.call({
    program: tokenProgram,
    accounts: [writableAccount(address), readonlyAccount(mint)],
    data: new ByteWriter(33).u8(INITIALIZE_ACCOUNT_3).append(decodeBase58(wallet)).bytes(),
  });
}

type Six = [Address, Address, Address, Address, Address, Address];

function isThere({ log, accounts }: Invocation, { address, wallet, mint, tokenProgram }: Associated): boolean {
  const { names, moment } = accounts;
  const token = tokenAccountUnder(accounts.loaded(address), tokenProgram);
  if (token === undefined) return false;
  const shown = `${names.show(address)} at slot ${moment.slot}`;
  if (token.owner !== wallet) {
    log('Program log: Associated token account owner does not match address derivation');
    throw new ProgramError(
      INVALID_OWNER,
      `${shown} belongs to ${names.show(token.owner)}, not to ${names.show(wallet)}`,
    );
  }
  if (token.mint !== mint)
    throw new ProgramError(
      'InvalidAccountData',
      `${shown} is of ${names.show(token.mint)}, not of ${names.show(mint)}`,
    );
  return true;
}

function refuseExisting({ accounts }: Invocation, address: Address): void {
  const { names, moment } = accounts;
  if (accounts.loaded(address).owner !== SYSTEM_PROGRAM)
    throw new ProgramError(
      'IllegalOwner',
      `${names.show(address)} exists already at slot ${moment.slot}`,
      `with ${inFile('idempotent')} that is no error`,
    );
}

/** Asks the token program for the bytes of an account whose owner cannot change. */
function sizeOf(invocation: Invocation, { mint, tokenProgram }: Associated): bigint {
  const data = new ByteWriter(3).u8(GET_ACCOUNT_DATA_SIZE).u16(EXTENSION.immutableOwner).bytes();
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
  size: bigint,
): void {
  const needed = invocation.accounts.minimumBalance(Number(size));
  const had = invocation.accounts.loaded(address).lamports;
  const own = [writableSigner(address)];
  const ownerBytes = decodeBase58(tokenProgram);
  const call = (accounts: Instruction['accounts'], data: ByteWriter): void => {
    invocation.call({ program: SYSTEM_PROGRAM, accounts, data: data.bytes() }, [address]);
  };
  if (had === 0n) {
    const data = new ByteWriter(52).u32(CREATE_ACCOUNT).u64(needed).u64(size).append(ownerBytes);
    call([writableSigner(payer), ...own], data);
    return;
  }
  if (had < needed)
    call([writableSigner(payer), writableAccount(address)], new ByteWriter(12).u32(TRANSFER).u64(needed - had));
  call(own, new ByteWriter(12).u32(ALLOCATE).u64(size));
  call(own, new ByteWriter(36).u32(ASSIGN).append(ownerBytes));
}

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
function recoverNested(invocation: Invocation): void {
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

/** By tag, with the name that the program logs. */
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
  const found = INSTRUCTIONS[data[0] ?? 0];
  if (found === undefined || data.length > 1)
    throw new ProgramError('InvalidInstructionData', 'no instruction of associated accounts has these bytes');
  const [name, run] = found;
  invocation.log(`Program log: ${name}`);
  run(invocation);
};
