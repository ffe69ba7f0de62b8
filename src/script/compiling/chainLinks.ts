import { type BlockClock, clockOf } from '../../ledger/blockClock.ts';
import type { EpochSchedule } from '../../ledger/clusterFacts.ts';
import { epochOf, firstSlotOf } from '../../ledger/epochs.ts';
import { lamportsPerByteAt, type Protocol } from '../../ledger/protocol.ts';
import type { SlotRange } from '../../ledger/slotSet.ts';
import type { BlockHeader } from '../../runtime/block.ts';
import { type SysvarFacts, secondsAt } from '../../runtime/cluster/sysvarFacts.ts';
import type { Block } from '../../solana/block.ts';

/** A block, and a link to the one before it on its chain. */
interface ChainLink {
  readonly slot: bigint;
  readonly blockhash: Block['blockhash'];
  readonly before: ChainLink | undefined;
  /** time of the first block of its epoch that has one */
  readonly epochStart: BlockClock | undefined;
  /** time of the newest block that has one */
  readonly newest: BlockClock | undefined;
}

/** The chains of a script, for the sysvars that follow from them. */
export class ChainLinks {
  readonly #epochs: EpochSchedule;
  readonly #protocol: Protocol;
  readonly #recorded: (slot: bigint) => BlockHeader | undefined;
  readonly #links = new Map<bigint, ChainLink>();

  /** @param recorded blocks that are there before the script */
  constructor(epochs: EpochSchedule, recorded: (slot: bigint) => BlockHeader | undefined, protocol: Protocol) {
    this.#epochs = epochs;
    this.#protocol = protocol;
    this.#recorded = recorded;
  }

  /** Puts a block of the script on top of its parent. */
  add(block: BlockHeader): void {
    this.#addLink(block, this.#linkAt(block.parentSlot));
  }

  /** The facts that sysvars of a block show, from the chain of its parent. */
  factsOn(parentSlot: bigint, slot: bigint): SysvarFacts {
    const parent = this.#linkAt(parentSlot);
    const schedule = this.#epochs;
    const epoch = epochOf(schedule, slot);
    const start = parent !== undefined && epochOf(schedule, parent.slot) === epoch ? parent.epochStart : undefined;
    return {
      slot,
      schedule,
      lamportsPerByte: lamportsPerByteAt(this.#protocol, slot),
      unixTimestamp: secondsAt(slot, parent?.newest),
      epochStartTimestamp: secondsAt(firstSlotOf(schedule, epoch), start ?? parent?.newest),
      stake: undefined,
      blocks: { [Symbol.iterator]: () => linksDown(parent) },
      slots: { [Symbol.iterator]: () => slotsDown(parent) },
    };
  }

  #linkAt(slot: bigint): ChainLink | undefined {
    const existing = this.#links.get(slot);
    if (existing !== undefined) return existing;
    const unlinked: BlockHeader[] = [];
    let at = slot;
    let block = this.#recorded(at);
    while (block !== undefined && !this.#links.has(at)) {
      unlinked.push(block);
      // the genesis block is its own parent
      if (block.parentSlot >= at) break;
      at = block.parentSlot;
      block = this.#recorded(at);
    }
    let link = this.#links.get(at);
    for (const item of unlinked.reverse()) link = this.#addLink(item, link);
    return link;
  }

  #addLink(block: BlockHeader, before: ChainLink | undefined): ChainLink {
    const { blockhash, slot } = block;
    const clock = clockOf(block, this.#protocol.gates.slotMs);
    const isOfEpoch = before !== undefined && epochOf(this.#epochs, before.slot) === epochOf(this.#epochs, slot);
    const epochStart = (isOfEpoch ? before.epochStart : undefined) ?? clock;
    const link = { slot, blockhash, before, epochStart, newest: clock ?? before?.newest };
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
