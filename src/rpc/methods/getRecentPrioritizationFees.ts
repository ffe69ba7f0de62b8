import type { JsonText } from '../../codec/jsonText.ts';
import type { Address } from '../../solana/address.ts';
import type { Block, WireTransaction } from '../../solana/block.ts';
import { computeBudgetOf, paidUnitPrice } from '../../solana/messageBudget.ts';
import { isSimpleVote } from '../../solana/simpleVote.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import { writtenAccounts } from '../../solana/writtenAccounts.ts';
import { transactionsWithBytes } from '../encoding/transactionsWithBytes.ts';
import { listOf, objectOf, withNote } from '../openrpc/schema.ts';
import { SLOT, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { list, optional } from '../params/paramType.ts';
import { address, upTo } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

const MAX_ADDRESSES = 128;
const MAX_BLOCKS = 150;

/**
 * Looks at the newest 150 confirmed blocks that hold a transaction other than votes.
 *
 * Units    micro-lamports for a compute unit
 * Source   agave 4.1 rpc.rs get_recent_prioritization_fees; prioritization_fee_cache.rs
 */
export const getRecentPrioritizationFees = method({
  name: 'getRecentPrioritizationFees',
  summary: 'the lowest priority fee of recent blocks, also for writing the given accounts',
  params: params({ addresses: optional(list(address, upTo(MAX_ADDRESSES))) }),
  result: withNote(listOf(objectOf({ prioritizationFee: U64, slot: SLOT })), 'ascending by slot'),
  errors: ['tooManyInputs', 'notRecorded'],

  answer({ addresses = [] }, context) {
    const accounts = new Set(addresses);
    const fees: JsonText[] = [];
    const view = viewAt(context, 'confirmed');
    // nothing was paid in empty blocks
    for (const block of view.storedBlocksDown()) {
      const fee = blockFee(block, accounts);
      if (fee !== undefined) fees.push(`{"prioritizationFee":${fee},"slot":${block.slot}}`);
      if (fees.length === MAX_BLOCKS) break;
    }
    if (fees.length === 0) context.reasons?.noFees(view);
    return `[${fees.reverse().join(',')}]`;
  },
});

/** The highest of the lowest prices: that of the whole block, and those for writing each wanted account. */
function blockFee(block: Block, accounts: ReadonlySet<Address>): bigint | undefined {
  let lowest: bigint | undefined;
  const lowestByAccount = new Map<Address, bigint>();
  for (const transaction of transactionsWithBytes(block, 'prioritization fees')) {
    const price = priceOf(transaction);
    if (price === undefined) continue;
    lowest = minPrice(lowest, price);
    for (const key of writtenAccounts(transaction, accounts))
      lowestByAccount.set(key, minPrice(lowestByAccount.get(key), price));
  }
  let highest = lowest;
  for (const price of lowestByAccount.values()) if (highest === undefined || price > highest) highest = price;
  return highest;
}

function minPrice(lowest: bigint | undefined, price: bigint): bigint {
  return lowest === undefined || price < lowest ? price : lowest;
}

/** Votes have no price, nor have transactions that request no compute units. */
function priceOf(transaction: WireTransaction): bigint | undefined {
  if (isSimpleVote(transaction)) return undefined;
  const budget = computeBudgetOf(decodeRecorded(transaction).message);
  return budget === undefined || budget.unitLimit === 0n ? undefined : paidUnitPrice(budget);
}
