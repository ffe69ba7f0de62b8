import type { Integer } from '../rpc/openrpc/paramTypes.ts';
import type { AddressParam } from '../solana/address.ts';
import type { Commitment, ConfirmedCommitment } from '../solana/rpcWords.ts';

/** Parameters of extensions. Written by `npm run docs` from their descriptions. */

export interface GetTransactionsForAddressConfig {
  /** default: signatures */
  readonly transactionDetails?: 'signatures' | 'full';
  /** default: desc */
  readonly sortOrder?: 'asc' | 'desc';
  readonly limit?: Integer;
  readonly paginationToken?: string;
  readonly commitment?: ConfirmedCommitment;
  readonly minContextSlot?: Integer;
  /** default: json */
  readonly encoding?: 'base58' | 'base64' | 'json' | 'jsonParsed';
  readonly maxSupportedTransactionVersion?: number;
  readonly filters?: {
    readonly slot?: {
      readonly gt?: Integer;
      readonly gte?: Integer;
      readonly lt?: Integer;
      readonly lte?: Integer;
    };
    readonly blockTime?: {
      readonly eq?: Integer;
      readonly gt?: Integer;
      readonly gte?: Integer;
      readonly lt?: Integer;
      readonly lte?: Integer;
    };
    readonly signature?: {
      readonly gt?: string;
      readonly gte?: string;
      readonly lt?: string;
      readonly lte?: string;
    };
    /** default: any */
    readonly status?: 'any' | 'failed' | 'succeeded';
    /** default: none */
    readonly tokenAccounts?: 'none' | 'balanceChanged' | 'all';
  };
}

export interface SendBundleConfig {
  readonly encoding?: 'base58' | 'base64';
}

export interface CommitmentConfig {
  readonly commitment: Commitment;
}

export interface SimulateBundleConfig {
  readonly preExecutionAccountsConfigs: readonly ({
    /** default: base64 */
    readonly encoding?: 'base64';
    readonly addresses: readonly string[];
  } | null)[];
  readonly postExecutionAccountsConfigs: readonly ({
    /** default: base64 */
    readonly encoding?: 'base64';
    readonly addresses: readonly string[];
  } | null)[];
  /** default: base64 */
  readonly transactionEncoding?: 'base64';
  readonly simulationBank?: {
    readonly commitment: CommitmentConfig;
  } | {
    readonly slot: Integer;
  } | 'tip';
  /** default: false */
  readonly skipSigVerify?: boolean;
  /** default: false */
  readonly replaceRecentBlockhash?: boolean;
}

/** The parameters of the methods beyond those of Agave: docs/extensions.md. */
export interface ExtensionParams {
  readonly getBundleStatuses: readonly [bundleIds: readonly string[]];
  readonly getInflightBundleStatuses: readonly [bundleIds: readonly string[]];
  readonly getTipAccounts: readonly [];
  readonly getTransactionsForAddress: readonly [address: AddressParam, config?: GetTransactionsForAddressConfig];
  readonly sendBundle: readonly [transactions: readonly string[], config?: SendBundleConfig];
  readonly simulateBundle: readonly [bundle: { readonly encodedTransactions: readonly string[] }, config?: SimulateBundleConfig];
}
