import type { JsonValue } from '../codec/json.ts';
import { CountedFault, type Happening } from './countedFault.ts';
import { effectsOf, type Fault, type FaultThen } from './fault.ts';
import { delayOf } from './random.ts';

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
