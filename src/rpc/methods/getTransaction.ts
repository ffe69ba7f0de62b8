import type { JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import { encodeTransactionMembers } from '../encoding/transaction.ts';
import { objectOf, orNull, withNoteAlone } from '../openrpc/schema.ts';
import { I64, TRANSACTION, U64 } from '../openrpc/schemas.ts';
import { transactionConfig } from '../params/historyConfig.ts';
import { params } from '../params/params.ts';
import { atLeastConfirmed, signature } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

/**
 * Units    blockTime: Unix seconds; fees, balances: lamports
 * Source   agave 4.4.0 rpc.rs get_transaction; contract 4.2, 2.5
 */
export const getTransaction = method({
  name: 'getTransaction',
  summary: 'one confirmed transaction with its metadata',
  params: params({ signature, config: transactionConfig }),
  result: withNoteAlone(
    orNull(objectOf({ blockTime: orNull(I64), ...TRANSACTION, slot: U64, 'transactionIndex?': U64 })),
    'transaction, or `null`: unknown, not confirmed yet, on a dropped fork, cleaned up',
  ),
  errors: [
    'base58OfV1',
    'unsupportedTransactionVersion',
    'commitmentBelowConfirmed',
    'minContextSlotNotReached',
    'notRecorded',
  ],

  answer({ signature, config }, context) {
    const { commitment = context.dialect.defaultHistoryCommitment } = config;
    const view = viewFrom(context, { ...config, commitment: atLeastConfirmed(commitment) });
    const transaction = view.transaction(signature);
    if (transaction === undefined) {
      context.reasons?.noTransaction(signature, view);
      return 'null';
    }
    context.reasons?.failedTransactions([transaction], view);
    const parsers = config.encoding === 'jsonParsed' ? parsersOf(context.ledger.protocol.version) : undefined;
    const { encoding, maxSupportedTransactionVersion } = config;
    const options = { encoding, maxSupportedTransactionVersion, rewards: undefined, dialect: context.dialect, parsers };
    const members = encodeTransactionMembers(transaction, options, {
      afterMeta: `,"slot":${transaction.slot}`,
      beforeVersion: indexMember(transaction, context.dialect),
    });
    return `{"blockTime":${transaction.blockTimeSeconds},${members}}`;
  },
});

function indexMember({ index }: LedgerTransaction, dialect: Dialect): JsonText {
  return dialect.unnamedFields === 'shown' && index !== undefined ? `,"transactionIndex":${index}` : '';
}
