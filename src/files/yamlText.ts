import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { isJsonArray, isJsonObject, JsonFloat, JsonFragment, type JsonValue, sortedKeys } from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';

/** A JSON value as YAML. Parsers of YAML 1.1 and 1.2 read the same value. Keys have the order of stringifyJson. @module */

/** @param firstMember the outermost member that comes before all others; default: none */
export function yamlText(value: JsonValue, firstMember?: string): string {
  const document = new Document(undefined, { compat: 'yaml-1.1' });
  document.contents = nodeOf(value, firstMember);
  const text = document.toString({ blockQuote: false, lineWidth: 0 });
  // such characters are in double quotes only
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

type YamlNode = YAMLMap<Scalar, unknown> | YAMLSeq | Scalar;

function nodeOf(value: JsonValue, firstMember?: string): YamlNode {
  if (value instanceof JsonFragment) return nodeOf(parseJson(value.text), firstMember);
  if (value instanceof JsonFloat) return floatNode(value.value);
  if (typeof value === 'string') return textNode(value);
  if (isJsonArray(value)) {
    const list = new YAMLSeq();
    list.items = value.map((item) => nodeOf(item));
    return list;
  }
  if (!isJsonObject(value)) return new Scalar(value);
  const map = new YAMLMap<Scalar, unknown>();
  const keys = sortedKeys(value).filter((key) => value[key] !== undefined);
  keys.sort((a, b) => Number(b === firstMember) - Number(a === firstMember));
  map.items = keys.map((key) => new Pair(textNode(key), nodeOf(value[key]!)));
  return map;
}

function floatNode(value: number): Scalar {
  const node = new Scalar(value);
  node.minFractionDigits = 1;
  return node;
}

/** Characters that end a line in some version of YAML, or that it does not allow. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
/** Texts that the YAML package writes without quotes: numbers and the key of a value in YAML 1.1, and characters that a terminal acts on. */
const IN_QUOTES = /^[\d.]+$|^=$|[\p{Cc}\u2028\u2029\ufeff\ufffe\uffff]/u;

function textNode(text: string): Scalar {
  const node = new Scalar(text);
  if (IN_QUOTES.test(text)) node.type = 'QUOTE_DOUBLE';
  return node;
}
