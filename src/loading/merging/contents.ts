import type { Cursor } from '../../document/cursor.ts';
import { AccountTable } from '../../ledger/accounts/accountTable.ts';
import type { EmptyRun } from '../../ledger/history/emptyRow.ts';
import { lengthOf, runsOutside } from '../../ledger/history/emptyRuns.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import { ascending } from '../../ledger/slots.ts';
import type { LedgerFile, SkippedSlots } from '../../ledgerFile/ledgerFile.ts';
import { type Account, sameAccount } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';
import type { ScriptOptions } from '../../script/compiling/sink.ts';
import type { Sink } from '../formats/format.ts';
import { type Conflict, type ItemId, itemIds, type ParsedAccount, type UnplacedTransaction } from './items.ts';
import { mergeBlocks, mergeTransactions } from './sameContent.ts';

/** How much has been read so far. */
export interface Progress {
  readonly blocks: number;
  readonly transactions: number;
  readonly accounts: number;
}

/** The recorded state that scripts continue. */
export interface Recorded extends ScriptOptions {
  /** the slot of the newest block below a slot */
  readonly newestBelow: (slot: bigint) => bigint | undefined;
}

/** Called for every block, account and transaction that is read: has to be fast. */
export type OnProgress = (progress: Progress) => void;

const MAX_CONFLICTS = 1000;

/** Collects what formats read. Duplicates are merged, or are a conflict if they disagree. */
export class Contents implements Sink {
  readonly #accounts = new AccountTable();
  /** bases that are not there: another recording may contradict them */
  readonly #withoutLamports = new Map<Address, Account>();
  /** of recorded bases; one that has no slot was recorded without one */
  readonly #recordedAt = new Map<Address, bigint>();
  readonly blocks = new Map<bigint, Block>();
  /** between the blocks */
  readonly emptyRuns: EmptyRun[] = [];
  readonly looseTransactions = new Map<ItemId, LedgerTransaction>();
  readonly skippedSlots: SkippedSlots[] = [];
  readonly scripts: Cursor[] = [];
  /** these get their slots when everything else has been read */
  readonly unplaced: UnplacedTransaction[] = [];
  /** their bytes are worked out when everything else has been read */
  readonly parsedAccounts: ParsedAccount[] = [];
  readonly conflicts: Conflict[] = [];
  /** accounts that scripts have written, as they were recorded: every fork of a script starts from these */
  readonly #beforeScripts = new Map<Address, Account | undefined>();
  #accountsBefore: ReadonlyMap<Address, Account> | undefined;
  #ledgerFile: LedgerFile | undefined;
  #highestContextSlot = 0n;
  readonly #onProgress: OnProgress | undefined;
  /** that were read, including duplicates */
  #transactions = 0;

  constructor(onProgress?: OnProgress) {
    this.#onProgress = onProgress;
  }

  get blockCount(): number {
    return this.blocks.size + this.emptyRuns.reduce((sum, run) => sum + lengthOf(run), 0);
  }

  get settings(): LedgerFile | undefined {
    return this.#ledgerFile;
  }

  /** That a block, a transaction or the context of a recorded answer names; 0 if there is none. */
  get highestSlot(): bigint {
    let highest = this.#highestContextSlot;
    for (const slot of this.blocks.keys()) if (slot > highest) highest = slot;
    for (const { last } of this.emptyRuns) if (last > highest) highest = last;
    for (const { slot } of this.looseTransactions.values()) if (slot > highest) highest = slot;
    return highest;
  }

  account(account: Account, at: Cursor, slot?: bigint): void {
    if (account.parsed === undefined) this.addAccount(account, at, slot);
    else this.parsedAccounts.push({ account, at, slot });
  }

  /** @param account if it was recorded as jsonParsed, with what is known of its bytes */
  addAccount(account: Account, at: Cursor, slot: bigint | undefined): void {
    const { address } = account;
    const base = this.#baseOf(address);
    const baseSlot = this.#recordedAt.get(address);
    if (base === undefined) this.#setBase(account, slot);
    else if (slot === baseSlot) this.#compare(base, account, at, slot);
    else if (slot === undefined || (baseSlot !== undefined && slot < baseSlot)) {
      this.#setBase(account, slot);
      this.#write(base, baseSlot!, at);
    } else this.#write(account, slot, at);
    this.#progress();
  }

  #baseOf(address: Address): Account | undefined {
    const row = this.#accounts.baseOf(address);
    return row === undefined ? this.#withoutLamports.get(address) : this.#accounts.account(row);
  }

  /** The earliest recording holds from the beginning. */
  #setBase(account: Account, slot: bigint | undefined): void {
    const { address, lamports } = account;
    if (slot === undefined) this.#recordedAt.delete(address);
    else this.#recordedAt.set(address, slot);
    this.#accounts.add(account);
    if (lamports === 0n) this.#withoutLamports.set(address, account);
  }

  #write(account: Account, slot: bigint, at: Cursor): void {
    const row = this.#accounts.writesOf(account.address).find((other) => this.#accounts.slotOf(other) === slot);
    if (row === undefined) this.#accounts.write(account, slot);
    else this.#compare(this.#accounts.account(row), account, at, slot);
  }

  #compare(first: Account, account: Account, at: Cursor, slot: bigint | undefined): void {
    const { address } = account;
    if (!sameAccount(first, account))
      this.#conflict(`account ${address} is recorded twice with different content`, at, itemIds.account(address, slot));
  }

  block(block: Block, at: Cursor): void {
    const { slot, transactions } = block;
    this.#transactions += transactions?.length ?? 0;
    const first = this.blocks.get(slot);
    const merged = first === undefined ? block : mergeBlocks(first, block);
    if (merged !== undefined) this.blocks.set(slot, merged);
    else this.#conflict(`two different blocks for slot ${slot}`, at, itemIds.block(slot));
    this.#progress();
  }

  /** Where a block was recorded, it is compared. */
  emptyBlocks(run: EmptyRun, at: Cursor): void {
    const taken = [...this.blocks.keys()].filter((slot) => slot >= run.first && slot <= run.last);
    for (const slot of taken.sort(ascending)) this.block(run.row.block(slot), at);
    for (const left of runsOutside(run, SlotSet.of(taken))) this.emptyRuns.push(left);
    this.#progress();
  }

  transaction(transaction: LedgerTransaction, at: Cursor): void {
    const { slot, signature } = transaction;
    this.#transactions++;
    const id = itemIds.loose(slot, signature);
    const first = this.looseTransactions.get(id);
    const merged = first === undefined ? transaction : mergeTransactions(first, transaction);
    if (merged !== undefined) this.looseTransactions.set(id, merged);
    else this.#conflict(`transaction ${signature} is recorded twice with different content`, at, id);
    this.#progress();
  }

  unplacedTransaction(transaction: LedgerTransaction, at: Cursor): void {
    this.unplaced.push({ transaction, at });
  }

  ledgerFile(file: LedgerFile): void {
    if (this.#ledgerFile === undefined) this.#ledgerFile = file;
    else
      file.at.refuse(
        'a second file with members of ledger.json: a ledger has only one',
        undefined,
        this.#ledgerFile.at,
      );
  }

  skipped(slots: SkippedSlots): void {
    this.skippedSlots.push(slots);
  }

  script(at: Cursor): void {
    this.scripts.push(at);
  }

  scriptedAccount(account: Account, slot: bigint | undefined): void {
    const { address, lamports } = account;
    if (slot === undefined && lamports === 0n) this.#withoutLamports.set(address, account);
    const isFirst = !this.#beforeScripts.has(address);
    if (isFirst) this.#beforeScripts.set(address, this.#accounts.newest(address));
    if (slot !== undefined) this.#accounts.write(account, slot);
    else if (isFirst) this.#accounts.restart(account);
    // the blocks of the script have written it already
    else this.#accounts.add(account);
    this.#progress();
  }

  scriptProgress(transactions: number): void {
    this.#progress(transactions);
  }

  contextSlot(slot: bigint): void {
    if (slot > this.#highestContextSlot) this.#highestContextSlot = slot;
  }

  /**
   * Sets the accounts of the cluster; those that were recorded count more.
   *
   * @param before what scripts can read
   */
  setCluster(base: readonly Account[], before: ReadonlyMap<Address, Account>): void {
    this.#accountsBefore = before;
    for (const account of base) if (this.#baseOf(account.address) === undefined) this.#accounts.add(account);
  }

  /** The recorded state for scripts: what they write later is not seen in it. */
  recorded(): Recorded {
    const accounts = this.#accounts;
    const beforeScripts = this.#beforeScripts;
    const before = this.#accountsBefore;
    const blocks = new Map(this.blocks);
    const slots = [...blocks.keys()].sort(ascending);
    const cluster = this.#ledgerFile?.settings.cluster;
    return {
      account: (address) =>
        (beforeScripts.has(address) ? beforeScripts.get(address) : accounts.newest(address)) ?? before?.get(address),
      block: (slot) => blocks.get(slot),
      ...(cluster && { cluster }),
      newestBelow: (slot) => slots.findLast((each) => each < slot),
    };
  }

  /** Accounts that are said not to be there in the beginning. */
  absent(): ReadonlySet<Address> {
    return new Set(this.#withoutLamports.keys());
  }

  /** The recorded accounts, after the scripts. */
  accounts(): AccountTable {
    return this.#accounts;
  }

  /** @param unfinished transactions of a block that is not complete yet */
  #progress(unfinished = 0): void {
    this.#onProgress?.({
      blocks: this.blockCount,
      transactions: this.#transactions + unfinished,
      accounts: this.#accounts.count,
    });
  }

  #conflict(message: string, at: Cursor, other: ItemId): void {
    // beyond the limit, finding the second place is not worth reading all inputs again
    if (this.conflicts.length < MAX_CONFLICTS) this.conflicts.push({ message, at, other });
    else at.refuse(message);
  }
}
