/**
 * Lists of slots, transactions and accounts as tables.
 * @module
 */
import { isJsonArray, type JsonObject, type JsonValue, stringifyJson } from '../../codec/json.ts';
import { onOneLine } from '../../document/problem.ts';
import type { AccountKind } from '../content/accountKinds.ts';
import type { AccountEntry } from '../content/accounts.ts';
import type { Cut } from '../content/cut.ts';
import type { SlotEntry } from '../content/slots.ts';
import type { TransactionEntry } from '../content/transactions.ts';
import { groupedText, solText, timeText } from './amounts.ts';
import { shownFacts } from './shownFacts.ts';
import { cellText, keyText, type Paint, paint, type Style } from './style.ts';
import { tableLines } from './table.ts';

/** A heading with the count, what `toLines` makes of the items, and how many are not shown. Nothing where there are none. */
export function listLines<T>(
  heading: string,
  { count, items }: Cut<T>,
  style: Style,
  toLines: (items: readonly T[], style: Style) => string[],
): string[] {
  if (count === 0) return [];
  const more = count - items.length;
  return [
    '',
    paint(`${heading} (${groupedText(count)})`, 'heading', style),
    ...toLines(items, style),
    ...(more === 0 ? [] : [`  … and ${groupedText(more)} more: --all shows them`]),
  ];
}

export function slotTable(slots: readonly SlotEntry[], style: Style): string[] {
  const rows = slots.map((entry) => ({ cells: slotCells(entry, style), as: paintOfSlot(entry) }));
  return tableLines(['slot', 'status', 'tip', 'transactions', 'block time', 'blockhash'], rows, style, [
    'transactions',
  ]);
}

function slotCells({ blockTime, blockhash, lastSlot, slot, status, tips, transactionCount }: SlotEntry, style: Style) {
  return [
    slot === lastSlot ? `${slot}` : `${slot} to ${lastSlot}`,
    statusText(status),
    tips.join(' '),
    transactionCount === null ? '' : `${transactionCount}`,
    blockTime === null ? '' : timeText(blockTime),
    blockhash === null ? '' : keyText(blockhash, style),
  ];
}

function paintOfSlot({ status }: { readonly status: string }): Paint | undefined {
  return status === 'skipped' || status === 'dropped' || status === 'cleanedUp' ? 'faint' : undefined;
}

export function statusText(status: string): string {
  return status === 'cleanedUp' ? 'cleaned up' : status;
}

export function transactionTable(transactions: readonly TransactionEntry[], style: Style): string[] {
  const rows = transactions.map((entry) => ({
    cells: transactionCells(entry, style),
    as: entry.err === null ? paintOfSlot(entry) : ('failed' as const),
  }));
  return tableLines(['slot', 'signature', 'name', 'status', 'programs', 'memo', 'error'], rows, style);
}

function transactionCells(
  { err, memo, name, programs, signature, slot, status, copy }: TransactionEntry,
  style: Style,
) {
  return [
    `${slot}`,
    keyText(signature, style),
    name === null ? '' : nameText(name, copy),
    status === 'finalized' ? '' : statusText(status),
    programs === null ? '?' : programs.map((program) => cellText(program, style)).join(' '),
    memo === null ? '' : onOneLine(memo),
    err === null ? '' : stringifyJson(err),
  ];
}

/** The first copy of a transaction that is repeated has its bare name. */
export function nameText(name: string, copy: number | null): string {
  return onOneLine(copy === null || copy === 0 ? name : `${name} (copy ${copy})`);
}

/** Accounts of one kind, or of several. */
export function accountTable(accounts: readonly AccountEntry[], style: Style, kind?: AccountKind): string[] {
  const facts: readonly JsonObject[] = accounts.map((entry) => ({
    ...(kind === undefined && { kind: entry.kind }),
    ...shownFacts(entry),
  }));
  const names = [...new Set(facts.flatMap((members) => Object.keys(members)))];
  const rows = accounts.map(({ address, lamports, name }, i) => ({
    cells: [
      keyText(address, style),
      name === null ? '' : onOneLine(name),
      solText(lamports),
      ...names.map((fact) => factText(facts[i]?.[fact], style)),
    ],
  }));
  return tableLines(['address', 'name', 'SOL', ...names], rows, style, [
    'SOL',
    'amount',
    'supply',
    'decimals',
    'stake SOL',
    'bytes',
  ]);
}

function factText(value: JsonValue | undefined, style: Style): string {
  if (value === undefined || value === null) return '';
  if (isJsonArray(value)) return value.map((item) => factText(item, style)).join(' ');
  return typeof value === 'string' ? cellText(value, style) : stringifyJson(value);
}
