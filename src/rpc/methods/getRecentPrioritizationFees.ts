import type { JsonText } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { accountKeysOf } from '../../solana/accountKeys.ts';
import type { Address } from '../../solana/address.ts';
import type { Block, WireTransaction } from '../../solana/block.ts';
import { computeBudgetOf, paidUnitPrice } from '../../solana/messageBudget.ts';
import { isSimpleVote } from '../../solana/simpleVote.ts';
import { fullAccountKeys } from '../../solana/transaction.ts';
import { decodeRecorded } from '../../solana/wire.ts';
import { listOf, objectOf } from '../openrpc/schema.ts';
import { U64 } from '../openrpc/schemas.ts';
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
  result: 'list of `{prioritizationFee, slot}`, ascending by slot',
  schema: listOf(objectOf({ prioritizationFee: U64, slot: U64 })),
  errors: ['tooManyInputs', 'notRecorded'],

  answer({ addresses = [] }, context) {
    const accounts = new Set(addresses);
    const fees: JsonText[] = [];
    const view = viewAt(context, 'confirmed');
    // nothing was paid in empty blocks
    for (const block of view.heldBlocksDown()) {
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
  for (const transaction of transactionsOf(block)) {
    const price = priceOf(transaction);
    if (price === undefined) continue;
    lowest = minPrice(lowest, price);
    for (const key of writtenBy(transaction, accounts))
      lowestByAccount.set(key, minPrice(lowestByAccount.get(key), price));
  }
  let highest = lowest;
  for (const price of lowestByAccount.values()) if (highest === undefined || price > highest) highest = price;
  return highest;
}

function minPrice(lowest: bigint | undefined, price: bigint): bigint {
  return lowest === undefined || price < lowest ? price : lowest;
}

function transactionsOf({ slot, transactions }: Block): readonly WireTransaction[] {
  const subject = 'prioritization fees';
  if (transactions === undefined) throw rpcErrors.notRecorded(`Block ${slot}`, 'transactionDetails none', subject);
  return transactions.map((transaction) => {
    if (transaction.kind === 'wire') return transaction;
    throw rpcErrors.notRecorded(`Transaction ${transaction.signature}`, transaction.form, subject);
  });
}

/** Votes have no price, nor have transactions that request no compute units. */
function priceOf(transaction: WireTransaction): bigint | undefined {
  if (isSimpleVote(transaction)) return undefined;
  const budget = computeBudgetOf(decodeRecorded(transaction).message);
  return budget === undefined || budget.unitLimit === 0n ? undefined : paidUnitPrice(budget);
}

/** The wanted accounts that a transaction may write. */
function writtenBy(transaction: WireTransaction, accounts: ReadonlySet<Address>): Address[] {
  const loaded = transaction.meta?.loadedAddresses;
  if (accounts.size === 0 || !fullAccountKeys(transaction, loaded).some((key) => accounts.has(key))) return [];
  const { keys, isWritable } = accountKeysOf(decodeRecorded(transaction).message, loaded);
  return keys.filter((key, index) => accounts.has(key) && isWritable(index));
}
