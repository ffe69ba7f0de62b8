import { counted } from '../../codec/counted.ts';

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
