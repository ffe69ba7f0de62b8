import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import type { EmptyRun } from '../../ledger/history/emptyRow.ts';
import type { LedgerFile, SkippedSlots } from '../../ledgerFile/ledgerFile.ts';
import type { Account } from '../../model/account.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';

/** What is known about a value from its file name and from the recorded request. */
export interface Origin {
  /** name of the file without folder and endings, if the file has only this value */
  readonly stem?: string;
  /** it was inside an answer of a node: a response, or a value with its context */
  readonly isAnswer?: boolean;
  /** of the recorded request */
  readonly method?: string;
  /** of the recorded request */
  readonly params?: Cursor;
  /** the address that the recorded request asked for */
  readonly address?: Cursor;
  /** of the context of a recorded answer */
  readonly slot?: bigint;
}

/** Receives what formats read; `at` is the value that it was read from. */
export interface Sink {
  /** @param slot in which it was so; undefined: from the beginning. An account without lamports was not there */
  account(account: Account, at: Cursor, slot?: bigint): void;
  block(block: Block, at: Cursor): void;
  /** a run of empty blocks of a script */
  emptyBlocks(run: EmptyRun, at: Cursor): void;
  /** a transaction that was recorded without its block */
  transaction(transaction: LedgerTransaction, at: Cursor): void;
  /** a transaction that was recorded without its slot: the one it has means nothing */
  unplacedTransaction(transaction: LedgerTransaction, at: Cursor): void;
  ledgerFile(file: LedgerFile): void;
  skipped(slots: SkippedSlots): void;
  /** a scripted ledger, which is compiled after everything recorded was read */
  script(at: Cursor): void;
  /** an account after a block of a script, or before the first slot (undefined), where it replaces a recorded one */
  scriptedAccount(account: Account, slot: bigint | undefined): void;
  /** called from time to time with the number of transactions of the block that is being compiled */
  scriptProgress(transactions: number): void;
  /** a slot that a recorded answer names in its context */
  contextSlot(slot: bigint): void;
}

/** One kind of fixture: recognised by its shape, then read. */
export interface FixtureFormat {
  /** as docs/fixtures.md lists it */
  readonly name: string;
  /** recognised by the file name alone, so that the value is not taken for an envelope */
  readonly isNamed?: boolean;
  readonly matches: (value: JsonValue, origin: Origin) => boolean;
  readonly read: (at: Cursor, origin: Origin, sink: Sink) => void;
}

/** Whether the value is an object with at least `min` of `keys`: a missing member is then reported, and the format is still recognised. */
export function hasMembers(value: JsonValue, keys: readonly string[], min = keys.length): value is JsonObject {
  return isJsonObject(value) && keys.filter((key) => Object.hasOwn(value, key)).length >= min;
}
