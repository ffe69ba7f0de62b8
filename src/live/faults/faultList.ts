import { containsJson } from '../../codec/compareJson.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import type { SendMatch } from '../../runtime/sendRule.ts';
import { isSameList } from '../sameList.ts';
import { delayOf } from './delay.ts';
import {
  effectsOf,
  type Fault,
  type FaultMatch,
  type FaultThen,
  type GivenFault,
  type HttpReply,
  type Occasion,
} from './fault.ts';
import { Buckets } from './limit.ts';
import { createRandom, type Random } from './random.ts';

/** A call or a notification that a fault may affect. */
export interface Happening {
  readonly occasion: Occasion;
  readonly method: string;
  /** whether it is a read: another node answers only reads */
  readonly isRead: boolean;
  readonly params: () => JsonValue | undefined;
  /** whether it sends such a transaction; undefined: it sends none */
  readonly sends?: (match: SendMatch) => boolean;
  /** tells clients from each other, for limits */
  readonly clientKey?: () => string;
}

/** Gives the delays a seed of their own, so that a probability does not change them. */
const DELAY_SEED_MASK = 0x5bd1e995;

/** A fault with its counts of matches and hits. */
export class CountedFault {
  readonly id: string;
  readonly json: JsonValue;
  readonly fault: Fault;
  /** the generator of its delays */
  readonly random: Random;
  readonly #chance: Random;
  readonly #buckets: Buckets | undefined;
  #matchCount = 0;
  #hits = 0;
  /** seconds until the limit lets another call pass */
  retryAfter = 0;

  constructor(id: string, { fault, json }: GivenFault, now: () => number) {
    const { limit } = fault.then;
    this.#buckets = limit && new Buckets(limit, now);
    this.id = id;
    this.json = json;
    this.fault = fault;
    this.#chance = createRandom(fault.match.seed);
    this.random = createRandom(fault.match.seed ^ DELAY_SEED_MASK);
  }

  get hits(): number {
    return this.#hits;
  }

  /** Whether it happens now; counts the match, and the hit. */
  happens(happening: Happening): boolean {
    const { isFlapping, match } = this.fault;
    if (this.#hits >= match.times || !this.#isMatch(happening)) return false;
    const matchNumber = ++this.#matchCount - match.after;
    if (matchNumber <= 0 || (isFlapping && matchNumber % 2 === 0)) return false;
    if (match.probability < 1 && this.#chance() >= match.probability) return false;
    if (this.#isWithinLimit(happening)) return false;
    this.#hits++;
    return true;
  }

  /** Takes a token, and returns whether a limit lets the call pass without the fault; false without a limit. */
  #isWithinLimit({ clientKey, method }: Happening): boolean {
    if (this.#buckets === undefined) return false;
    const countedMethod = this.fault.then.limit?.isPerMethod ? method : '';
    const wait = this.#buckets.take(`${countedMethod} ${clientKey?.()}`);
    this.retryAfter = wait ?? 0;
    return wait === undefined;
  }

  #isMatch({ isRead, method, occasion, params, sends }: Happening): boolean {
    const { match, then } = this.fault;
    return (
      (match.methods === undefined || match.methods.includes(method)) &&
      effectsOf(then, occasion, isRead).length > 0 &&
      matchesParams(match, params) &&
      (match.sent === undefined || sends?.(match.sent) === true)
    );
  }
}

function matchesParams(match: FaultMatch, params: Happening['params']): boolean {
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
  /** number of this hit among those of the fault, from 0 */
  readonly n: number;
}

/** The faults of one ledger, in the order in which they are tried. */
export class FaultList {
  #atStart: readonly GivenFault[];
  readonly #now: () => number;
  /** called when the list has changed, or a fault has happened */
  onChanged: (() => void) | undefined;
  #faults: readonly CountedFault[] = [];
  #lastId = 0;

  /**
   * @param atStart the faults at the start and after a reset
   * @param now milliseconds, for limits
   */
  constructor(atStart: readonly GivenFault[] = [], now: () => number = () => performance.now()) {
    this.#atStart = atStart;
    this.#now = now;
    this.reset();
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get all(): readonly CountedFault[] {
    return this.#faults;
  }

  /**
   * Adds a fault behind the others.
   *
   * @param json the fault as the caller wrote it
   * @returns its id, which is never used again
   */
  add(json: JsonValue, fault: Fault): string {
    const id = `fault-${++this.#lastId}`;
    this.#replace([...this.#faults, new CountedFault(id, { json, fault }, this.#now)]);
    return id;
  }

  /** Replaces all faults by those of the start, with new ids and counts. @param atStart the new faults of the start */
  reset(atStart: readonly GivenFault[] = this.#atStart): void {
    this.#atStart = atStart;
    this.#replace(atStart.map((fault) => new CountedFault(`fault-${++this.#lastId}`, fault, this.#now)));
  }

  /** Whether there was one. */
  remove(id: string): boolean {
    const before = this.#faults;
    this.#replace(before.filter((fault) => fault.id !== id));
    return this.#faults.length < before.length;
  }

  /** Returns how many there were. */
  clear(): number {
    const count = this.#faults.length;
    this.#replace([]);
    return count;
  }

  #replace(faults: readonly CountedFault[]): void {
    const before = this.#faults;
    this.#faults = faults;
    if (!isSameList(before, faults)) this.onChanged?.();
  }

  /** The first fault that happens to a call or a notification; later ones are not tried. */
  take(happening: Happening): TakenFault | undefined {
    const counted = this.#faults.find((fault) => fault.happens(happening));
    if (counted === undefined) return undefined;
    this.onChanged?.();
    const { fault, hits, id, random, retryAfter } = counted;
    const { isRead, occasion } = happening;
    const then = Object.fromEntries(
      effectsOf(fault.then, occasion, isRead).map((effect) => [effect, fault.then[effect]]),
    ) as FaultThen;
    const { delayMs = 0, delayNotificationsMs = 0 } = then;
    return {
      id,
      n: hits - 1,
      then: fault.then.limit === undefined ? then : { ...then, http: tooManyRequests(then.http, retryAfter) },
      delayMs: delayOf(delayMs, random),
      notificationDelayMs: delayOf(delayNotificationsMs, random),
    };
  }
}

/**
 * The reply to a call beyond a limit.
 *
 * @param seconds time until the client may try again: rounded up, at least 1
 */
function tooManyRequests(reply: HttpReply | undefined, seconds: number): HttpReply {
  const { body, headers = [], status = 429 } = reply ?? {};
  return { status, headers: [['retry-after', `${Math.max(Math.ceil(seconds), 1)}`], ...headers], body };
}
