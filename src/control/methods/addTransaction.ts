import { objectOf, withName } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, BLOCKHASH, SIGNATURE, SLOT } from '../../rpc/openrpc/schemas.ts';
import { transactionJson } from '../../script/building/nextBlock.ts';
import { json } from '../../syntax/syntax.ts';
import { addFromJson, addTransactionIn } from '../addFromJson.ts';
import { fromCode } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { warningsJson, warningsWith } from '../resultWarnings.ts';

const PARAMS = {
  transaction: fromCode(
    json(ANY_OBJECT),
    'BuildTransaction | TransactionJson | ToJson<TransactionJson>',
    transactionJson,
  ),
};

export const addTransaction = controlMethod({
  name: 'addTransaction',
  effect: 'names',
  summary: 'adds a transaction, in the format of scripts, in a new block on top of the processed tip',
  doc: [
    'With `repeat`, the signature is that of the first copy.',
    '@example',
    "await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'));",
  ],
  params: PARAMS,
  result: withName(
    'AddedTransaction',
    objectOf({
      blockhash: BLOCKHASH,
      signature: SIGNATURE,
      slot: SLOT,
      ...warningsWith('content that no node would put into a block'),
    }),
    'a transaction that a control call put into a new block',
  ),
  errors: ['outOfRange'],

  async run({ transaction }, context) {
    const { block, warnings } = await addFromJson(addTransactionIn, transaction, context);
    const { blockhash, slot, transactions = [] } = block;
    return { blockhash, signature: transactions[0]!.signature, slot, ...warningsJson(warnings) };
  },
});
