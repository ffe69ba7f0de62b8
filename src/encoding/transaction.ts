import { encodeBase58 } from '../codec/base58.ts';
import { encodeBase64 } from '../codec/base64.ts';
import type { JsonText } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { LedgerTransaction, OpaqueTransaction, WireTransaction } from '../model/block.ts';
import { fullAccountKeys, type LoadedAddresses, NONE_LOADED, type Transaction } from '../model/transaction.ts';
import { decodeRecorded } from '../model/wire.ts';
import type { ParserSet } from '../programs/parsed.ts';
import { quoteKeys } from '../rpcJson/instructionText.ts';
import { parsedInstructionEncoder } from './instruction.ts';
import { encodeMessage, encodeParsedMessage } from './message.ts';
import { encodeMeta } from './meta.ts';
import { encodeRecordedMessage, encodeRecordedMeta } from './recordedForm.ts';
import { gateVersion } from './version.ts';

export interface TransactionOptions {
  readonly encoding: 'binary' | 'base58' | 'base64' | 'json' | 'jsonParsed';
  readonly maxSupportedTransactionVersion: number | undefined;
  /** `rewards` of the request; undefined: not given */
  readonly rewards: boolean | undefined;
  readonly dialect: Dialect;
  /** needed for encoding jsonParsed only */
  readonly parsers: ParserSet | undefined;
}

/**
 * One transaction under transactionDetails full, as the members `"meta":…,"transaction":…` with what `between` and
 * `"version":…` add: getBlock and getTransaction lay the same members out in objects of their own.
 *
 * @param between members that sort between `transaction` and `version`, each with its leading comma
 */
export function encodeTransactionMembers(
  transaction: LedgerTransaction,
  options: TransactionOptions,
  extra: { readonly afterMeta?: JsonText; readonly beforeVersion?: JsonText } = {},
): JsonText {
  gateVersion(transaction, options.maxSupportedTransactionVersion);
  const body = transaction.kind === 'opaque' ? encodeOpaque(transaction, options) : encodeWire(transaction, options);
  return `"meta":${body.meta}${extra.afterMeta ?? ''},"transaction":${body.transaction}${extra.beforeVersion ?? ''}${versionMember(transaction, options)}`;
}

/** A transaction recorded without metadata predates versions: the node never names one. */
export function versionMember(
  { version, meta }: LedgerTransaction,
  { maxSupportedTransactionVersion }: Pick<TransactionOptions, 'maxSupportedTransactionVersion'>,
): JsonText {
  if (maxSupportedTransactionVersion === undefined || (meta === null && version === 'legacy')) return '';
  return `,"version":${JSON.stringify(version)}`;
}

interface EncodedBody {
  readonly transaction: JsonText;
  readonly meta: JsonText;
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

/** Without the addresses from the lookup tables, the meaning of the higher indexes is unknown. */
export function assertLoaded(recorded: WireTransaction, loaded: LoadedAddresses, form: string): void {
  // loading has checked that they are complete if there are any
  if (recorded.version !== 0 || loaded.writable.length + loaded.readonly.length > 0) return;
  const lookups = decodeRecorded(recorded).message.addressTableLookups ?? [];
  if (lookups.length > 0)
    throw rpcErrors.notRecorded(`Transaction ${recorded.signature}`, 'a message without meta.loadedAddresses', form);
}
