import type { U64 } from '../../model/meta.ts';
import type { AccountJson, AccountKinds, LamportsJson } from '../format/ledgerJson.ts';
import { addressText, addressTexts, ata, type Key } from './keys.ts';
import { type Bytes, bytesJson, type Tokens, type TokensOfMint } from './values.ts';

/** Options of an account of any kind. */
export interface Funded {
  /** default: what makes it rent-exempt */
  readonly lamports?: LamportsJson | undefined;
}

export interface MintOptions extends Funded {
  readonly decimals: number;
  /** may mint; default: none */
  readonly authority?: Key | undefined;
  /** default: none */
  readonly freezeAuthority?: Key | undefined;
  /** `'token2022'`; default `'token'` */
  readonly program?: Key | undefined;
  /** default: what the token accounts of the script hold */
  readonly supply?: Tokens | undefined;
}

export interface TokenAccountOptions extends Funded {
  /** default: the owner's associated account */
  readonly address?: Key | undefined;
  readonly delegate?: ({ readonly to: Key } & Tokens) | undefined;
  readonly frozen?: boolean | undefined;
}

export interface MultisigOptions extends Funded {
  /** how many have to sign */
  readonly required: number;
  /** 1 to 11 */
  readonly signers: readonly Key[];
  /** default `'token'` */
  readonly program?: Key | undefined;
}

export interface NonceOptions extends Funded {
  readonly authority: Key;
  /** base58 of 32 bytes; default: it follows from the address */
  readonly nonce?: string | undefined;
}

export interface LookupTableOptions extends Funded {
  readonly authority?: Key | undefined;
  /** up to 256 */
  readonly addresses: readonly Key[];
}

export interface RawAccountOptions extends Funded {
  /** a program */
  readonly owner: Key;
  readonly data?: Bytes | undefined;
  readonly executable?: boolean | undefined;
  readonly rentEpoch?: U64 | undefined;
}

export function mintJson(options: MintOptions): AccountJson {
  const { decimals, authority, freezeAuthority, lamports, program, supply } = options;
  const keys = addressTexts({ program, authority, freezeAuthority });
  return { mint: { decimals, ...keys, ...(supply && { supply: supply.amount }) }, ...lamports };
}

/** Address and content of a token account; the short form where only the amount is given. */
export function tokenEntry(owner: Key, held: TokensOfMint, options: TokenAccountOptions): readonly [Key, AccountJson] {
  const { address, delegate, frozen, lamports } = options;
  const { amount, mint } = held;
  const isShort = address === undefined && delegate === undefined && frozen === undefined;
  if (isShort) return [ata(owner, mint), { tokens: amount, ...lamports }];
  const token: AccountKinds['token'] = {
    ...addressTexts({ mint, owner }),
    amount,
    ...(delegate && { delegate: { to: addressText(delegate.to), amount: delegate.amount } }),
    ...(frozen !== undefined && { frozen }),
  };
  return [address ?? ata(owner, mint), { token, ...lamports }];
}

export function multisigJson({ lamports, program, required, signers }: MultisigOptions): AccountJson {
  return { multisig: { required, signers: signers.map(addressText), ...addressTexts({ program }) }, ...lamports };
}

export function nonceJson({ authority, lamports, nonce }: NonceOptions): AccountJson {
  return { nonce: { ...addressTexts({ authority }), ...(nonce !== undefined && { nonce }) }, ...lamports };
}

export function lookupTableJson({ addresses, authority, lamports }: LookupTableOptions): AccountJson {
  return { lookupTable: { ...addressTexts({ authority }), addresses: addresses.map(addressText) }, ...lamports };
}

export function rawJson({ data, executable, lamports, owner, rentEpoch }: RawAccountOptions): AccountJson {
  const raw: AccountKinds['raw'] = {
    ...addressTexts({ owner }),
    ...(data && { data: bytesJson(data) }),
    ...(executable !== undefined && { executable }),
    ...(rentEpoch !== undefined && { rentEpoch }),
  };
  return { raw, ...lamports };
}
