import type { TransactionMeta } from '../../../model/meta.ts';
import type { PreparedTransaction } from './prepare.ts';

/** Warns of transactions whose program is missing, once each: a ledger that executes has mostly forgotten it. */
export class ProgramWatch {
  readonly #warned = new Set<PreparedTransaction>();

  check(prepared: PreparedTransaction, { err }: TransactionMeta): void {
    if (prepared.runnable === undefined || err !== 'ProgramAccountNotFound' || this.#warned.has(prepared)) return;
    this.#warned.add(prepared);
    prepared.at.warn(
      'ProgramAccountNotFound: a program that it calls is neither in the ledger nor in LiteSVM, so it pays its fee and does nothing',
      'load the account of the program with its code as a fixture, or give it with --program',
    );
  }
}
