import { isJsonArray, type JsonText } from '../../codec/jsonText.ts';
import { isActive } from '../../gates.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Signature } from '../../solana/address.ts';
import type { Commitment } from '../../solana/rpcWords.ts';
import { encodeSignatureStatus } from '../encoding/transaction.ts';
import { listOf, objectOf, orNull, withName, withNote } from '../openrpc/schema.ts';
import { CONFIRMATION_STATUS, COUNT, rpcResponse, SLOT, STATUS, TRANSACTION_ERROR } from '../openrpc/schemas.ts';
import { hasMinContext } from '../params/historyConfig.ts';
import { params } from '../params/params.ts';
import { flag, list, type OptionalType, optional, type TypeOf, withDefault } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { boolean, commitment, signature, u64, upTo } from '../params/usualTypes.ts';
import { inContext, type MethodContext, method, viewAt, viewFrom } from './method.ts';

const MAX_SIGNATURES = 256;
const signatureStatus = withName(
  'SignatureStatus',
  objectOf({
    confirmationStatus: CONFIRMATION_STATUS,
    confirmations: withNote(orNull(COUNT), 'null: finalized'),
    err: TRANSACTION_ERROR,
    slot: SLOT,
    status: withNote(STATUS, 'deprecated: the same as `err`'),
  }),
);

const CONFIG = 'RpcSignatureStatusConfig';

/** The configuration from 4.4 on. */
const config = struct(CONFIG, {
  searchTransactionHistory: flag,
  commitment: { ...commitment, schema: { ...commitment.schema, default: 'processed' } },
  minContextSlot: optional(u64),
});

/** The configuration before 4.4. */
const formerConfig = struct(CONFIG, { searchTransactionHistory: boolean });
/** The configuration of a dialect that searches the whole ledger for statuses. */
const contractConfig = struct(CONFIG, { searchTransactionHistory: withDefault(boolean, false) });

const statusConfig: OptionalType<TypeOf<typeof config>> = {
  ...orDefaults(config),
  decode(value, node) {
    if (hasMinContext(node)) return config.decode(value, node);
    const isContract = node.dialect.statusSearch === 'wholeLedger' && !isJsonArray(value);
    const former = isContract ? contractConfig : formerConfig;
    return { ...config.defaults, ...(former.decode(value, node) as TypeOf<typeof former>) };
  },
};

/**
 * The context is that of the processed tip, or from 4.4 on of the commitment that the request names.
 *
 * Source   agave 4.4.0 rpc.rs get_signature_statuses; contract 4.3, 2.6
 */
export const getSignatureStatuses = method({
  name: 'getSignatureStatuses',
  summary: 'the status of each transaction, null for unknown ones',
  params: params({ signatures: list(signature, upTo(MAX_SIGNATURES)), config: statusConfig }),
  result: rpcResponse(
    withNote(listOf(orNull(signatureStatus)), 'one status a signature, in order, `null` for unknown ones'),
  ),
  errors: ['tooManyInputs', 'minContextSlotNotReached'],

  answer({ config, signatures }, context) {
    const { commitment = 'processed', minContextSlot, searchTransactionHistory } = config;
    const views = {
      requested: viewFrom(context, { commitment, minContextSlot }),
      processed: viewAt(context, 'processed'),
      confirmed: viewAt(context, 'confirmed'),
      finalized: viewAt(context, 'finalized'),
    };
    if (signatures.length === 0) context.reasons?.add('no signatures are asked for');
    const searchesAll = searchTransactionHistory || context.dialect.statusSearch === 'wholeLedger';
    const from = searchesAll ? 0n : context.ledger.statusWindowStart;
    const statuses = signatures.map((signature) => encodeStatusOf(signature, views, from, context));
    return inContext(views.requested, `[${statuses.join(',')}]`, context);
  },
});

type Views = Readonly<Record<Commitment | 'requested', LedgerView>>;

function encodeStatusOf(
  signature: Signature,
  views: Views,
  from: bigint,
  { dialect, ledger, reasons }: MethodContext,
): JsonText {
  const transaction = views.requested.transaction(signature) ?? views.finalized.transaction(signature);
  if (transaction === undefined) {
    reasons?.noTransaction(signature, views.requested);
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
    ? Math.min(views.processed.countSlotsAbove(transaction.slot), dialect.maxConfirmations)
    : 0;
  return encodeSignatureStatus(transaction, confirmations, status, dialect);
}
