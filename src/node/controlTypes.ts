import type { BuildTransaction } from '../fixtures/script/building/blockBuilder.ts';
import type { Key } from '../fixtures/script/building/keyBuilders.ts';
import type { BuildBlock } from '../fixtures/script/building/ledgerBuilder.ts';
import type { NextBlock, ToJson } from '../fixtures/script/building/nextBlock.ts';
import type { TransactionJson } from '../fixtures/script/format/ledgerJsonTypes.ts';
import type { CallFilter, ExpectedCall, Explanation, JournalCall } from '../rpc/control/callMethods.ts';
import type { NewAccount } from '../rpc/control/newAccount.ts';
import type { Failing, NewFault } from '../rpc/control/newFault.ts';
import type { NewSendRule } from '../rpc/control/newSendRule.ts';
import type { U64 } from '../solana/meta.ts';

/** The slots that the commitments have reached: bigints beyond 2^53. */
export interface LedgerTips {
  readonly processed: U64;
  readonly confirmed: U64;
  readonly finalized: U64;
}

/** The tips, and what slots the ledger has. */
export interface LedgerReach extends LedgerTips {
  readonly firstAvailable: U64;
  readonly last: U64;
}

/** A fork and where it can be reached: null where nothing listens. */
export interface ForkAddress {
  readonly name: string;
  readonly url: string | null;
  readonly wsUrl: string | null;
}

export interface AddedBlock {
  readonly blockhash: string;
  /** of its transactions, in order */
  readonly signatures: readonly string[];
  readonly slot: U64;
}

export interface AddedTransaction {
  readonly blockhash: string;
  readonly signature: string;
  readonly slot: U64;
}

/** How many there were in a fixture. */
export interface AddedFixtures {
  readonly accounts: number;
  readonly blocks: number;
  readonly transactions: number;
  /** what was left out or assumed, and whether nothing was added; absent: nothing to say */
  readonly warnings?: readonly string[];
}

export interface ListedFault {
  /** how often it has happened */
  readonly hits: number;
  readonly id: string;
  /** as it was given */
  readonly rule: unknown;
}

export interface ListedSendRule {
  /** sends that it has decided */
  readonly hits: number;
  readonly id: string;
  /** as it was given */
  readonly rule: unknown;
}

/** A transaction that was sent, and what became of it. */
export interface SentTransactionInfo {
  /** the programs that it calls and whose effect is not known: they did nothing; absent where there are none */
  readonly assumed?: readonly string[];
  /** of a transaction that is in a block: null where it succeeded */
  readonly err?: unknown;
  /** what the client was answered instead of the signature */
  readonly error?: unknown;
  /** the configuration that came with it */
  readonly options: unknown;
  /** as the rule has it, `succeed` without one; `{ refused: { code, err? } }` where the client was answered with an error */
  readonly outcome: unknown;
  /** the id of the rule that decided; null: none did */
  readonly rule: string | null;
  readonly signature: string | null;
  /** of its block */
  readonly slot?: U64;
  /** as getTransaction shows it with the encoding jsonParsed */
  readonly transaction: unknown;
  readonly version: 'legacy' | number;
}

/**
 * What a test does to a ledger. Each is the control method `stillnode_…` of the same name, which docs/control.md describes, and throws
 * RpcError as it does; nothing has changed then.
 */
export interface LedgerControls {
  getTips(): Promise<LedgerReach>;
  /**
   * The processed tip goes on, by one slot by default; the others follow at their lag. Beyond the end of the ledger each slot gets an
   * empty block, or with `skip` none.
   */
  advance(slots?: U64, options?: { readonly skip?: boolean }): Promise<LedgerTips>;
  /** The tips go forward or back, within the ledger. Those that are not given move only as far as they have to. */
  setTips(tips: Partial<LedgerTips>): Promise<LedgerTips>;
  /** The blocks from slot `from` up to the processed tip leave the chain. */
  reorg(from: U64): Promise<{ readonly dropped: readonly U64[]; readonly tips: LedgerTips }>;
  /** Slots below `firstAvailable` count as cleaned up. */
  prune(firstAvailable: U64): Promise<LedgerTips>;
  /** The recent statuses begin after the finalized tip. */
  expireStatuses(): Promise<void>;
  /**
   * Sets an account, or deletes it (null), and returns its address.
   *
   * ```ts
   * await node.setAccount('alice', sol(5));
   * await node.setAccount(ata('alice', 'usdc'), tokens('12.5'), { from: 'processed' });
   * ```
   *
   * @param options `from: 'always'`, the default: at every commitment at once; `'processed'`: from the processed slot on
   */
  setAccount(
    address: Key,
    account: NewAccount | null,
    options?: { readonly from?: 'always' | 'processed' },
  ): Promise<string>;
  /**
   * Puts a block on top of the processed tip, which moves to it; the others follow at their lag.
   *
   * ```ts
   * await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('rent'));
   * await node.addBlock({ slot: 120, parent: 117 }, (b) => b.transfer('alice', 'bob', sol(1)));
   * ```
   *
   * @param block default: the next slot, on top of the newest block of the processed chain
   */
  addBlock(build?: BuildBlock): Promise<AddedBlock>;
  addBlock(block: NextBlock, build?: BuildBlock): Promise<AddedBlock>;
  /**
   * Puts a transaction into a block of its own, as `addBlock`; with `repeat`, the signature is that of the first copy.
   *
   * ```ts
   * await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'));
   * ```
   */
  addTransaction(transaction: BuildTransaction | TransactionJson | ToJson<TransactionJson>): Promise<AddedTransaction>;
  /**
   * Adds a fixture of any format that files may have; no tip moves. An account that is there is replaced, as by `setAccount`.
   *
   * @param value also a scripted ledger that was built
   * @param name that the file would have, where the format needs it: `market.ledger.json`
   */
  load(value: unknown, name?: string): Promise<AddedFixtures>;
  /** Keeps the ledger as it is and returns an id for `revert`. */
  snapshot(): Promise<string>;
  /** The ledger becomes what it was at a snapshot, which stays. */
  revert(id: string): Promise<LedgerTips>;
  /** The ledger becomes what it was when it was loaded, and a fork what it was when it was made. Snapshots are forgotten. */
  reset(): Promise<LedgerTips>;
  dropFork(name: string): Promise<void>;
  /** In the order in which they were made. */
  listForks(): Promise<readonly ForkAddress[]>;
  /**
   * Lets the calls of a method fail, or of several, and returns the id of the fault. It is `addFault` with everything in one object.
   *
   * ```ts
   * await node.fail('getBlock', { http: 429, times: 2 });
   * await node.fail('getSlot', { stale: 5 });
   * await node.fail('accountNotification', { dropNotifications: true, after: 1 });
   * ```
   */
  fail(method: string | readonly string[], how: Failing): Promise<string>;
  /**
   * Lets calls, connections or notifications fail, and returns the id of the fault. The first fault that fits wins.
   *
   * ```ts
   * await node.addFault({ then: { delayMs: { median: 80, sigma: 0.5 } } });
   * await node.addFault({ match: { method: 'getBlock', params: [320] }, then: { reset: true } });
   * ```
   */
  addFault(fault: NewFault): Promise<string>;
  /** In the order in which they are looked at. */
  listFaults(): Promise<readonly ListedFault[]>;
  removeFault(id: string): Promise<void>;
  /** Returns how many there were. */
  clearFaults(): Promise<number>;
  /**
   * Says what becomes of transactions that are sent, and returns the id of the rule. The first rule that fits a transaction decides;
   * without one it does what its instructions say.
   *
   * ```ts
   * await node.onSend({ match: { feePayer: 'alice' }, then: { fail: { custom: 6001 } } });
   * await node.onSend({ match: { memo: 'order 17', nth: 1 }, then: 'drop' });
   * ```
   */
  onSend(rule: NewSendRule): Promise<string>;
  /** In the order in which they are looked at. */
  listSendRules(): Promise<readonly ListedSendRule[]>;
  removeSendRule(id: string): Promise<void>;
  /** Returns how many there were. */
  clearSendRules(): Promise<number>;
  /** What was sent since the ledger was loaded or reset, the newest last. */
  sent(): Promise<readonly SentTransactionInfo[]>;
  /**
   * The calls that were answered, of a method or all of them, the newest last; control calls are not among them.
   *
   * ```ts
   * const [first] = await node.calls('getBlock');
   * ```
   */
  calls(which?: string | CallFilter): Promise<readonly JournalCall[]>;
  /**
   * Returns how many calls fit.
   *
   * ```ts
   * await node.verify('getBlock');
   * await node.verify({ method: 'getBlock', params: [5, { encoding: 'json' }], times: 1 });
   * ```
   *
   * @throws RpcError whose message has the nearest calls, and where they differ
   */
  verify(expected: string | ExpectedCall): Promise<number>;
  /** Forgets all calls, and returns how many there were. */
  clearCalls(): Promise<number>;
  /**
   * Answers a call that reads, and says why the answer is null, empty, cut or an error.
   *
   * ```ts
   * const { why } = await node.explain('getTransaction', [signature]);
   * ```
   *
   * @throws RpcError for methods that change something
   */
  explain(method: string, params?: readonly unknown[]): Promise<Explanation>;
}
