import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { Listener } from '../node/ledgerNode.ts';
import type { Node } from '../node/node.ts';
import { packageVersion } from '../packageFiles.ts';
import { CliError } from './output.ts';

/** The file of `--ready-file`, which tells other programs where a node is. @module */

export class ReadyFile {
  readonly #path: string;
  /** a file beside it, which is complete when it gets its name */
  readonly #draft: string;

  /**
   * Deletes the file of an earlier node.
   *
   * @throws CliError if the file could not be written
   */
  constructor(path: string) {
    this.#path = path;
    this.#draft = `${path}.${process.pid}`;
    this.#try(() => {
      rmSync(path, { force: true });
      writeFileSync(this.#draft, '');
      rmSync(this.#draft);
    });
  }

  /** Writes where the node is. The file is gone when this process ends. @throws CliError */
  write({ listener, node }: { readonly listener: Listener; readonly node: Node }): void {
    const { url, wsUrl } = listener;
    const { dialect } = node.ledger;
    const text = JSON.stringify({ dialect, pid: process.pid, url, version: packageVersion(), wsUrl });
    this.#try(() => {
      writeFileSync(this.#draft, `${text}\n`);
      renameSync(this.#draft, this.#path);
    });
    process.once('exit', () => this.#remove());
  }

  /** A later node may have written its own file there. */
  #remove(): void {
    try {
      const { pid } = JSON.parse(readFileSync(this.#path, 'utf8')) as { readonly pid?: unknown };
      if (pid === process.pid) rmSync(this.#path);
    } catch {
      // it is gone already, or another program's
    }
  }

  #try(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw new CliError(`cannot write --ready-file ${this.#path}: ${fileErrorReason(error)}`);
    }
  }
}
