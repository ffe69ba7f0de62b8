import type { AccountFields, AddedFixtures, AddedTransaction, Explanation, ForkAddress, JournalCall, LedgerReach, LedgerTips, ListedFault, ListedSendRule, LoggedMoveInfo, SentTransactionInfo, SubscriptionInfo, Timeline } from './controlTypes.ts';
import type { BuildTransaction } from '../script/building/blockBuilder.ts';
import type { Key } from '../script/building/keyBuilders.ts';
import type { ToJson } from '../script/building/nextBlock.ts';
import type { TransactionJson } from '../script/format/ledgerJsonTypes.ts';
import type { ExpectedCall, ExpectedSend } from './methods/verify.ts';
import type { NewAccount } from './newAccount.ts';
import type { NewSendMatch } from './newSendRule.ts';
import type { CallWaitOptions, WaitOptions } from './waiting.ts';
import type { HandleMethods } from './nodeHandles.ts';
import type { AddBlockMethod } from './methods/addBlock.ts';
import type { CallsMethod } from './methods/calls.ts';

/** Exactly one of these. */
export type WarpTarget = { readonly slot: number } | { readonly slots: number } | { readonly time: number } | { readonly seconds: number } | { readonly epoch: number } | { readonly epochs: number };

/**
 * The control methods of a ledger: each is `stillnode_…` of the same name, see docs/control.md. One that throws RpcError has changed
 * nothing. Written by `npm run docs` from the descriptions of control methods.
 */
export interface LedgerControls
  extends HandleMethods, AddBlockMethod, CallsMethod {
  /**
   * The tips, the slots that the ledger has, and what its node and its cluster are at the processed tip.
   */
  getTips(): Promise<LedgerReach>;
  /**
   * Advances the processed slot by 1 or `slots`; confirmed and finalized keep their distance.
   * Beyond the end of the ledger each slot gets an empty block, or none with `skip`.
   */
  advance(slots?: number, config?: { readonly skip?: boolean }): Promise<LedgerTips>;
  /**
   * Moves the tips forward or back within the ledger.
   * Tips that are not given move only as far as necessary.
   */
  setTips(tips: { readonly processed?: number; readonly confirmed?: number; readonly finalized?: number }): Promise<LedgerTips>;
  /**
   * Drops the blocks from a slot up to the processed tip.
   */
  reorg(from: number): Promise<{ /** slots, in their order */ readonly dropped: readonly number[]; /** the newest slot at each commitment */ readonly tips: LedgerTips }>;
  /**
   * The cluster decides by Alpenglow from the next slot on, or from `slot` on; with Agave 4.3 and later.
   * Confirmed and finalized are one tip then.
   */
  migrate(slot?: number): Promise<LedgerTips>;
  /**
   * Moves to a slot, a Unix time or the first slot of an epoch, or by this many slots, seconds or epochs; one block is added there.
   * The slots before the target are skipped, or get empty blocks with `blocks: 'all'`. A year takes no longer than a slot.
   * @example
   * await node.warp({ seconds: 365 * 24 * 3600 });
   * await node.warp({ epochs: 1 }, { blocks: 'all' });
   */
  warp(target: WarpTarget, config?: { readonly blocks?: 'none' | 'all' }): Promise<LedgerTips>;
  /**
   * Advances one slot every `milliseconds` from now on; `null` stops this.
   * @returns the value before
   */
  setSlotTime(milliseconds: number | null): Promise<number | null>;
  /**
   * Advances one slot whenever a client only waits: it repeats a call whose answer would be the same, or it has a signatureSubscribe and asks nothing.
   * A signatureSubscribe counts once its client has asked nothing for 10 ms.
   * @returns the value before
   */
  autoAdvance(isOn?: boolean): Promise<boolean>;
  /**
   * Removes the slots below `firstAvailable` from answers, as a node cleans up.
   */
  prune(firstAvailable: number): Promise<LedgerTips>;
  /**
   * Makes getSignatureStatuses find finalized transactions only with `searchTransactionHistory` from now on.
   */
  expireStatuses(): Promise<void>;
  /**
   * Sets or deletes an account.
   * `from: 'always'`: at every commitment at once; `'processed'`: from the processed slot on.
   * @example
   * await node.setAccount('alice', sol(5));
   * await node.setAccount(ata('alice', 'usdc'), tokens('12.5'), { from: 'processed' });
   * @returns its address in base58
   */
  setAccount(address: Key, account: NewAccount | null, config?: { readonly from?: 'always' | 'processed' }): Promise<string>;
  /**
   * Adds a transaction, in the format of scripts, in a new block on top of the processed tip.
   * With `repeat`, the signature is that of the first copy.
   * @example
   * await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'));
   */
  addTransaction(transaction: BuildTransaction | TransactionJson | ToJson<TransactionJson>): Promise<AddedTransaction>;
  /**
   * Adds a fixture of any format to the ledger, without moving a tip.
   * An existing account is replaced, as by `setAccount`. A scripted ledger that was built is a fixture too.
   * @param name file name, if the format needs it: `market.ledger.json`
   */
  load(value: unknown, name?: string): Promise<AddedFixtures>;
  /**
   * Takes a snapshot for stillnode_revert.
   * @returns its id, a text
   */
  snapshot(): Promise<string>;
  /**
   * Sets the ledger back to a snapshot, which stays usable.
   */
  revert(id: string): Promise<LedgerTips>;
  /**
   * Sets the ledger back to its state at loading, or a ledger fork to its creation.
   * Snapshots are removed.
   */
  reset(): Promise<LedgerTips>;
  /**
   * Removes a ledger fork.
   */
  dropFork(name: string): Promise<void>;
  /**
   * All ledger forks, in the order of their creation.
   */
  listForks(): Promise<readonly ForkAddress[]>;
  /**
   * The faults, in their order.
   */
  listFaults(): Promise<readonly ListedFault[]>;
  /**
   * Removes all faults; delayed answers stay delayed.
   * @returns the number of what was removed
   */
  clearFaults(): Promise<number>;
  /**
   * Ends all open WebSockets of the ledger now, also that of the call: without a Close frame, or with a close code.
   * @example
   * await node.closeSockets();
   * await node.closeSockets(1013);
   * @returns the number of what was removed
   */
  closeSockets(code?: number): Promise<number>;
  /**
   * The send rules, in their order.
   */
  listSendRules(): Promise<readonly ListedSendRule[]>;
  /**
   * Removes all send rules; their earlier decisions stay.
   * @returns the number of what was removed
   */
  clearSendRules(): Promise<number>;
  /**
   * Accepts for an address the signature that `impersonated` of the library writes, so that it needs no key.
   * @example
   * await node.impersonate('whale');
   */
  impersonate(address: Key): Promise<void>;
  /**
   * Accepts for an address only the signature of its key again.
   * An address that was not impersonated is accepted too.
   */
  stopImpersonating(address: Key): Promise<void>;
  /**
   * The transactions sent since the ledger was loaded or reset, with their outcomes, newest last.
   */
  sent(): Promise<readonly SentTransactionInfo[]>;
  /**
   * Asserts that calls of a method were made, with parameters that contain the expected ones, or that transactions were sent.
   * @example
   * await node.verify({ method: 'getBlock' });
   * await node.verify({ method: 'getBlock', params: [5, { encoding: 'json' }], times: 1 });
   * await node.verify({ sent: { instruction: 'market.placeOrder', args: { price: 10 } } });
   * @throws RpcError whose message shows the nearest ones, and where they differ
   * @returns the number that matches
   */
  verify(expected: ExpectedCall | ExpectedSend): Promise<number>;
  /**
   * Clears the journal; later calls get higher ids.
   * @returns the number of what was removed
   */
  clearCalls(): Promise<number>;
  /**
   * What moved or changed the ledger since it was loaded or reset: control calls, and time; the newest 1000.
   * A send that makes a block is a call of the journal, not a move.
   * @returns newest last
   */
  moves(): Promise<readonly LoggedMoveInfo[]>;
  /**
   * Waits for a call of a method with parameters that contain the expected ones; an earlier call counts, and a subscription counts when its client gets the next notification.
   * @example
   * await node.waitForCall('slotSubscribe');
   * await node.waitForCall('getTransaction', { params: [signature], timeoutMs: 500 });
   * @param config `params`: values that the parameters contain; `since`: only calls after the one with this id; `timeoutMs`: default 5000
   * @throws RpcError after that time, with the nearest calls
   */
  waitForCall(method: string, config?: CallWaitOptions): Promise<JournalCall>;
  /**
   * Waits for a transaction that matches as in send rules, accepted or refused; an earlier one counts.
   * @example
   * await node.waitForSend({ memo: 'order 17' });
   * @param match default: any transaction
   * @param config `since`: only transactions after the one with this id; `timeoutMs`: default 5000
   * @throws RpcError after that time, with the nearest transactions
   */
  waitForSend(match?: NewSendMatch, config?: WaitOptions): Promise<SentTransactionInfo>;
  /**
   * The answer to a call, and the reasons if it is null, empty, cut, older than expected or an error.
   * @example
   * const { why } = await node.explain('getTransaction', [signature]);
   * @throws RpcError for methods that change something
   */
  explain(method: string, params?: readonly unknown[] | object): Promise<Explanation>;
  /**
   * The newest 100 subscriptions of clients, open and ended ones, with the newest 20 notifications of each.
   * @example
   * const [logs] = await node.subscriptions();
   * @returns oldest first
   */
  subscriptions(): Promise<readonly SubscriptionInfo[]>;
  /**
   * The slots of the ledger, at most 5000, default: the newest; with tips, snapshots and forks.
   * @example
   * const { slots } = await node.timeline({ from: 100 });
   */
  timeline(range?: { readonly from?: number; readonly to?: number }): Promise<Timeline>;
  /**
   * Everything about the ledger, or about one slot, account or transaction of it.
   * @example
   * await node.show(105);
   * await node.show('shop');
   * const { err, logs } = await node.show(node.signature('rent'));
   * @param subject a key, or a text as on the command line; a name that an account shares with a transaction needs its dollar: `$shop`
   * @throws RpcError for what the ledger does not have; its `data.reason` is `unknown`
   * @returns what `stillnode show --json` prints, for a slot, an address, a signature or a name; see docs/show.md. With `script` a slot or a transaction has `script` too: code of the builder that goes behind `ledger()`, null beyond 200 transactions; with `summaries` each transaction has `summary` and `failure`. Each list has at most 1000 items, or `items`; `leftOut` counts the others
   */
  show(subject?: number | Key, config?: { readonly items?: number; readonly script?: boolean; readonly summaries?: boolean }): Promise<unknown>;
  /**
   * The fields of an account at the processed tip, by the IDL of its program.
   * @example
   * const { fields } = await node.fields('order1');
   * @throws RpcError if the program of the account has no IDL
   */
  fields(address: Key): Promise<AccountFields>;
}
