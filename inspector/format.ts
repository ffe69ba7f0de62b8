import type { Json } from './json.ts';

export const SOL_DECIMALS = 9;

/** A decimal number with commas before its point: `12,345.5`. */
export function grouped(number: string): string {
  return number.replace(/^\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** A number of smallest units as decimal text with commas, without zeros at the end. */
export function units(amount: Json | undefined, decimals: number): string {
  if (amount === null || amount === undefined) return '–';
  const digits = String(amount).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');
  return `${grouped(digits.slice(0, point))}${fraction === '' ? '' : `.${fraction}`}`;
}

export function sol(lamports: Json | undefined): string {
  if (lamports === null || lamports === undefined) return '–';
  const amount = BigInt(lamports as number | bigint);
  return `${amount < 0n ? '-' : ''}${units(amount < 0n ? -amount : amount, SOL_DECIMALS)} SOL`;
}

/** The change between two amounts, with its sign; empty: there is none. */
export function changeOf(before: Json | undefined, after: Json | undefined, decimals: number): string {
  const difference = BigInt(String(after ?? 0)) - BigInt(String(before ?? 0));
  if (difference === 0n) return '';
  return `${difference > 0n ? '+' : '-'}${units(difference > 0n ? difference : -difference, decimals)}`;
}

export function time(seconds: Json | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000', '');
}

/** The time of day of Unix milliseconds, in the zone of the browser. */
export function clock(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return '';
  const date = new Date(milliseconds);
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Leaves out the middle of a long text. */
export function short(text: string): string {
  return text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text;
}
