import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { onOneLine } from '../../codec/text.ts';
import type { Style } from './tableLines.ts';

const STEP = '  ';
/** the length to which a text is truncated, such as the code of a program */
const MAX_LENGTH = 200;

/** Writes a value as YAML does: a line for each member and item; addresses have their names after them. */
export function valueLines(value: JsonValue, style: Style, indent = ''): string[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) => memberLines(name, member, style, indent));
  if (isJsonArray(value)) return value.flatMap((item) => listItemLines(item, style, indent));
  return [`${indent}${scalarText(value, style)}`];
}

function memberLines(name: string, member: JsonValue | undefined, style: Style, indent: string): string[] {
  if (member === undefined) return [];
  if (!isBlock(member)) return [`${indent}${onOneLine(name)}: ${scalarText(member, style)}`];
  return [`${indent}${onOneLine(name)}:`, ...valueLines(member, style, indent + STEP)];
}

function listItemLines(item: JsonValue, style: Style, indent: string): string[] {
  const [first = '', ...moreLines] = isBlock(item)
    ? valueLines(item, style, indent + STEP)
    : [indent + STEP + scalarText(item, style)];
  return [`${indent}- ${first.slice(indent.length + STEP.length)}`, ...moreLines];
}

function isBlock(value: JsonValue): value is JsonObject | readonly JsonValue[] {
  if (isJsonArray(value)) return value.length > 0 && !isEncodedBytes(value);
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** Whether a list is bytes with their encoding, which is shown as one value. */
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

function shortened(text: string, { showsAll }: Style): string {
  if (showsAll || text.length <= MAX_LENGTH) return text;
  return `${text.slice(0, MAX_LENGTH)}… (${text.length} characters, --all shows them)`;
}
