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
function readTree(text: string): ReadTree {
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

/**
 * - `changed`: another value
 * - `onlyLedger`, `onlyNode`: a member or an item that the other has not
 * - `order`: the same members in another order
 * - `spacing`: white space between values
 * - `outcome`: a result and an error
 */
export type DifferenceKind = 'changed' | 'onlyLedger' | 'onlyNode' | 'order' | 'spacing' | 'outcome';

/** Where the answers of a ledger and of a node differ. */
export interface Difference {
  /** as JavaScript writes it: `.value[0].data`; empty for the whole result, `error` and its members for errors */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** JSON as it was written, names for `order`; empty where there is nothing */
  readonly ledger: string;
  readonly node: string;
}

/** All differences of two answers, one after the other: a block that is another one has hundreds of thousands. */
export function* differencesOf(ledger: Answer, node: Answer): Iterable<Difference> {
  if (ledger.kind !== node.kind) {
    const whole = ({ kind, text }: Answer) => `${kind} ${text}`;
    yield { path: '', kind: 'outcome', ledger: whole(ledger), node: whole(node) };
  } else if (ledger.text !== node.text) {
    yield* differencesOfTexts(ledger.text, node.text, ledger.kind === 'error' ? 'error' : '');
  }
}

/** All differences of two JSON texts. */
export function* differencesOfTexts(ledger: string, node: string, path = ''): Iterable<Difference> {
  const [ours, theirs] = [readTree(ledger), readTree(node)];
  yield* compare(ours.tree, theirs.tree, path);
  if (ours.isCompact !== theirs.isCompact)
    yield { path, kind: 'spacing', ledger: spacingText(ours.isCompact), node: spacingText(theirs.isCompact) };
}

function* compare(ledger: JsonTree, node: JsonTree, path: string): Iterable<Difference> {
  if (ledger.text === node.text) return;
  if (ledger.items !== undefined && node.items !== undefined) {
    const length = Math.max(ledger.items.length, node.items.length);
    for (let i = 0; i < length; i++) yield* compareParts(ledger.items[i], node.items[i], `${path}[${i}]`);
  } else if (ledger.members !== undefined && node.members !== undefined) {
    yield* compareMembers(ledger.members, node.members, path);
  } else {
    yield { path, kind: 'changed', ledger: ledger.text, node: node.text };
  }
}

type Members = NonNullable<JsonTree['members']>;

function* compareMembers(ledger: Members, node: Members, path: string): Iterable<Difference> {
  const [ours, theirs] = [new Map(ledger), new Map(node)];
  for (const name of new Set([...ours.keys(), ...theirs.keys()]))
    yield* compareParts(ours.get(name), theirs.get(name), `${path}${stepText(name)}`);
  const ourOrder = namesText(ledger, theirs);
  const theirOrder = namesText(node, ours);
  if (ourOrder !== theirOrder) yield { path, kind: 'order', ledger: ourOrder, node: theirOrder };
}

function* compareParts(ledger: JsonTree | undefined, node: JsonTree | undefined, path: string): Iterable<Difference> {
  if (ledger !== undefined && node !== undefined) yield* compare(ledger, node, path);
  else
    yield {
      path,
      kind: ledger === undefined ? 'onlyNode' : 'onlyLedger',
      ledger: ledger?.text ?? '',
      node: node?.text ?? '',
    };
}

/** The names that both have, in the order of one; a repeated name is there twice. */
function namesText(members: Members, others: ReadonlyMap<string, JsonTree>): string {
  return members
    .map(([name]) => name)
    .filter((name) => others.has(name))
    .join(', ');
}

function stepText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `["${name}"]`;
}

function spacingText(isCompact: boolean): string {
  return isCompact ? 'none between values' : 'white space between values';
}

/** What a node answers a call with: the exact text of `result` or of `error`. */
export interface Answer {
  readonly kind: 'result' | 'error';
  readonly text: string;
}

/** Asks a node; `params` is JSON text. */
export type Ask = (method: string, params: string) => Promise<Answer>;

const BEFORE_RESULT = '{"jsonrpc":"2.0","result":';
const BEFORE_ERROR = '{"jsonrpc":"2.0","error":';
const AFTER = ',"id":1}\n';

/** The body of a call that `answerOf` reads the reply to. */
export function bodyOf(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`;
}

/** The answer in a reply of a node of this process. */
export function answerOf(reply: string): Answer {
  const kind = reply.startsWith(BEFORE_RESULT) ? 'result' : 'error';
  const before = kind === 'result' ? BEFORE_RESULT : BEFORE_ERROR;
  return { kind, text: reply.slice(before.length, -AFTER.length) };
}
