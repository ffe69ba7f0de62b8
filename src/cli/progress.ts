import type { Progress } from '../loading/merging/contents.ts';
import { countsText } from './summary.ts';

const DELAY_MILLISECONDS = 2000;
const INTERVAL_MILLISECONDS = 100;
/** moves to the start of the line and erases it */
const CLEAR_LINE = '\r\x1b[K';

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** One line that says how far a command is, if it takes long. Shown on a terminal only. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  /** time of the next update; undefined: nothing has been done yet */
  #due: number | undefined;
  #isShown = false;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
  }

  /** undefined: the output is not a terminal */
  get onProgress(): ((progress: Progress) => void) | undefined {
    return this.#terminal.isTTY ? (progress) => this.show(() => `loading: ${countsText(progress)}`) : undefined;
  }

  /** Erases the line; it is shown again if a later read takes long. */
  clear(): void {
    if (this.#isShown) this.#terminal.write(CLEAR_LINE);
    this.#isShown = false;
    this.#due = undefined;
  }

  /** @param isUrgent shown even if little time has passed */
  show(text: () => string, isUrgent = false): void {
    if (!this.#terminal.isTTY) return;
    const now = this.#now();
    this.#due ??= now + DELAY_MILLISECONDS;
    if (now < this.#due && !isUrgent) return;
    this.#due = now + INTERVAL_MILLISECONDS;
    this.#isShown = true;
    this.#terminal.write(`${CLEAR_LINE}${text()}`);
  }
}
