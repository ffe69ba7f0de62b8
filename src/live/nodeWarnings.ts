/** Enough for every program of a test; a client can invent any number of them. */
const MAX_WARNINGS = 100;

/** The process warnings of a node, each of which it gives once. A ledger and its forks share them. */
export class NodeWarnings {
  readonly #keys = new Set<string>();

  /**
   * @param code of the warning, such as `STILLNODE_ASSUMED`
   * @param key equal for warnings of which the first is enough
   */
  warn(text: string, code: string, key = text): void {
    if (this.#keys.has(key) || this.#keys.size >= MAX_WARNINGS) return;
    this.#keys.add(key);
    process.emitWarning(text, { code });
  }
}
