import {
  isJsonArray,
  isJsonObject,
  JsonFragment,
  type JsonValue,
  sortedKeys,
  stringifyJson,
} from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import { onOneLine } from '../codec/text.ts';

/** A JSON value as YAML with comments. Parsers of YAML 1.1 and 1.2 read the same value, if nothing is cut. @module */

export interface YamlOptions {
  readonly commentOn: (value: YamlValue) => string | undefined;
  readonly limits: YamlLimits | undefined;
  readonly isColored: boolean;
  /** the outermost member that comes before all others; default: none */
  readonly firstMember?: string;
}

/**
 * The short form of a value: what is longer is cut, with a comment. Members that are null or empty are left out, unless an object
 * has no other ones: the name of such a member may be all that it says.
 */
export interface YamlLimits {
  /** items of a list */
  readonly items: number;
  /** members of an object */
  readonly members: number;
  /** length of a text */
  readonly characters: number;
  /** the end of the comment: how to see the rest */
  readonly hint: string;
}

/** A value and where it is. */
export class YamlValue {
  readonly value: JsonValue;
  /** the name of a member or the index of an item; empty for the outermost value */
  readonly key: string | number;
  readonly parent: YamlValue | undefined;
  #entries: readonly YamlValue[] | undefined;

  constructor(value: JsonValue, key: string | number, parent: YamlValue | undefined) {
    this.value = value instanceof JsonFragment ? parseJson(value.text) : value;
    this.key = key;
    this.parent = parent;
  }

  /** The members of an object, in the order of stringifyJson, or the items of a list; none of other values. */
  get entries(): readonly YamlValue[] {
    this.#entries ??= this.#createEntries();
    return this.#entries;
  }

  #createEntries(): readonly YamlValue[] {
    const { value } = this;
    if (isJsonArray(value)) return value.map((item, index) => new YamlValue(item, index, this));
    if (!isJsonObject(value)) return [];
    return sortedKeys(value).flatMap((key) => {
      const member = value[key];
      return member === undefined ? [] : [new YamlValue(member, key, this)];
    });
  }

  get isCollection(): boolean {
    return isJsonArray(this.value) || isJsonObject(this.value);
  }

  get isEmpty(): boolean {
    return this.value === null || (this.isCollection && this.entries.length === 0);
  }
}

/** The lines of a value; keys have the order of stringifyJson, after `firstMember`. */
export function yamlLines(value: JsonValue, options: YamlOptions): string[] {
  return new Writer(options).lines(new YamlValue(value, '', undefined));
}

/** the longest list or object that is written on one line, with its indentation */
const MAX_WIDTH = 100;
/** a longer key has to be written as `? key`, with `: value` on the next line */
const MAX_KEY_LENGTH = 1000;
const STEP = '  ';

class Writer {
  readonly #options: YamlOptions;

  constructor(options: YamlOptions) {
    this.#options = options;
  }

  lines(node: YamlValue): string[] {
    return this.#entries(node).length > 0 ? this.#blockLines(node, '') : [this.#onOneLine(node)];
  }

  /** Checks whether a value needs several lines, because it is too long for one or has comments in it. */
  #isBlock(node: YamlValue, width: number): boolean {
    if (!node.isCollection) return false;
    if (this.#entries(node).length === 0) return false;
    return this.#isCut(node) || this.#flowText(node, MAX_WIDTH - width) === undefined;
  }

  #blockLines(node: YamlValue, indent: string): string[] {
    const entries = node.parent === undefined ? this.#firstMemberFirst(node) : this.#entries(node);
    const shownEntries = entries.slice(0, this.#maxEntries(node));
    const lines = shownEntries.flatMap((entry) => this.#entryLines(entry, indent));
    const leftOut = entries.length - shownEntries.length;
    if (leftOut === 0) return lines;
    return [...lines, indent + this.#comment(`${grouped(leftOut)} more: ${this.#options.limits!.hint}`)];
  }

  #entryLines(entry: YamlValue, indent: string): string[] {
    const isItem = typeof entry.key === 'number';
    const start = indent + (isItem ? '-' : this.#keyText(`${entry.key}`, indent));
    if (!this.#isBlock(entry, indent.length + (isItem ? 2 : `${entry.key}: `.length)))
      return [`${start} ${this.#onOneLine(entry)}`];
    const lines = this.#blockLines(entry, indent + STEP);
    return isItem ? [`${start} ${lines[0]!.slice(indent.length + STEP.length)}`, ...lines.slice(1)] : [start, ...lines];
  }

  #keyText(key: string, indent: string): string {
    const text = this.#colored('36', textOf(key, BLOCK_TEXT));
    return key.length > MAX_KEY_LENGTH ? `? ${text}\n${indent}:` : `${text}:`;
  }

  #onOneLine(node: YamlValue): string {
    const { value } = node;
    if (node.isCollection) return this.#flowText(node, MAX_WIDTH) ?? (isJsonArray(value) ? '[]' : '{}');
    const comment = this.#commentOn(node);
    const text = typeof value === 'string' ? textOf(this.#cut(value), BLOCK_TEXT) : stringifyJson(value);
    return comment === undefined ? text : `${text}  ${this.#comment(comment)}`;
  }

  /** A value inside a line; undefined: it has comments, or is longer than `width`. */
  #flowText(node: YamlValue, width: number): string | undefined {
    const { value } = node;
    if (this.#isCut(node)) return undefined;
    if (!node.isCollection) {
      if (this.#commentOn(node) !== undefined) return undefined;
      return typeof value === 'string' ? textOf(value, FLOW_TEXT) : stringifyJson(value);
    }
    const texts: string[] = [];
    let widthLeft = width;
    for (const entry of this.#entries(node)) {
      const text = this.#flowText(entry, widthLeft);
      if (text === undefined) return undefined;
      texts.push(isJsonArray(value) ? text : `${textOf(`${entry.key}`, FLOW_TEXT)}: ${text}`);
      widthLeft -= texts.at(-1)!.length + ', '.length;
      if (widthLeft < 0) return undefined;
    }
    return isJsonArray(value) ? `[${texts.join(', ')}]` : `{${texts.join(', ')}}`;
  }

  #commentOn(node: YamlValue): string | undefined {
    const { commentOn, limits } = this.#options;
    const { value } = node;
    if (typeof value === 'string' && this.#isCut(node)) return `${grouped(value.length)} characters: ${limits!.hint}`;
    return commentOn(node);
  }

  #isCut(node: YamlValue): boolean {
    const { value } = node;
    if (typeof value === 'string') return value.length > (this.#options.limits?.characters ?? value.length);
    return node.isCollection && this.#entries(node).length > this.#maxEntries(node);
  }

  #maxEntries({ value }: YamlValue): number {
    const { limits } = this.#options;
    return (isJsonArray(value) ? limits?.items : limits?.members) ?? Number.POSITIVE_INFINITY;
  }

  /** The entries without those that are left out. */
  #entries(node: YamlValue): readonly YamlValue[] {
    const { entries } = node;
    if (this.#options.limits === undefined || isJsonArray(node.value)) return entries;
    const filled = entries.filter((entry) => !entry.isEmpty);
    return filled.length > 0 ? filled : entries;
  }

  #firstMemberFirst(node: YamlValue): readonly YamlValue[] {
    const isFirst = ({ key }: YamlValue) => key === this.#options.firstMember;
    const entries = this.#entries(node);
    return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))];
  }

  #cut(text: string): string {
    const { characters = text.length } = this.#options.limits ?? {};
    return text.length > characters ? `${text.slice(0, characters).toWellFormed()}…` : text;
  }

  /** Writes a comment; a name in it may have line breaks. */
  #comment(text: string): string {
    return this.#colored('90', `# ${onOneLine(text)}`);
  }

  #colored(color: string, text: string): string {
    return this.#options.isColored ? `\x1b[${color}m${text}\x1b[39m` : text;
  }
}

function grouped(count: number): string {
  return `${count}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Texts that need no quotes: on a line of their own, and between brackets. */
const BLOCK_TEXT = /^[\w$](?:[\w$.()/+=,;<>[\]{}!?*&|@%'"^~ -]*[\w$.()/+=,;<>[\]{}!?*&|@%'"^~-])?$/;
const FLOW_TEXT = /^[\w$][\w$.()/+=-]*$/;
/** Words and numbers that some version of YAML reads as something else than text. */
const OTHER_THAN_TEXT = /^(?:null|true|false|yes|no|on|off|y|n|e[+-]?\d+|0[xob][\da-f_]+|\d[\d_.,eE+-]*)$/i;
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

function textOf(text: string, unquoted: RegExp): string {
  if (unquoted.test(text) && !OTHER_THAN_TEXT.test(text)) return text;
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
