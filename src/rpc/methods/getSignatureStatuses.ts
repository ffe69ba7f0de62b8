import { isJsonArray, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { isActive } from '../../gates.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Signature } from '../../solana/address.ts';
import { type ConfirmationStatus, encodeSignatureStatus } from '../encoding/transaction.ts';
import { readMembersInOrder, readSignature } from '../params/keyParams.ts';
import { optional, readBoolean, readStrings, readStruct, required } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inContext, type Method, type MethodContext, viewAt } from './method.ts';

const MAX_SIGNATURES = 256;
const CONFIG = 'RpcSignatureStatusConfig';

interface Params {
  readonly signatures: readonly Signature[];
  readonly searchTransactionHistory: boolean;
}

/**
 * The context is always that of the processed tip.
 *
 * Source   agave 4.1 rpc.rs get_signature_statuses; contract 4.3, 2.6
 */
export const getSignatureStatuses: Method<Params> = {
  name: 'getSignatureStatuses',

  describe({
    ANY_OBJECT,
    BOOLEAN,
    CONFIRMATION_STATUS,
    contextWith,
    listOf,
    objectOf,
    orNull,
    SIGNATURE,
    TRANSACTION_ERROR,
    U64,
  }) {
    const signatureStatus = objectOf({
      confirmationStatus: CONFIRMATION_STATUS,
      confirmations: orNull(U64),
      err: TRANSACTION_ERROR,
      slot: U64,
      status: ANY_OBJECT,
    });
    return {
      summary: 'the status of each transaction, null for unknown ones',
      params: {
        signatures: listOf(SIGNATURE, MAX_SIGNATURES),
        'config?': objectOf({ 'searchTransactionHistory?': BOOLEAN }),
      },
      result: 'context and one status a signature, in order, `null` for unknown ones',
      schema: contextWith(listOf(orNull(signatureStatus))),
      errors: ['tooManyInputs'],
    };
  },

  readParams(params, dialect) {
    const [list, configParam] = readPositional(params, 1, 2);
    const texts = readStrings(list!);
    const isAsked = optional(configParam, (config) => readSearch(config, dialect)) ?? false;
    if (texts.length > MAX_SIGNATURES) throw rpcErrors.tooManyInputs(MAX_SIGNATURES);
    const searchTransactionHistory = isAsked || dialect.statusSearch === 'wholeLedger';
    return { signatures: texts.map(readSignature), searchTransactionHistory };
  },

  answer({ signatures, searchTransactionHistory }, context) {
    const views = {
      processed: viewAt(context, 'processed'),
      confirmed: viewAt(context, 'confirmed'),
      finalized: viewAt(context, 'finalized'),
    };
    if (signatures.length === 0) context.reasons?.add('no signatures are asked for');
    const from = searchTransactionHistory ? 0n : context.ledger.statusWindowStart;
    const statuses = signatures.map((signature) => encodeStatusOf(signature, views, from, context));
    return inContext(views.processed, `[${statuses.join(',')}]`, context);
  },
};

function readSearch(value: JsonValue, dialect: Dialect): boolean | undefined {
  // the node also accepts the struct as an array of its one member
  if (isJsonArray(value))
    return readMembersInOrder(value, `struct ${CONFIG} with 1 element`, (next) => readBoolean(next()));
  const config = readStruct(value, CONFIG);
  if (dialect.statusSearch === 'wholeLedger') return optional(config.searchTransactionHistory, readBoolean);
  return readBoolean(required(config, 'searchTransactionHistory'));
}

type Views = Readonly<Record<ConfirmationStatus, LedgerView>>;

function encodeStatusOf(
  signature: Signature,
  views: Views,
  from: bigint,
  { dialect, ledger, reasons }: MethodContext,
): JsonText {
  const transaction = views.processed.transaction(signature) ?? views.finalized.transaction(signature);
  if (transaction === undefined) {
    reasons?.noTransaction(signature, views.processed);
    return 'null';
  }
  if (transaction.slot < from) {
    reasons?.forgottenStatus(transaction, from, views.processed);
    return 'null';
  }
  reasons?.failedTransactions([transaction], views.processed);
  if (views.finalized.shows(transaction.slot)) return encodeSignatureStatus(transaction, null, 'finalized', dialect);
  const status = views.confirmed.shows(transaction.slot) ? 'confirmed' : 'processed';
  // under Alpenglow no votes are counted
  const isCounted = !isActive(ledger.protocol.alpenglowFrom, transaction.slot);
  const confirmations = isCounted
    ? Math.min(views.processed.blocksAbove(transaction.slot), dialect.maxConfirmations)
    : 0;
  return encodeSignatureStatus(transaction, confirmations, status, dialect);
}
