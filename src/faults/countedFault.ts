import { containsJson } from '../codec/containsJson.ts';
import type { JsonValue } from '../codec/json.ts';
import { effectsOf, type Fault, type FaultMatch, type Occasion } from './fault.ts';
import { createRandom, type Random } from './random.ts';

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
