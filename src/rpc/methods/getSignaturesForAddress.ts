import { rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { encodeSignatureInfo } from '../encoding/transaction.ts';
import { listOf, objectOf, orNull, withName, withNote } from '../openrpc/schema.ts';
import {
  CONFIRMATION_STATUS,
  COUNT,
  SIGNATURE,
  SLOT,
  TEXT,
  TRANSACTION_ERROR,
  UNIX_SECONDS,
} from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { checked, optional, withDefault } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { address, atLeastConfirmed, confirmedCommitment, signature, u64, usize, within } from '../params/usualTypes.ts';
import { type MethodContext, method, viewFrom } from './method.ts';

const MAX_LIMIT = 1000;

const signatureInfo = withName(
  'SignatureInfo',
  objectOf({
    blockTime: orNull(UNIX_SECONDS),
    confirmationStatus: CONFIRMATION_STATUS,
    err: TRANSACTION_ERROR,
    memo: orNull(TEXT),
    signature: SIGNATURE,
    slot: SLOT,
    'transactionIndex?': COUNT,
  }),
);

const limit = checked(within(usize, 1, MAX_LIMIT), (count) => {
  if (count < 1n || count > MAX_LIMIT) throw rpcErrors.invalidLimit(MAX_LIMIT);
  return Number(count);
});

const signaturesConfig = struct('RpcSignaturesForAddressConfig', {
  before: optional(signature),
  until: optional(signature),
  limit: withDefault(limit, MAX_LIMIT),
  commitment: confirmedCommitment,
  minContextSlot: optional(u64),
});

/**
 * `before` and `until` themselves are not in the list.
 *
 * Units    blockTime: Unix seconds
 * Source   agave 4.1 rpc.rs get_signatures_for_address; contract 4.4, 2.7
 */
export const getSignaturesForAddress = method({
  name: 'getSignaturesForAddress',
  summary: 'the transactions that name an address, newest first',
  params: params({ address, config: orDefaults(signaturesConfig) }),
  result: withNote(listOf(signatureInfo), 'newest first'),
  errors: [
    'invalidLimit',
    'commitmentBelowConfirmed',
    'minContextSlotNotReached',
    'filterTransactionNotFound',
    'notRecorded',
  ],

  answer({ address, config }, context) {
    const { dialect } = context;
    const { commitment = dialect.defaultHistoryCommitment, limit } = config;
    const view = viewFrom(context, { ...config, commitment: atLeastConfirmed(commitment) });
    const before = findBound(config.before, view, context);
    const until = findBound(config.until, view, context);
    if (config.before !== undefined && before === undefined) return '[]';
    const transactions = view.transactionsFor(address, { before, until, limit });
    context.reasons?.signatureList({ address, limit, before, until }, transactions, view);
    context.reasons?.failedTransactions(transactions, view);
    const entries = transactions.map((transaction) =>
      encodeSignatureInfo(
        transaction,
        transaction.slot <= view.finalizedSlot ? 'finalized' : 'confirmed',
        dialect,
        view.state.protocol.version,
      ),
    );
    return `[${entries.join(',')}]`;
  },
});

/**
 * The transaction that `before` or `until` names; undefined: there is none, or it is not known and the dialect ignores that.
 */
function findBound(
  signature: Signature | undefined,
  view: LedgerView,
  { dialect, reasons }: MethodContext,
): LedgerTransaction | undefined {
  const transaction = signature && view.transaction(signature);
  if (signature === undefined || transaction !== undefined) return transaction;
  reasons?.noTransaction(signature, view);
  if (dialect.unknownCursor === 'refused') throw rpcErrors.filterTransactionNotFound(signature);
  return undefined;
}
