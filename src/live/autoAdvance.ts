import { createHash } from 'node:crypto';

/** Idle time before an advance, in timer turns of a millisecond and not by a clock: a paused process counts as one turn. */
const IDLE_TURNS = 10;

/** A subscription whose client waits for a notification. */
export interface Wait {
  /** whether it has received its last notification */
  readonly isOver: boolean;
}

/** Different calls whose last answers are remembered. */
const MAX_CALLS = 1_000;

/**
 * Notices that clients only wait, so that the ledger can advance: a call is repeated and its answer would be
 * the same, or a subscription waits and no call comes for a while.
 */
export class AutoAdvance {
  /** moves the ledger by one slot; undefined: it is off */
  #advance: (() => Promise<unknown>) | undefined;
  /** `#advance` after a reset */
  #atStart: (() => Promise<unknown>) | undefined;
  /** the digest of the last answer by that of the method and the parameters, the latest last */
  readonly #lastAnswers = new Map<string, string>();
  readonly #waits = new Set<Wait>();
  #timer: NodeJS.Timeout | undefined;
  #idleTurns = 0;

  get isOn(): boolean {
    return this.#advance !== undefined;
  }

  /** @param advance moves the ledger by one slot; undefined: off */
  set(advance: (() => Promise<unknown>) | undefined): void {
    this.#advance = advance;
    this.#lastAnswers.clear();
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

  /** Whether the last call with this method and these parameters had the same answer. Remembers this call. */
  isRepeated(method: string, params: string, answer: string | Buffer): boolean {
    const call = digestOf(`${method} ${params}`);
    const digest = digestOf(answer);
    const last = this.#lastAnswers.get(call);
    this.#lastAnswers.delete(call);
    this.#lastAnswers.set(call, digest);
    if (this.#lastAnswers.size > MAX_CALLS) this.#lastAnswers.delete(this.#lastAnswers.keys().next().value!);
    return last === digest;
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

/** Equal for equal texts; it takes the place of texts that may be long. */
function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64');
}
