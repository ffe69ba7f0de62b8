import type { Amount, TransactionError } from '../../rpc/openrpc/answerValues.ts';
import type { Account, DataOf } from './accountAnswers.ts';
import type { MemberOf } from './callConfig.ts';
import type { ParsedInstruction, TokenBalance } from './transactionAnswers.ts';

/** The result of simulateTransaction. */
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
