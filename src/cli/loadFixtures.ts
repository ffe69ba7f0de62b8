import { counted } from '../codec/text.ts';
import { readFaults } from '../control/parse/parseFaults.ts';
import { FixtureError } from '../files/fixtureError.ts';
import { type LedgerCounts, type LoadedLedger, loadLedger } from '../fixtures/loadLedger.ts';
import type { Progress } from '../fixtures/merging/contents.ts';
import { type ProgramFiles, readPrograms } from '../fixtures/programFiles.ts';
import { type Tips, tipsOf } from '../ledger/tips.ts';
import { SAMPLE_LEDGER } from '../packageFiles.ts';
import type { GivenProtocol } from '../script/ledgerJson/protocolMembers.ts';
import { CliError, type Messages, printErrors, printSomeWarnings } from './output.ts';

export interface LoadingOptions {
  /** paths of fixtures; empty: the sample ledger */
  readonly paths: readonly string[];
  /** files of compiled programs, by address */
  readonly programs: ProgramFiles;
  /** takes precedence over the settings of the ledger */
  readonly protocol?: GivenProtocol;
}

/** Loads a ledger for a command that does not serve it. */
export async function loadFixtures(
  { paths, programs, protocol }: LoadingOptions,
  progress: ProgressLine | undefined,
): Promise<LoadedLedger> {
  const parts = paths.length === 0 ? [SAMPLE_LEDGER] : paths;
  const onProgress = progress?.onProgress;
  const loading = { onProgress, programs: await readPrograms(programs), protocol, readFaults };
  return loadLedger(parts, loading).finally(() => progress?.clear());
}

/**
 * Loads for a command whose output is not about problems: warnings are printed, errors end it.
 *
 * @param consequence of errors: `nothing was dumped`
 */
export async function loadOrFail(
  options: LoadingOptions,
  consequence: string,
  messages: Messages,
  progress: ProgressLine = new ProgressLine(messages),
): Promise<LoadedLedger> {
  try {
    const loaded = await loadFixtures(options, progress);
    printSomeWarnings(loaded, messages);
    return loaded;
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    throw new CliError(`${printErrors(error, messages)}: ${consequence}`);
  }
}

interface LedgerSummary extends LedgerCounts, Tips {
  /** lowest slot of blocks and transactions; null: the ledger has neither */
  readonly firstSlot: bigint | null;
  readonly lastSlot: bigint | null;
  readonly firstAvailable: bigint | null;
  /** slots that are not on the chain of the processed tip: dropped forks */
  readonly dropped: number;
}

export function summaryOf({ counts, state }: LoadedLedger): LedgerSummary {
  const { chains, cleanedUpBefore, history } = state;
  return {
    ...counts,
    firstSlot: history.firstSlot ?? null,
    lastSlot: history.lastSlot ?? null,
    ...tipsOf(state),
    firstAvailable: cleanedUpBefore ?? null,
    dropped: chains.processed.offChain.size,
  };
}

export function countsText({ accounts, blocks, transactions }: Omit<LedgerCounts, 'files'>): string {
  return [counted(blocks, 'block'), counted(transactions, 'transaction'), counted(accounts, 'account')].join(', ');
}

/** e.g. `slots 301 to 320, 2 of them dropped; processed 320, confirmed 318, finalized 316, first available 301` */
export function slotsText(summary: LedgerSummary): string {
  const { confirmed, dropped, finalized, firstAvailable, firstSlot, lastSlot, processed } = summary;
  const slots = firstSlot === null ? 'no slots' : `slots ${firstSlot} to ${lastSlot}`;
  const off = dropped === 0 ? '' : `, ${dropped} of them dropped`;
  const first = firstAvailable === null ? '' : `, first available ${firstAvailable}`;
  return `${slots}${off}; processed ${processed}, confirmed ${confirmed}, finalized ${finalized}${first}`;
}

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
  showWait(milliseconds: number, why: string, before = ''): void {
    this.show(() => `${before}waiting ${Math.ceil(milliseconds / 1000)} s: the node ${why}`, true);
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
