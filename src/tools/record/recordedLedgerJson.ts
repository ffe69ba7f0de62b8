import { ascending } from '../../codec/bigints.ts';
import { integerOf, memberAt } from '../../codec/foreignJson.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonInteger,
  stringifyJson,
} from '../../codec/jsonText.ts';
import { indentJson } from '../../codec/jsonTree.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { FORMAT, newerFormatReason } from '../../script/ledgerJson/formatMember.ts';
import type { ExchangeFolder } from './exchange.ts';
import type { Members, NodeTips } from './recording.ts';

/**
 * `ledger.json` of a recording. Members of the file stay, except that tips advance.
 * @module
 */

export const LEDGER_FILE = 'ledger.json';

/** Both ends inclusive. */
type SlotRange = readonly [first: bigint, last: bigint];

export class LedgerFileError extends Error {
  constructor(message = `${LEDGER_FILE} must be a JSON object`) {
    super(message);
    this.name = 'LedgerFileError';
  }
}

/** @throws LedgerFileError */
export function readLedgerJson(folder: ExchangeFolder): JsonObject {
  const text = folder.readFile(LEDGER_FILE);
  if (text === undefined) return {};
  const value = unlessThrown([SyntaxError], () => parseJson(text));
  if (!isJsonObject(value)) throw new LedgerFileError();
  const newer = newerFormatReason(value);
  if (newer !== undefined) throw new LedgerFileError(`${LEDGER_FILE}: ${newer}`);
  return value;
}

export function isSkippedIn(ledger: JsonObject): (slot: bigint) => boolean {
  const ranges = rangesOf(ledger.skipped);
  return (slot) => ranges.some(([first, last]) => slot >= first && slot <= last);
}

interface RecordedMembers {
  /** undefined: the node does not say */
  readonly tips: NodeTips | undefined;
  /** the highest slot that an answer names as confirmed: the tips were there at least */
  readonly highestSlot: bigint;
  /** the highest slot that any answer names */
  readonly highestProcessed: bigint;
  readonly skipped: Iterable<bigint>;
  readonly facts: Members;
  /** whether calls of an app are recorded, to be answered as they were */
  readonly isReplayed: boolean;
}

/** The members with what was recorded. Skipped slots are below the confirmed tip. */
export function withRecorded(
  ledger: JsonObject,
  { facts, highestProcessed, highestSlot, isReplayed, skipped, tips }: RecordedMembers,
): JsonObject {
  const slots = [...rangesOf(ledger.skipped), ...Array.from(skipped, (slot): SlotRange => [slot, slot])];
  const ranges = joinRanges(slots).map(([first, last]) =>
    first === last ? jsonInteger(first) : [jsonInteger(first), jsonInteger(last)],
  );
  const members = { ...facts, ...ledger };
  return {
    ...members,
    ...(tips && tipMembers(ledger, tipsWith(members, tips, highestSlot), highestProcessed)),
    ...(ranges.length > 0 && { skipped: ranges }),
    ...(isReplayed && ledger.replay === undefined && { replay: true }),
    ...(facts.transactionCount !== undefined && { transactionCount: facts.transactionCount }),
  };
}

/** Writes the members in the order of their names, after `format`. */
export function writeLedgerJson(folder: ExchangeFolder, { format: _, ...members }: JsonObject): void {
  const afterBrace = stringifyJson(members).slice(1);
  folder.writeFile(LEDGER_FILE, indentJson(`{"format":${FORMAT}${afterBrace === '}' ? '' : ','}${afterBrace}`));
}

function tipMembers(ledger: JsonObject, { confirmed, finalized }: NodeTips, highestProcessed: bigint): JsonObject {
  const processed = highest(integerOf(ledger.processed), confirmed, highestProcessed);
  return { finalized: jsonInteger(finalized), confirmed: jsonInteger(confirmed), processed: jsonInteger(processed) };
}

/**
 * The tips of the ledger with those of a node. All that was recorded is confirmed, unless it was asked for at `processed`, and under Alpenglow final. No tip moves back: the answers
 * may come from several nodes, of which one is behind.
 *
 * @param ledger its members, with the facts
 */
export function tipsWith(ledger: JsonObject, tips: NodeTips, highestSlot: bigint): NodeTips {
  const finalized = highest(integerOf(ledger.finalized), tips.finalized);
  const confirmed = highest(integerOf(ledger.confirmed), tips.confirmed, highestSlot, finalized);
  return { finalized: isAlpenglowAt(confirmed, ledger.consensus) ? confirmed : finalized, confirmed };
}

/** @param consensus member of `ledger.json` */
function isAlpenglowAt(slot: bigint, consensus: JsonValue | undefined): boolean {
  const from = consensus === 'alpenglow' ? 0n : integerOf(memberAt(consensus, 'alpenglowFrom'));
  return from !== undefined && slot >= from;
}

function highest(...slots: readonly (bigint | undefined)[]): bigint {
  return slots.reduce<bigint>((most, slot) => (slot !== undefined && slot > most ? slot : most), 0n);
}

/** The ranges in the member `skipped`. Other values are left out: the loader reports them. */
function rangesOf(skipped: JsonValue | undefined): SlotRange[] {
  if (!isJsonArray(skipped)) return [];
  return skipped.flatMap((entry): SlotRange[] => {
    const [first, last] = (isJsonArray(entry) ? entry : [entry, entry]).map(integerOf);
    return first === undefined || last === undefined ? [] : [[first, last]];
  });
}

function joinRanges(ranges: readonly SlotRange[]): SlotRange[] {
  const joinedRanges: SlotRange[] = [];
  for (const range of ranges.toSorted(([a], [b]) => ascending(a, b))) {
    const before = joinedRanges.at(-1);
    if (before === undefined || range[0] > before[1] + 1n) joinedRanges.push(range);
    else if (range[1] > before[1]) joinedRanges[joinedRanges.length - 1] = [before[0], range[1]];
  }
  return joinedRanges;
}
