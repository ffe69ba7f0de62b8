import type { JsonText } from '../../codec/jsonText.ts';

/**
 * The same JSON so that it can be compared line by line: members have their own lines, as do items of lists that are members; numbers of a list share
 * one. Strings and numbers are as they were, because they are not read.
 *
 * @param text valid JSON
 */
export function indentJson(text: JsonText): JsonText {
  return new Indenter(text).indented();
}

/** The same JSON without white space between its values. */
export function compactJson(text: JsonText): JsonText {
  return new Indenter(text).compact();
}

const OPENING = /[{[]/;
const NUMBERS = /^\[[^"{}[\]a-df-z]*$/;

class Indenter {
  readonly #text: string;
  readonly #pieces: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  indented(): string {
    this.#value('', true);
    return `${this.#pieces.join('')}\n`;
  }

  compact(): string {
    this.#value('', false);
    return this.#pieces.join('');
  }

  #value(margin: string, isMember: boolean): void {
    const first = this.#next();
    if (!OPENING.test(first)) this.#pieces.push(first === '"' ? this.#string() : this.#word());
    else this.#composite(first, margin, isMember && !(first === '[' && this.#isOfNumbers()));
  }

  #composite(opening: string, margin: string, hasLines: boolean): void {
    const closing = opening === '{' ? '}' : ']';
    const inner = `${margin}  `;
    this.#pieces.push(opening);
    this.#at++;
    if (this.#next() !== closing) {
      do {
        if (hasLines) this.#pieces.push(`\n${inner}`);
        if (opening === '{') this.#key(hasLines);
        this.#value(inner, hasLines && opening === '{');
      } while (this.#comma());
      if (hasLines) this.#pieces.push(`\n${margin}`);
    }
    this.#next();
    this.#at++;
    this.#pieces.push(closing);
  }

  #key(hasLines: boolean): void {
    this.#next();
    this.#pieces.push(this.#string());
    this.#next();
    this.#at++;
    this.#pieces.push(hasLines ? ': ' : ':');
  }

  #comma(): boolean {
    if (this.#next() !== ',') return false;
    this.#at++;
    this.#pieces.push(',');
    return true;
  }

  #isOfNumbers(): boolean {
    const end = this.#text.indexOf(']', this.#at);
    return NUMBERS.test(this.#text.slice(this.#at, end));
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    this.#at = end + 1;
    return this.#text.slice(start, this.#at);
  }

  #isEscaped(quote: number): boolean {
    let backslashes = 0;
    while (this.#text[quote - 1 - backslashes] === '\\') backslashes++;
    return backslashes % 2 === 1;
  }

  #word(): string {
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** Skips white space; the character that follows. */
  #next(): string {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text[this.#at] ?? '';
  }
}
