import { formatSol } from '../../codec/decimalUnits.ts';
import { isJsonArray, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { onOneLine } from '../../codec/text.ts';
import { type DescribedError, errorTitle } from '../../solana/idl/describeError.ts';
import type { AccountEntry, AccountKind } from './accountContent.ts';
import { typeText } from './describedLines.ts';
import type { LeftOut } from './limitedLists.ts';
import { cellText, countText, groupedText, keyText, type Style, tableLines } from './tableLines.ts';
import type { TransactionEntry } from './transactionContent.ts';

/**
 * Tables of transactions and accounts.
 * @module
 */

/** The facts of an account as text shows them: amounts as decimals, if the mint is known. */
export function shownFacts({ facts, kind, owner, space }: AccountEntry): JsonObject {
  if (kind === 'other') return { owner, bytes: space };
  const { amount, isFrozen, stake, supply, uiAmount, uiSupply, ...others } = facts;
  return {
    ...(amount !== undefined && { amount: uiAmount ?? `${amount} units` }),
    ...(supply !== undefined && { supply: uiSupply ?? `${supply} units` }),
    ...others,
    ...(typeof stake === 'string' && { 'stake SOL': formatSol(BigInt(stake)) }),
    ...(isFrozen === true && { state: 'frozen' }),
  };
}

const MAX_ITEMS = 50;

/** A heading with the count, the lines of the items, and the number of items that are not shown. An empty list has no lines. */
export function listLines<T>(
  heading: string,
  items: readonly T[],
  style: Style,
  toLines: (items: readonly T[], style: Style) => string[],
): string[] {
  if (items.length === 0) return [];
  const shownItems = style.showsAll ? items : items.slice(0, MAX_ITEMS);
  const more = items.length - shownItems.length;
  return [
    '',
    `${heading} (${groupedText(items.length)})`,
    ...toLines(shownItems, style),
    ...(more === 0 ? [] : [`  … and ${groupedText(more)} more: --all shows them`]),
  ];
}

export function statusText(status: string): string {
  return status === 'cleanedUp' ? 'cleaned up' : status;
}

export function transactionTable(transactions: readonly TransactionEntry[], style: Style): string[] {
  const rows = transactions.map((entry) => transactionCells(entry, style));
  return tableLines(['slot', 'signature', 'name', 'status', 'programs', 'memo', 'error'], rows);
}

function transactionCells(
  { copy, err, memo, name, programError, programs, signature, slot, status }: TransactionEntry,
  style: Style,
) {
  return [
    `${slot}`,
    keyText(signature, style),
    name === null ? '' : nameText(name, copy),
    status === 'finalized' ? '' : statusText(status),
    programs === null ? '?' : programs.map((program) => cellText(program, style)).join(' '),
    memo === null ? '' : onOneLine(memo),
    errorCell(err, programError),
  ];
}

function errorCell(err: JsonValue, programError: DescribedError | null): string {
  if (programError !== null) return onOneLine(errorTitle(programError));
  return err === null ? '' : stringifyJson(err);
}

/** The name of a transaction, with the number of its copy, except for the first one. */
export function nameText(name: string, copy: number | null): string {
  return onOneLine(copy === null || copy === 0 ? name : `${name} (copy ${copy})`);
}

/** @param kind the kind that the heading of the table names */
export function accountTable(accounts: readonly AccountEntry[], style: Style, kind?: AccountKind): string[] {
  const facts: readonly JsonObject[] = accounts.map((entry) => ({ kind: kindText(entry, kind), ...shownFacts(entry) }));
  const names = [...new Set(facts.flatMap((members) => Object.keys(members)))];
  const rows = accounts.map(({ address, lamports, name }, i) => [
    keyText(address, style),
    name === null ? '' : onOneLine(name),
    formatSol(lamports),
    ...names.map((fact) => factText(facts[i]?.[fact], style)),
  ]);
  return tableLines(['address', 'name', 'SOL', ...names], rows, NUMBERS);
}

/** The kind in a table; empty: the heading says it. */
function kindText({ described, kind }: AccountEntry, headingKind: AccountKind | undefined): string {
  if (described !== null) return typeText(described);
  return headingKind === undefined ? kind : '';
}

const NUMBERS = ['SOL', 'amount', 'supply', 'decimals', 'stake SOL', 'bytes'];

function factText(value: JsonValue | undefined, style: Style): string {
  if (value === undefined || value === null) return '';
  if (isJsonArray(value)) return value.map((item) => factText(item, style)).join(' ');
  return typeof value === 'string' ? cellText(value, style) : stringifyJson(value);
}

export function undescribedLines({ described = 0 }: LeftOut): string[] {
  return described === 0
    ? []
    : [`not described: ${countText(described, 'state')} of accounts, because of too many values`];
}
