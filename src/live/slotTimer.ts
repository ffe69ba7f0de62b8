import { MoveError } from '../ledger/moves/timeline.ts';

/** Advances a ledger one slot at a time; never two moves at once. */
export class SlotTimer {
  readonly #advance: () => Promise<void>;
  readonly #slotTimeMs: number;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #isMoving = false;

  /**
   * @param advance moves the ledger by one slot
   * @param onError called when the timer stops because of an error; it also stops, without one, at the last slot that there is
   */
  constructor(advance: () => Promise<void>, slotTimeMs: number, onError: (error: unknown) => void) {
    this.#advance = advance;
    this.#slotTimeMs = slotTimeMs;
    this.#onError = onError;
  }

  start(): void {
    // a server keeps the process alive; this timer alone must not
    this.#timer ??= setInterval(() => void this.#tick(), this.#slotTimeMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #tick(): Promise<void> {
    // ticks during a long move are skipped
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      await this.#advance();
    } catch (error) {
      this.stop();
      if (!(error instanceof MoveError)) this.#onError(error);
    } finally {
      this.#isMoving = false;
    }
  }
}
