import type { U64 } from '../../solana/u64.ts';
import { mintExtensions } from '../format/extensionNodes.ts';
import type {
  AccountJson,
  LamportsJson,
  MetadataJson,
  MintExtensionsJson,
  ProgramJson,
  StakeAccountJson,
  TokenExtensionsJson,
} from '../format/ledgerJsonTypes.ts';
import { metadata as metadataSyntax } from '../format/metadataNodes.ts';
import { stakeAccount } from '../format/stakeNodes.ts';
import { toFileFormat } from './fileFormat.ts';
import { addressText, addressTexts, ata, type Key } from './keyBuilders.ts';
import { type Bytes, bytesJson, fieldsJson, type Tokens, type TokensOfMint } from './valueBuilders.ts';

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
  /** `'token2022'`; default `'token'`, unless there are extensions */
  readonly program?: Key | undefined;
  /** default: what the token accounts of the script hold */
  readonly supply?: Tokens | undefined;
  /** extensions; `program` is then Token-2022 by default: `{ transferHook: { programId: 'hook' } }` */
  readonly extensions?: MintExtensionsJson<Key> | undefined;
  /** metadata of Metaplex, in a separate account: `{ name: 'USD Coin', symbol: 'USDC' }` */
  readonly metadata?: MetadataJson<Key> | undefined;
}

export interface TokenAccountOptions extends Funded {
  /** default: the owner's associated account */
  readonly address?: Key | undefined;
  readonly delegate?: ({ readonly to: Key } & Tokens) | undefined;
  readonly frozen?: boolean | undefined;
  /** extensions of Token-2022 besides those that the mint requires: `{ memoTransfer: {} }` */
  readonly extensions?: TokenExtensionsJson | undefined;
}

export interface MultisigOptions extends Funded {
  /** number of signers that have to sign */
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

export type StakeOptions = StakeAccountJson<Key> & Funded;

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

/** A program with its IDL, its code, or both. */
export interface ProgramOptions {
  /** IDL of Anchor or Codama, or the path of its file */
  readonly idl?: string | object;
  readonly address?: string;
  /** path of the compiled program, which the ledger then has */
  readonly program?: string;
  /** may upgrade the compiled program; default: none */
  readonly authority?: Key;
}

/** An account of a program that has an IDL. */
export interface ProgramAccountOptions extends Funded {
  /** name of the program */
  readonly program: string;
  /** type of the account in the IDL */
  readonly account: string;
  /** fields by name; a missing one is 0, false, empty or none */
  readonly fields?: object;
  /** bytes; default: as many as the fields take */
  readonly space?: number;
}

/** The value under the name of a kind in the file format. */
type KindJson<K extends string> = Extract<AccountJson, Readonly<Record<K, unknown>>>[K];

/** An account of a program with an IDL; any other one as the file format has it. */
export type WrittenAccount = ProgramAccountOptions | Exclude<AccountJson, { readonly program: string }>;

export function writtenAccountJson(account: WrittenAccount): AccountJson {
  return 'program' in account ? programAccountJson(account) : { ...account };
}

export function programAccountJson({ fields = {}, lamports, ...account }: ProgramAccountOptions): AccountJson {
  return { ...account, fields: fieldsJson(fields, 'fields') as object, ...lamports };
}

export function mintJson(options: MintOptions): AccountJson {
  const { decimals, authority, extensions, freezeAuthority, lamports, metadata, program, supply } = options;
  const keys = addressTexts({ program, authority, freezeAuthority });
  const mint = {
    decimals,
    ...keys,
    ...(supply && { supply: supply.amount }),
    ...(extensions && { extensions: toFileFormat(extensions, mintExtensions) as MintExtensionsJson }),
  };
  return {
    mint,
    ...(metadata && { metadata: toFileFormat(metadata, metadataSyntax) as MetadataJson }),
    ...lamports,
  };
}

/** The address of a token account and its JSON, in the short form if only the amount is given. */
export function tokenEntry(
  owner: Key,
  balance: TokensOfMint,
  options: TokenAccountOptions,
): readonly [Key, AccountJson] {
  const { address, delegate, extensions, frozen, lamports } = options;
  const { amount, mint } = balance;
  const isShort = [address, delegate, extensions, frozen].every((option) => option === undefined);
  if (isShort) return [ata(owner, mint), { tokens: amount, ...lamports }];
  const token: KindJson<'token'> = {
    ...addressTexts({ mint, owner }),
    amount,
    ...(delegate && { delegate: { to: addressText(delegate.to), amount: delegate.amount } }),
    ...(frozen !== undefined && { frozen }),
    ...(extensions && { extensions }),
  };
  return [address ?? ata(owner, mint), { token, ...lamports }];
}

export function programJson({ authority, ...program }: ProgramOptions): ProgramJson {
  return { ...program, ...addressTexts({ authority }) };
}

export function multisigJson({ lamports, program, required, signers }: MultisigOptions): AccountJson {
  return { multisig: { required, signers: signers.map(addressText), ...addressTexts({ program }) }, ...lamports };
}

export function nonceJson({ authority, lamports, nonce }: NonceOptions): AccountJson {
  return { nonce: { ...addressTexts({ authority }), ...(nonce !== undefined && { nonce }) }, ...lamports };
}

export function stakeJson({ lamports, ...stake }: StakeOptions): AccountJson {
  return { stake: toFileFormat(stake, stakeAccount) as StakeAccountJson, ...lamports };
}

export function lookupTableJson({ addresses, authority, lamports }: LookupTableOptions): AccountJson {
  return { lookupTable: { ...addressTexts({ authority }), addresses: addresses.map(addressText) }, ...lamports };
}

export function rawJson({ data, executable, lamports, owner, rentEpoch }: RawAccountOptions): AccountJson {
  const raw: KindJson<'raw'> = {
    ...addressTexts({ owner }),
    ...(data && { data: bytesJson(data) }),
    ...(executable !== undefined && { executable }),
    ...(rentEpoch !== undefined && { rentEpoch }),
  };
  return { raw, ...lamports };
}
