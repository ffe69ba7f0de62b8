/** Notifications that are sent in one turn: one or two milliseconds of work. */
export const MAX_SENT = 512;

/** Characters of notifications that are made in one turn: a few milliseconds of work. */
const MAX_CHARACTERS = 1 << 18;

/** The limits of a turn. */
export interface TurnLimits {
  /** notifications that are sent, to all clients together */
  readonly sent: number;
  /** characters of notifications that are made; the last step may pass the limit */
  readonly characters: number;
}

/** A client with notifications that wait to be sent. */
interface WaitingClient {
  /** Sends notifications until none is left, or one has to wait longer. @returns how many they were */
  deliver(max: number): number;
}

/**
 * Makes and sends the notifications of a ledger in turns of the event loop, so that other requests are answered between two of them. They are
 * made in the order of their events, and only when all notifications made before are sent; then they are sent client by client.
 */
export class NotificationTurns {
  readonly #limits: TurnLimits;
  readonly #making: Iterator<number>[] = [];
  /** the client that is next comes first */
  readonly #clients = new Set<WaitingClient>();
  /** whether a turn is being taken, or will be */
  #isUnderway = false;

  constructor(limits: TurnLimits = { sent: MAX_SENT, characters: MAX_CHARACTERS }) {
    this.#limits = limits;
  }

  /**
   * Makes notifications behind those that are being made; at once if there are none.
   *
   * @param steps each makes notifications, and yields the number of their characters
   */
  make(steps: Iterable<number>): void {
    this.#making.push(steps[Symbol.iterator]());
    if (!this.#isUnderway) this.#takeTurn();
  }

  /** Adds a client that has a new notification. */
  add(client: WaitingClient): void {
    this.#clients.add(client);
  }

  /** Sends what a client has, in its turn; at once if no other client waits. */
  send(client: WaitingClient): void {
    this.add(client);
    if (!this.#isUnderway) this.#takeTurn();
  }

  /** Makes and sends everything that waits, in one piece. */
  finish(): void {
    while (this.#isWaiting) {
      if (this.#clients.size === 0) this.#makeSome();
      this.#deliver(Number.POSITIVE_INFINITY);
    }
  }

  get #isWaiting(): boolean {
    return this.#making.length + this.#clients.size > 0;
  }

  #takeTurn(): void {
    this.#isUnderway = true;
    try {
      if (this.#clients.size === 0) this.#makeSome();
      this.#deliver(this.#limits.sent);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
    this.#isUnderway = this.#isWaiting;
    if (this.#isUnderway) setImmediate(() => this.#takeTurn());
  }

  #makeSome(): void {
    for (let characters = 0; characters < this.#limits.characters; ) {
      const step = this.#making[0]?.next();
      if (step === undefined) return;
      if (step.done) this.#making.shift();
      else characters += step.value;
    }
  }

  #deliver(max: number): void {
    let room = max;
    for (const client of this.#clients) {
      this.#clients.delete(client);
      room -= client.deliver(room);
      if (room > 0) continue;
      // it may have more, and is the last one now
      this.#clients.add(client);
      return;
    }
  }
}
