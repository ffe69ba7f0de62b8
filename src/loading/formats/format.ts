import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import type { LedgerFile, SkippedSlots } from '../../ledgerFile/ledgerFile.ts';
import type { Account } from '../../model/account.ts';
import type { Signature } from '../../model/address.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';

/** What is known of a value besides itself: from its file name and from the request that it answers. */
export interface Origin {
  /** name of the file without folder and endings, where the file holds this one value */
  readonly stem?: string;
  /** it came out of what a node sends: a response, or a value in its context */
  readonly isAnswer?: boolean;
  /** of the recorded request */
  readonly method?: string;
  /** of the recorded request */
  readonly params?: Cursor;
  /** the address that the recorded request asked for */
  readonly address?: Cursor;
}

/** Where formats put what they read; `at` is the value that it was read from. */
export interface Sink {
  account(account: Account, at: Cursor): void;
  block(block: Block, at: Cursor): void;
  /** a transaction that was recorded without its block */
  transaction(transaction: LedgerTransaction, at: Cursor): void;
  ledgerFile(file: LedgerFile): void;
  skipped(slots: SkippedSlots): void;
  /** a scripted ledger, which is read once all that was recorded is */
  script(at: Cursor): void;
  /** an account as a script leaves it, whatever was recorded of it before */
  scriptedAccount(account: Account): void;
  /** how many transactions the block has that is being made of a script, told now and then */
  scriptProgress(transactions: number): void;
  /** of a transaction that a script names; copies are told in their order */
  scriptedSignature(name: string, signature: Signature): void;
  /** a slot that a recorded answer names in its context */
  contextSlot(slot: bigint): void;
}

/** One kind of fixture: told by its shape, then read. */
export interface FixtureFormat {
  /** as docs/fixtures.md lists it */
  readonly name: string;
  /** told by the name of the file alone, so that nothing is taken for an envelope */
  readonly isNamed?: boolean;
  readonly matches: (value: JsonValue, origin: Origin) => boolean;
  readonly read: (at: Cursor, origin: Origin, sink: Sink) => void;
}

/** Whether the value is an object with at least `min` of `keys`: one member too few still tells what was meant. */
export function hasMembers(value: JsonValue, keys: readonly string[], min = keys.length): value is JsonObject {
  return isJsonObject(value) && keys.filter((key) => Object.hasOwn(value, key)).length >= min;
}
