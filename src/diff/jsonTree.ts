/** A value of a JSON text as it is written: nothing is rounded, sorted or unescaped. */
export interface JsonTree {
  readonly text: string;
  /** of a list */
  readonly items?: readonly JsonTree[];
  /** of an object, in the order of the text; names as they stand between their quotes */
  readonly members?: readonly (readonly [string, JsonTree])[];
}

export interface ReadTree {
  readonly tree: JsonTree;
  /** there is no white space between its values */
  readonly isCompact: boolean;
}

const SPACE = /[ \n\r\t]*/y;
const WORD = /[^",:[\]{} \n\r\t]+/y;

/**
 * Reads a JSON text that was parsed before: what is no JSON is not noticed in every case.
 *
 * @throws SyntaxError where a value is missing
 */
export function readTree(text: string): ReadTree {
  const reader = new TreeReader(text);
  const tree = reader.value();
  return { tree, isCompact: reader.isCompact };
}

class TreeReader {
  readonly #text: string;
  #at = 0;
  isCompact = true;

  constructor(text: string) {
    this.#text = text;
  }

  value(): JsonTree {
    this.#skipSpace();
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{') {
      const members = this.#list('}', () => this.#member());
      return { text: this.#text.slice(start, this.#at), members };
    }
    if (first === '[') {
      const items = this.#list(']', () => this.value());
      return { text: this.#text.slice(start, this.#at), items };
    }
    return { text: this.#scalar() };
  }

  #member(): readonly [string, JsonTree] {
    const name = this.#scalar().slice(1, -1);
    this.#skipSpace();
    this.#at++;
    return [name, this.value()];
  }

  #list<T>(end: string, read: () => T): T[] {
    const list: T[] = [];
    this.#at++;
    this.#skipSpace();
    while (this.#text[this.#at] !== end) {
      list.push(read());
      this.#skipSpace();
      if (this.#text[this.#at] === ',') this.#at++;
      this.#skipSpace();
    }
    this.#at++;
    return list;
  }

  #scalar(): string {
    const start = this.#at;
    WORD.lastIndex = start;
    const end = this.#text[start] === '"' ? this.#endOfString(start) : start + (WORD.exec(this.#text)?.[0].length ?? 0);
    if (end === start) throw new SyntaxError(`expected a value at ${start}`);
    this.#at = end;
    return this.#text.slice(start, end);
  }

  /** Without a pattern: the data of an account has megabytes. */
  #endOfString(start: number): number {
    for (let end = this.#text.indexOf('"', start + 1); end > 0; end = this.#text.indexOf('"', end + 1)) {
      let before = end - 1;
      while (this.#text[before] === '\\') before--;
      if ((end - before) % 2 === 1) return end + 1;
    }
    return start;
  }

  #skipSpace(): void {
    SPACE.lastIndex = this.#at;
    const [space = ''] = SPACE.exec(this.#text) ?? [];
    if (space !== '') this.isCompact = false;
    this.#at += space.length;
  }
}
