import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import type { Question } from './exchange.ts';

/**
 * What a real node is asked: always in the form that all others can be made from.
 * @module
 */

/** Blocks and transactions exist at `confirmed` before they are final, and accounts have to be those that they left behind. */
const COMMITMENT = 'confirmed';
/** the newest version of transactions */
const MAX_VERSION = 1;
const ACCOUNT = { commitment: COMMITMENT, encoding: 'base64' };
const TRANSACTION = { ...ACCOUNT, maxSupportedTransactionVersion: MAX_VERSION };
const BLOCK = { ...TRANSACTION, rewards: true };

function question(method: string, ...params: readonly JsonValue[]): Question {
  return { method, params: stringifyJson(params) };
}

export const questions = {
  block: (slot: bigint) => question('getBlock', slot, { ...BLOCK, transactionDetails: 'full' }),
  blockWithoutTransactions: (slot: bigint) => question('getBlock', slot, { ...BLOCK, transactionDetails: 'none' }),
  transaction: (signature: string) => question('getTransaction', signature, TRANSACTION),
  account: (address: string) => question('getAccountInfo', address, ACCOUNT),
  accounts: (addresses: readonly string[]) => question('getMultipleAccounts', addresses, ACCOUNT),
  /** `filters` as getProgramAccounts has them */
  program: (program: string, filters: readonly JsonValue[]) =>
    question('getProgramAccounts', program, {
      ...ACCOUNT,
      withContext: true,
      ...(filters.length > 0 && { filters }),
    }),
  /** `filter` is `{mint}` or `{programId}` */
  tokenAccounts: (by: 'Owner' | 'Delegate', address: string, filter: JsonValue) =>
    question(`getTokenAccountsBy${by}`, address, filter, ACCOUNT),
  signatures: (address: string, limit: number, before: string | undefined) =>
    question('getSignaturesForAddress', address, {
      commitment: COMMITMENT,
      limit,
      ...(before !== undefined && { before }),
    }),
  tip: (commitment: string) => question('getSlot', { commitment }),
} as const;
