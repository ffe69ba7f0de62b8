import type { Amount } from '../../rpc/openrpc/answerValues.ts';
import type { AccountEncoding } from '../../solana/rpcWords.ts';
import type { MemberOf } from './callConfig.ts';

/** Accounts, whose data has the form that the encoding of the request says. */

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

export interface KeyedAccount<AccountForm> {
  pubkey: string;
  account: AccountForm;
}
