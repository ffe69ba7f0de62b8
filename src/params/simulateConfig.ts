import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { ACCOUNT_ENCODINGS, type AccountEncoding } from './accountConfig.ts';
import { type CommitmentWord, readCommitment } from './commitment.ts';
import type { TransactionEncoding } from './historyConfig.ts';
import { readEncoding, readFlag } from './sendConfig.ts';
import { readMembersInOrder } from './sequence.ts';
import { optional, type Param, readStrings, readStruct, readU64, readVariant, required } from './values.ts';

/** Accounts that a simulation is to show as it leaves them. */
export interface SimulatedAccountsConfig {
  /** undefined: base64 */
  readonly encoding: AccountEncoding | undefined;
  /** not checked yet: a simulation that fails never looks at them */
  readonly addresses: readonly string[];
}

export interface SimulateConfig {
  readonly accounts: SimulatedAccountsConfig | undefined;
  readonly encoding: TransactionEncoding;
  readonly innerInstructions: boolean;
  readonly minContextSlot: bigint | undefined;
  readonly replaceRecentBlockhash: boolean;
  readonly sigVerify: boolean;
  readonly commitment: CommitmentWord | undefined;
}

/**
 * The optional configuration of simulateTransaction.
 *
 * Source   agave 4.1 RpcSimulateTransactionConfig; members decode in alphabetical order, the first error wins
 */
export function readSimulateConfig(param: Param): SimulateConfig {
  const config = readStruct(param ?? {}, 'RpcSimulateTransactionConfig');
  return {
    accounts: optional(config.accounts, readAccounts),
    encoding: readEncoding(config.encoding),
    innerInstructions: readFlag(config.innerInstructions),
    minContextSlot: optional(config.minContextSlot, readU64),
    replaceRecentBlockhash: readFlag(config.replaceRecentBlockhash),
    sigVerify: readFlag(config.sigVerify),
    commitment: readCommitment(config),
  };
}

/** `{encoding, addresses}`, or the same two in an array. Source agave 4.1 RpcSimulateTransactionAccountsConfig */
function readAccounts(value: JsonValue): SimulatedAccountsConfig {
  if (isJsonArray(value))
    return readMembersInOrder(value, 'struct RpcSimulateTransactionAccountsConfig with 2 elements', (next) => ({
      encoding: readAccountEncoding(next()),
      addresses: readStrings(next()),
    }));
  const config = readStruct(value, 'RpcSimulateTransactionAccountsConfig');
  const addresses = config.addresses === undefined ? undefined : readStrings(config.addresses);
  const encoding = readAccountEncoding(config.encoding);
  if (addresses === undefined) required(config, 'addresses');
  return { encoding, addresses: addresses! };
}

function readAccountEncoding(value: Param): AccountEncoding | undefined {
  return optional(value, (word) => readVariant(word, ACCOUNT_ENCODINGS));
}
