import type { JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import type { Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { parsersOf } from '../../solana/programs/index.ts';
import { encodeTransactionMembers } from '../encoding/transaction.ts';
import { atLeastConfirmed } from '../params/accountConfig.ts';
import { readTransactionConfig, type SingleTransactionConfig } from '../params/historyConfig.ts';
import { readSignature } from '../params/keyParams.ts';
import { readTextAndConfig } from '../params/positional.ts';
import { type Method, viewFrom } from './method.ts';

type Params = readonly [signature: Signature, config: SingleTransactionConfig];

/**
 * Units    blockTime: Unix seconds; fees, balances: lamports
 * Source   agave 4.1 rpc.rs get_transaction; 4.4 (pull request 15091) for minContextSlot; contract 4.2, 2.5
 */
export const getTransaction: Method<Params> = {
  name: 'getTransaction',

  describe: ({ I64, objectOf, orNull, SIGNATURE, TRANSACTION, transactionConfig, U64 }) => ({
    summary: 'one confirmed transaction with its metadata',
    params: { signature: SIGNATURE, 'config?': transactionConfig({ 'minContextSlot?': U64 }) },
    result: 'transaction, or `null`: unknown, not confirmed yet, on a dropped fork, cleaned up',
    schema: orNull(objectOf({ blockTime: orNull(I64), ...TRANSACTION, slot: U64, 'transactionIndex?': U64 })),
    errors: ['unsupportedTransactionVersion', 'commitmentBelowConfirmed', 'minContextSlotNotReached', 'notRecorded'],
  }),

  readParams(params, dialect, version) {
    return readTextAndConfig(params, readSignature, (config) => readTransactionConfig(config, dialect, version));
  },

  answer([signature, config], context) {
    const view = viewFrom(context, { ...config, commitment: atLeastConfirmed(config.commitment) });
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
};

function indexMember({ index }: LedgerTransaction, dialect: Dialect): JsonText {
  return dialect.unnamedFields === 'shown' && index !== undefined ? `,"transactionIndex":${index}` : '';
}
