import type { Commitment } from '../../../src/solana/rpcWords.ts';

type Tips = Record<Commitment, number>;

interface NaiveBlock {
  readonly slot: number;
  readonly parent: number;
}

interface Write {
  readonly slot: number;
  readonly name: string;
  readonly lamports: number;
}

/** A ledger in time that copies everything at each move and looks at everything at each question. */
export class NaiveLedger {
  blocks: NaiveBlock[];
  bases: Map<string, number>;
  /** in the order in which they were made */
  writes: Write[];
  dropped: Set<number>;
  tips: Tips;
  passedUpTo: number;

  constructor(blocks: readonly NaiveBlock[], writes: readonly Write[], tips: Tips) {
    this.blocks = [...blocks];
    this.bases = new Map();
    this.writes = [...writes];
    this.dropped = new Set();
    this.tips = { ...tips };
    this.passedUpTo = tips.processed;
  }

  copy(): NaiveLedger {
    const copy = new NaiveLedger(this.blocks, this.writes, this.tips);
    copy.bases = new Map(this.bases);
    copy.dropped = new Set(this.dropped);
    copy.passedUpTo = this.passedUpTo;
    return copy;
  }

  get last(): number {
    return Math.max(this.passedUpTo, ...this.blocks.map(({ slot }) => slot), ...this.writes.map(({ slot }) => slot));
  }

  /** Slots of the blocks of the processed chain up to a tip, ascending. */
  shown(tip: number): readonly number[] {
    const slots: number[] = [];
    let parent: number | undefined;
    for (const block of [...this.blocks].sort((a, b) => b.slot - a.slot)) {
      if (block.slot > this.tips.processed) continue;
      const isOn = parent === undefined ? !this.dropped.has(block.slot) : block.slot === parent;
      if (!isOn) continue;
      slots.unshift(block.slot);
      parent = block.parent;
    }
    return slots.filter((slot) => slot <= tip);
  }

  isOnChain(slot: number): boolean {
    if (!this.blocks.some((block) => block.slot === slot)) return !this.dropped.has(slot);
    return this.shown(this.tips.processed).includes(slot);
  }

  lamports(name: string, tip: number): number {
    const seen = this.writes.filter((write) => write.name === name && write.slot <= tip && this.isOnChain(write.slot));
    // of two writes in a slot, the later one counts
    const newest = seen.reduce<Write | undefined>(
      (best, write) => (best && best.slot > write.slot ? best : write),
      undefined,
    );
    return newest?.lamports ?? this.bases.get(name) ?? 0;
  }

  start(): number {
    const above = this.blocks.filter(({ slot }) => slot > this.tips.processed);
    if (above.some(({ slot }) => !this.dropped.has(slot))) return this.tips.processed;
    return Math.max(this.tips.processed, ...above.map(({ slot }) => slot));
  }

  cut(): void {
    const end = this.start();
    this.blocks = this.blocks.filter(({ slot }) => slot <= end);
    this.writes = this.writes.filter(({ slot }) => slot <= end);
    this.dropped = new Set([...this.dropped].filter((slot) => slot <= end));
    this.passedUpTo = end;
  }

  advance(count: number, distance: Omit<Tips, 'processed'>, skip: boolean): void {
    const tip = this.start() + count;
    const { last } = this;
    if (!skip && tip > last) {
      const before = this.tips.processed;
      this.tips.processed = last;
      let parent = this.shown(last).at(-1)!;
      this.tips.processed = before;
      for (let slot = last + 1; slot <= tip; slot++) {
        this.blocks.push({ slot, parent });
        parent = slot;
      }
    }
    this.follow(tip, distance);
  }

  follow(processed: number, distance: Omit<Tips, 'processed'>): void {
    const confirmed = Math.min(Math.max(this.tips.confirmed, processed - distance.confirmed), processed);
    const finalized = Math.min(Math.max(this.tips.finalized, processed - distance.finalized), confirmed);
    this.tips = { processed, confirmed, finalized };
    this.passedUpTo = Math.max(this.passedUpTo, processed);
  }

  reorg(from: number): void {
    this.cut();
    const { processed, confirmed, finalized } = this.tips;
    const chain = this.shown(processed);
    for (const slot of chain) if (slot >= from) this.dropped.add(slot);
    for (const { slot } of this.writes) if (slot >= from && slot <= processed) this.dropped.add(slot);
    const tip = Math.max(chain.filter((slot) => slot < from).at(-1) ?? from - 1, finalized);
    this.tips = { processed: tip, confirmed: Math.min(confirmed, tip), finalized };
    this.passedUpTo = Math.max(tip, ...this.dropped);
  }

  addBlock(slot: number, parent: number, write: Omit<Write, 'slot'>, distance: Omit<Tips, 'processed'>): void {
    this.cut();
    this.blocks.push({ slot, parent });
    this.writes.push({ slot, ...write });
    this.follow(slot, distance);
  }

  setAccount(name: string, lamports: number, from: 'always' | 'processed'): void {
    const tip = this.tips.processed;
    if (from === 'processed') {
      let slot = tip;
      while (!this.isOnChain(slot)) slot--;
      this.writes.push({ slot, name, lamports });
    } else {
      this.writes = this.writes.filter((write) => write.name !== name || write.slot > tip);
      this.bases.set(name, lamports);
    }
  }
}
