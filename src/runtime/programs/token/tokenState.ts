import { decodeBase58 } from '../../../codec/base58.ts';
import { type Struct, u32 } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address } from '../../../solana/address.ts';
import { FROZEN, MINT, type Mint, TOKEN_ACCOUNT, type TokenAccount } from '../../../solana/programs/splToken/layout.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { readAddressAt } from './tokenArguments.ts';

/**
 * Token accounts and mints as their programs read and write them: `solana/programs/splToken/layout.ts` has the tables of the bytes.
 *
 * Source   p-token 1.0 `state/mod.rs`, spl-token-2022-interface 3.0 `extension/mod.rs`, `pod.rs`
 * @module
 */

const NO_ADDRESS = new Uint8Array(ADDRESS_BYTES);

/** The data of an account, whose members are read and written one by one. */
class State<T> {
  readonly account: LoadedAccount;
  readonly #layout: Struct<T>;
  /** Token-2022 writes zeros for an address that is removed; the Token program only sets its tag to 0 */
  readonly #clearsRemovedAddresses: boolean;

  constructor(layout: Struct<T>, account: LoadedAccount, isToken2022: boolean) {
    this.account = account;
    this.#layout = layout;
    this.#clearsRemovedAddresses = isToken2022;
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
    return data[offset] === 1 ? readAddressAt(data, offset + TAG_BYTES) : null;
  }

  protected writeOption(member: keyof T, address: Address | null): void {
    const data = this.account.edit();
    const offset = this.#layout.offsetOf(member);
    data[offset] = address === null ? 0 : 1;
    if (address !== null) data.set(decodeBase58(address), offset + TAG_BYTES);
    else if (this.#clearsRemovedAddresses) data.set(NO_ADDRESS, offset + TAG_BYTES);
  }
}

/** size of the tag of an option */
const TAG_BYTES = u32.size;

const STATE_OFFSET = TOKEN_ACCOUNT.offsetOf('state');

const RESERVE_OFFSET = TOKEN_ACCOUNT.offsetOf('nativeReserve');

const INITIALIZED_OFFSET = MINT.offsetOf('isInitialized');

export class TokenState extends State<TokenAccount> {
  constructor(account: LoadedAccount, isToken2022: boolean) {
    super(TOKEN_ACCOUNT, account, isToken2022);
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

  /** Wraps at 2^64, as the Token program does. */
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
  constructor(account: LoadedAccount, isToken2022: boolean) {
    super(MINT, account, isToken2022);
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

  /** Wraps at 2^64, as the Token program does. */
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
export function stateByte({ data }: Pick<LoadedAccount, 'data'>): number {
  return data[STATE_OFFSET]!;
}

/** The byte that says whether there is a mint. */
export function mintByte({ data }: Pick<LoadedAccount, 'data'>): number {
  return data[INITIALIZED_OFFSET]!;
}
