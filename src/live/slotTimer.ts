import { advance } from '../ledger/moves/advance.ts';
import { MoveError } from '../ledger/moves/moveError.ts';
import type { LiveLedger } from './liveLedger.ts';

/** Lets a ledger go on by itself: one slot each time, at most one at a time. */
export class SlotTimer {
  readonly #live: LiveLedger;
  readonly #slotTimeMs: number;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #isMoving = false;

  /** @param onError called when the timer stops because of an error; it also stops, without one, at the last slot that there is */
  constructor(live: LiveLedger, slotTimeMs: number, onError: (error: unknown) => void) {
    this.#live = live;
    this.#slotTimeMs = slotTimeMs;
    this.#onError = onError;
  }

  start(): void {
    // a server keeps the process alive; this timer alone must not
    this.#timer ??= setInterval(() => void this.#goOn(), this.#slotTimeMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #goOn(): Promise<void> {
    // slots that were due during a long move are left out
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      await this.#live.move((state, lag) => advance(state, 1n, lag));
    } catch (error) {
      this.stop();
      if (!(error instanceof MoveError)) this.#onError(error);
    } finally {
      this.#isMoving = false;
    }
  }
}
