import { isJsonArray, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { type DescribedError, errorTitle } from '../../solana/idl/describeError.ts';
import type { Reward } from '../../solana/meta.ts';
import { onOneLine } from '../../syntax/problems.ts';
import { ACCOUNT_KINDS, type AccountEntry, type AccountKind, KINDS } from './accountContent.ts';
import { typeText } from './describedLines.ts';
import type { LedgerContent, LedgerSummary, SlotDetails, SlotEntry } from './ledgerContent.ts';
import type { LeftOut } from './limitedLists.ts';
import type { Scene } from './scene.ts';
import type { TransactionEntry } from './transactionContent.ts';
import {
  cellText,
  countText,
  groupedText,
  keyText,
  labelledLines,
  type Style,
  solText,
  tableLines,
  timeText,
} from './valueLines.ts';

/** The facts of an account as people read them: amounts with their points, where the mint tells where they are. */
export function shownFacts({ facts, kind, owner, space }: AccountEntry): JsonObject {
  if (kind === 'other') return { owner, bytes: space };
  const { amount, isFrozen, stake, supply, uiAmount, uiSupply, ...others } = facts;
  return {
    ...(amount !== undefined && { amount: uiAmount ?? `${amount} units` }),
    ...(supply !== undefined && { supply: uiSupply ?? `${supply} units` }),
    ...others,
    ...(typeof stake === 'string' && { 'stake SOL': solText(BigInt(stake)) }),
    ...(isFrozen === true && { state: 'frozen' }),
  };
}

/** Items of a list where not everything is wanted. */
const MAX_ITEMS = 50;

/** A heading with the count, what `toLines` makes of the items, and how many are not shown. Nothing where there are none. */
export function listLines<T>(
  heading: string,
  items: readonly T[],
  style: Style,
  toLines: (items: readonly T[], style: Style) => string[],
): string[] {
  if (items.length === 0) return [];
  const shown = style.isWhole ? items : items.slice(0, MAX_ITEMS);
  const more = items.length - shown.length;
  return [
    '',
    `${heading} (${groupedText(items.length)})`,
    ...toLines(shown, style),
    ...(more === 0 ? [] : [`  … and ${groupedText(more)} more: --all shows them`]),
  ];
}

function slotTable(slots: readonly SlotEntry[], style: Style): string[] {
  const rows = slots.map((entry) => slotCells(entry, style));
  return tableLines(['slot', 'status', 'tip', 'transactions', 'block time', 'blockhash'], rows, ['transactions']);
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

/** The first copy of a transaction that is repeated has its bare name. */
export function nameText(name: string, copy: number | null): string {
  return onOneLine(copy === null || copy === 0 ? name : `${name} (copy ${copy})`);
}

function accountTable(accounts: readonly AccountEntry[], style: Style, kind?: AccountKind): string[] {
  const facts: readonly JsonObject[] = accounts.map((entry) => ({
    kind: entry.described !== null ? typeText(entry.described) : kind === undefined ? entry.kind : '',
    ...shownFacts(entry),
  }));
  const names = [...new Set(facts.flatMap((members) => Object.keys(members)))];
  const rows = accounts.map(({ address, lamports, name }, i) => [
    keyText(address, style),
    name === null ? '' : onOneLine(name),
    solText(lamports),
    ...names.map((fact) => factText(facts[i]?.[fact], style)),
  ]);
  return tableLines(['address', 'name', 'SOL', ...names], rows, NUMBERS);
}

const NUMBERS = ['SOL', 'amount', 'supply', 'decimals', 'stake SOL', 'bytes'];

function factText(value: JsonValue | undefined, style: Style): string {
  if (value === undefined || value === null) return '';
  if (isJsonArray(value)) return value.map((item) => factText(item, style)).join(' ');
  return typeof value === 'string' ? cellText(value, style) : stringifyJson(value);
}

/** Tells how many states are not described; empty: all are. */
export function undescribedLines({ described = 0 }: LeftOut): string[] {
  return described === 0
    ? []
    : [`not described: ${countText(described, 'state')} of accounts, because of too many values`];
}

export function ledgerLines(content: LedgerContent, { view }: Scene, style: Style): string[] {
  const { accounts, leftOut, names, slots, summary, transactions } = content;
  const unused = Object.entries(names).filter(([, address]) => view.account(address) === undefined);
  return [
    ...summaryLines(summary),
    ...undescribedLines(leftOut),
    ...listLines('slots', slots, style, slotTable),
    ...listLines('transactions', transactions, style, transactionTable),
    ...ACCOUNT_KINDS.flatMap((kind) => {
      const ofKind = accounts.filter((entry) => entry.kind === kind);
      return listLines(KINDS[kind].heading, ofKind, style, (items) => accountTable(items, style, kind));
    }),
    ...listLines('names without an account', unused, style, (items) => {
      const rows = items.map(([word, address]) => [keyText(address, style), word]);
      return tableLines(['address', 'name'], rows);
    }),
  ];
}

function summaryLines(summary: LedgerSummary): string[] {
  const { accounts, apiVersion, blocks, cluster, confirmed, failed, finalized, genesisHash, processed, transactions } =
    summary;
  const genesis = genesisHash === null ? null : `genesis ${genesisHash}`;
  const counts = [
    countText(blocks, 'block'),
    `${countText(transactions, 'transaction')}${failed === 0 ? '' : ` (${groupedText(failed)} failed)`}`,
    countText(accounts, 'account'),
  ];
  return [
    counts.join(', '),
    `slots: ${slotsText(summary)}`,
    `tips: processed ${processed}, confirmed ${confirmed}, finalized ${finalized}`,
    `cluster: ${[cluster, genesis, `node ${apiVersion}`].filter((part) => part !== null).join(', ')}`,
  ];
}

function slotsText({ dropped, firstAvailable, firstSlot, lastSlot, skipped }: LedgerSummary): string {
  if (firstSlot === null) return 'none';
  const missing = [
    ...(skipped === 0n ? [] : [`${groupedText(skipped)} skipped`]),
    ...(dropped === 0 ? [] : [`${groupedText(dropped)} dropped`]),
    `first available ${firstAvailable}`,
  ];
  return [firstSlot === lastSlot ? firstSlot : `${firstSlot} to ${lastSlot}`, ...missing].join(', ');
}

export function slotLines(details: SlotDetails, style: Style): string[] {
  const { accounts, leftOut, rewards, transactions } = details;
  return [
    ...headLines(details),
    ...undescribedLines(leftOut),
    ...listLines('transactions', transactions, style, transactionTable),
    ...listLines('rewards', rewards, style, rewardTable),
    ...listLines('accounts written', accounts, style, (items) => accountTable(items, style)),
  ];
}

function headLines(details: SlotDetails): string[] {
  const { blockHeight, blockTime, blockhash, parentSlot, previousBlockhash, slot, status, tips } = details;
  return [
    `slot ${slot}`,
    ...labelledLines({
      status: `${statusText(status)}${tips.length === 0 ? '' : `; tip of ${tips.join(' and ')}`}`,
      blockhash,
      parent: parentSlot === null ? null : `slot ${parentSlot}, ${previousBlockhash}`,
      height: blockHeight,
      time: blockTime === null ? null : timeText(blockTime),
    }),
  ];
}

function rewardTable(rewards: readonly Reward[], style: Style): string[] {
  const rows = rewards.map(({ lamports, postBalance, pubkey, rewardType }) => [
    cellText(pubkey, style),
    rewardType ?? '',
    solText(lamports),
    solText(postBalance),
  ]);
  return tableLines(['address', 'type', 'SOL', 'after'], rows, ['SOL', 'after']);
}
