import { onOneLine } from '../codec/text.ts';
import { ForeignFileError, SpecialFileError } from '../fixtures/dump/dumpFolder.ts';
import { LockedFolderError, lockFolder } from '../fixtures/dump/folderLock.ts';
import { ChangedFileError } from '../fixtures/dump/manifest.ts';
import { openStateFolder, type WrittenFiles, writeStateFolder } from '../fixtures/dump/stateFolder.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { LedgerState } from '../ledger/state.ts';
import { CliError } from './output.ts';

/** `--state FOLDER`: keeps the ledger of a node for the next start. @module */

const INTERVAL_MS = 60_000;

/** @returns whether the folder holds a ledger @throws CliError if it cannot be used */
export async function openState(folder: string): Promise<boolean> {
  try {
    return await openStateFolder(folder, lockFolder);
  } catch (error) {
    if (error instanceof LockedFolderError)
      throw new CliError(`--state ${folder} ${error.message}: end that one, or choose another folder`);
    if (error instanceof ChangedFileError)
      throw new CliError(
        `cannot continue the ledger in --state ${folder}: ${error.message}; put the file back, or load the folder as PATH and choose another one for --state`,
      );
    if (error instanceof ForeignFileError)
      throw new CliError(
        `--state ${folder} ${onOneLine(error.message)}: choose an empty folder, or one with only a dump`,
      );
    if (error instanceof SpecialFileError || (error instanceof Error && 'syscall' in error))
      throw new CliError(`cannot use --state ${folder}: ${fileErrorReason(error)}`);
    throw error;
  }
}

/** Writes the ledger each minute, if it has changed, and at the end. */
export class StateKeeper {
  readonly #folder: string;
  readonly #stateNow: () => LedgerState;
  readonly #timer: NodeJS.Timeout;
  #writtenState: LedgerState | undefined;
  /** the files that were written last; undefined: those of the manifest */
  #writtenFiles: WrittenFiles | undefined;
  /** the last write: the next one waits for it */
  #lastWrite: Promise<boolean> = Promise.resolve(true);

  constructor(folder: string, stateNow: () => LedgerState) {
    this.#folder = folder;
    this.#stateNow = stateNow;
    // a server keeps the process alive; this timer alone must not
    this.#timer = setInterval(() => void this.#write(), INTERVAL_MS).unref();
  }

  /** Writes for the last time. @returns whether the folder has the current ledger; false: the reason was printed */
  end(): Promise<boolean> {
    clearInterval(this.#timer);
    return this.#write();
  }

  #write(): Promise<boolean> {
    this.#lastWrite = this.#lastWrite.then(() => this.#writeIfChanged());
    return this.#lastWrite;
  }

  async #writeIfChanged(): Promise<boolean> {
    const state = this.#stateNow();
    if (state === this.#writtenState) return true;
    try {
      this.#writtenFiles = await writeStateFolder(this.#folder, state, this.#writtenFiles);
      this.#writtenState = state;
      return true;
    } catch (error) {
      // some files may have been replaced: the next write writes all
      this.#writtenFiles = new Map();
      process.stderr.write(
        `${onOneLine(`cannot write the ledger to ${this.#folder}: ${fileErrorReason(error)}`)}; the one before is still there\n`,
      );
      return false;
    }
  }
}
