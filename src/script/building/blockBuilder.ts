import type { InstructionJson, RewardJson, TransactionJson, TransactionMembers } from '../format/ledgerJsonTypes.ts';
import { rewards as rewardsSyntax } from '../format/rewardNodes.ts';
import { recordCall, withMembers } from './callSites.ts';
import { toFileFormat } from './fileFormat.ts';
import { Instructions } from './instructionBuilders.ts';
import { addressTexts, type Key } from './keyBuilders.ts';
import { itemsOf, type Link } from './linkedList.ts';
import { TransactionBuilder, TransactionMethods } from './transactionBuilder.ts';

/** Builds a transaction: `(t) => t.transfer('alice', 'bob', sol(1)).memo('rent')`. */
export type BuildTransaction = (transaction: TransactionBuilder) => TransactionBuilder;

/** An empty block: the method of an instruction begins a transaction. */
export class BlockBuilder extends Instructions<BlockTransactions> {
  /** A transaction of several instructions: `b.tx((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'))`. */
  tx(build: BuildTransaction): BlockTransactions {
    return new BlockTransactions(undefined, build(new TransactionBuilder()).toJSON());
  }

  /** The transactions, in the file format. */
  toJSON(): readonly TransactionJson[] {
    return [];
  }

  protected override instruction(json: InstructionJson): BlockTransactions {
    return new BlockTransactions(undefined, recordCall(json));
  }
}

/** A block with transactions: options apply to the last one, and an instruction begins the next. */
export class BlockTransactions extends TransactionMethods<BlockTransactions> {
  readonly #before: Link<TransactionJson> | undefined;
  readonly #last: TransactionJson;

  constructor(before: Link<TransactionJson> | undefined, last: TransactionJson) {
    super();
    this.#before = before;
    this.#last = last;
  }

  /** The next transaction, of several instructions. */
  tx(build: BuildTransaction): BlockTransactions {
    return this.#next(build(new TransactionBuilder()).toJSON());
  }

  toJSON(): readonly TransactionJson[] {
    return [...itemsOf(this.#before), this.#last];
  }

  protected override get members(): TransactionMembers {
    return this.#last;
  }

  protected override instruction(json: InstructionJson): BlockTransactions {
    return this.#next(recordCall(json));
  }

  protected override with(members: TransactionMembers): BlockTransactions {
    return new BlockTransactions(this.#before, withMembers(this.#last, members));
  }

  #next(transaction: TransactionJson): BlockTransactions {
    return new BlockTransactions({ before: this.#before, item: this.#last }, transaction);
  }
}

/** Options of a block besides its slot and its transactions. */
export interface BlockOptions {
  /** Unix seconds; default: after the block before by the slot time of the gates (`slotMs`) */
  readonly blockTime?: number | null;
  /** slot; default: the block before, and after a fork the block before the fork */
  readonly parent?: number;
  /** rewards besides the fees of the leader: `[{ address: 'stake1', lamports: 5000, type: 'Staking' }]` */
  readonly rewards?: readonly RewardJson<Key>[];
  /** the account that gets the fees; default: the leader of `leaderSchedules`, or on a localnet a validator */
  readonly leader?: Key;
  /** base58 of 32 bytes; default: derived from the slot and its parent */
  readonly blockhash?: string;
}

/** Options as the file format has them. */
export function blockOptionsJson<O extends BlockOptions>({ leader, rewards, ...others }: O) {
  return {
    ...others,
    ...addressTexts({ leader }),
    ...(rewards && { rewards: toFileFormat(rewards, rewardsSyntax) as readonly RewardJson[] }),
  };
}

/** A slot, or a slot with options of its block. */
export type BlockAt = number | (BlockOptions & { readonly slot: number });

/**
 * A range of slots with a block each, both ends included; with `every: 2`, every second slot. `blockTime` and `parent` apply to the first block.
 */
export interface BlockRange extends Omit<BlockOptions, 'blockhash'> {
  readonly from: number;
  readonly to: number;
  readonly every?: number;
}

/** The options of a block; a slot alone has no others. */
export function blockAt(at: BlockAt): BlockOptions & { readonly slot: number } {
  return typeof at === 'object' ? at : { slot: at };
}

/** The last slot that has a block. An invalid range is passed on: the reader of the script reports it with its place. */
export function lastSlotOf({ every = 1, from, to }: BlockRange): number {
  if (![from, to, every].every(isInteger) || every < 1) return to;
  const [first, last, step] = [BigInt(from), BigInt(to), BigInt(every)];
  return Number(last - ((last - first) % step));
}

/** A bigint is taken too: code without types may have one. */
function isInteger(value: unknown): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}
