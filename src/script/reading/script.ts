import type { Cursor } from '../../document/cursor.ts';
import { located, readMembers } from '../../document/members.ts';
import { readList, readText } from '../../document/readers.ts';
import { type LedgerFile, readLedgerMembers, type SkippedSlots } from '../../ledgerFile/ledgerFile.ts';
import { LEDGER_FILE_MEMBERS } from '../../ledgerFile/members.ts';
import type { Script, SlotWord } from '../format/types.ts';
import { readAccounts } from './accountKinds.ts';
import { cursorOf } from './cursorOf.ts';
import { executedBy, readExecutor } from './execution.ts';
import { readKeys } from './keys.ts';
import { readSlot } from './slot.ts';

/** A path as a script gives it, relative to the script's file. */
export interface IncludeWord {
  readonly value: string;
  readonly at: Cursor;
}

export interface ScriptFile {
  readonly script: Script;
  readonly includes: readonly IncludeWord[];
  /** no problem was found in reading, so it can be compiled */
  readonly isSound: boolean;
}

/** Besides these, a script has the members of `ledger.json`. */
export const SCRIPT_MEMBERS = {
  /** for editors */
  $schema: readText,
  keys: readKeys,
  include: (at: Cursor) => readList(at, located(readText)),
  execute: located(readExecutor),
  accounts: readAccounts,
  slots: (at: Cursor) => readList(at, readSlot),
};

/** Takes what a script has of the members of `ledger.json`. */
interface LedgerSink {
  ledgerFile(file: LedgerFile): void;
  skipped(slots: SkippedSlots): void;
}

/** Reads a scripted ledger; its members of `ledger.json` go into the sink. */
export function readScript(at: Cursor, sink: LedgerSink): ScriptFile {
  const problems = at.reading.errors.count;
  const read = readMembers(at, SCRIPT_MEMBERS, [], LEDGER_FILE_MEMBERS);
  const { keys = [], include = [], accounts = [], execute, slots: written = [] } = read ?? {};
  const slots = executedBy(execute, written);
  const { file, skipped } = readLedgerMembers(at, slots.flatMap(skippedSlotsOf));
  if (LEDGER_FILE_MEMBERS.some((name) => at.member(name).value !== undefined)) sink.ledgerFile(file);
  for (const range of skipped) sink.skipped(range);
  return { script: { keys, accounts, slots }, includes: include, isSound: at.reading.errors.count === problems };
}

function skippedSlotsOf(slot: SlotWord): SkippedSlots[] {
  return slot.kind === 'skipped' ? [{ first: slot.first, last: slot.last, at: cursorOf(slot.at) }] : [];
}
