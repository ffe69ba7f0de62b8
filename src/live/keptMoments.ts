import { bytesBeside } from '../ledger/bytesBeside.ts';
import type { Moment } from './checkpoint.ts';

/** The ledger that calls were answered from. Calls without a move between them share it. */
export interface KeptMoment {
  /** undefined: it was given up */
  readonly moment: Moment | undefined;
}

interface Kept {
  moment: Moment | undefined;
  /** memory that it keeps and the one after it does not, roughly */
  bytes: number;
  /** id of the newest call that was answered from it */
  lastCall: number;
}

/** Memory that ledgers of the past may take besides the one that is now, roughly. */
const MAX_BYTES = 1 << 26;

/** The ledgers that the calls of a journal were answered from, oldest first. Where they take too much memory, the oldest are given up. */
export class KeptMoments {
  readonly #maxBytes: number;
  #kept: Kept[] = [];
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** @param call its id */
  keep(moment: Moment, call: number): KeptMoment {
    const last = this.#kept.at(-1);
    if (last?.moment?.state === moment.state && last.moment.sends === moment.sends) {
      last.lastCall = call;
      return last;
    }
    if (last?.moment !== undefined) {
      last.bytes = bytesBeside(last.moment.state, moment.state);
      this.#bytes += last.bytes;
    }
    const entry: Kept = { moment, bytes: 0, lastCall: call };
    this.#kept.push(entry);
    while (this.#bytes > this.#maxBytes) this.#giveUpOldest();
    return entry;
  }

  /** Drops moments of calls that left the journal. */
  forgetUpTo(call: number): void {
    while (this.#kept[0] !== undefined && this.#kept[0].lastCall <= call) this.#giveUpOldest();
  }

  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }

  #giveUpOldest(): void {
    const oldest = this.#kept.shift()!;
    oldest.moment = undefined;
    this.#bytes -= oldest.bytes;
  }
}
