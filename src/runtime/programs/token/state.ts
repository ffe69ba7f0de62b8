/**
 * Token accounts, mints and multisigs as their programs read and write them: programs/splToken/layout.ts has the tables of the bytes.
 *
 * Source   p-token 1.0 `state/mod.rs`, spl-token-2022-interface 3.0 `extension/mod.rs`, `pod.rs`
 * @module
 */

import { decodeBase58 } from '../../../codec/base58.ts';
import { ADDRESS_BYTES, type Address } from '../../../model/address.ts';
import { TOKEN_ACCOUNT_BYTES } from '../../accounts/layouts.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { addressAt, u64At } from './instructionData.ts';

export const MULTISIG_BYTES = 355;
export const TYPE_OFFSET = TOKEN_ACCOUNT_BYTES;
export const EXTENSIONS_OFFSET = TYPE_OFFSET + 1;
const TAG_BYTES = 4;
const NO_ADDRESS = new Uint8Array(ADDRESS_BYTES);

/** Fields of an account's data. */
class State {
  readonly account: LoadedAccount;
  /** whether Token-2022 owns it: what is taken away is zeros then; the older program only says that it is not there */
  readonly #clears: boolean;

  constructor(account: LoadedAccount, isExtended: boolean) {
    this.account = account;
    this.#clears = isExtended;
  }

  protected optionAt(offset: number): Address | null {
    const { data } = this.account;
    return data[offset] === 1 ? addressAt(data, offset + TAG_BYTES) : null;
  }

  protected setOption(offset: number, address: Address | null): void {
    const data = this.account.edit();
    data[offset] = address === null ? 0 : 1;
    if (address !== null) data.set(decodeBase58(address), offset + TAG_BYTES);
    else if (this.#clears) data.set(NO_ADDRESS, offset + TAG_BYTES);
  }

  protected setU64(offset: number, value: bigint): void {
    const data = this.account.edit();
    new DataView(data.buffer).setBigUint64(offset, value, true);
  }
}

const OWNER = 32;
const AMOUNT = 64;
const DELEGATE = 72;
const STATE = 108;
const NATIVE = 109;
const DELEGATED_AMOUNT = 121;
const CLOSE_AUTHORITY = 129;

export const INITIALIZED = 1;
export const FROZEN = 2;

export class TokenState extends State {
  get mint(): Address {
    return addressAt(this.account.data, 0);
  }

  set mint(address: Address) {
    this.account.edit().set(decodeBase58(address), 0);
  }

  hasMintOf(other: TokenState): boolean {
    const mint = this.account.data.subarray(0, ADDRESS_BYTES);
    return Buffer.compare(mint, other.account.data.subarray(0, ADDRESS_BYTES)) === 0;
  }

  get owner(): Address {
    return addressAt(this.account.data, OWNER);
  }

  set owner(address: Address) {
    this.account.edit().set(decodeBase58(address), OWNER);
  }

  get amount(): bigint {
    return u64At(this.account.data, AMOUNT);
  }

  set amount(amount: bigint) {
    this.setU64(AMOUNT, amount);
  }

  get delegate(): Address | null {
    return this.optionAt(DELEGATE);
  }

  get delegatedAmount(): bigint {
    return u64At(this.account.data, DELEGATED_AMOUNT);
  }

  delegateTo(address: Address | null, amount: bigint): void {
    this.setOption(DELEGATE, address);
    this.setU64(DELEGATED_AMOUNT, amount);
  }

  get isFrozen(): boolean {
    return this.account.data[STATE] === FROZEN;
  }

  set state(state: number) {
    this.account.edit()[STATE] = state;
  }

  get isNative(): boolean {
    return this.account.data[NATIVE] === 1;
  }

  /** Lamports that are not tokens. */
  setReserve(reserve: bigint | null): void {
    this.account.edit()[NATIVE] = reserve === null ? 0 : 1;
    this.setU64(NATIVE + TAG_BYTES, reserve ?? 0n);
  }

  get closeAuthority(): Address | null {
    return this.optionAt(CLOSE_AUTHORITY);
  }

  set closeAuthority(address: Address | null) {
    this.setOption(CLOSE_AUTHORITY, address);
  }
}

const SUPPLY = 36;
const DECIMALS = 44;
const MINT_FLAG = 45;
const FREEZE_AUTHORITY = 46;

export class MintState extends State {
  get authority(): Address | null {
    return this.optionAt(0);
  }

  set authority(address: Address | null) {
    this.setOption(0, address);
  }

  get supply(): bigint {
    return u64At(this.account.data, SUPPLY);
  }

  set supply(supply: bigint) {
    this.setU64(SUPPLY, supply);
  }

  get decimals(): number {
    return this.account.data[DECIMALS]!;
  }

  get freezeAuthority(): Address | null {
    return this.optionAt(FREEZE_AUTHORITY);
  }

  set freezeAuthority(address: Address | null) {
    this.setOption(FREEZE_AUTHORITY, address);
  }

  initialize(decimals: number): void {
    const data = this.account.edit();
    data[DECIMALS] = decimals;
    data[MINT_FLAG] = 1;
  }
}

/** The byte that says whether there is a token account. */
export function stateByte({ data }: LoadedAccount): number {
  return data[STATE]!;
}

/** The byte that says whether there is a mint. */
export function mintByte({ data }: LoadedAccount): number {
  return data[MINT_FLAG]!;
}
