import type { JsonValue } from '../codec/json.ts';
import type { Block } from '../model/block.ts';
import { readArguments } from './arguments.ts';
import { paced } from './pace.ts';
import type { Verb } from './verb.ts';

/** What the block is depends on the ledger, so it is read when the call runs. */
export const addBlock: Verb<JsonValue> = {
  name: 'stillnode_addBlock',

  describe: ({ ANY_OBJECT, BLOCKHASH, listOf, objectOf, SIGNATURE, U64 }) => ({
    summary:
      'puts a block in the words of scripts on top of the processed tip, which moves to it, and the others follow at their lag',
    params: { block: ANY_OBJECT },
    result: '`{"blockhash","signatures","slot"}`',
    schema: objectOf({ blockhash: BLOCKHASH, signatures: listOf(SIGNATURE), slot: U64 }),
    errors: ['outOfRange'],
  }),

  readParams: (params) => readArguments(params, ['block'], (at) => at!.value),

  async run(words, { caller, execute, live, loadLiteSvm }) {
    let added: Block | undefined;
    await live.moveLater((now) =>
      paced(caller, async (pace) => {
        // loaded only when needed: most nodes compile no script
        const { addBlockIn } = await import('./words/blocks.ts');
        const { block, moved } = await addBlockIn(words, now, { execute, load: loadLiteSvm, pace });
        added = block;
        return moved;
      }),
    );
    const { blockhash, slot, transactions = [] } = added!;
    return { blockhash, signatures: transactions.map(({ signature }) => signature), slot };
  },
};
