import { isJsonObject, type JsonResult, type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import { TextBuffer } from '../../codec/textBuffer.ts';
import { rpcErrors } from '../../errors.ts';
import {
  type Block,
  type LedgerTransaction,
  type OpaqueTransaction,
  UNKNOWN_BLOCKHASH,
  type WireTransaction,
} from '../../solana/block.ts';
import { quoteKeys } from '../../solana/metadata/instructionText.ts';
import { showsRewards } from '../../solana/metadata/metaMembers.ts';
import { rewardsText } from '../../solana/metadata/metaShapes.ts';
import type { TransactionDetails } from '../../solana/rpcWords.ts';
import { NONE_LOADED } from '../../solana/transaction.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import { annotateAccountKeys, encodeParsedAccountKeys } from './message.ts';
import { accountsMembers, encodeAccountsMeta } from './meta.ts';
import { annotatedKeys, recordedMember } from './recordedForm.ts';
import {
  assertLoaded,
  assertVersion,
  encodeTransactionMembers,
  type TransactionOptions,
  versionMember,
} from './transaction.ts';

export interface BlockOptions extends TransactionOptions {
  readonly transactionDetails: TransactionDetails;
  /** the parent is cleaned up, and with it its hash */
  readonly isOrphan: boolean;
}

/**
 * A block as getBlock answers it; keys in the node's order.
 *
 * Errors   unsupportedTransactionVersion -32015 (the first offender in block order), notRecorded -32603
 * Source   agave 4.1 transaction-status ConfirmedBlock::encode_with_options; contract 2.2
 */
export function encodeBlock(block: Block, options: BlockOptions): JsonResult {
  switch (options.transactionDetails) {
    case 'none':
    case 'signatures':
      return encodeWithoutTransactions(block, options, options.transactionDetails);
    case 'full':
      return encodeWithTransactions(block, options, encodeEntry);
    case 'accounts':
      return encodeWithTransactions(block, options, encodeAccountsEntry);
  }
}

function encodeWithoutTransactions(block: Block, options: BlockOptions, details: 'none' | 'signatures'): JsonText {
  if (options.dialect.gateHiddenTransactions)
    for (const transaction of block.transactions ?? [])
      assertVersion(transaction, options.maxSupportedTransactionVersion);
  if (details === 'none') return `{${blockMembers(block, options)}}`;
  const signatures = quoteKeys(transactionsOf(block, details).map(({ signature }) => signature));
  return `{${blockMembers(block, options)},"signatures":${signatures}}`;
}

function encodeWithTransactions(
  block: Block,
  options: BlockOptions,
  encode: (transaction: LedgerTransaction, options: BlockOptions) => JsonText,
): Buffer {
  const transactions = transactionsOf(block, options.transactionDetails);
  const text = new TextBuffer(bufferSize(transactions, options)).append(
    `{${blockMembers(block, options)},"transactions":[`,
  );
  transactions.forEach((transaction, i) => {
    text.append(`${i === 0 ? '' : ','}${encode(transaction, options)}`);
  });
  return text.append(']}').end();
}

/** The size of a buffer that is enough for most answers, and not much larger: V8 collects all garbage after 64 MiB of buffers, used or not. */
function bufferSize(transactions: readonly LedgerTransaction[], { encoding }: TransactionOptions): number {
  const [perTransaction, perWireByte] = encoding === 'jsonParsed' ? [1024, 4] : [512, 2];
  let bytes = 1 << 16;
  for (const transaction of transactions)
    if (transaction.kind === 'wire')
      bytes += perTransaction + transaction.wire.length * perWireByte + (transaction.meta?.text.length ?? 0);
  return bytes;
}

function transactionsOf({ slot, transactions }: Block, details: TransactionDetails): readonly LedgerTransaction[] {
  if (transactions !== undefined) return transactions;
  throw rpcErrors.notRecorded(`Block ${slot}`, 'transactionDetails none', `transactionDetails ${details}`);
}

/** The members that every form of a block begins with. */
function blockMembers(block: Block, options: BlockOptions): JsonText {
  const { dialect, isOrphan } = options;
  const height = block.slot === 0n ? 0n : block.blockHeight;
  const partitions = dialect.unnamedFields === 'shown' ? block.numRewardPartitions : undefined;
  return [
    `"blockHeight":${height},"blockTime":${block.blockTimeSeconds},"blockhash":"${block.blockhash}"`,
    partitions === undefined ? '' : `,"numRewardPartitions":${partitions}`,
    `,"parentSlot":${block.parentSlot},"previousBlockhash":"${isOrphan ? UNKNOWN_BLOCKHASH : block.previousBlockhash}"`,
    showsRewards(options) ? `,"rewards":${rewardsText(block.rewards)}` : '',
  ].join('');
}

function encodeEntry(transaction: LedgerTransaction, options: BlockOptions): JsonText {
  return `{${encodeTransactionMembers(transaction, options)}}`;
}

/** transactionDetails accounts: signatures and annotated keys, and of the metadata what concerns balances. */
function encodeAccountsEntry(transaction: LedgerTransaction, options: BlockOptions): JsonText {
  assertVersion(transaction, options.maxSupportedTransactionVersion);
  const { keys, signatures, meta } =
    transaction.kind === 'wire' ? accountsOfWire(transaction, options) : accountsOfOpaque(transaction, options);
  return `{"meta":${meta},"transaction":{"accountKeys":${keys},"signatures":${signatures}}${versionMember(transaction, options)}}`;
}

interface AccountsParts {
  readonly keys: JsonText;
  readonly signatures: JsonText;
  readonly meta: JsonText;
}

function accountsOfWire(recorded: WireTransaction, options: BlockOptions): AccountsParts {
  const loaded = recorded.meta?.loadedAddresses ?? NONE_LOADED;
  assertLoaded(recorded, loaded, 'transactionDetails accounts');
  const { message, signatures } = decodeRecorded(recorded);
  return {
    keys: encodeParsedAccountKeys(annotateAccountKeys(message, loaded)),
    signatures: quoteKeys(signatures),
    meta: recorded.meta === null ? 'null' : encodeAccountsMeta(recorded.meta, options),
  };
}

/** The parts from recorded JSON, if it has them. */
function accountsOfOpaque(transaction: OpaqueTransaction, options: BlockOptions): AccountsParts {
  const { form, json, meta, signature } = transaction;
  if (form === 'signatures' || json === null)
    throw rpcErrors.notRecorded(`Transaction ${signature}`, form, 'transactionDetails accounts');
  const message = form === 'jsonParsed' && isJsonObject(json.message) ? json.message : json;
  return {
    keys: stringifyJson(annotatedKeys(transaction, message)),
    signatures: stringifyJson(json.signatures ?? []),
    meta: isJsonObject(meta)
      ? accountsMembers(options, (member) => recordedMember(member, transaction, options))
      : 'null',
  };
}
