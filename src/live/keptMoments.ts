import { tipsOf } from '../ledger/tips.ts';
import { unsharedBytes } from '../ledger/unsharedBytes.ts';
import type { Moment } from './move.ts';

/** A moment that calls were answered from, kept as long as memory allows. Calls without a move between them share it. */
export interface KeptMoment {
  /** undefined: it was dropped */
  readonly moment: Moment | undefined;
  /** processed slot of the ledger, kept after `moment` was dropped */
  readonly slot: bigint;
}

class Entry implements KeptMoment {
  moment: Moment | undefined;
  /** estimated memory that the next moment does not share; 0 for the newest */
  bytes = 0;
  /** id of the newest call that was answered from it */
  lastCall: number;
  #slot: bigint | undefined;

  constructor(moment: Moment, lastCall: number) {
    this.moment = moment;
    this.lastCall = lastCall;
  }

  get slot(): bigint {
    this.#slot ??= tipsOf(this.moment!.state).processed;
    return this.#slot;
  }

  /** Frees the ledger, and keeps its slot. */
  drop(): void {
    this.#slot = this.slot;
    this.moment = undefined;
  }
}

function isSameMoment(one: Moment, other: Moment): boolean {
  return one.state === other.state && one.sends === other.sends && one.lastSend === other.lastSend;
}

/** Estimated memory limit for all but the newest moment. */
const MAX_BYTES = 1 << 26;

/** The ledgers that the calls of a journal were answered from, oldest first. If they take too much memory, the oldest are dropped. */
export class KeptMoments {
  readonly #maxBytes: number;
  #entries: Entry[] = [];
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  keep(moment: Moment, callId: number): KeptMoment {
    const last = this.#entries.at(-1);
    if (last?.moment !== undefined && isSameMoment(last.moment, moment)) {
      last.lastCall = callId;
      return last;
    }
    if (last?.moment !== undefined) {
      last.bytes = unsharedBytes(last.moment.state, moment.state);
      this.#bytes += last.bytes;
    }
    const entry = new Entry(moment, callId);
    this.#entries.push(entry);
    while (this.#bytes > this.#maxBytes) this.#dropOldest();
    return entry;
  }

  /** Drops moments of calls that left the journal. */
  forgetUpTo(callId: number): void {
    while (this.#entries[0] !== undefined && this.#entries[0].lastCall <= callId) this.#dropOldest();
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = 0;
  }

  #dropOldest(): void {
    const oldest = this.#entries.shift()!;
    oldest.drop();
    this.#bytes -= oldest.bytes;
  }
}
