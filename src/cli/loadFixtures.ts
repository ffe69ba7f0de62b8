import { type LoadedLedger, type LoadOptions, loadLedger } from '../loading/loadLedger.ts';
import type { ProgramFiles } from '../loading/programFiles.ts';
import { SAMPLE_LEDGER } from '../node.ts';
import { CliError } from './cliError.ts';

/** What every command that loads a ledger takes. */
export interface LoadingOptions {
  /** leave out what cannot be read */
  readonly skipUnreadable: boolean;
  /** files of compiled programs, by address */
  readonly programs: ProgramFiles;
}

/**
 * Loads a ledger for a command that does not serve it; without a path it is the sample ledger.
 *
 * @throws FixtureError as loading does
 * @throws CliError for a program that cannot be read
 */
export async function loadFixtures(
  paths: readonly string[],
  { programs, skipUnreadable }: LoadingOptions,
  onProgress?: LoadOptions['onProgress'],
): Promise<LoadedLedger> {
  const parts = paths.length === 0 ? [SAMPLE_LEDGER] : paths;
  return loadLedger(parts, { onProgress, skipUnreadable, programs: await read(programs) });
}

/** What reads programs is loaded only when there are any. */
async function read(files: ProgramFiles): Promise<LoadOptions['programs']> {
  if (Object.keys(files).length === 0) return undefined;
  const { ProgramFileError, readPrograms } = await import('../loading/programFiles.ts');
  try {
    return await readPrograms(files);
  } catch (error) {
    throw error instanceof ProgramFileError ? new CliError(error.message) : error;
  }
}
