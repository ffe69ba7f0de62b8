import { LEDGER_JSON_READERS } from '../control/parse/ledgerJsonReaders.ts';
import { FixtureError } from '../files/fixtureError.ts';
import { type LoadedLedger, loadLedger } from '../fixtures/loadLedger.ts';
import { type ProgramFiles, readPrograms } from '../fixtures/programFiles.ts';
import { SAMPLE_LEDGER } from '../packageFiles.ts';
import type { GivenProtocol } from '../script/ledgerJson/protocolMembers.ts';
import { CliError, type Messages, printErrors, printSomeWarnings } from './output.ts';
import { ProgressLine } from './progressLine.ts';

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
  const loading = { onProgress, programs: await readPrograms(programs), protocol, ...LEDGER_JSON_READERS };
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
