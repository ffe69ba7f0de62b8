/** Enough for every program of a test; a client can invent any number of them. */
const MAX_WARNINGS = 100;

/** The process warnings of a node, each of which it gives once. A ledger and its forks share them. */
export class NodeWarnings {
  readonly #texts = new Set<string>();

  /** @param code of the warning, such as `STILLNODE_ASSUMED` */
  warn(text: string, code: string): void {
    if (this.#texts.has(text) || this.#texts.size >= MAX_WARNINGS) return;
    this.#texts.add(text);
    process.emitWarning(text, { code });
  }
}
