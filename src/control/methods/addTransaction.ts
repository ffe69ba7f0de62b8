import { objectOf } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, BLOCKHASH, SIGNATURE, U64 as U64_SCHEMA } from '../../rpc/openrpc/schemas.ts';
import type { BuildTransaction } from '../../script/building/blockBuilder.ts';
import { type ToJson, transactionJson } from '../../script/building/nextBlock.ts';
import type { TransactionJson } from '../../script/format/ledgerJsonTypes.ts';
import type { U64 } from '../../solana/meta.ts';
import { json } from '../../syntax/syntax.ts';
import { addFromJson, addTransactionIn } from '../addFromJson.ts';
import { controlMethod } from '../controlMethod.ts';
import { WARNINGS, warningsJson } from '../resultWarnings.ts';

export interface AddedTransaction {
  readonly blockhash: string;
  readonly signature: string;
  readonly slot: U64;
  readonly warnings?: readonly string[];
}

export interface AddTransactionMethod {
  /**
   * Adds a block with one transaction; with `repeat`, the signature is that of the first copy.
   * @example
   * await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'));
   */
  addTransaction(transaction: BuildTransaction | TransactionJson | ToJson<TransactionJson>): Promise<AddedTransaction>;
}

const PARAMS = { transaction: json(ANY_OBJECT) };

export const addTransaction = controlMethod({
  name: 'addTransaction',
  summary: 'adds a transaction, in the format of scripts, in a new block on top of the processed tip',
  params: PARAMS,
  result: '`{"blockhash","signature","slot","warnings"?}`',
  schema: objectOf({ blockhash: BLOCKHASH, signature: SIGNATURE, slot: U64_SCHEMA, ...WARNINGS }),
  errors: ['outOfRange'],

  async run({ transaction }, context) {
    const { block, warnings } = await addFromJson(addTransactionIn, transaction, context);
    const { blockhash, slot, transactions = [] } = block;
    return { blockhash, signature: transactions[0]!.signature, slot, ...warningsJson(warnings) };
  },

  library: (call): AddTransactionMethod => ({
    addTransaction: async (transaction) => call(transactionJson(transaction)),
  }),
});
