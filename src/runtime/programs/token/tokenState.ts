import { decodeBase58 } from '../../../codec/base58.ts';
import { type Struct, u32 } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address } from '../../../solana/address.ts';
import {
  EXTENSIONS_OFFSET,
  KIND_OFFSET,
  MINT,
  MINT_BYTES,
  type Mint,
  MULTISIG_BYTES,
  TOKEN_ACCOUNT,
  TOKEN_ACCOUNT_BYTES,
  type TokenAccount,
} from '../../../solana/programs/splToken/layout.ts';
import { inFile } from '../../../syntax/hintWords.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { type InstructionError, ProgramError } from '../../programError.ts';
import { addressAt } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Token accounts, mints and multisigs as their programs read and write them: programs/splToken/layout.ts has the tables of the bytes.
 *
 * Source   p-token 1.0 `state/mod.rs`, spl-token-2022-interface 3.0 `extension/mod.rs`, `pod.rs`
 * @module
 */

const NO_ADDRESS = new Uint8Array(ADDRESS_BYTES);

/** The data of an account, whose members are read and written one by one. */
class State<T> {
  readonly account: LoadedAccount;
  readonly #layout: Struct<T>;
  /** Token-2022 writes zeros for an address that is removed; the older program only sets its tag to 0 */
  readonly #clears: boolean;

  constructor(layout: Struct<T>, account: LoadedAccount, isExtended: boolean) {
    this.account = account;
    this.#layout = layout;
    this.#clears = isExtended;
  }

  protected read<K extends keyof T>(member: K): T[K] {
    return this.#layout.get(this.account.data, member);
  }

  protected write(changes: Partial<T>): void {
    this.#layout.change(this.account.edit(), changes);
  }

  /** Reads an optional address: one byte of its tag decides, as in the programs. */
  protected readOption(member: keyof T): Address | null {
    const { data } = this.account;
    const offset = this.#layout.offsetOf(member);
    return data[offset] === 1 ? addressAt(data, offset + TAG_BYTES) : null;
  }

  protected writeOption(member: keyof T, address: Address | null): void {
    const data = this.account.edit();
    const offset = this.#layout.offsetOf(member);
    data[offset] = address === null ? 0 : 1;
    if (address !== null) data.set(decodeBase58(address), offset + TAG_BYTES);
    else if (this.#clears) data.set(NO_ADDRESS, offset + TAG_BYTES);
  }
}

/** size of the tag of an option */
const TAG_BYTES = u32.size;
const STATE_OFFSET = TOKEN_ACCOUNT.offsetOf('state');
const RESERVE_OFFSET = TOKEN_ACCOUNT.offsetOf('nativeReserve');
const INITIALIZED_OFFSET = MINT.offsetOf('isInitialized');
export const INITIALIZED = 1;
export const FROZEN = 2;

export class TokenState extends State<TokenAccount> {
  constructor(account: LoadedAccount, isExtended: boolean) {
    super(TOKEN_ACCOUNT, account, isExtended);
  }

  get mint(): Address {
    return this.read('mint');
  }

  set mint(mint: Address) {
    this.write({ mint });
  }

  hasMintOf(other: TokenState): boolean {
    const mint = this.account.data.subarray(0, ADDRESS_BYTES);
    return Buffer.compare(mint, other.account.data.subarray(0, ADDRESS_BYTES)) === 0;
  }

  get owner(): Address {
    return this.read('owner');
  }

  set owner(owner: Address) {
    this.write({ owner });
  }

  get amount(): bigint {
    return this.read('amount');
  }

  /** Wraps at 2^64, as the older program does. */
  set amount(amount: bigint) {
    this.write({ amount: BigInt.asUintN(64, amount) });
  }

  get delegate(): Address | null {
    return this.readOption('delegate');
  }

  get delegatedAmount(): bigint {
    return this.read('delegatedAmount');
  }

  delegateTo(address: Address | null, delegatedAmount: bigint): void {
    this.writeOption('delegate', address);
    this.write({ delegatedAmount: BigInt.asUintN(64, delegatedAmount) });
  }

  get isFrozen(): boolean {
    return this.account.data[STATE_OFFSET] === FROZEN;
  }

  set state(state: number) {
    this.account.edit()[STATE_OFFSET] = state;
  }

  get isNative(): boolean {
    return this.account.data[RESERVE_OFFSET] === 1;
  }

  /** Sets the lamports that are not tokens; null: the account does not hold SOL. */
  set nativeReserve(nativeReserve: bigint | null) {
    this.write({ nativeReserve });
  }

  get closeAuthority(): Address | null {
    return this.readOption('closeAuthority');
  }

  set closeAuthority(address: Address | null) {
    this.writeOption('closeAuthority', address);
  }
}

export class MintState extends State<Mint> {
  constructor(account: LoadedAccount, isExtended: boolean) {
    super(MINT, account, isExtended);
  }

  get authority(): Address | null {
    return this.readOption('mintAuthority');
  }

  set authority(address: Address | null) {
    this.writeOption('mintAuthority', address);
  }

  get supply(): bigint {
    return this.read('supply');
  }

  /** Wraps at 2^64, as the older program does. */
  set supply(supply: bigint) {
    this.write({ supply: BigInt.asUintN(64, supply) });
  }

  get decimals(): number {
    return this.read('decimals');
  }

  get freezeAuthority(): Address | null {
    return this.readOption('freezeAuthority');
  }

  set freezeAuthority(address: Address | null) {
    this.writeOption('freezeAuthority', address);
  }

  initialize(decimals: number): void {
    this.write({ decimals, isInitialized: true });
  }
}

/** The byte that says whether there is a token account. */
function stateByte({ data }: Pick<LoadedAccount, 'data'>): number {
  return data[STATE_OFFSET]!;
}

/** The byte that says whether there is a mint. */
function mintByte({ data }: Pick<LoadedAccount, 'data'>): number {
  return data[INITIALIZED_OFFSET]!;
}

/**
 * Reading accounts as the programs do it, with what they answer where an account is something else.
 *
 * Source   p-token 1.0 `state/mod.rs` `load`, spl-token-2022-interface 3.0 `extension/mod.rs` `unpack`
 * @module
 */

/** The value of the byte before extensions for an account without a kind. */
const NO_KIND = 0;
const MINT_KIND = 1;
const ACCOUNT_KIND = 2;

/** @throws ProgramError InvalidAccountData, UninitializedAccount */
export function readTokenState(call: TokenCall, account: LoadedAccount): TokenState {
  const err = tokenAccountError(account, call.isExtended);
  if (err === undefined) return new TokenState(account, call.isExtended);
  throw missingTokenAccount(call, account, err);
}

/** The reason why an account is not a token account; undefined: it is one. */
export function tokenAccountError(
  account: Pick<LoadedAccount, 'data'>,
  isExtended: boolean,
): InstructionError | undefined {
  if (!isLongEnough(account.data, TOKEN_ACCOUNT_BYTES, isExtended)) return 'InvalidAccountData';
  const state = stateByte(account);
  if (!isExtended && state > FROZEN) return 'InvalidAccountData';
  if (state !== INITIALIZED && state !== FROZEN) return 'UninitializedAccount';
  return isTyped(account.data, TOKEN_ACCOUNT_BYTES, ACCOUNT_KIND) ? undefined : 'InvalidAccountData';
}

function missingTokenAccount({ names, atSlot }: TokenCall, { address }: LoadedAccount, err: InstructionError) {
  const holder = names.holderOf(address);
  if (holder === undefined) return new ProgramError(err, `there is no token account ${names.show(address)} ${atSlot}`);
  return new ProgramError(
    err,
    `${names.show(holder.wallet)} has no account of ${names.show(holder.mint)} ${atSlot}`,
    `add ${names.show(address)} ${inFile('tokens')}, or make it with \`createAssociatedAccount\``,
  );
}

/** @throws ProgramError InvalidAccountData, UninitializedAccount */
export function readMintState(call: TokenCall, account: LoadedAccount): MintState {
  const err = mintError(account, call.isExtended);
  if (err === undefined) return new MintState(account, call.isExtended);
  throw new ProgramError(err, noMint(call, account));
}

/** @throws ProgramError InvalidMint, as instructions answer that look whether there is a mint before anything else */
export function requireMintState(call: TokenCall, account: LoadedAccount): MintState {
  if (mintError(account, call.isExtended) === undefined) return new MintState(account, call.isExtended);
  throw tokenError('InvalidMint', noMint(call, account));
}

function noMint(call: TokenCall, account: LoadedAccount): string {
  return `there is no mint ${call.show(account)} ${call.atSlot}`;
}

/** The reason why an account is not a mint; undefined: it is one. */
export function mintError(account: Pick<LoadedAccount, 'data'>, isExtended: boolean): InstructionError | undefined {
  if (!isLongEnough(account.data, MINT_BYTES, isExtended)) return 'InvalidAccountData';
  const flag = mintByte(account);
  if (flag === 0) return 'UninitializedAccount';
  if (!isExtended && flag > 1) return 'InvalidAccountData';
  return isTyped(account.data, MINT_BYTES, MINT_KIND) ? undefined : 'InvalidAccountData';
}

/** A token account that is still to be made. */
export function readNewTokenState(call: TokenCall, account: LoadedAccount): TokenState {
  requireLength(call, account, TOKEN_ACCOUNT_BYTES);
  const state = stateByte(account);
  if (!call.isExtended && state > FROZEN) throw wrongData(call, account);
  if (state === INITIALIZED || state === FROZEN) throw alreadyInUse(call, account);
  requireUntyped(call, account, TOKEN_ACCOUNT_BYTES);
  return new TokenState(account, call.isExtended);
}

/** A mint that is still to be made. */
export function readNewMintState(call: TokenCall, account: LoadedAccount): MintState {
  requireLength(call, account, MINT_BYTES);
  const flag = mintByte(account);
  if (!call.isExtended && flag > 1) throw wrongData(call, account);
  if (flag !== 0) throw alreadyInUse(call, account);
  requireUntyped(call, account, MINT_BYTES);
  return new MintState(account, call.isExtended);
}

function requireLength(call: TokenCall, account: LoadedAccount, bytes: number): void {
  if (!isLongEnough(account.data, bytes, call.isExtended)) throw wrongData(call, account);
}

function requireUntyped(call: TokenCall, account: LoadedAccount, bytes: number): void {
  if (!isTyped(account.data, bytes, NO_KIND)) throw wrongData(call, account);
}

export function wrongData(call: TokenCall, account: LoadedAccount): ProgramError {
  return new ProgramError('InvalidAccountData', `the data of ${call.show(account)} does not fit ${call.atSlot}`);
}

export function alreadyInUse(call: TokenCall, account: LoadedAccount): ProgramError {
  return tokenError('AlreadyInUse', `${call.show(account)} is initialized already ${call.atSlot}`);
}

/** Extensions come after the longest state, and nothing with extensions is as long as a multisig. */
function isLongEnough({ length }: Uint8Array, bytes: number, isExtended: boolean): boolean {
  return isExtended ? length >= bytes && length !== MULTISIG_BYTES : length === bytes;
}

/** Whether data that is longer than `bytes` has zeros up to its type, and that type. */
function isTyped(data: Uint8Array, bytes: number, type: number): boolean {
  if (data.length === bytes) return true;
  if (data.length < EXTENSIONS_OFFSET || data[KIND_OFFSET] !== type) return false;
  return data.subarray(bytes, KIND_OFFSET).every((byte) => byte === 0);
}
