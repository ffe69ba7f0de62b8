import type { Progress } from '../loading/merging/contents.ts';

const DELAY_MILLISECONDS = 2000;
const INTERVAL_MILLISECONDS = 100;
/** to the start of the line, and all of it gone */
const CLEAR_LINE = '\r\x1b[K';

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** One line on a terminal that counts what is read while that takes long. Without a terminal there is none. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  /** when it is next written; undefined: nothing has been read yet */
  #due: number | undefined;
  #isShown = false;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  /** undefined: nobody would see it */
  get onProgress(): ((progress: Progress) => void) | undefined {
    return this.#terminal.isTTY ? (progress) => this.#update(progress) : undefined;
  }

  /** Takes the line away; it comes again when something else is read for long. */
  clear(): void {
    if (this.#isShown) this.#terminal.write(CLEAR_LINE);
    this.#isShown = false;
    this.#due = undefined;
  }

  #update({ accounts, blocks, transactions }: Progress): void {
    const now = this.#now();
    this.#due ??= now + DELAY_MILLISECONDS;
    if (now < this.#due) return;
    this.#due = now + INTERVAL_MILLISECONDS;
    this.#isShown = true;
    this.#terminal.write(`${CLEAR_LINE}loading: ${blocks} blocks, ${transactions} transactions, ${accounts} accounts`);
  }
}
