/**
 * YAML as a notation of JSON values. Plain words are text unless they are JSON words or
 * JSON numbers, so `0011`, `yes` and `1_000` are text. Anchors and aliases are supported; tags and merge keys are not.
 *
 * Source   YAML 1.2.2, the failsafe schema, with the words of the JSON schema resolved here
 * @module
 */
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import type { JsonObject, JsonValue } from '../codec/json.ts';
import { JsonSyntaxError, parseJson } from '../codec/parseJson.ts';
import type { RepeatedKeys } from '../codec/parseOptions.ts';
import type { Fault, Notation } from './notation.ts';

const MAX_DEPTH = 127;
/** A limit, because aliases of aliases can double the number of values with every line. */
const MAX_VALUES = 1_000_000;
const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels`;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['', null],
  ['~', null],
  ['null', null],
  ['true', true],
  ['false', false],
]);

export const YAML_NOTATION: Notation = {
  name: 'YAML',
  parse(text, repeated) {
    const document = compose(text);
    const faults = faultsOf(document, text);
    if (faults.length > 0) return { faults };
    const converter = new Converter(faults, repeated);
    const value = converter.value(document.contents, 0);
    return faults.length > 0 ? { faults } : { value };
  },
  locate(text, pointers) {
    const document = compose(text);
    return pointers.map((pointer) => offsetOf(document, pointer));
  },
};

/** Parses every plain word as text and accepts duplicate keys: both are handled below. */
function compose(text: string): Document.Parsed {
  return parseDocument(text, {
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
}

/** Warnings of the parser are errors too, because JSON has no tags and no directives. */
function faultsOf({ errors, warnings }: Document.Parsed, text: string): Fault[] {
  const exhausted = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted !== undefined) return [{ message: TOO_DEEP, offset: exhausted.pos[0] }];
  const faults = [...errors, ...warnings].map(({ message, pos }) => ({ message, offset: pos[0] }));
  const tab = faults[0] && tabBefore(faults[0].offset, text);
  // the faults after it come of reading the tab as something else
  return tab === undefined ? faults : [{ message: 'tabs are not allowed as indentation', offset: tab }];
}

/** The offset of a tab in the indentation of a line. */
function tabBefore(offset: number, text: string): number | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const tab = start + /^ */.exec(text.slice(start))![0].length;
  return text[tab] === '\t' ? tab : undefined;
}

/** What an anchor names; undefined while it is still being read. */
type Anchored = { readonly value: JsonValue; readonly values: number } | undefined;

class Converter {
  readonly #faults: Fault[];
  readonly #repeated: RepeatedKeys;
  readonly #anchors = new Map<string, Anchored>();
  #values = 0;

  constructor(faults: Fault[], repeated: RepeatedKeys) {
    this.#faults = faults;
    this.#repeated = repeated;
  }

  value(node: Node | null | undefined, depth: number): JsonValue {
    if (isAlias(node)) return this.#aliased(node);
    const anchor = node !== null && node !== undefined && 'anchor' in node ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const before = this.#values++;
    const value = this.#plain(node, depth);
    if (anchor !== undefined) this.#anchors.set(anchor, { value, values: this.#values - before });
    return value;
  }

  #plain(node: Node | null | undefined, depth: number): JsonValue {
    if (depth > MAX_DEPTH) return this.#fault(node, TOO_DEEP);
    if (isScalar(node)) return this.#scalar(node);
    if (isMap<Node, Node>(node)) return this.#object(node.items, depth);
    return isSeq<Node>(node) ? node.items.map((item) => this.value(item, depth + 1)) : null;
  }

  #scalar(node: Node & { readonly value: unknown; readonly type?: string | undefined }): JsonValue {
    const text = String(node.value);
    if (node.type === 'PLAIN' && node.tag === undefined) return plainValue(text);
    return text.isWellFormed() ? text : this.#fault(node, 'a string with half a surrogate pair');
  }

  #object(pairs: readonly Pair<Node, Node | null>[], depth: number): JsonObject {
    const entries: [string, JsonValue][] = [];
    const repeated = new Set<string>();
    const known = new Set<string>();
    for (const { key, value } of pairs) {
      const name = this.#key(key);
      if (known.has(name)) repeated.add(name);
      known.add(name);
      entries.push([name, this.value(value, depth + 1)]);
    }
    const object = Object.fromEntries(entries);
    if (repeated.size > 0) this.#repeated.set(object, repeated);
    return object;
  }

  #key(key: Node): string {
    if (!isScalar(key)) this.#fault(key, 'expected text as the key of a member');
    else if (key.value === '<<' && key.type === 'PLAIN') this.#fault(key, 'merge keys (<<) are not supported');
    return keyText(key) ?? '';
  }

  #aliased(alias: Alias): JsonValue {
    const { source } = alias;
    const anchored = this.#anchors.get(source);
    if (anchored === undefined)
      return this.#fault(
        alias,
        this.#anchors.has(source) ? `*${source} contains itself` : `no anchor &${source} above`,
      );
    this.#values += anchored.values;
    if (this.#values > MAX_VALUES) return this.#fault(alias, `aliases that expand to more than ${MAX_VALUES} values`);
    return anchored.value;
  }

  #fault(node: Node | null | undefined, message: string): null {
    this.#faults.push({ message, offset: node?.range?.[0] ?? 0 });
    return null;
  }
}

function plainValue(text: string): JsonValue {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (!NUMBER.test(text)) return text;
  try {
    return parseJson(text);
  } catch (error) {
    // beyond the range of a double
    if (error instanceof JsonSyntaxError) return text;
    throw error;
  }
}

function keyText(key: unknown): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

function offsetOf(document: Document.Parsed, pointer: string): number {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const key of pointer.split('/').slice(1)) {
    node = childOf(node, key.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (isAlias(node)) node = node.resolve(document);
    if (node === null || node === undefined) break;
    offset = node.range?.[0] ?? offset;
  }
  return offset;
}

/** Of duplicate keys the last one counts, as for the parser. */
function childOf(node: Node | null | undefined, key: string): Node | null | undefined {
  if (isMap<Node, Node>(node)) return node.items.findLast((pair) => keyText(pair.key) === key)?.value;
  return isSeq<Node>(node) ? node.items[Number(key)] : undefined;
}
