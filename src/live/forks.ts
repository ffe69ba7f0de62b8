import { thereAre } from '../codec/text.ts';
import { droppedText } from '../errors.ts';
import { LiveError } from './liveError.ts';
import type { LiveLedger } from './liveLedger.ts';

const FORK_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** The rule for names, in words; `.` and `..` are refused too. */
export const FORK_NAME_RULE = '1 to 64 of A-Z, a-z, 0-9, ".", "_", "-"';

export function isForkName(name: string): boolean {
  return FORK_NAME.test(name) && name !== '.' && name !== '..';
}

/** The forks of a node by name: live ledgers of their own. */
export class Forks {
  readonly #forks = new Map<string, LiveLedger>();
  readonly #max: number;
  #generatedNames = 0;

  /** @param max how many there may be at once */
  constructor(max: number) {
    this.#max = max;
  }

  /** Undefined: no fork has this name. */
  get(name: string): LiveLedger | undefined {
    return this.#forks.get(name);
  }

  /** The names, oldest fork first. */
  names(): readonly string[] {
    return [...this.#forks.keys()];
  }

  /**
   * Adds a fork and returns its name.
   *
   * @param name default: `fork-1`, `fork-2` and so on
   * @throws LiveError invalid: the name is not allowed or is taken, or there are too many forks
   */
  add(name: string | undefined, fork: LiveLedger): string {
    const freeName = name === undefined ? this.#freeName() : this.#checkName(name);
    if (this.#forks.size >= this.#max)
      throw new LiveError('invalid', `${thereAre(this.#max, 'fork')} already: drop some with stillnode_dropFork`);
    this.#forks.set(freeName, fork);
    return freeName;
  }

  /**
   * Removes a fork and ends its watchers.
   *
   * @throws LiveError unknown
   */
  drop(name: string): void {
    const fork = this.#forks.get(name);
    if (fork !== undefined) {
      this.#forks.delete(name);
      fork.end(droppedText(name));
      return;
    }
    throw new LiveError('unknown', `there is no fork ${JSON.stringify(name)}: stillnode_listForks lists them`);
  }

  #checkName(name: string): string {
    const text = JSON.stringify(name);
    if (!isForkName(name))
      throw new LiveError('invalid', `${text} cannot be the name of a fork: use ${FORK_NAME_RULE}`);
    if (this.#forks.has(name))
      throw new LiveError('invalid', `there is a fork ${text} already: choose another name, or drop it first`);
    return name;
  }

  #freeName(): string {
    let name: string;
    do name = `fork-${++this.#generatedNames}`;
    while (this.#forks.has(name));
    return name;
  }
}
