import type { InstructionJson, TransactionJson, TransactionMembers } from '../format/ledgerJson.ts';
import { recordCall, withMembers } from './calls.ts';
import { Instructions } from './instructions.ts';
import { itemsOf, type Link } from './link.ts';
import { TransactionBuilder, TransactionWords } from './transaction.ts';

/** Builds a transaction: `(t) => t.transfer('alice', 'bob', sol(1)).memo('rent')`. */
export type BuildTransaction = (transaction: TransactionBuilder) => TransactionBuilder;

/** A block, still empty: the word of an instruction begins a transaction. */
export class BlockBuilder extends Instructions<BlockTransactions> {
  /** A transaction of several instructions: `b.tx((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'))`. */
  tx(build: BuildTransaction): BlockTransactions {
    return new BlockTransactions(undefined, build(new TransactionBuilder()).toJSON());
  }

  toJSON(): readonly TransactionJson[] {
    return [];
  }

  protected override instruction(json: InstructionJson): BlockTransactions {
    return new BlockTransactions(undefined, recordCall(json));
  }
}

/** A block with transactions: options apply to the last one, and an instruction begins the next. */
export class BlockTransactions extends TransactionWords<BlockTransactions> {
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
