import { isJsonArray } from '../../codec/jsonText.ts';
import type { CompiledProgram } from '../../runtime/upgradeableProgram.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { isObject } from '../../syntax/readers.ts';
import {
  anyOf,
  blockhash,
  count,
  fromOne,
  list,
  named,
  nullable,
  type ObjectOf,
  object,
  optional,
  readKnown,
  readObject,
  readParts,
  syntax,
  text,
  unixTime,
  withDefault,
} from '../../syntax/syntax.ts';
import { type AddressNode, address, asCursor, type KeyNode, keys, type Place } from '../../syntax/values.ts';
import { refuseNewerFormat } from '../ledgerJson/formatMember.ts';
import { type LedgerFile, readLedgerMembers } from '../ledgerJson/ledgerFile.ts';
import { LEDGER_FACTS, LEDGER_FILE_MEMBERS, type SkippedSlots, skippedSlots } from '../ledgerJson/ledgerMembers.ts';
import { type AccountNode, accounts } from './accounts.ts';
import { type PathNode, type ProgramNode, path, programs } from './programs.ts';
import { rewards } from './rewardNodes.ts';
import { type ExecuteNode, execute, refuseGivenResults, type TransactionNode, transaction } from './transactions.ts';

/** A scripted ledger as data: what happened, without anything that can be derived. */
export interface Script {
  readonly keys: readonly KeyNode[];
  readonly accounts: readonly AccountNode[];
  readonly slots: readonly SlotNode[];
  /** programs with an IDL; default: none */
  readonly programs?: readonly IdlProgram[];
  /** programs with their code; default: none */
  readonly compiled?: readonly CompiledProgramNode[];
}

/** A compiled program of a script: its file was read. */
export interface CompiledProgramNode extends Pick<CompiledProgram, 'address' | 'code'> {
  readonly at: Place;
  /** may upgrade the program; undefined: it cannot be upgraded */
  readonly authority: AddressNode | undefined;
}

/** largest number of blocks of one range, and of all scripts of a ledger: all of them are in memory */
const MAX_BLOCKS = 10_000_000n;
const MAX_TRANSACTIONS = 10_000_000n;

/** The members that every item with blocks has. */
const BLOCK_MEMBERS = {
  blockTime: optional(
    nullable(unixTime),
    'Unix seconds of the first block; default: after the block before by the slot time of the gates (`slotMs`)',
  ),
  parent: optional(count, 'slot; default: the block before'),
  leader: optional(address, 'who gets the fees; default: the one in leaderSchedules, or on a localnet a validator'),
  blockhash: optional(blockhash, 'base58 of 32 bytes; default: derived from the slot and its parent'),
  rewards: withDefault(rewards, [], 'besides the fees of the leader, paid before the transactions'),
  transactions: withDefault(list(transaction), []),
};

/** The items of `slots`, by the member that identifies each kind. */
export const SLOT_KINDS = {
  slot: { slot: count, ...BLOCK_MEMBERS },
  from: {
    from: count,
    to: count,
    every: withDefault(fromOne(count, 'a number of slots above 0'), 1n),
    ...BLOCK_MEMBERS,
  },
  skipped: { skipped: skippedSlots },
};

/** One block, or one in every `every` slots from `first` to `last`. */
export interface BlocksNode extends ObjectOf<typeof BLOCK_MEMBERS> {
  readonly kind: 'blocks';
  readonly first: bigint;
  readonly last: bigint;
  readonly every: bigint;
  readonly at: Place;
}

export type SlotNode =
  /** slots that have no block; both ends count */
  { readonly kind: 'skipped'; readonly first: bigint; readonly last: bigint; readonly at: Place } | BlocksNode;

function readSlot(at: Cursor): SlotNode | undefined {
  if (!isObject(at)) return undefined;
  const [kind, second] = [at.member('slot'), at.member('from'), at.member('skipped')].filter(
    ({ value }) => value !== undefined,
  );
  if (kind === undefined) return at.expected('slot, from and to, or skipped');
  if (second !== undefined) return second.refuse(`expected ${kind.key} or ${second.key}, found both`);
  if (kind.key === 'slot') return readBlock(at);
  return kind.key === 'from' ? readRange(at) : readSkipped(at);
}

const slot = named(
  'slot',
  anyOf(
    readSlot,
    object(SLOT_KINDS.slot, 'one block'),
    object(SLOT_KINDS.from, 'a block in one of every `every` slots'),
    object(SLOT_KINDS.skipped, 'slots without a block'),
  ),
);

/**
 * Reads a block to add to a ledger: a block of a script, whose slot may be absent.
 *
 * @param slot the default
 */
export function readNextBlock(at: Cursor, slot: bigint): BlocksNode | undefined {
  const read = readObject(at, { ...SLOT_KINDS.slot, slot: withDefault(count, slot) });
  if (read === undefined) return undefined;
  const { slot: first, ...block } = read;
  return { kind: 'blocks', first, last: first, every: 1n, ...block, at };
}

/** A block of one transaction. */
export function blockAround(transaction: TransactionNode, at: Cursor, slot: bigint): BlocksNode {
  return { ...emptyBlock(slot, at), transactions: [transaction] };
}

/** A block without transactions, as a script describes it. */
export function emptyBlock(slot: bigint, at: Place): BlocksNode {
  const noMembers = { blockTime: undefined, parent: undefined, leader: undefined, blockhash: undefined };
  return { kind: 'blocks', first: slot, last: slot, every: 1n, ...noMembers, rewards: [], transactions: [], at };
}

function readBlock(at: Cursor): SlotNode | undefined {
  const read = readObject(at, SLOT_KINDS.slot);
  if (read === undefined) return undefined;
  const { slot: first, ...block } = read;
  return { kind: 'blocks', first, last: first, every: 1n, ...block, at };
}

function readRange(at: Cursor): SlotNode | undefined {
  const read = readObject(at, SLOT_KINDS.from);
  if (read === undefined) return undefined;
  const { from, to, every, ...block } = read;
  if (to < from) return at.member('to').refuse(`expected a slot from ${from} on, found ${to}`);
  if ((to - from) / every >= MAX_BLOCKS) return at.member('to').refuse(`expected at most ${MAX_BLOCKS} blocks`);
  if (block.blockhash !== undefined && to > from)
    return at.member('blockhash').refuse('no two blocks have the same blockhash', 'give it for a single slot');
  return { kind: 'blocks', first: from, last: to, every, ...block, at };
}

function readSkipped(at: Cursor): SlotNode | undefined {
  const range = readObject(at, SLOT_KINDS.skipped)?.skipped;
  return range && { kind: 'skipped', first: range.first, last: range.last, at };
}

/** Whether the slots stay within the limits; the first one that exceeds them is reported. */
export function fitsLimits(slots: readonly SlotNode[]): boolean {
  let blocks = 0n;
  let transactions = 0n;
  for (const node of slots) {
    if (node.kind !== 'blocks') continue;
    const blockCount = (node.last - node.first) / node.every + 1n;
    const copies = BigInt(node.transactions.reduce((sum, { repeat }) => sum + repeat, 0));
    blocks += blockCount;
    transactions += blockCount * copies;
    if (blocks > MAX_BLOCKS) return refuseSize(node, `${blocks} blocks`, MAX_BLOCKS, 'use fewer slots');
    if (transactions > MAX_TRANSACTIONS) {
      const size = `${transactions} transactions, ${blockCount} blocks of ${copies} here`;
      return refuseSize(node, size, MAX_TRANSACTIONS, 'use fewer slots, or fewer copies with `repeat`');
    }
  }
  return true;
}

function refuseSize({ at }: SlotNode, size: string, max: bigint, hint: string): false {
  at.refuse(`the scripts make ${size}: more than the ${max} that a ledger can have`, hint);
  return false;
}

export interface ScriptFile {
  readonly script: Script;
  readonly includes: readonly PathNode[];
  /** programs whose files are not read yet */
  readonly programs?: readonly ProgramNode[];
  /** place of the mistakes that reading found. `after`: the slots up to this one can be compiled (-1: none); `elsewhere`: nothing can */
  readonly mistakes: 'none' | { readonly after: bigint } | 'elsewhere';
}

/** undefined: a slot with a mistake, which was reported */
const slotList = syntax<readonly (SlotNode | undefined)[]>(
  (at) => (isJsonArray(at.value) ? at.items().map(slot) : at.expected('an array')),
  list(slot).schema,
);

/** The members of a script besides those of `ledger.json`. */
export const SCRIPT_MEMBERS = {
  $schema: optional(text, 'for editors'),
  keys: withDefault(keys, [], 'names with a given address or secret'),
  include: withDefault(list(path), [], 'files and folders of fixtures, relative to this file'),
  programs: withDefault(programs, [], 'programs with an IDL or their code, by name'),
  execute: optional(execute),
  accounts: withDefault(accounts, [], 'by address: what accounts are before the first slot'),
  slots: withDefault(slotList, [], 'what happened, in ascending order'),
};

const { slots: _slots, ...MEMBERS_BESIDES_SLOTS } = SCRIPT_MEMBERS;

/** Receives the members of `ledger.json` that a script has. */
interface LedgerSink {
  addLedgerFile(file: LedgerFile): void;
  addSkippedSlots(slots: SkippedSlots): void;
}

/** Reads a scripted ledger; its members of `ledger.json` go into the sink. */
export function readScript(at: Cursor, sink: LedgerSink): ScriptFile {
  if (refuseNewerFormat(at)) return UNREAD_SCRIPT;
  const { errors } = at.reading;
  const before = errors.count;
  const read = readParts(at, MEMBERS_BESIDES_SLOTS, ['slots', ...LEDGER_FILE_MEMBERS]);
  const beforeSlots = errors.count;
  const readSlots = (read && readKnown(at, { slots: SCRIPT_MEMBERS.slots }).slots) ?? [];
  const slots = withExecutor(
    read?.execute,
    readSlots.filter((node) => node !== undefined),
  );
  const inSlots = errors.count - beforeSlots;
  const { file, skipped } = readLedgerMembers(at, slots.flatMap(skippedSlotsOf));
  if (LEDGER_FACTS.some((name) => at.member(name).value !== undefined)) sink.addLedgerFile(file);
  for (const range of skipped) sink.addSkippedSlots(range);
  const script = { keys: read?.keys ?? [], accounts: read?.accounts ?? [], slots };
  return {
    script,
    includes: read?.include ?? [],
    programs: read?.programs ?? [],
    mistakes: mistakesOf(errors.count - before, inSlots, readSlots),
  };
}

const UNREAD_SCRIPT: ScriptFile = {
  script: { keys: [], accounts: [], slots: [] },
  includes: [],
  mistakes: 'elsewhere',
};

function mistakesOf(total: number, inSlots: number, slots: readonly (SlotNode | undefined)[]): ScriptFile['mistakes'] {
  if (total === 0) return 'none';
  if (total > inSlots) return 'elsewhere';
  const wrong = slots.indexOf(undefined);
  const before = wrong < 0 ? slots.at(-1) : slots[wrong - 1];
  return { after: before?.last ?? -1n };
}

function skippedSlotsOf(slot: SlotNode): SkippedSlots[] {
  return slot.kind === 'skipped' ? [{ first: slot.first, last: slot.last, at: asCursor(slot.at) }] : [];
}

/** The slots, with the executor of the script for transactions that do not name one. */
function withExecutor(execute: ExecuteNode | undefined, slots: readonly SlotNode[]): readonly SlotNode[] {
  if (execute === undefined) return slots;
  const withDefault = (node: TransactionNode) => (node.execute === undefined ? { ...node, execute } : node);
  return slots.map((slot) => {
    if (slot.kind !== 'blocks') return slot;
    const transactions = slot.transactions.map(withDefault);
    for (const [i, node] of transactions.entries())
      if (node !== slot.transactions[i]) refuseGivenResults(node, inFile('notExecuted'));
    return { ...slot, transactions };
  });
}

/**
 * Programs, or accounts of programs, that are given outside of a script.
 *
 * @param read returns undefined for a mistake, which it reports
 */
export function readScriptPart(
  at: Cursor,
  read: (
    at: Cursor,
  ) => { readonly accounts?: readonly AccountNode[]; readonly programs?: readonly ProgramNode[] } | undefined,
): ScriptFile {
  const { errors } = at.reading;
  const before = errors.count;
  const { accounts = [], programs = [] } = read(at) ?? {};
  return {
    script: { keys: [], accounts, slots: [] },
    includes: [],
    programs,
    mistakes: errors.count === before ? 'none' : 'elsewhere',
  };
}
