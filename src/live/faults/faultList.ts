import { containsJson } from '../../codec/compareJson.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import {
  createRandom,
  delayOf,
  effectsOf,
  type Fault,
  type FaultMatch,
  type FaultThen,
  type Occasion,
  type Random,
} from './fault.ts';

/** A call or a notification. */
export interface Happening {
  readonly occasion: Occasion;
  readonly method: string;
  /** only reads can be stale */
  readonly isRead: boolean;
  readonly params: () => JsonValue | undefined;
}

/** Keeps delays the same whether there is a probability or not. */
const DELAYS = 0x5bd1e995;

/** A fault with its counts of matches and hits. */
export class CountedFault {
  readonly id: string;
  /** as it was given */
  readonly json: JsonValue;
  readonly fault: Fault;
  /** of its delays */
  readonly random: Random;
  readonly #chance: Random;
  #fits = 0;
  #hits = 0;

  constructor(id: string, json: JsonValue, fault: Fault) {
    this.id = id;
    this.json = json;
    this.fault = fault;
    this.#chance = createRandom(fault.match.seed);
    this.random = createRandom(fault.match.seed ^ DELAYS);
  }

  get hits(): number {
    return this.#hits;
  }

  /** Whether it happens now; counts the match, and the hit. */
  happens(happening: Happening): boolean {
    const { isFlapping, match } = this.fault;
    if (this.#hits >= match.times || !this.#fitsTo(happening)) return false;
    const past = ++this.#fits - match.after;
    if (past <= 0 || (isFlapping && past % 2 === 0)) return false;
    if (match.probability < 1 && this.#chance() >= match.probability) return false;
    this.#hits++;
    return true;
  }

  #fitsTo({ isRead, method, occasion, params }: Happening): boolean {
    const { match, then } = this.fault;
    return (
      (match.methods === undefined || match.methods.includes(method)) &&
      effectsOf(then, occasion, isRead).length > 0 &&
      areParamsWanted(match, params)
    );
  }
}

function areParamsWanted(match: FaultMatch, params: Happening['params']): boolean {
  return match.params === undefined || containsJson(params(), match.params);
}

/** A fault that happens now. */
export interface TakenFault {
  readonly id: string;
  /** the effects that apply */
  readonly then: FaultThen;
  /** milliseconds that the answer is held back */
  readonly delayMs: number;
  readonly notificationDelayMs: number;
}

/** The faults of one ledger, in the order in which they are tried. */
export class FaultList {
  #faults: readonly CountedFault[] = [];
  #lastId = 0;

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get all(): readonly CountedFault[] {
    return this.#faults;
  }

  /**
   * Adds a fault behind the others.
   *
   * @param json as it was given
   * @returns its id, which is never given again
   */
  add(json: JsonValue, fault: Fault): string {
    const id = `fault-${++this.#lastId}`;
    this.#faults = [...this.#faults, new CountedFault(id, json, fault)];
    return id;
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    const before = this.#faults;
    this.#faults = before.filter((fault) => fault.id !== id);
    return this.#faults.length < before.length;
  }

  /** Returns how many there were. */
  clear(): number {
    const count = this.#faults.length;
    this.#faults = [];
    return count;
  }

  /** The first fault that happens to a call or a notification; later ones are not tried. */
  take(happening: Happening): TakenFault | undefined {
    const taken = this.#faults.find((fault) => fault.happens(happening));
    if (taken === undefined) return undefined;
    const { fault, id, random } = taken;
    const { isRead, occasion } = happening;
    const then = Object.fromEntries(
      effectsOf(fault.then, occasion, isRead).map((effect) => [effect, fault.then[effect]]),
    ) as FaultThen;
    const { delayMs = 0, delayNotificationsMs = 0 } = then;
    return {
      id,
      then,
      delayMs: delayOf(delayMs, random),
      notificationDelayMs: delayOf(delayNotificationsMs, random),
    };
  }
}
