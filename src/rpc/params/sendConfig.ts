import { isJsonArray, type JsonValue } from '../../codec/jsonText.ts';
import type { Address, Blockhash } from '../../solana/address.ts';
import {
  ACCOUNT_ENCODINGS,
  type AccountEncoding,
  COMMITMENTS,
  type CommitmentWord,
  readCommitment,
} from './accountConfig.ts';
import { TRANSACTION_ENCODINGS, type TransactionEncoding } from './historyConfig.ts';
import { readAddress, readMembersInOrder } from './keyParams.ts';
import {
  optional,
  type Param,
  readBoolean,
  readString,
  readStrings,
  readStruct,
  readU64,
  readVariant,
  required,
} from './paramValues.ts';
import { readPositional } from './positional.ts';

export interface SendConfig {
  readonly encoding: TransactionEncoding;
  /** how often the node sends it again; undefined: until its blockhash is too old */
  readonly maxRetries: bigint | undefined;
  readonly minContextSlot: bigint | undefined;
  /** undefined: finalized */
  readonly preflightCommitment: CommitmentWord | undefined;
  readonly skipPreflight: boolean;
}

/**
 * The optional configuration of sendTransaction. Unlike other methods, it refuses an invalid commitment.
 *
 * Source   agave 4.1 RpcSendTransactionConfig; members decode in alphabetical order, the first error wins
 */
export function readSendConfig(param: Param): SendConfig {
  if (isJsonArray(param)) return readInOrder(param);
  const config = readStruct(param ?? {}, 'RpcSendTransactionConfig');
  return {
    encoding: readEncoding(config.encoding),
    maxRetries: readMaxRetries(config.maxRetries),
    minContextSlot: optional(config.minContextSlot, readU64),
    preflightCommitment: readPreflightCommitment(config.preflightCommitment),
    skipPreflight: readFlag(config.skipPreflight),
  };
}

/** The members as they are declared; the first one has a default, so that an empty list lacks the second one. */
function readInOrder(values: readonly JsonValue[]): SendConfig {
  const members = values.length === 0 ? [false] : values;
  return readMembersInOrder(members, 'struct RpcSendTransactionConfig with 5 elements', (next) => {
    const skipPreflight = readFlag(next());
    const preflightCommitment = readPreflightCommitment(next());
    const encoding = readEncoding(next());
    const maxRetries = readMaxRetries(next());
    const minContextSlot = optional(next(), readU64);
    return { encoding, maxRetries, minContextSlot, preflightCommitment, skipPreflight };
  });
}

/** Of a transaction that is sent or simulated. */
function readEncoding(value: Param): TransactionEncoding {
  return optional(value, (word) => readVariant(word, TRANSACTION_ENCODINGS)) ?? 'base58';
}

/** False where it is absent, and refused where it is null. */
function readFlag(value: Param): boolean {
  return value === undefined ? false : readBoolean(value);
}

function readMaxRetries(value: Param): bigint | undefined {
  return optional(value, (count) => readU64(count, 'usize'));
}

function readPreflightCommitment(value: Param): CommitmentWord | undefined {
  return optional(value, (word) => readVariant(word, COMMITMENTS));
}

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

/** An airdrop as it was asked for. Its keys are texts still: a node without a faucet never looks at them. */
export interface AirdropParams {
  readonly recipient: string;
  /** u64 */
  readonly lamports: bigint;
  readonly recentBlockhash: string | undefined;
  readonly commitment: CommitmentWord | undefined;
}

/** `[recipient, lamports, {recentBlockhash, commitment}]`. Source agave 4.1 rpc.rs request_airdrop, RpcRequestAirdropConfig */
export function readAirdropParams(params: Param): AirdropParams {
  const [recipientParam, lamportsParam, configParam] = readPositional(params, 2, 3);
  const recipient = readString(recipientParam!);
  const lamports = readU64(lamportsParam!);
  const config = readStruct(configParam ?? {}, 'RpcRequestAirdropConfig');
  const recentBlockhash = optional(config.recentBlockhash, readString);
  return { recipient, lamports, recentBlockhash, commitment: readCommitment(config) };
}

export interface AirdropKeys {
  readonly recipient: Address;
  /** undefined: the node takes one */
  readonly recentBlockhash: Blockhash | undefined;
}

/** The second step, which needs a faucet. A blockhash is refused in the words for an address. */
export function readAirdropKeys({ recentBlockhash, recipient }: AirdropParams): AirdropKeys {
  const to = readAddress(recipient);
  const hash = recentBlockhash === undefined ? undefined : (`${readAddress(recentBlockhash)}` as Blockhash);
  return { recipient: to, recentBlockhash: hash };
}
