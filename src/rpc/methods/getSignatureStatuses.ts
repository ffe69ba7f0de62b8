import { isJsonArray, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { isActive } from '../../gates.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Signature } from '../../solana/address.ts';
import { type ConfirmationStatus, encodeSignatureStatus } from '../encoding/transaction.ts';
import { type ContextConfig, readCommitment } from '../params/accountConfig.ts';
import { readMembersInOrder, readSignature } from '../params/keyParams.ts';
import { optional, readBoolean, readStrings, readStruct, readU64, required } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inContext, type Method, type MethodContext, viewAt, viewFrom } from './method.ts';

const MAX_SIGNATURES = 256;
const CONFIG = 'RpcSignatureStatusConfig';

interface Config extends ContextConfig {
  readonly searchTransactionHistory: boolean;
}

interface Params extends Config {
  readonly signatures: readonly Signature[];
}

const DEFAULTS: Config = { searchTransactionHistory: false, commitment: undefined, minContextSlot: undefined };

/**
 * The context is that of the processed tip, or from 4.4 on of the commitment that the request names.
 *
 * Source   agave 4.1 rpc.rs get_signature_statuses; 4.4 (pull request 15091) for commitment and minContextSlot; contract 4.3, 2.6
 */
export const getSignatureStatuses: Method<Params> = {
  name: 'getSignatureStatuses',

  describe({
    ANY_OBJECT,
    BOOLEAN,
    COMMITMENT,
    CONFIRMATION_STATUS,
    contextWith,
    listOf,
    objectOf,
    orNull,
    SIGNATURE,
    TRANSACTION_ERROR,
    U64,
    withDefault,
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
        'config?': objectOf({
          'searchTransactionHistory?': BOOLEAN,
          'commitment?': withDefault(COMMITMENT, 'processed'),
          'minContextSlot?': U64,
        }),
      },
      result: 'context and one status a signature, in order, `null` for unknown ones',
      schema: contextWith(listOf(orNull(signatureStatus))),
      errors: ['tooManyInputs', 'minContextSlotNotReached'],
    };
  },

  readParams(params, dialect, version) {
    const [list, configParam] = readPositional(params, 1, 2);
    const texts = readStrings(list!);
    const config = optional(configParam, (value) => readConfig(value, dialect, version)) ?? DEFAULTS;
    if (texts.length > MAX_SIGNATURES) throw rpcErrors.tooManyInputs(MAX_SIGNATURES);
    const searchTransactionHistory = config.searchTransactionHistory || dialect.statusSearch === 'wholeLedger';
    return { ...config, signatures: texts.map(readSignature), searchTransactionHistory };
  },

  answer({ commitment = 'processed', minContextSlot, searchTransactionHistory, signatures }, context) {
    const views = {
      asked: viewFrom(context, { commitment, minContextSlot }),
      processed: viewAt(context, 'processed'),
      confirmed: viewAt(context, 'confirmed'),
      finalized: viewAt(context, 'finalized'),
    };
    if (signatures.length === 0) context.reasons?.add('no signatures are asked for');
    const from = searchTransactionHistory ? 0n : context.ledger.statusWindowStart;
    const statuses = signatures.map((signature) => encodeStatusOf(signature, views, from, context));
    return inContext(views.asked, `[${statuses.join(',')}]`, context);
  },
};

function readConfig(value: JsonValue, dialect: Dialect, { historyHasMinContext }: NodeVersion): Config {
  if (historyHasMinContext) {
    const config = readStruct(value, CONFIG);
    const minContextSlot = optional(config.minContextSlot, readU64);
    const searchTransactionHistory = optional(config.searchTransactionHistory, readBoolean) ?? false;
    return { searchTransactionHistory, minContextSlot, commitment: readCommitment(config) };
  }
  return { ...DEFAULTS, searchTransactionHistory: readSearch(value, dialect) };
}

function readSearch(value: JsonValue, dialect: Dialect): boolean {
  // the node also accepts the struct as an array of its one member
  if (isJsonArray(value))
    return readMembersInOrder(value, `struct ${CONFIG} with 1 element`, (next) => readBoolean(next()));
  const config = readStruct(value, CONFIG);
  if (dialect.statusSearch === 'wholeLedger') return optional(config.searchTransactionHistory, readBoolean) ?? false;
  return readBoolean(required(config, 'searchTransactionHistory'));
}

type Views = Readonly<Record<ConfirmationStatus | 'asked', LedgerView>>;

function encodeStatusOf(
  signature: Signature,
  views: Views,
  from: bigint,
  { dialect, ledger, reasons }: MethodContext,
): JsonText {
  const transaction = views.asked.transaction(signature) ?? views.finalized.transaction(signature);
  if (transaction === undefined) {
    reasons?.noTransaction(signature, views.asked);
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
