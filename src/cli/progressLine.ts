import type { Progress } from '../fixtures/merging/ledgerContents.ts';
import { countsText } from './ledgerSummary.ts';
import type { Messages } from './output.ts';

const DELAY_MILLISECONDS = 2000;
const INTERVAL_MILLISECONDS = 100;
const CLEAR_LINE = '\r\x1b[K';

/** The progress of a command that takes long, in one line of a terminal. */
export class ProgressLine {
  readonly #terminal: Messages;
  readonly #now: () => number;
  /** time of the next update; undefined: no output yet */
  #due: number | undefined;
  #isShown = false;

  constructor(terminal: Messages, now: () => number = () => performance.now()) {
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

  /** Shows a wait, without a delay: nothing else happens until it is over. */
  showWait(milliseconds: number, why: string, prefix = ''): void {
    this.show(() => `${prefix}waiting ${Math.ceil(milliseconds / 1000)} s: the node ${why}`, true);
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
