/** Idle time before an advance, in timer turns of a millisecond and not by a clock: a paused process counts as one turn. */
const IDLE_TURNS = 10;

/** A subscription whose client waits for a notification. */
export interface Wait {
  /** whether it has received its last notification */
  readonly isOver: boolean;
}

/** The parameters of a call, and its answer. */
interface AnsweredCall {
  readonly params: string;
  readonly answer: string | Buffer;
}

/**
 * Notices that clients only wait, so that the ledger can advance: a call is repeated and its answer would be
 * the same, or a subscription waits and no call comes for a while.
 */
export class AutoAdvance {
  /** moves the ledger by one slot; undefined: it is off */
  #advance: (() => Promise<unknown>) | undefined;
  /** `#advance` after a reset */
  #atStart: (() => Promise<unknown>) | undefined;
  /** the last call of each method */
  readonly #lastCalls = new Map<string, AnsweredCall>();
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | undefined;
  #idleTurns = 0;

  get isOn(): boolean {
    return this.#advance !== undefined;
  }

  /** @param advance moves the ledger by one slot; undefined: off */
  set(advance: (() => Promise<unknown>) | undefined): void {
    this.#advance = advance;
    this.#lastCalls.clear();
    this.#startOrStopTimer();
  }

  /** Switches it on, now and after each reset. */
  setAtStart(advance: () => Promise<unknown>): void {
    this.#atStart = advance;
    this.set(advance);
  }

  /** Goes back to what it was at the start. */
  reset(): void {
    this.set(this.#atStart);
  }

  /** A call has come, of any kind: the idle time starts again. */
  countCall(): void {
    this.#idleTurns = 0;
  }

  /** Whether the last call of a method had the same parameters and the same answer. Remembers this call. */
  isRepeated(method: string, params: string, answer: string | Buffer): boolean {
    const last = this.#lastCalls.get(method);
    this.#lastCalls.set(method, { params, answer });
    return last !== undefined && last.params === params && isSame(last.answer, answer);
  }

  /** A subscription begins to wait. */
  addWait(wait: Wait): void {
    this.#waits.add(wait);
    this.#idleTurns = 0;
    this.#startOrStopTimer();
  }

  removeWait(wait: Wait): void {
    this.#waits.delete(wait);
    this.#startOrStopTimer();
  }

  /** The timer runs while auto-advance is on and a subscription waits. It does not keep the process alive. */
  #startOrStopTimer(): void {
    if (this.isOn && this.#waits.size > 0) {
      this.#timer ??= setTimeout(() => void this.#turn(), 1).unref();
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #turn(): Promise<void> {
    const isWaiting = [...this.#waits].some(({ isOver }) => !isOver);
    if (isWaiting && ++this.#idleTurns > IDLE_TURNS) {
      this.#idleTurns = 0;
      // if it throws, the ledger cannot advance any more: stop waiting
      await this.#advance?.().catch(() => this.#waits.clear());
    }
    this.#timer = undefined;
    this.#startOrStopTimer();
  }
}

function isSame(a: string | Buffer, b: string | Buffer): boolean {
  return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string)) === 0;
}
