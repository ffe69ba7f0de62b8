import type { AddressParam } from '../../solana/address.ts';
import type { Account, DataOf } from './accountAnswers.ts';
import type { ParsedInstruction, TokenBalance } from './transactionAnswers.ts';
import type { Amount, Commitment, Integer, MemberOf, TransactionError } from './values.ts';

/** Transactions that are sent or simulated: base58, unless the configuration says base64. */

export interface SendConfig {
  readonly encoding?: 'base58' | 'base64';
  readonly maxRetries?: number;
  readonly minContextSlot?: Integer;
  readonly preflightCommitment?: Commitment;
  readonly skipPreflight?: boolean;
}

type AccountsEncoding = 'base64' | 'base64+zstd' | 'jsonParsed';

export interface SimulateConfig {
  readonly encoding?: 'base58' | 'base64';
  readonly sigVerify?: boolean;
  readonly replaceRecentBlockhash?: boolean;
  readonly innerInstructions?: boolean;
  /** whose state afterwards the result has; default encoding: base64 */
  readonly accounts?: { readonly addresses: readonly AddressParam[]; readonly encoding?: AccountsEncoding };
  readonly commitment?: Commitment;
  readonly minContextSlot?: Integer;
}

/** What a transaction would have done. */
export interface SimulationOf<Config> {
  accounts: (Account<DataOf<AccountsEncodingOf<MemberOf<Config, 'accounts'>>>> | null)[] | null;
  err: TransactionError | null;
  fee: Amount | null;
  innerInstructions: { index: number; instructions: ParsedInstruction[] }[] | null;
  loadedAccountsDataSize: number;
  loadedAddresses: { readonly: string[]; writable: string[] };
  logs: string[];
  postBalances: Amount[] | null;
  postTokenBalances: TokenBalance[] | null;
  preBalances: Amount[] | null;
  preTokenBalances: TokenBalance[] | null;
  replacementBlockhash: { blockhash: string; lastValidBlockHeight: number } | null;
  returnData: { data: [bytes: string, encoding: 'base64']; programId: string } | null;
  unitsConsumed: number;
}

type AccountsEncodingOf<Accounts> = [MemberOf<Accounts, 'encoding'>] extends [never]
  ? 'base64'
  : MemberOf<Accounts, 'encoding'>;
