import { encodeBase58 } from '../../codec/base58.ts';
import { encodeBase64 } from '../../codec/base64.ts';
import { isJsonObject, type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { LedgerTransaction, OpaqueTransaction, WireTransaction } from '../../solana/block.ts';
import { quoteKeys } from '../../solana/metadata/instructionText.ts';
import { META_MEMBERS } from '../../solana/metadata/metaMembers.ts';
import { statusText } from '../../solana/metadata/metaShapes.ts';
import { metaMemberText, splitMeta } from '../../solana/metadata/metaText.ts';
import type { ParserSet } from '../../solana/programs/parserTypes.ts';
import type { Commitment, TransactionEncoding } from '../../solana/rpcWords.ts';
import { fullAccountKeys, type LoadedAddresses, NONE_LOADED, type Transaction } from '../../solana/transaction.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import { memoOf } from './memo.ts';
import { encodeMessage, encodeParsedMessage, parsedInstructionEncoder } from './message.ts';
import { encodeMeta } from './meta.ts';
import { encodeRecordedMessage, encodeRecordedMeta } from './recordedForm.ts';

/**
 * Refuses a transaction of a version that the request does not allow.
 *
 * @param max highest version the client takes; undefined: legacy only
 * Source   agave 4.1 transaction-status `validate_version`
 */
export function assertVersion({ version }: LedgerTransaction, max: number | undefined): void {
  if (version !== 'legacy' && (max === undefined || version > max))
    throw rpcErrors.unsupportedTransactionVersion(version);
}

export interface TransactionOptions {
  readonly encoding: TransactionEncoding;
  readonly maxSupportedTransactionVersion: number | undefined;
  /** `rewards` of the request; undefined: not given */
  readonly rewards: boolean | undefined;
  readonly dialect: Dialect;
  /** needed for encoding jsonParsed only */
  readonly parsers: ParserSet | undefined;
}

/**
 * One transaction under transactionDetails full, as the members `"meta":…,"transaction":…,"version":…`: getBlock and getTransaction put
 * them into objects of their own.
 *
 * @param extra other members, each with its leading comma
 */
export function encodeTransactionMembers(
  transaction: LedgerTransaction,
  options: TransactionOptions,
  extra: { readonly afterMeta?: JsonText; readonly beforeVersion?: JsonText } = {},
): JsonText {
  const body = encodeTransactionBody(transaction, options);
  return `"meta":${body.meta}${extra.afterMeta ?? ''},"transaction":${body.transaction}${extra.beforeVersion ?? ''}${versionMember(transaction, options)}`;
}

/** The member `version`; a transaction that was recorded without metadata is older than versions, and the node names none. */
export function versionMember(
  { version, meta }: LedgerTransaction,
  { maxSupportedTransactionVersion }: Pick<TransactionOptions, 'maxSupportedTransactionVersion'>,
): JsonText {
  if (maxSupportedTransactionVersion === undefined || (meta === null && version === 'legacy')) return '';
  return `,"version":${JSON.stringify(version)}`;
}

export interface EncodedBody {
  readonly transaction: JsonText;
  readonly meta: JsonText;
}

/** The two large members of a transaction under transactionDetails full. */
export function encodeTransactionBody(transaction: LedgerTransaction, options: TransactionOptions): EncodedBody {
  assertVersion(transaction, options.maxSupportedTransactionVersion);
  return transaction.kind === 'opaque' ? encodeOpaque(transaction, options) : encodeWire(transaction, options);
}

function encodeOpaque(transaction: OpaqueTransaction, options: TransactionOptions): EncodedBody {
  const { form, signature } = transaction;
  if (form !== 'jsonParsed' || options.encoding !== 'jsonParsed')
    throw rpcErrors.notRecorded(`Transaction ${signature}`, form, options.encoding);
  return {
    meta: encodeRecordedMeta(transaction, options),
    transaction: encodeRecordedMessage(transaction, options),
  };
}

function encodeWire(recorded: WireTransaction, options: TransactionOptions): EncodedBody {
  const { dialect, encoding, maxSupportedTransactionVersion, rewards } = options;
  const loaded = recorded.meta?.loadedAddresses ?? NONE_LOADED;
  const encodeInstruction = encoding === 'jsonParsed' ? instructionParser(recorded, loaded, options) : undefined;
  const showLoadedAddresses =
    encodeInstruction === undefined &&
    (!dialect.loadedAddressesNeedVersion || maxSupportedTransactionVersion !== undefined);
  const metaOptions = { dialect, rewards, showLoadedAddresses, encodeInstruction };
  return {
    meta: recorded.meta === null ? 'null' : encodeMeta(recorded.meta, metaOptions),
    transaction:
      encodeInstruction === undefined
        ? encodeUnparsed(recorded, options)
        : withMessage(recorded, (message) => encodeParsedMessage(message, loaded, encodeInstruction, dialect)),
  };
}

function encodeUnparsed(recorded: WireTransaction, { encoding, dialect }: TransactionOptions): JsonText {
  switch (encoding) {
    case 'binary':
      return `"${encodeBase58(recorded.wire)}"`;
    case 'base58':
      return `["${encodeBase58(recorded.wire)}","base58"]`;
    case 'base64':
      return `["${encodeBase64(recorded.wire)}","base64"]`;
    default:
      return withMessage(recorded, (message) => encodeMessage(message, dialect));
  }
}

function withMessage(recorded: WireTransaction, encode: (message: Transaction['message']) => JsonText): JsonText {
  const { message, signatures } = decodeRecorded(recorded);
  return `{"message":${encode(message)},"signatures":${quoteKeys(signatures)}}`;
}

function instructionParser(recorded: WireTransaction, loaded: LoadedAddresses, options: TransactionOptions) {
  assertLoaded(recorded, loaded, options.encoding);
  const keys = fullAccountKeys(recorded, loaded);
  return parsedInstructionEncoder(keys, options.parsers!, options.dialect);
}

/** Requires the addresses from lookup tables: without them, the meaning of the higher indexes is unknown. */
export function assertLoaded(recorded: WireTransaction, loaded: LoadedAddresses, form: string): void {
  // loading has checked that they are complete if there are any
  if (recorded.version !== 0 || loaded.writable.length + loaded.readonly.length > 0) return;
  const lookups = decodeRecorded(recorded).message.addressTableLookups ?? [];
  if (lookups.length > 0)
    throw rpcErrors.notRecorded(`Transaction ${recorded.signature}`, 'a message without meta.loadedAddresses', form);
}

/** An element of getSignatureStatuses. `confirmations` is null once finalized. */
export function encodeSignatureStatus(
  { err, slot }: LedgerTransaction,
  confirmations: number | null,
  status: Commitment,
  dialect: Dialect,
): JsonText {
  return `{"confirmationStatus":"${shownStatus(status, dialect)}","confirmations":${confirmations},"err":${stringifyJson(err)},"slot":${slot},"status":${statusText(err)}}`;
}

/** An element of getSignaturesForAddress. */
export function encodeSignatureInfo(
  transaction: LedgerTransaction,
  status: Commitment,
  dialect: Dialect,
  version: NodeVersion,
): JsonText {
  const { blockTimeSeconds, err, index, signature, slot } = transaction;
  const indexMember = dialect.unnamedFields === 'shown' && index !== undefined ? `,"transactionIndex":${index}` : '';
  return `{"blockTime":${blockTimeSeconds},"confirmationStatus":"${shownStatus(status, dialect)}","err":${stringifyJson(err)},"memo":${stringifyJson(memoOf(transaction, version))},"signature":"${signature}","slot":${slot}${indexMember}}`;
}

function shownStatus(status: Commitment, dialect: Dialect): Commitment {
  return dialect.confirmationStatus === 'alwaysFinalized' ? 'finalized' : status;
}

const LOGS = META_MEMBERS.findIndex(({ name }) => name === 'logMessages');

/** The list of log lines of a transaction; undefined: it has none, or they were not recorded. */
export function transactionLogsText(transaction: LedgerTransaction): JsonText | undefined {
  const { meta } = transaction;
  if (meta === null) return undefined;
  if (transaction.kind === 'wire') return unlessNull(metaMemberText(splitMeta(transaction.meta!), LOGS));
  return isJsonObject(transaction.meta) ? unlessNull(stringifyJson(transaction.meta.logMessages ?? null)) : undefined;
}

function unlessNull(text: JsonText | undefined): JsonText | undefined {
  return text === 'null' ? undefined : text;
}
