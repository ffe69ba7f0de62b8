import { rpcErrors } from '../../errors.ts';
import { orNull } from '../../rpc/openrpc/schema.ts';
import { readSentTransaction } from '../../rpc/params/messageParams.ts';
import { checkedParams, type Params, params } from '../../rpc/params/params.ts';
import {
  flag,
  list,
  optional,
  type ParamType,
  paramType,
  type TypeOf,
  UNIT,
  variants,
  withDefault,
  words,
} from '../../rpc/params/paramType.ts';
import { struct } from '../../rpc/params/structType.ts';
import { bareCommitment, text, u64 } from '../../rpc/params/usualTypes.ts';
import { ACCOUNT_ENCODINGS, TRANSACTION_ENCODINGS } from '../../solana/rpcWords.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { duplicateFault } from './bundleChecks.ts';

/**
 * The parameters of simulateBundle, and the errors about them in their order.
 *
 * Source   jito-solana v4.3 rpc.rs simulate_bundle; rpc-client-api bundles.rs
 * @module
 */

/** The largest number of transactions of a simulated bundle. */
const MAX_SIMULATED = 20;

function nullable<T>(type: ParamType<T>): ParamType<T | undefined> {
  return paramType(orNull(type.schema), (value, node) =>
    value === null ? undefined : (type.decode(value, node) as T),
  );
}

/** Addresses are checked after the transactions. */
const accounts = struct('RpcSimulateTransactionAccountsConfig', {
  encoding: withDefault(words(ACCOUNT_ENCODINGS, ['base64']), 'base64'),
  addresses: list(text),
});
const accountsConfigs = list(nullable(accounts));
const simulationBank = variants({ commitment: bareCommitment, slot: u64, tip: UNIT });

const bundle = struct('RpcBundleRequest', { encodedTransactions: list(text) });
const config = struct('RpcSimulateBundleConfig', {
  preExecutionAccountsConfigs: accountsConfigs,
  postExecutionAccountsConfigs: accountsConfigs,
  transactionEncoding: withDefault(words(TRANSACTION_ENCODINGS, ['base64']), 'base64'),
  simulationBank: optional(simulationBank),
  skipSigVerify: flag,
  replaceRecentBlockhash: flag,
});

export type AccountsConfigs = TypeOf<typeof accountsConfigs>;
export type SimulatedBank = TypeOf<typeof simulationBank> | undefined;

/** A bundle to simulate. */
export interface SimulationRequest {
  readonly transactions: readonly SentTransaction[];
  /** accounts to show before and after each transaction */
  readonly before: AccountsConfigs;
  readonly after: AccountsConfigs;
  readonly bank: SimulatedBank;
  readonly skipsSignatures: boolean;
  readonly replacesBlockhash: boolean;
}

export const simulateBundleParams: Params<SimulationRequest> = checkedParams(
  params({ bundle, config: optional(config) }),
  ({ bundle: { encodedTransactions }, config: settings }, { version }) => {
    const none = encodedTransactions.map(() => undefined);
    const before = settings?.preExecutionAccountsConfigs ?? none;
    const after = settings?.postExecutionAccountsConfigs ?? none;
    const fault =
      sizeFault(encodedTransactions.length, before.length, after.length) ??
      encodingFault('transactions', [settings?.transactionEncoding ?? 'base64']) ??
      encodingFault('pre-execution accounts', encodingsOf(before)) ??
      encodingFault('post-execution accounts', encodingsOf(after));
    if (fault !== undefined) throw rpcErrors.invalidBundle(fault);
    const transactions = encodedTransactions.map((encoded) => readSentTransaction(encoded, 'base64', version));
    const duplicate = duplicateFault(transactions);
    if (duplicate !== undefined) throw rpcErrors.invalidBundle(duplicate);
    return {
      transactions,
      before,
      after,
      bank: settings?.simulationBank,
      skipsSignatures: settings?.skipSigVerify ?? false,
      replacesBlockhash: settings?.replaceRecentBlockhash ?? false,
    };
  },
);

function sizeFault(transactions: number, before: number, after: number): string | undefined {
  if (transactions > MAX_SIMULATED) return `bundle size too large, max ${MAX_SIMULATED} transactions`;
  if (before === transactions && after === transactions) return undefined;
  return 'pre/post_execution_accounts_configs must be equal in length to the number of transactions';
}

function encodingFault(subject: string, encodings: readonly string[]): string | undefined {
  const isBase64 = encodings.every((encoding) => encoding === 'base64');
  return isBase64 ? undefined : `Base64 is the only supported encoding for ${subject}`;
}

function encodingsOf(configs: AccountsConfigs): readonly string[] {
  return configs.flatMap((accounts) => accounts?.encoding ?? []);
}
