import type { EpochSchedule } from '../../../ledger/cluster.ts';
import { epochOf, firstSlotOf } from '../../../ledger/epochs.ts';
import type { SlotRange } from '../../../ledger/slotSet.ts';
import type { Block } from '../../../model/block.ts';
import { type SysvarFacts, type TimedSlot, timeAt } from './sysvarFacts.ts';

/** A block with those before it on its chain. */
interface ChainLink {
  readonly slot: bigint;
  readonly blockhash: Block['blockhash'];
  readonly before: ChainLink | undefined;
  /** the first block of its epoch that has a time */
  readonly epochStart: TimedSlot | undefined;
  /** the newest block that has a time */
  readonly newest: TimedSlot | undefined;
}

type Link = Pick<Block, 'slot' | 'parentSlot' | 'blockhash' | 'blockTimeSeconds'>;

/** The chains of a script, for the sysvars that follow from them. */
export class ChainLinks {
  readonly #epochs: EpochSchedule;
  readonly #recorded: (slot: bigint) => Link | undefined;
  readonly #links = new Map<bigint, ChainLink>();

  /** @param recorded blocks that are there before the script */
  constructor(epochs: EpochSchedule, recorded: (slot: bigint) => Link | undefined) {
    this.#epochs = epochs;
    this.#recorded = recorded;
  }

  /** Puts a block of the script on top of its parent. */
  add(block: Link): void {
    this.#link(block, this.#at(block.parentSlot));
  }

  /** The facts of a block that is made on top of another one. */
  factsOn(parentSlot: bigint, slot: bigint): SysvarFacts {
    const parent = this.#at(parentSlot);
    const schedule = this.#epochs;
    const epoch = epochOf(schedule, slot);
    const start = parent !== undefined && epochOf(schedule, parent.slot) === epoch ? parent.epochStart : undefined;
    return {
      slot,
      schedule,
      unixTimestamp: timeAt(slot, parent?.newest),
      epochStartTimestamp: timeAt(firstSlotOf(schedule, epoch), start ?? parent?.newest),
      blocks: { [Symbol.iterator]: () => linksDown(parent) },
      slots: { [Symbol.iterator]: () => slotsDown(parent) },
    };
  }

  #at(slot: bigint): ChainLink | undefined {
    const known = this.#links.get(slot);
    if (known !== undefined) return known;
    const above: Link[] = [];
    let at = slot;
    let block = this.#recorded(at);
    while (block !== undefined && !this.#links.has(at)) {
      above.push(block);
      // the genesis block is its own parent
      if (block.parentSlot >= at) break;
      at = block.parentSlot;
      block = this.#recorded(at);
    }
    let link = this.#links.get(at);
    for (const each of above.reverse()) link = this.#link(each, link);
    return link;
  }

  #link({ blockTimeSeconds, blockhash, slot }: Link, before: ChainLink | undefined): ChainLink {
    const timed = typeof blockTimeSeconds === 'bigint' ? { slot, seconds: blockTimeSeconds } : undefined;
    const isOfEpoch = before !== undefined && epochOf(this.#epochs, before.slot) === epochOf(this.#epochs, slot);
    const epochStart = (isOfEpoch ? before.epochStart : undefined) ?? timed;
    const link = { slot, blockhash, before, epochStart, newest: timed ?? before?.newest };
    this.#links.set(slot, link);
    return link;
  }
}

function* linksDown(from: ChainLink | undefined): Generator<ChainLink> {
  for (let link = from; link !== undefined; link = link.before) yield link;
}

function* slotsDown(from: ChainLink | undefined): Generator<SlotRange> {
  for (const { slot } of linksDown(from)) yield { first: slot, last: slot };
}
