import type { JsonText } from './jsonText.ts';

/**
 * A value of a JSON text as it was written, with its position: nothing is rounded, sorted or unescaped. Its parts are found on demand,
 * so one value of a large text is cheap to reach. Values themselves are read by `parseJson`, which is faster without positions.
 */
export class JsonTree {
  /** UTF-16 units from the start of `source` */
  readonly start: number;
  readonly end: number;
  readonly #source: JsonText;

  constructor(source: JsonText, start: number) {
    this.#source = source;
    this.start = start;
    this.end = endOfValue(source, start);
  }

  get text(): JsonText {
    return this.#source.slice(this.start, this.end);
  }

  /** Undefined: not a list. */
  get items(): readonly JsonTree[] | undefined {
    return this.#source[this.start] === '[' ? Array.from(this.#parts(), ([, item]) => item) : undefined;
  }

  /** The members in the order of the text; names with their escapes. Undefined: not an object. */
  get members(): readonly (readonly [name: string, value: JsonTree])[] | undefined {
    return this.#source[this.start] === '{' ? [...this.#parts()] : undefined;
  }

  /** Members by their names without escapes, or items by their indexes; none of other values. */
  *children(): Iterable<readonly [key: string, value: JsonTree]> {
    const isObject = this.#source[this.start] === '{';
    if (!isObject && this.#source[this.start] !== '[') return;
    let index = 0;
    for (const [name, value] of this.#parts()) yield [isObject ? unescaped(name) : `${index++}`, value];
  }

  /** Members with their names, or items with an empty name. */
  *#parts(): Iterable<readonly [name: string, value: JsonTree]> {
    const source = this.#source;
    const last = this.end - 1;
    for (let at = skipSpace(source, this.start + 1); at < last; ) {
      let name = '';
      if (source[this.start] === '{') {
        const colon = skipSpace(source, endOfString(source, at));
        name = source.slice(at + 1, source.lastIndexOf('"', colon));
        at = skipSpace(source, colon + 1);
      }
      const value = new JsonTree(source, at);
      yield [name, value];
      const comma = skipSpace(source, value.end);
      at = skipSpace(source, comma + 1);
    }
  }
}

function unescaped(name: string): string {
  return name.includes('\\') ? String(JSON.parse(`"${name}"`)) : name;
}

/** @param text that has been parsed without an error */
export function readJsonTree(text: JsonText): JsonTree {
  return new JsonTree(text, skipSpace(text, 0));
}

/**
 * Indents JSON for a comparison line by line: each member has a line, and so has each item of a list that is not inside another list.
 *
 * @param text JSON that was parsed without an error
 */
export function indentJson(text: JsonText): JsonText {
  return `${indented(readJsonTree(text), '')}\n`;
}

/** JSON without white space between its values. @param text JSON that was parsed without an error */
export function compactJson(text: JsonText): JsonText {
  const parts: JsonText[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOf(SPACE_OR_QUOTE, text, at) - 1;
    if (end < 0) break;
    at = text[end] === '"' ? endOfString(text, end) : skipSpace(text, end);
    if (text[end] === '"') continue;
    parts.push(text.slice(start, end));
    start = at;
  }
  return start === 0 ? text : parts.join('') + text.slice(start);
}

function indented(tree: JsonTree, margin: string): string {
  const { items, members } = tree;
  const inner = `${margin}  `;
  const lines = (parts: readonly string[]) => `\n${inner}${parts.join(`,\n${inner}`)}\n${margin}`;
  if (members !== undefined && members.length > 0)
    return `{${lines(members.map(([name, value]) => `"${name}": ${indented(value, inner)}`))}}`;
  if (items !== undefined && !items.every(isNumber)) return `[${lines(items.map(({ text }) => compactJson(text)))}]`;
  return compactJson(tree.text);
}

function isNumber({ text }: JsonTree): boolean {
  return /^[-\d]/.test(text);
}

const SPACE = /[ \n\r\t]*/y;
const WORD = /[^",:[\]{} \n\r\t]*/y;
const SPACE_OR_QUOTE = /[ \n\r\t"]/g;
const BRACKET_OR_QUOTE = /["[\]{}]/g;

function skipSpace(text: string, at: number): number {
  return endOf(SPACE, text, at);
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  return first === '{' || first === '[' ? endOfComposite(text, start) : endOf(WORD, text, start);
}

function endOfComposite(text: string, start: number): number {
  let at = start;
  let depth = 0;
  do {
    at = endOf(BRACKET_OR_QUOTE, text, at);
    const character = text[at - 1];
    if (character === '"') at = endOfString(text, at - 1);
    else depth += character === '{' || character === '[' ? 1 : -1;
  } while (depth > 0);
  return at;
}

/** The end of a string. It uses no regular expression, because the data of an account can have megabytes. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text[before] === '\\') before--;
  return (quote - before) % 2 === 0;
}
