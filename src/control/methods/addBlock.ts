import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, BLOCKHASH, SIGNATURE, U64 as U64_SCHEMA } from '../../rpc/openrpc/schemas.ts';
import type { BuildBlock } from '../../script/building/ledgerBuilder.ts';
import { type NextBlock, nextBlockJson } from '../../script/building/nextBlock.ts';
import type { U64 } from '../../solana/meta.ts';
import { json } from '../../syntax/syntax.ts';
import { addBlockIn, addFromJson } from '../addFromJson.ts';
import { controlMethod } from '../controlMethod.ts';
import { WARNINGS, warningsJson } from '../resultWarnings.ts';

export interface AddedBlock {
  readonly blockhash: string;
  /** signatures of its transactions, in order */
  readonly signatures: readonly string[];
  readonly slot: U64;
  /** content that no node would put into a block */
  readonly warnings?: readonly string[];
}

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
  summary:
    'adds a block, in the format of scripts, on top of the processed tip, which moves to it; confirmed and finalized keep their distance',
  params: PARAMS,
  result: '`{"blockhash","signatures","slot","warnings"?}`; `warnings`: content that no node would put into a block',
  schema: objectOf({ blockhash: BLOCKHASH, signatures: listOf(SIGNATURE), slot: U64_SCHEMA, ...WARNINGS }),
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
