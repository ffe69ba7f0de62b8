import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import type { Question } from './exchange.ts';

/** The commitment of all questions but those for sends: blocks and transactions that are not final yet, and accounts in the state that these left. */
const COMMITMENT = 'confirmed';
/** the newest version of transactions */
const MAX_VERSION = 1;
const ACCOUNT = { commitment: COMMITMENT, encoding: 'base64' };
const SENT_ACCOUNT = { commitment: 'finalized', encoding: 'base64+zstd' };
const TRANSACTION = { ...ACCOUNT, maxSupportedTransactionVersion: MAX_VERSION };
const BLOCK = { ...TRANSACTION, rewards: true };

/** The most addresses of one call. Source agave 4.1 rpc-client-types request.rs MAX_MULTIPLE_ACCOUNTS */
export const MAX_ADDRESSES = 100;

function createQuestion(method: string, ...params: readonly JsonValue[]): Question {
  return { method, params: stringifyJson(params) };
}

/** The questions to a real node, each in the form from which all other forms can be made. */
export const questions = {
  block: (slot: bigint) => createQuestion('getBlock', slot, { ...BLOCK, transactionDetails: 'full' }),
  blockWithoutTransactions: (slot: bigint) =>
    createQuestion('getBlock', slot, { ...BLOCK, transactionDetails: 'none' }),
  transaction: (signature: string) => createQuestion('getTransaction', signature, TRANSACTION),
  account: (address: string) => createQuestion('getAccountInfo', address, ACCOUNT),
  accounts: (addresses: readonly string[]) => createQuestion('getMultipleAccounts', addresses, ACCOUNT),
  /** accounts for sends and simulations, in the shortest form */
  sentAccount: (address: string) => createQuestion('getAccountInfo', address, SENT_ACCOUNT),
  /** @param minContextSlot undefined: any slot */
  sentAccounts: (addresses: readonly string[], minContextSlot: bigint | undefined) =>
    createQuestion('getMultipleAccounts', addresses, {
      ...SENT_ACCOUNT,
      ...(minContextSlot !== undefined && { minContextSlot }),
    }),
  /** `filters` as getProgramAccounts has them */
  program: (program: string, filters: readonly JsonValue[]) =>
    createQuestion('getProgramAccounts', program, {
      ...ACCOUNT,
      withContext: true,
      ...(filters.length > 0 && { filters }),
    }),
  /** `filter` is `{mint}` or `{programId}` */
  tokenAccounts: (scope: 'Owner' | 'Delegate', address: string, filter: JsonValue) =>
    createQuestion(`getTokenAccountsBy${scope}`, address, filter, ACCOUNT),
  signatures: (address: string, limit: number, before: string | undefined) =>
    createQuestion('getSignaturesForAddress', address, {
      commitment: COMMITMENT,
      limit,
      ...(before !== undefined && { before }),
    }),
  tip: (commitment: string) => createQuestion('getSlot', { commitment }),
} as const;
