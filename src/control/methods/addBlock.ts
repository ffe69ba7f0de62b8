import { listOf, objectOf, withName, withNote } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, BLOCKHASH, SIGNATURE, SLOT } from '../../rpc/openrpc/schemas.ts';
import type { BuildBlock } from '../../script/building/ledgerBuilder.ts';
import { type NextBlock, nextBlockJson } from '../../script/building/nextBlock.ts';
import { json } from '../../syntax/syntax.ts';
import { addBlockIn, addFromJson } from '../addFromJson.ts';
import { controlMethod } from '../controlMethod.ts';
import type { AddedBlock } from '../controlTypes.ts';
import { warningsJson, warningsWith } from '../resultWarnings.ts';

export interface AddBlockMethod {
  /**
   * Adds a block on top of the processed tip, which moves to it; confirmed and finalized keep their distance.
   * @example
   * await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('rent'));
   * await node.addBlock({ slot: 120, parent: 117 }, (b) => b.transfer('alice', 'bob', sol(1)));
   * @param block default: the next slot, on top of the newest block of the processed chain
   */
  addBlock(build?: BuildBlock): Promise<AddedBlock>;
  addBlock(block: NextBlock, build?: BuildBlock): Promise<AddedBlock>;
}

const PARAMS = { block: json(ANY_OBJECT) };

export const addBlock = controlMethod({
  name: 'addBlock',
  effect: 'names',
  summary:
    'adds a block, in the format of scripts, on top of the processed tip, which moves to it; confirmed and finalized keep their distance',
  params: PARAMS,
  result: withName(
    'AddedBlock',
    objectOf({
      blockhash: BLOCKHASH,
      signatures: withNote(listOf(SIGNATURE), 'signatures of its transactions, in order'),
      slot: SLOT,
      ...warningsWith('content that no node would put into a block'),
    }),
    'a block that a control call has added',
  ),
  errors: ['outOfRange'],

  async run({ block }, context) {
    const { block: added, warnings } = await addFromJson(addBlockIn, block, context);
    const { blockhash, slot, transactions = [] } = added;
    return { blockhash, signatures: transactions.map(({ signature }) => signature), slot, ...warningsJson(warnings) };
  },

  library: (call): AddBlockMethod => ({
    addBlock: async (...args: readonly [(NextBlock | BuildBlock)?, BuildBlock?]) => call(nextBlockJson(...args)),
  }),
});
