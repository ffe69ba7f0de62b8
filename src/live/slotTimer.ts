/** Advances a ledger one slot at a time; never two moves at once. */
export class SlotTimer {
  #slotTimeMs: number | undefined;
  #advance: () => Promise<unknown> = () => Promise.resolve();
  #atStart: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isMoving = false;
  #hasFailed = false;

  /** Milliseconds; undefined: time does not pass by itself. */
  get slotTimeMs(): number | undefined {
    return this.#slotTimeMs;
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

  /** As `set`; a reset comes back to it. */
  setAtStart(slotTimeMs: number, advance: () => Promise<unknown>): void {
    this.#atStart = slotTimeMs;
    this.set(slotTimeMs, advance);
  }

  /** Goes back to the pace of the start, also after a move that failed. */
  clear(): void {
    if (this.#hasFailed || this.#slotTimeMs !== this.#atStart) this.set(this.#atStart);
  }

  /** Does nothing where it runs, or where there is no pace. */
  start(): void {
    if (this.#slotTimeMs === undefined) return;
    // a server keeps the process alive; this timer alone must not
    this.#timer ??= SlotTimer.#intervalOf(this, this.#slotTimeMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** An interval that does not keep its ledger in memory, and ends when that is forgotten. */
  static #intervalOf(timer: SlotTimer, slotTimeMs: number): NodeJS.Timeout {
    const reference = new WeakRef(timer);
    const interval = setInterval(() => {
      const referenced = reference.deref();
      if (referenced === undefined) clearInterval(interval);
      else void referenced.#tick();
    }, slotTimeMs);
    return interval;
  }

  async #tick(): Promise<void> {
    // ticks during a long move are skipped
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      await this.#advance();
    } catch {
      this.#hasFailed = true;
      this.stop();
    } finally {
      this.#isMoving = false;
    }
  }
}
