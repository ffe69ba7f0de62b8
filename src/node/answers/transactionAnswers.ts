import type { Amount, Status, TransactionError } from '../../rpc/openrpc/answerValues.ts';
import type { Reward, SignatureInfo, TokenBalance } from '../../rpc/openrpc/resultTypes.ts';
import type { TransactionEncoding } from '../../solana/rpcWords.ts';
import type { MemberOf } from './callConfig.ts';

/** Transactions and blocks, whose form the encoding of the request says. */

export interface Instruction {
  accounts: number[];
  /** base58 */
  data: string;
  programIdIndex: number;
  stackHeight: number | null;
}

/** An instruction of a program without a parser has `accounts` and `data`. */
export type ParsedInstruction =
  | {
      program: string;
      programId: string;
      // biome-ignore lint/suspicious/noExplicitAny: its members depend on the program
      parsed: any;
      stackHeight: number | null;
    }
  | { programId: string; accounts: string[]; data: string; stackHeight: number | null };

interface LookedUpTable {
  accountKey: string;
  readonlyIndexes: number[];
  writableIndexes: number[];
}

interface MessageMembers {
  addressTableLookups?: LookedUpTable[] | null;
  recentBlockhash: string;
  transactionConfig?: unknown;
}

export interface JsonTransaction {
  signatures: string[];
  message: MessageMembers & {
    accountKeys: string[];
    header: { numReadonlySignedAccounts: number; numReadonlyUnsignedAccounts: number; numRequiredSignatures: number };
    instructions: Instruction[];
  };
}

export interface AccountKey {
  pubkey: string;
  signer: boolean;
  source: 'transaction' | 'lookupTable' | null;
  writable: boolean;
}

export interface ParsedTransaction {
  signatures: string[];
  message: MessageMembers & { accountKeys: AccountKey[]; instructions: ParsedInstruction[] };
}

/** Members that `transactionDetails: "accounts"` shows too. `status` is missing in the contract dialect then. */
interface AccountsMeta {
  err: TransactionError | null;
  fee: Amount;
  postBalances: Amount[];
  postTokenBalances?: TokenBalance[] | null;
  preBalances: Amount[];
  preTokenBalances?: TokenBalance[] | null;
  rewards?: Reward[] | null;
  /** deprecated: the same as `err` */
  status: Status;
}

export interface Meta<Inner> extends AccountsMeta {
  computeUnitsConsumed?: number;
  costUnits?: number;
  /** calls of programs by programs; null: not recorded */
  innerInstructions: { index: number; instructions: Inner[] }[] | null;
  loadedAddresses?: { readonly: string[]; writable: string[] };
  logMessages: string[] | null;
  returnData?: { data: [bytes: string, encoding: 'base64']; programId: string };
}

interface WithMeta<Transaction, MetaOf> {
  meta: MetaOf | null;
  transaction: Transaction;
  /** missing where the request has no `maxSupportedTransactionVersion` */
  version?: 'legacy' | number;
}

type EncodingOf<Config> = Config extends TransactionEncoding
  ? Config
  : [MemberOf<Config, 'encoding'>] extends [never]
    ? 'json'
    : MemberOf<Config, 'encoding'>;

type EncodedAs<Encoding> = Encoding extends 'json'
  ? WithMeta<JsonTransaction, Meta<Instruction>>
  : Encoding extends 'jsonParsed'
    ? WithMeta<ParsedTransaction, Meta<ParsedInstruction>>
    : Encoding extends 'base58' | 'base64'
      ? WithMeta<[bytes: string, encoding: Encoding], Meta<Instruction>>
      : WithMeta<string, Meta<Instruction>>;

export type TransactionOf<Config> = EncodedAs<EncodingOf<Config>> & {
  blockTime: number | null;
  slot: number;
  transactionIndex?: number;
};

interface BlockMembers {
  blockHeight: number | null;
  /** Unix seconds */
  blockTime: number | null;
  blockhash: string;
  parentSlot: number;
  previousBlockhash: string;
}

interface BlockRewards {
  numRewardPartitions?: number;
  /** missing where the request says so, and in the contract dialect */
  rewards?: Reward[];
}

type DetailsOf<Config> = [MemberOf<Config, 'transactionDetails'>] extends [never]
  ? 'full'
  : MemberOf<Config, 'transactionDetails'>;

type Transactions<Details, Config> = Details extends 'full'
  ? { transactions: EncodedAs<EncodingOf<Config>>[] }
  : Details extends 'accounts'
    ? { transactions: WithMeta<{ accountKeys: AccountKey[]; signatures: string[] }, AccountsMeta>[] }
    : Details extends 'signatures'
      ? { signatures: string[] }
      : unknown;

export type BlockOf<Config> = BlockMembers & BlockRewards & Transactions<DetailsOf<Config>, Config>;

type HistoryDetailsOf<Config> = [MemberOf<Config, 'transactionDetails'>] extends [never]
  ? 'signatures'
  : MemberOf<Config, 'transactionDetails'>;

type HistoryItem<Details, Config> = Details extends 'full' ? TransactionOf<Config> : SignatureInfo;

/** A page of getTransactionsForAddress; `paginationToken` is null where nothing follows. */
export interface AddressTransactions<Config> {
  data: HistoryItem<HistoryDetailsOf<Config>, Config>[];
  paginationToken: string | null;
}
