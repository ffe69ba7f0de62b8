import type { TransactionJson } from '../format/ledgerJsonTypes.ts';
import { BlockBuilder, type BlockOptions, type BuildTransaction, blockOptionsJson } from './blockBuilder.ts';
import type { BuildBlock } from './ledgerBuilder.ts';
import { TransactionBuilder } from './transactionBuilder.ts';
import { withNumbers } from './valueBuilders.ts';

/**
 * Blocks and transactions that are added to a served ledger.
 * @module
 */

export interface ToJson<T> {
  toJSON(): T;
}

/** A block; members that are left out, also the slot, follow from the ledger. */
export interface NextBlock extends BlockOptions {
  readonly slot?: number;
  readonly transactions?: readonly (TransactionJson | ToJson<TransactionJson>)[];
}

/** A block in the file format. The transactions of `build` come after those that the block has. */
export function nextBlockJson(block: NextBlock | BuildBlock = {}, build?: BuildBlock): unknown {
  if (typeof block === 'function') return nextBlockJson({}, block);
  assertBuildable(block, 'block', '{ slot: 120 }');
  if (build !== undefined && typeof build !== 'function')
    throw new TypeError('`build` has to be a function of the block: (b) => b.transfer(…)');
  const { transactions = [], ...others } = block;
  const all = [...transactions.map(plain), ...(build?.(new BlockBuilder()).toJSON() ?? [])];
  return withNumbers({ ...blockOptionsJson(others), ...(all.length > 0 && { transactions: all }) }, 'block');
}

export function transactionJson(transaction: BuildTransaction | TransactionJson | ToJson<TransactionJson>): unknown {
  if (typeof transaction === 'function')
    return withNumbers(transaction(new TransactionBuilder()).toJSON(), 'transaction');
  assertBuildable(transaction, 'transaction', '{ transfer: { … } }');
  return withNumbers(plain(transaction), 'transaction');
}

/** @throws TypeError for what JavaScript without types may give */
function assertBuildable(value: unknown, name: string, example: string): void {
  if (typeof value === 'object' && value !== null) return;
  throw new TypeError(
    `\`${name}\` has to be a function that builds it, or an object such as ${example}, not ${String(value)}`,
  );
}

function plain(transaction: TransactionJson | ToJson<TransactionJson>): TransactionJson {
  return 'toJSON' in transaction ? transaction.toJSON() : transaction;
}
