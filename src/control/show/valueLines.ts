import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { counted } from '../../codec/text.ts';
import { isAddressText, isSignatureText } from '../../solana/address.ts';
import { onOneLine } from '../../syntax/problems.ts';

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

const SOL_DECIMALS = 9;

/** A whole number of smallest units with its point, without zeros at the end: 1500000000 lamports are `1.5` SOL. */
export function amountText(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : '';
  const digits = `${amount < 0n ? -amount : amount}`.padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return `${sign}${whole}${decimals === 0 || fraction === '' ? '' : `.${fraction}`}`;
}

export function solText(lamports: bigint): string {
  return amountText(lamports, SOL_DECIMALS);
}

/** With its sign; empty where nothing changed. */
export function changeText(before: bigint, after: bigint, decimals: number = SOL_DECIMALS): string {
  if (before === after) return '';
  return `${after > before ? '+' : ''}${amountText(after - before, decimals)}`;
}

/** Unix seconds as `2026-01-31T12:00:00Z`; as a number where no calendar goes so far. */
export function timeText(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds}` : date.toISOString().replace('.000Z', 'Z');
}

export function countText(count: number | bigint, noun: string): string {
  return counted(count, noun, groupedText(count));
}

/** With commas between thousands. */
export function groupedText(count: number | bigint): string {
  return `${count}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

export interface Style {
  /** signatures and addresses are written in full */
  readonly isWide: boolean;
  /** nothing is cut */
  readonly isWhole: boolean;
  /** of an address that has a name */
  readonly nameOf: (address: string) => string | null;
}

const SHORT = 8;

/** A signature or an address; what it begins with finds it again. */
export function keyText(key: string, { isWide }: Style): string {
  return isWide ? key : `${key.slice(0, SHORT)}…`;
}

/** A value in a table: an address by its name, any other key as wide as keys are, and nothing that could move the cursor. */
export function cellText(value: string, style: Style): string {
  const name = style.nameOf(value);
  if (name !== null) return onOneLine(name);
  return isSignatureText(value) || isAddressText(value) ? keyText(value, style) : onOneLine(value);
}

const INDENT = '  ';
const GAP = '  ';

/**
 * Lines of a table under its header, each column as wide as it must be; columns in which nothing is written are left out.
 *
 * @param rightAligned columns of numbers
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rightAligned: readonly string[] = [],
): string[] {
  const columns = header.flatMap((name, i) => {
    const cells = rows.map((row) => row[i] ?? '');
    if (cells.every((cell) => cell === '')) return [];
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    const isRight = rightAligned.includes(name);
    const pad = (text: string) => (isRight ? text.padStart(width) : text.padEnd(width));
    return [[name, ...cells].map(pad)];
  });
  return [header, ...rows].map((_, i) => `${INDENT}${columns.map((column) => column[i]).join(GAP)}`.trimEnd());
}

/** `label: value` of each that has a value. */
export function labelledLines(values: Readonly<Record<string, JsonValue | undefined>>): string[] {
  return Object.entries(values).flatMap(([label, value]) =>
    value === null || value === undefined ? [] : [`${label}: ${value}`],
  );
}
