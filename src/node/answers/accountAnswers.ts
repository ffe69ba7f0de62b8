import type { AddressParam } from '../../solana/address.ts';
import type { Amount, CommitmentConfig, ContextConfig, Integer, MemberOf } from './values.ts';

/** Accounts, whose data has the form that the encoding of the request says. */

type AccountEncoding = 'binary' | 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed';

export interface AccountConfig extends ContextConfig {
  /** default: base64 in getMultipleAccounts, else bare base58 */
  readonly encoding?: AccountEncoding;
  readonly dataSlice?: { readonly offset: Integer; readonly length: Integer };
}

export type AccountFilter =
  | { readonly dataSize: Integer }
  | {
      readonly memcmp: {
        readonly offset: Integer;
        readonly bytes: string | readonly number[];
        readonly encoding?: 'base58' | 'base64' | 'bytes';
      };
    }
  | 'tokenAccountState';

export interface ProgramAccountsConfig extends AccountConfig {
  readonly filters?: readonly AccountFilter[];
  readonly sortResults?: boolean;
  readonly withContext?: boolean;
}

export interface ParsedData {
  /** e.g. `spl-token` */
  program: string;
  // biome-ignore lint/suspicious/noExplicitAny: its members depend on the program
  parsed: any;
  space: number;
}

/** Data that no parser reads is base64. */
export type DataOf<Encoding> = Encoding extends 'jsonParsed'
  ? ParsedData | [bytes: string, encoding: 'base64']
  : Encoding extends 'base64' | 'base64+zstd' | 'base58'
    ? [bytes: string, encoding: Encoding]
    : string;

export interface Account<Data> {
  data: Data;
  executable: boolean;
  lamports: Amount;
  /** address of the program */
  owner: string;
  rentEpoch: Amount;
  space: number;
}

/** @template Default the encoding of a request that names none */
export type AccountOf<Config, Default extends AccountEncoding = 'binary'> = Account<
  DataOf<[MemberOf<Config, 'encoding'>] extends [never] ? Default : MemberOf<Config, 'encoding'>>
>;

export interface KeyedAccount<Of> {
  pubkey: string;
  account: Of;
}

/** Which token accounts: those of a mint, or those of a token program. */
export type TokenScope = { readonly mint: AddressParam } | { readonly programId: AddressParam };

export interface LargestAccountsConfig extends CommitmentConfig {
  readonly filter?: 'circulating' | 'nonCirculating';
  readonly sortResults?: boolean;
}
