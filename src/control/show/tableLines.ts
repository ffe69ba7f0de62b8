import { formatUnits, SOL_DECIMALS } from '../../codec/decimalUnits.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { counted, onOneLine } from '../../codec/text.ts';
import { isAddressText, isSignatureText } from '../../solana/address.ts';

/**
 * Tables, and the texts in their cells.
 * @module
 */

export interface Style {
  /** signatures and addresses are written in full */
  readonly isWide: boolean;
  /** lists and data are not truncated */
  readonly showsAll: boolean;
  /** the name of an address; null: it has none */
  readonly nameOf: (address: string) => string | null;
}

const SHORT = 8;

/** A signature or an address, whole or shortened: `find` accepts both. */
export function keyText(key: string, { isWide }: Style): string {
  return isWide ? key : `${key.slice(0, SHORT)}…`;
}

/** A value in a table: the name of an address, a key, or a text on one line. */
export function cellText(value: string, style: Style): string {
  const name = style.nameOf(value);
  if (name !== null) return onOneLine(name);
  return isSignatureText(value) || isAddressText(value) ? keyText(value, style) : onOneLine(value);
}

const INDENT = '  ';
const GAP = '  ';

/**
 * The lines of a table. Columns are as wide as their longest cell; empty columns are left out.
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

/** Lines `label: value`, without labels whose value is null or undefined. */
export function labelledLines(values: Readonly<Record<string, JsonValue | undefined>>): string[] {
  return Object.entries(values).flatMap(([label, value]) =>
    value === null || value === undefined ? [] : [`${label}: ${value}`],
  );
}

/** A change of an amount, with its sign; empty: nothing changed. */
export function changeText(before: bigint, after: bigint, decimals: number = SOL_DECIMALS): string {
  if (before === after) return '';
  return `${after > before ? '+' : ''}${formatUnits(after - before, decimals)}`;
}

/** Unix seconds as `2026-01-31T12:00:00Z`, or as a number if no calendar has the year. */
export function timeText(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds}` : date.toISOString().replace('.000Z', 'Z');
}

export function countText(count: number | bigint, noun: string): string {
  return counted(count, noun, groupedText(count));
}

export function groupedText(count: number | bigint): string {
  return `${count}`.replace(/\B(?=(\d{3})+$)/g, ',');
}
