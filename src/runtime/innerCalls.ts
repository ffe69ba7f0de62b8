import type { Address } from '../solana/address.ts';
import type { InnerInstructions } from '../solana/meta.ts';
import type { CalledInstruction, ResultsSoFar } from './invocation.ts';

/** Collects what the instructions of a message called, in the form of metadata. */
export class InnerCallCollector {
  readonly #keys: readonly Address[];
  readonly #groups: InnerInstructions[] = [];

  /** @param keys of the transaction, in index order */
  constructor(keys: readonly Address[]) {
    this.#keys = keys;
  }

  get all(): readonly InnerInstructions[] {
    return this.#groups;
  }

  /** Takes the calls of the instruction with this index from the results. */
  take(index: number, results: ResultsSoFar): void {
    if (results.called.length === 0) return;
    const called = results.called.splice(0);
    this.#groups.push({ index, instructions: called.map((call) => this.#compile(call)) });
  }

  #compile({ instruction, stackHeight }: CalledInstruction) {
    const { accounts, data, program } = instruction;
    return {
      programIdIndex: this.#indexOf(program),
      accounts: Uint8Array.from(accounts, ({ address }) => this.#indexOf(address)),
      data,
      stackHeight,
    };
  }

  #indexOf(address: Address): number {
    const index = this.#keys.lastIndexOf(address);
    if (index < 0) throw new TypeError(`a program called ${address}, which the transaction does not have`);
    return index;
  }
}
