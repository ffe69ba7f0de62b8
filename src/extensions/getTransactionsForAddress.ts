import { type JsonText, stringifyJson } from '../codec/jsonText.ts';
import { counted } from '../codec/text.ts';
import type { LedgerView } from '../ledger/view.ts';
import { memoOf } from '../rpc/encoding/memo.ts';
import { encodeTransactionBody, type TransactionOptions, versionMember } from '../rpc/encoding/transaction.ts';
import { type MethodContext, method, viewFrom } from '../rpc/methods/method.ts';
import type { Reasons } from '../rpc/methods/reasons/index.ts';
import { anyOf, listOf, objectOf, orNull, withNoteAlone, wordOf } from '../rpc/openrpc/schema.ts';
import { I64, SIGNATURE, TEXT, TRANSACTION, TRANSACTION_ERROR, U64 } from '../rpc/openrpc/schemas.ts';
import type { LedgerTransaction } from '../solana/block.ts';
import { parsersOf } from '../solana/programs/parsers.ts';
import { CONFIRMED_COMMITMENTS } from '../solana/rpcWords.ts';
import { type HistoryRequest, historyParams, readWord } from './addressHistoryConfig.ts';
import { type HistoryQuery, rangeIn, readHistoryQuery, tokenAfter } from './addressHistoryQuery.ts';

const ENCODINGS = ['base58', 'base64', 'json', 'jsonParsed'] as const;

const PLACE = { slot: U64, 'transactionIndex?': U64 };
const signatureItem = objectOf({
  signature: SIGNATURE,
  ...PLACE,
  err: TRANSACTION_ERROR,
  memo: orNull(TEXT),
  blockTime: orNull(I64),
  confirmationStatus: wordOf(...CONFIRMED_COMMITMENTS),
});
const fullItem = objectOf({ ...PLACE, blockTime: orNull(I64), ...TRANSACTION });

/**
 * A method of several providers.
 *
 * Units    blockTime: Unix seconds; fees, balances: lamports
 * Source   solana-rpc/superbank handlers/transactions.rs; @solana/rpc-api 8.4.0 getTransactionsForAddress
 */
export const getTransactionsForAddress = method({
  name: 'getTransactionsForAddress',
  summary: 'the transactions of an address in either order, with filters and page by page',
  params: historyParams,
  paramErrors: ['tooManyParams', 'invalidExtensionParams', 'invalidParam'],
  result: withNoteAlone(
    objectOf({ data: listOf(anyOf(fullItem, signatureItem)), paginationToken: orNull(TEXT) }),
    '`{data, paginationToken}`',
  ),
  errors: [
    'invalidLimit',
    'unsupportedCommitment',
    'minContextSlotNotReached',
    'unsupportedTransactionVersion',
    'notRecorded',
  ],

  answer(request, context) {
    const view = viewFrom(context, request);
    const selection = readHistoryQuery(request);
    const encode = request.details === 'full' ? fullEncoder(request, context) : signatureEncoder(view);
    const transactions = findPage(view, selection, request.limit);
    if (context.reasons !== undefined) addReasons(context.reasons, transactions, selection, view);
    const page = transactions.slice(0, request.limit);
    const next = transactions.length > page.length ? tokenAfter(page.at(-1)!) : null;
    return `{"data":[${page.map(encode).join(',')}],"paginationToken":${stringifyJson(next)}}`;
  },
});

/** The transactions of a page, and the next one if the page is not the last. */
function findPage(view: LedgerView, selection: HistoryQuery, limit: number): readonly LedgerTransaction[] {
  const range = rangeIn(view, selection);
  const transactions: LedgerTransaction[] = [];
  if (range === undefined) return transactions;
  for (const transaction of view.search(selection.query, range)) {
    transactions.push(transaction);
    if (transactions.length > limit) break;
  }
  return transactions;
}

type Encode = (transaction: LedgerTransaction) => JsonText;

function signatureEncoder({ finalizedSlot, state }: LedgerView): Encode {
  return (transaction) => {
    const { blockTimeSeconds, err, signature, slot } = transaction;
    const status = slot <= finalizedSlot ? 'finalized' : 'confirmed';
    const memo = stringifyJson(memoOf(transaction, state.protocol.version));
    return `{"signature":"${signature}",${placeMembers(transaction)},"err":${stringifyJson(err)},"memo":${memo},"blockTime":${blockTimeSeconds},"confirmationStatus":"${status}"}`;
  };
}

function fullEncoder(request: HistoryRequest, { dialect, ledger }: MethodContext): Encode {
  const encoding = readWord('encoding', request.encoding, ENCODINGS);
  const { maxSupportedTransactionVersion } = request;
  const parsers = encoding === 'jsonParsed' ? parsersOf(ledger.protocol.version) : undefined;
  const options: TransactionOptions = {
    encoding,
    maxSupportedTransactionVersion,
    rewards: undefined,
    dialect,
    parsers,
  };
  return (transaction) => {
    const { meta, transaction: body } = encodeTransactionBody(transaction, options);
    return `{${placeMembers(transaction)},"blockTime":${transaction.blockTimeSeconds},"transaction":${body},"meta":${meta}${versionMember(transaction, options)}}`;
  };
}

/** The slot of a transaction, and its index in the block, which a recording may lack. */
function placeMembers({ index, slot }: LedgerTransaction): JsonText {
  return `"slot":${slot}${index === undefined ? '' : `,"transactionIndex":${index}`}`;
}

/** Adds why a page is empty, or why its transactions have failed. */
function addReasons(
  reasons: Reasons,
  transactions: readonly LedgerTransaction[],
  query: HistoryQuery,
  view: LedgerView,
): void {
  if (transactions.length > 0) reasons.failedTransactions(transactions, view);
  else addEmptyReasons(reasons, query, view);
}

function addEmptyReasons(reasons: Reasons, { query: { address }, token }: HistoryQuery, view: LedgerView): void {
  const cursor = token?.kind === 'signature' ? token.signature : undefined;
  const all = view.transactionsFor(address, WHOLE);
  if (cursor !== undefined && view.transaction(cursor) === undefined) reasons.noTransaction(cursor, view);
  else if (all.length === 0) reasons.signatureList({ address, ...WHOLE }, all, view);
  else reasons.add(`the filters and the token leave out all ${counted(all.length, 'transaction')} of the address`);
}

const WHOLE = { before: undefined, until: undefined, limit: Number.POSITIVE_INFINITY };
