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
  /** whether it only reads: nothing else can be behind */
  readonly isRead: boolean;
  /** asked for by faults that look at them */
  readonly params: () => JsonValue | undefined;
}

/** Keeps delays the same whether there is a probability or not. */
const DELAYS = 0x5bd1e995;

/** A fault, and how often it was looked for and happened. */
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

  /** Whether it happens now. Both are counted: that it was looked for where it fits, and that it happens. */
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
  /** what can happen there */
  readonly then: FaultThen;
  /** for which the answer is held back; 0: not at all */
  readonly delayMs: number;
  /** the same of a notification */
  readonly notificationDelayMs: number;
}

/** The faults of one ledger, in the order in which they are looked at. */
export class FaultList {
  #faults: readonly CountedFault[] = [];
  #lastId = 0;

  /** Looked at before anything else, so that a ledger without faults pays nothing for them. */
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

  /** The first fault that happens to a call or a notification; those behind it are not looked at. */
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
