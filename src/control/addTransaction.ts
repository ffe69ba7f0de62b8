import type { JsonValue } from '../codec/json.ts';
import type { Block } from '../model/block.ts';
import { readArguments } from './arguments.ts';
import { paced } from './pace.ts';
import type { Verb } from './verb.ts';

/** What the transaction is depends on the ledger, so it is read when the call runs. */
export const addTransaction: Verb<JsonValue> = {
  name: 'stillnode_addTransaction',

  describe: ({ ANY_OBJECT, BLOCKHASH, objectOf, SIGNATURE, U64 }) => ({
    summary: 'puts a transaction in the words of scripts into a block of its own, on top of the processed tip',
    params: { transaction: ANY_OBJECT },
    result: '`{"blockhash","signature","slot"}`',
    schema: objectOf({ blockhash: BLOCKHASH, signature: SIGNATURE, slot: U64 }),
    errors: ['outOfRange'],
  }),

  readParams: (params) => readArguments(params, ['transaction'], (at) => at!.value),

  async run(words, { caller, execute, live, loadLiteSvm }) {
    let added: Block | undefined;
    await live.moveLater((now) =>
      paced(caller, async (pace) => {
        // loaded only when needed: most nodes compile no script
        const { addTransactionIn } = await import('./words/blocks.ts');
        const { block, moved } = await addTransactionIn(words, now, { execute, load: loadLiteSvm, pace });
        added = block;
        return moved;
      }),
    );
    const { blockhash, slot, transactions = [] } = added!;
    return { blockhash, signature: transactions[0]!.signature, slot };
  },
};
