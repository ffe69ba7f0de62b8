import type { RecordProgress } from '../record/recording.ts';
import type { ProgressLine } from './progress.ts';

const WIDTH = 20;

/** One line that says how far a recording is, and what it waits for: `recording [#####---------------] 12 of 48`. */
export class RecordBar {
  readonly #line: ProgressLine;
  #progress: RecordProgress = { wanted: 0, done: 0 };

  constructor(line: ProgressLine) {
    this.#line = line;
  }

  readonly onProgress = (progress: RecordProgress): void => {
    this.#progress = progress;
    this.#line.show(() => this.#text());
  };

  /** A wait is shown at once: nothing else happens until it is over. */
  readonly onWait = (milliseconds: number, why: string): void => {
    const seconds = Math.ceil(milliseconds / 1000);
    this.#line.show(() => `${this.#text()}, waiting ${seconds} s: the node ${why}`, true);
  };

  clear(): void {
    this.#line.clear();
  }

  #text(): string {
    const { done, wanted } = this.#progress;
    const full = wanted === 0 ? 0 : Math.floor((WIDTH * done) / wanted);
    return `recording [${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${done} of ${wanted}`;
  }
}
