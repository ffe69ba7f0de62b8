import { onOneLine } from '../codec/text.ts';
import { ForeignFileError, openDumpFolder, SpecialFileError, writeDump } from '../fixtures/dump/dumpFolder.ts';
import { dumpLedger } from '../fixtures/dump/dumpLedger.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { LedgerState } from '../ledger/state.ts';
import { CliError, type Messages } from './output.ts';

/** All values of a kind are in one file: thousands of small files would take long to write at the end. */
const MAX_FILES = 0;

/** The folder of `--state`: it keeps the ledger of a node for the next start. */
export class StateFolder {
  readonly path: string;
  /** whether the folder had a ledger when it was opened */
  readonly isContinued: boolean;
  readonly #messages: Messages;
  /** the last write: the next one waits for it */
  #lastWrite: Promise<boolean> = Promise.resolve(true);

  private constructor(path: string, isContinued: boolean, messages: Messages) {
    this.path = path;
    this.isContinued = isContinued;
    this.#messages = messages;
  }

  /**
   * @param messages where the reasons of failed writes go
   * @throws CliError if the folder cannot be used
   */
  static async open(path: string, messages: Messages): Promise<StateFolder> {
    try {
      return new StateFolder(path, await openDumpFolder(path), messages);
    } catch (error) {
      if (error instanceof ForeignFileError)
        throw new CliError(
          `--state ${path} ${onOneLine(error.message)}: choose an empty folder, or one with only a dump`,
        );
      if (error instanceof SpecialFileError || (error instanceof Error && 'syscall' in error))
        throw new CliError(`cannot use --state ${path}: ${fileErrorReason(error)}`);
      throw error;
    }
  }

  /** Replaces the ledger in the folder. @returns whether it was written; false: the reason was printed, and the ledger before is still there */
  write(state: LedgerState): Promise<boolean> {
    this.#lastWrite = this.#lastWrite.then(() => this.#writeNow(state));
    return this.#lastWrite;
  }

  async #writeNow(state: LedgerState): Promise<boolean> {
    try {
      // the folder was checked when it was opened: a file that has come since then must not cost the ledger
      await writeDump(dumpLedger(state, MAX_FILES), this.path, true);
      return true;
    } catch (error) {
      const problem = `cannot write the ledger to ${this.path}: ${fileErrorReason(error)}`;
      this.#messages.write(`${onOneLine(problem)}; the one before is still there\n`);
      return false;
    }
  }
}
