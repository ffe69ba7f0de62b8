import type { BlockClock } from '../../../ledger/blockClock.ts';
import type { EmptyRun } from '../../../ledger/history/emptyRow.ts';
import type { Block } from '../../../model/block.ts';
import type { Accounts, AccountsView } from '../../../runtime/accounts/accounts.ts';
import { type Head, headOutside } from '../../../runtime/blocks/frame.ts';
import type { SlotWord } from '../../format/types.ts';
import type { BlocksWord } from './history.ts';

/** What a block outside of the script finds on the chain that it is put on. */
export interface ChainBelow {
  readonly accounts: AccountsView;
  /** undefined: no block of the chain has a time */
  readonly clock: BlockClock | undefined;
}

/** Blocks that are there before the script. */
export interface RecordedBlocks {
  readonly block: (slot: bigint) => Block | undefined;
  /** of a block in slot `first` on top of a recorded one; default: accounts have no history */
  readonly below?: ((parent: bigint, first: bigint) => ChainBelow) | undefined;
}

/** Finds the parent of a block, which need not be the block before it in the script. */
export class Parents {
  readonly #recorded: RecordedBlocks;
  readonly #genesis: Accounts;
  readonly #words: readonly BlocksWord[];
  /** slots that are given as parents: the accounts after them are kept */
  readonly #wanted: ReadonlySet<bigint>;
  readonly #kept = new Map<bigint, Head>();
  #tip: Head | undefined;

  /** @param genesis accounts before the first slot */
  constructor(slots: readonly SlotWord[], genesis: Accounts, recorded: RecordedBlocks) {
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
    if (parent === undefined) return this.#tip ?? this.#outside(first === 0n ? 0n : first - 1n, first);
    if (parent === this.#tip?.slot) return this.#tip;
    const kept = this.#kept.get(parent);
    if (kept !== undefined) return { ...kept, accounts: kept.accounts.fork() };
    if (parent >= first && first > 0n) return at.refuse(`slot ${parent} cannot be the parent of slot ${first}`);
    if (parent < this.#words[0]!.first || this.#recorded.block(parent) !== undefined)
      return this.#outside(parent, first);
    return at.refuse(`slot ${parent} has no block, so it cannot be the parent of slot ${first}`);
  }

  /** Makes a finished block the end of the chain. */
  extend(head: Head): void {
    this.#tip = head;
    if (this.#wanted.has(head.slot)) this.#kept.set(head.slot, { ...head, accounts: head.accounts.fork() });
  }

  /** Makes the last of many empty blocks the end of the chain. */
  extendBy({ first, last, row }: EmptyRun, head: Head): void {
    for (const slot of [...this.#wanted].filter((wanted) => wanted >= first && wanted < last)) {
      const { blockHeight, blockhash } = row.block(slot);
      this.#kept.set(slot, { ...head, slot, blockhash, blockHeight, accounts: head.accounts.fork() });
    }
    const { blockHeight, blockhash } = row.block(last);
    this.extend({ ...head, slot: last, blockhash, blockHeight });
  }

  #outside(slot: bigint, first: bigint): Head {
    const recorded = this.#recorded.block(slot);
    const chain = recorded && this.#recorded.below?.(slot, first);
    return headOutside(slot, recorded, this.#genesis.fork(chain?.accounts), chain?.clock);
  }
}
