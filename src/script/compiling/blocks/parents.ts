import type { Block } from '../../../model/block.ts';
import type { SlotWord } from '../../format/types.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type BlocksWord, type Head, headOutside } from './history.ts';

/** Finds the parent of a block, which need not be the block before it in the script. */
export class Parents {
  readonly #recorded: (slot: bigint) => Block | undefined;
  readonly #genesis: Accounts;
  readonly #words: readonly BlocksWord[];
  /** slots that are given as parents: the accounts after them are kept */
  readonly #wanted: ReadonlySet<bigint>;
  readonly #kept = new Map<bigint, Head>();
  #tip: Head | undefined;

  /** @param genesis accounts before the first slot */
  constructor(slots: readonly SlotWord[], genesis: Accounts, recorded: (slot: bigint) => Block | undefined) {
    this.#recorded = recorded;
    this.#genesis = genesis;
    this.#words = slots.filter((word) => word.kind === 'blocks');
    this.#wanted = new Set(this.#words.flatMap(({ parent }) => parent ?? []));
  }

  /** The current end of the chain. */
  get tip(): Head | undefined {
    return this.#tip;
  }

  /** The head that a block starts from, with its own copy of the accounts. Undefined: there is none, which is reported. */
  of({ first, parent, at }: BlocksWord): Head | undefined {
    if (parent === undefined) return this.#tip ?? this.#outside(first === 0n ? 0n : first - 1n);
    if (parent === this.#tip?.slot) return this.#tip;
    const kept = this.#kept.get(parent);
    if (kept !== undefined) return { ...kept, accounts: kept.accounts.fork() };
    if (parent >= first && first > 0n) return at.refuse(`slot ${parent} cannot be the parent of slot ${first}`);
    if (parent < this.#words[0]!.first || this.#recorded(parent) !== undefined) return this.#outside(parent);
    return at.refuse(`slot ${parent} has no block, so it cannot be the parent of slot ${first}`);
  }

  /** Makes a finished block the end of the chain. */
  extend(head: Head): void {
    this.#tip = head;
    if (this.#wanted.has(head.slot)) this.#kept.set(head.slot, { ...head, accounts: head.accounts.fork() });
  }

  #outside(slot: bigint): Head {
    return headOutside(slot, this.#recorded(slot), this.#genesis.fork());
  }
}
