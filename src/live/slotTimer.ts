/** An action between a block and the next one. */
export interface AfterBlock {
  /** whether anything would change */
  isDue(): boolean;
  run(): Promise<unknown>;
}

/** The action after a block runs a quarter of a slot later. */
const AFTER_BLOCK_DELAY_SLOTS = 1 / 4;

/** Advances a ledger one slot at a time. A tick is skipped while the last one still runs; the ledger queues all moves. */
export class SlotTimer {
  readonly #afterBlock: AfterBlock | undefined;
  #slotTimeMs: number | undefined;
  #advance: () => Promise<unknown> = () => Promise.resolve();
  #slotTimeAtStart: number | undefined;
  #interval: NodeJS.Timeout | undefined;
  /** an interval whose first run ends it: it runs the action after a block */
  #afterBlockTimer: NodeJS.Timeout | undefined;
  #isMoving = false;
  #hasFailed = false;

  constructor(afterBlock?: AfterBlock) {
    this.#afterBlock = afterBlock;
  }

  /** Milliseconds; undefined: time does not pass by itself, because it was not asked to, or the timer was stopped. */
  get slotTimeMs(): number | undefined {
    return this.#interval === undefined ? undefined : this.#slotTimeMs;
  }

  /**
   * Time passes at this pace from now on.
   *
   * @param advance moves the ledger by one slot; the timer stops if it throws
   */
  set(slotTimeMs: number | undefined, advance: () => Promise<unknown> = this.#advance): void {
    this.stop();
    this.#hasFailed = false;
    this.#slotTimeMs = slotTimeMs;
    this.#advance = advance;
    this.start();
  }

  /** Sets the pace, now and after each reset. */
  setAtStart(slotTimeMs: number, advance: () => Promise<unknown>): void {
    this.#slotTimeAtStart = slotTimeMs;
    this.set(slotTimeMs, advance);
  }

  /** Goes back to the pace of the start, also after a move that failed. */
  reset(): void {
    if (this.#hasFailed || this.#slotTimeMs !== this.#slotTimeAtStart) this.set(this.#slotTimeAtStart);
  }

  /** Starts the timer. No-op if it runs, or has no pace. */
  start(): void {
    if (this.#slotTimeMs === undefined) return;
    this.#interval ??= SlotTimer.#createInterval(this, this.#slotTimeMs, (timer) => timer.#tick());
  }

  stop(): void {
    clearInterval(this.#interval);
    clearInterval(this.#afterBlockTimer);
    this.#interval = undefined;
  }

  /** An interval that refers to the timer weakly, so that an unused ledger can be garbage-collected. It does not keep the process alive. */
  static #createInterval(
    timer: SlotTimer,
    milliseconds: number,
    run: (timer: SlotTimer) => Promise<void>,
  ): NodeJS.Timeout {
    const reference = new WeakRef(timer);
    const interval = setInterval(() => {
      const referenced = reference.deref();
      if (referenced === undefined) clearInterval(interval);
      else void run(referenced);
    }, milliseconds);
    return interval.unref();
  }

  async #tick(): Promise<void> {
    // ticks during a long move are skipped
    if (this.#isMoving) return;
    this.#isMoving = true;
    await this.#move(this.#advance);
    this.#isMoving = false;
    if (this.#interval !== undefined && this.#afterBlock?.isDue() === true)
      this.#scheduleAfterBlock(this.#slotTimeMs! * AFTER_BLOCK_DELAY_SLOTS);
  }

  #scheduleAfterBlock(milliseconds: number): void {
    clearInterval(this.#afterBlockTimer);
    this.#afterBlockTimer = SlotTimer.#createInterval(this, milliseconds, (timer) => timer.#runAfterBlock());
  }

  #runAfterBlock(): Promise<void> {
    clearInterval(this.#afterBlockTimer);
    return this.#move(() => this.#afterBlock!.run());
  }

  async #move(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch {
      this.#hasFailed = true;
      this.stop();
    }
  }
}
