/** The lists and objects around a value that is written as JSON, by which one that contains itself is recognized. */
export class Enclosing {
  readonly #paths = new Map<object, string>();

  /**
   * Writes what a list or an object contains.
   *
   * @param path of the list or the object, e.g. `params[0].a`
   * @throws TypeError if it is around itself
   */
  inside<T>(value: object, path: string, write: () => T): T {
    const same = this.#paths.get(value);
    if (same !== undefined) throw new TypeError(`\`${path}\` is \`${same}\` itself: JSON has no circular values`);
    this.#paths.set(value, path);
    const result = write();
    this.#paths.delete(value);
    return result;
  }
}
