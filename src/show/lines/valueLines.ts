import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/json.ts';
import { onOneLine } from '../../document/problem.ts';
import type { Style } from './style.ts';

const STEP = '  ';
/** of a text, such as the code of a program */
const MAX_LENGTH = 200;

/** Members and items on lines of their own, as in YAML; addresses with their names behind them. */
export function valueLines(value: JsonValue, style: Style, indent = ''): string[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) => memberLines(name, member, style, indent));
  if (isJsonArray(value)) return value.flatMap((item) => itemLines(item, style, indent));
  return [`${indent}${scalarText(value, style)}`];
}

function memberLines(name: string, member: JsonValue | undefined, style: Style, indent: string): string[] {
  if (member === undefined) return [];
  if (!isBlock(member)) return [`${indent}${onOneLine(name)}: ${scalarText(member, style)}`];
  return [`${indent}${onOneLine(name)}:`, ...valueLines(member, style, indent + STEP)];
}

/** The first line of an item has the dash. */
function itemLines(item: JsonValue, style: Style, indent: string): string[] {
  const [first = '', ...others] = isBlock(item)
    ? valueLines(item, style, indent + STEP)
    : [indent + STEP + scalarText(item, style)];
  return [`${indent}- ${first.slice(indent.length + STEP.length)}`, ...others];
}

function isBlock(value: JsonValue): value is JsonObject | readonly JsonValue[] {
  if (isJsonArray(value)) return value.length > 0 && !isEncodedBytes(value);
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** Bytes and their encoding are one value. */
function isEncodedBytes(list: readonly JsonValue[]): boolean {
  return list.length === 2 && list[1] === 'base64';
}

function scalarText(value: JsonValue, style: Style): string {
  if (isJsonArray(value) && isEncodedBytes(value)) return `${shortened(`${value[0]}`, style)} (base64)`;
  if (typeof value !== 'string') return stringifyJson(value);
  const name = style.nameOf(value);
  const text = shortened(onOneLine(value), style);
  return name === null ? text : `${text} (${onOneLine(name)})`;
}

function shortened(text: string, { isWhole }: Style): string {
  if (isWhole || text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH)}… (${text.length} characters, --all shows them)`;
}
