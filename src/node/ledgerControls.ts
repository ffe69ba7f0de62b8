import { hasToJson } from '../codec/plainValues.ts';
import type { CallFilter, ExpectedCall, ExpectedSend, Explanation, JournalCall } from '../control/callMethods.ts';
import { accountJson, assertGiven, type NewAccount } from '../control/newAccount.ts';
import { type Failing, faultOf, type NewFault } from '../control/newFault.ts';
import { type NewSendMatch, type NewSendRule, sendMatchJson, sendRuleJson } from '../control/newSendRule.ts';
import { RpcError } from '../errors.ts';
import type { ConsensusName, GateName } from '../gates.ts';
import type { NodeVersionName } from '../nodeVersion.ts';
import type { BuildTransaction } from '../script/building/blockBuilder.ts';
import { addressText, type Key } from '../script/building/keyBuilders.ts';
import type { BuildBlock } from '../script/building/ledgerBuilder.ts';
import { type NextBlock, nextBlockJson, type ToJson, transactionJson } from '../script/building/nextBlock.ts';
import type { TransactionJson } from '../script/format/ledgerJsonTypes.ts';
import type { U64 } from '../solana/meta.ts';
import { type HintPlace, rewordHints } from '../syntax/hintWords.ts';

/** The newest slot at each commitment; bigints beyond 2^53. */
export interface LedgerTips {
  readonly processed: U64;
  readonly confirmed: U64;
  readonly finalized: U64;
}

export interface LedgerReach extends LedgerTips {
  readonly firstAvailable: U64;
  readonly last: U64;
  /** the version of the node */
  readonly agave: NodeVersionName;
  readonly consensus: ConsensusName;
  /** as they are at the processed tip */
  readonly gates: Readonly<Record<GateName, boolean | number>>;
}

/** Exactly one of these. */
export type WarpTarget =
  | { readonly slot: U64 }
  | { readonly slots: U64 }
  /** Unix seconds */
  | { readonly time: U64 }
  | { readonly seconds: U64 }
  | { readonly epoch: U64 }
  | { readonly epochs: U64 };

/** The URLs are null if nothing listens. */
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
  /** content no node has in a block */
  readonly warnings?: readonly string[];
}

/** An account by the IDL of its program. */
export interface AccountFields {
  /** its name in the script */
  readonly program: string;
  /** its type in the IDL */
  readonly account: string;
  // biome-ignore lint/suspicious/noExplicitAny: its members depend on the IDL
  readonly fields: any;
}

export interface AddedTransaction {
  readonly blockhash: string;
  readonly signature: string;
  readonly slot: U64;
  readonly warnings?: readonly string[];
}

export interface AddedFixtures {
  readonly accounts: number;
  readonly blocks: number;
  readonly transactions: number;
  /** what was left out or assumed, or that nothing was added */
  readonly warnings?: readonly string[];
}

export interface ListedFault {
  /** how often it has been applied */
  readonly hits: number;
  readonly id: string;
  /** as it was given */
  readonly rule: unknown;
}

/** `hits`: transactions that it has decided */
export type ListedSendRule = ListedFault;

/** An instruction in the words of its IDL. */
export interface SentInstructionInfo {
  readonly index: number;
  /** among those that the instruction calls; null: it is the instruction itself */
  readonly innerIndex: number | null;
  /** its name in the ledger */
  readonly program: string;
  readonly instruction: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** addresses */
  readonly accounts: Readonly<Record<string, string>>;
}

/** A custom error in the words of the program that failed. */
export interface ProgramErrorInfo {
  readonly program: string;
  /** index of the instruction of the transaction */
  readonly instruction: number;
  readonly name: string;
  readonly code: number;
  readonly message: string;
}

/** The bounds of a wait. */
export interface WaitOptions {
  readonly since?: number;
  /** milliseconds */
  readonly timeout?: number;
}

export interface TimelineSlot {
  readonly slot: U64;
  /** `ahead`: no tip has reached it; `skipped`: without a block */
  readonly kind: 'block' | 'dropped' | 'ahead' | 'skipped';
  /** the members that follow are absent without a block */
  readonly parent?: U64;
  readonly blockhash?: string;
  /** Unix seconds */
  readonly blockTime?: U64 | null;
  /** number of them; null: the block was recorded without them */
  readonly transactions?: number | null;
  readonly failed?: number | null;
}

/** The slots of a ledger, and what was made of it. */
export interface Timeline {
  /** null: the ledger has no slots */
  readonly first: U64 | null;
  readonly last: U64;
  readonly slots: readonly TimelineSlot[];
  readonly tips: LedgerTips;
  /** ids */
  readonly snapshots: readonly string[];
  /** names */
  readonly forks: readonly string[];
  /** null: time does not pass by itself */
  readonly slotTimeMs: number | null;
}

/** A transaction that was sent, and its outcome. */
export interface SentTransactionInfo {
  /** programs whose effect is not known, so they did nothing; absent if there are none */
  readonly assumed?: readonly string[];
  /** of a transaction in a block; null: it succeeded */
  readonly err?: unknown;
  /** what the client got instead of the signature */
  readonly error?: unknown;
  /** that it has logged, by the IDLs of their programs; absent if there are none, as the two members below */
  readonly events?: readonly { readonly program: string; readonly event: string; readonly fields: unknown }[];
  /** of programs with an IDL, as `stillnode show --json` has them */
  readonly instructions?: readonly SentInstructionInfo[];
  /** a custom error in the words of the program that failed */
  readonly programError?: ProgramErrorInfo;
  /** the configuration that came with it */
  readonly options: unknown;
  /** as in the rule, `succeed` without one; `{ refused: { code, err? } }`: the client got an error */
  readonly outcome: unknown;
  /** id of the rule that decided */
  readonly rule: string | null;
  readonly signature: string | null;
  /** of its block */
  readonly slot?: U64;
  /** as getTransaction shows it with the encoding jsonParsed */
  readonly transaction: unknown;
  readonly version: 'legacy' | number;
  /** the line of a refusal: its instructions, the rule that decided, and the error */
  readonly why?: readonly string[];
}

/**
 * The control methods of a ledger: each is `stillnode_…` of the same name, see docs/control.md. One that throws RpcError has changed
 * nothing.
 */
export interface LedgerControls {
  getTips(): Promise<LedgerReach>;
  /**
   * Advances the processed slot by 1 or `slots`; confirmed and finalized keep their distance. Beyond the end of the ledger each slot
   * gets an empty block, or none with `skip`.
   */
  advance(slots?: U64, options?: { readonly skip?: boolean }): Promise<LedgerTips>;
  /** Moves tips within the ledger, forward or back. Tips that are not given move only as far as necessary. */
  setTips(tips: Partial<LedgerTips>): Promise<LedgerTips>;
  /** Drops the blocks from slot `from` up to the processed tip from the chain. */
  reorg(from: U64): Promise<{ readonly dropped: readonly U64[]; readonly tips: LedgerTips }>;
  /**
   * Goes on to a slot, a Unix time or an epoch, or so far from here: a year costs nothing. One block is at the target; the slots before it
   * are skipped, or have empty blocks.
   * @example
   * await node.warp({ seconds: 365 * 24 * 3600 });
   * await node.warp({ epochs: 1 }, { blocks: 'all' });
   */
  warp(target: WarpTarget, options?: { readonly blocks?: 'none' | 'all' }): Promise<LedgerTips>;
  /** Lets a slot pass every so many milliseconds, or none (null). Returns what it was before. */
  setSlotTime(milliseconds: number | null): Promise<number | null>;
  /**
   * Lets a slot pass whenever a client only waits: it asks the same again and the answer would be the same, or its signatureSubscribe is
   * open and it asks nothing for 10 ms. Default true. Returns what it was before.
   */
  autoAdvance(isOn?: boolean): Promise<boolean>;
  /** The cluster decides by Alpenglow from `slot` on, by default the next one: confirmed and finalized are one tip then. */
  migrate(slot?: U64): Promise<LedgerTips>;
  /** Cleans up the slots below `firstAvailable`. */
  prune(firstAvailable: U64): Promise<LedgerTips>;
  /** Lets all statuses up to the finalized tip expire. */
  expireStatuses(): Promise<void>;
  /**
   * Sets an account, or deletes it (null), and returns its address.
   * @example
   * await node.setAccount('alice', sol(5));
   * await node.setAccount(ata('alice', 'usdc'), tokens('12.5'), { from: 'processed' });
   * @param options `from: 'always'` (default): at every commitment at once; `'processed'`: from the processed slot on
   */
  setAccount(
    address: Key,
    account: NewAccount | null,
    options?: { readonly from?: 'always' | 'processed' },
  ): Promise<string>;
  /**
   * The fields of an account, by the IDL of its program. Integers beyond 32 bits are text, bytes are `{ base64 }`.
   * @example
   * const { fields } = await node.fields('order1');
   * @throws RpcError if its program has no IDL
   */
  fields(address: Key): Promise<AccountFields>;
  /**
   * Adds a block on top of the processed tip, which moves to it; confirmed and finalized keep their distance.
   * @example
   * await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('rent'));
   * await node.addBlock({ slot: 120, parent: 117 }, (b) => b.transfer('alice', 'bob', sol(1)));
   * @param block default: the next slot, on top of the newest block of the processed chain
   */
  addBlock(build?: BuildBlock): Promise<AddedBlock>;
  addBlock(block: NextBlock, build?: BuildBlock): Promise<AddedBlock>;
  /**
   * Adds a block with one transaction; with `repeat`, the signature is that of the first copy.
   * @example
   * await node.addTransaction((t) => t.transfer('alice', 'bob', sol(1)).memo('rent'));
   */
  addTransaction(transaction: BuildTransaction | TransactionJson | ToJson<TransactionJson>): Promise<AddedTransaction>;
  /**
   * Adds a fixture of any format; no tip moves. An existing account is replaced, as by `setAccount`.
   *
   * @param value may be a scripted ledger that was built
   * @param name file name, if the format needs it: `market.ledger.json`
   */
  load(value: unknown, name?: string): Promise<AddedFixtures>;
  /** Takes a snapshot and returns its id, for `revert`. */
  snapshot(): Promise<string>;
  /** Restores a snapshot, which stays. */
  revert(id: string): Promise<LedgerTips>;
  /** Restores the ledger as it was loaded, or a fork as it was created. Snapshots are removed. */
  reset(): Promise<LedgerTips>;
  dropFork(name: string): Promise<void>;
  listForks(): Promise<readonly ForkAddress[]>;
  /**
   * Makes the calls of one or more methods fail, and returns the id of the fault: `addFault` with everything in one object.
   * @example
   * await node.fail('getBlock', { http: 429, times: 2 });
   * await node.fail('getSlot', { stale: 5 });
   * await node.fail('getTransaction', { as: { agave: '4.2', stale: 2 }, probability: 0.5 });
   * await node.fail('accountNotification', { dropNotifications: true, after: 1 });
   */
  fail(method: string | readonly string[], how: Failing): Promise<string>;
  /**
   * Makes calls, connections or notifications fail, and returns the id of the fault. The first fault that matches wins.
   * @example
   * await node.addFault({ then: { delayMs: { median: 80, sigma: 0.5 } } });
   * await node.addFault({ match: { method: 'getBlock', params: [320] }, then: { reset: true } });
   */
  addFault(fault: NewFault): Promise<string>;
  /** In the order in which they are tried. */
  listFaults(): Promise<readonly ListedFault[]>;
  removeFault(id: string): Promise<void>;
  /** Returns their number. */
  clearFaults(): Promise<number>;
  /**
   * Decides the outcome of transactions that are sent, and returns the id of the rule. The first rule that matches a transaction decides;
   * without one its instructions are executed.
   * @example
   * await node.onSend({ match: { feePayer: 'alice' }, then: { fail: { custom: 6001 } } });
   * await node.onSend({ match: { memo: 'order 17', nth: 1 }, then: 'drop' });
   */
  onSend(rule: NewSendRule): Promise<string>;
  /** In the order in which they are tried. */
  listSendRules(): Promise<readonly ListedSendRule[]>;
  removeSendRule(id: string): Promise<void>;
  /** Returns their number. */
  clearSendRules(): Promise<number>;
  /** The transactions sent since the ledger was loaded or reset, newest last. */
  sent(): Promise<readonly SentTransactionInfo[]>;
  /**
   * The answered calls, of one method or all, newest last; without control calls.
   * @example
   * const [first] = await node.calls('getBlock');
   */
  calls(which?: string | CallFilter): Promise<readonly JournalCall[]>;
  /**
   * Returns the number of calls, or of sent transactions, that match.
   * @example
   * await node.verify('getBlock');
   * await node.verify({ method: 'getBlock', params: [5, { encoding: 'json' }], times: 1 });
   * await node.verify({ sent: { instruction: 'market.placeOrder', args: { price: 10 } } });
   * @throws RpcError whose message shows the nearest ones, and where they differ
   */
  verify(expected: string | ExpectedCall | ExpectedSend): Promise<number>;
  /**
   * Waits for the first call of a method whose parameters contain `params`; of a subscription until its client hears what comes next. A call
   * that came before counts.
   * @example
   * await node.waitForCall('slotSubscribe');
   * await node.waitForCall('getTransaction', [signature], { timeout: 500 });
   * @param options `since`: only calls after the one with this id; `timeout`: milliseconds, default 5000
   * @throws RpcError after that time, with the nearest calls
   */
  waitForCall(method: string, params?: unknown, options?: WaitOptions): Promise<JournalCall>;
  /**
   * Waits for the first sent transaction that matches, accepted or refused. One that was sent before counts.
   * @example
   * await node.waitForSend({ memo: 'order 17' });
   * @param match as in send rules; default: any transaction
   * @param options `since`: only transactions after that many of `sent()`; `timeout`: milliseconds, default 5000
   * @throws RpcError after that time, with the nearest transactions
   */
  waitForSend(match?: NewSendMatch, options?: WaitOptions): Promise<SentTransactionInfo>;
  /** Removes all calls from the journal, and returns their number. */
  clearCalls(): Promise<number>;
  /**
   * Answers a read call, and says why the answer is null, empty, truncated or an error.
   * @example
   * const { why } = await node.explain('getTransaction', [signature]);
   * @throws RpcError for methods that change something
   */
  explain(method: string, params?: readonly unknown[]): Promise<Explanation>;
  /**
   * The slots of the ledger, and what is in them: at most 5000, by default the newest.
   * @example
   * const { slots } = await node.timeline({ from: 100 });
   */
  timeline(range?: { readonly from?: U64; readonly to?: U64 }): Promise<Timeline>;
  /**
   * Shows one slot, account or transaction, or the ledger, as `stillnode show --json` prints it; a list has at most 1000 items.
   * @example
   * await node.show(105);
   * await node.show('$shop');
   * const { err, logs } = await node.show(node.signature('rent'));
   * @param subject text as on the command line, where names of accounts have a dollar
   * @throws RpcError for what the ledger does not have; its `data.reason` is `unknown`
   */
  // biome-ignore lint/suspicious/noExplicitAny: its members depend on the subject
  show(subject?: U64 | Key): Promise<any>;
}

function expectedJson(expected: Parameters<LedgerControls['verify']>[0]): unknown {
  if (typeof expected === 'string') return { method: expected };
  const isOfSends = typeof expected === 'object' && expected !== null && 'sent' in expected;
  return isOfSends ? { ...expected, sent: sendMatchJson(expected.sent) } : expected;
}

/** Rewords hints in the warnings or the error of a call. */
async function withHints<T>(result: Promise<T>, from: HintPlace, to: HintPlace): Promise<T> {
  try {
    return withReworded(await result, from, to);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(error.code, rewordHints(error.message, from, to), error.data);
  }
}

function withReworded<T>(result: T, from: HintPlace, to: HintPlace): T {
  const { warnings } = (result ?? {}) as { readonly warnings?: readonly string[] };
  return Array.isArray(warnings)
    ? { ...result, warnings: warnings.map((warning) => rewordHints(warning, from, to)) }
    : result;
}

/** @param request calls a method and returns its result; the call starts at once, so that calls keep their order */
export function controlsOf(request: (method: string, params: readonly unknown[]) => Promise<unknown>): LedgerControls {
  // the tests of the control methods check their results against these types
  const ask = async <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    (await request(`stillnode_${method}`, params)) as T;
  const call = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    withHints(ask<T>(method, ...params), 'wire', 'node');
  const loadScript = (script: { toJSON(): unknown }, name = 'ledger().ledger.json') =>
    withHints(ask<AddedFixtures>('load', script.toJSON(), name), 'file', 'builder');
  return {
    getTips: () => call('getTips'),
    advance: (slots, options) => call('advance', slots, options),
    setTips: (tips) => call('setTips', tips),
    reorg: (from) => call('reorg', from),
    warp: (target, options) => call('warp', target, options),
    setSlotTime: (milliseconds) => call('setSlotTime', milliseconds),
    autoAdvance: (isOn) => call('autoAdvance', isOn),
    migrate: (slot) => call('migrate', slot),
    prune: (firstAvailable) => call('prune', firstAvailable),
    expireStatuses: async () => void (await call('expireStatuses')),
    setAccount: async (address, account, options) => {
      assertGiven(account, 'account', 'null deletes the account');
      return call('setAccount', addressText(address), accountJson(account), options);
    },
    fields: (address) => call('fields', addressText(address)),
    addBlock: async (...args: readonly [(NextBlock | BuildBlock)?, BuildBlock?]) =>
      call('addBlock', nextBlockJson(...args)),
    addTransaction: async (transaction) => call('addTransaction', transactionJson(transaction)),
    load: async (value, name) => {
      assertGiven(value, 'value', 'it is a fixture of any format, or a scripted ledger');
      return hasToJson(value) ? loadScript(value, name) : ask('load', value, name);
    },
    snapshot: () => call('snapshot'),
    revert: (id) => call('revert', id),
    reset: () => call('reset'),
    dropFork: async (name) => void (await call('dropFork', name)),
    listForks: () => call('listForks'),
    fail: async (method, how) => call('addFault', faultOf(method, how)),
    addFault: (fault) => call('addFault', fault),
    listFaults: () => call('listFaults'),
    removeFault: async (id) => void (await call('removeFault', id)),
    clearFaults: () => call('clearFaults'),
    onSend: async (rule) => call('onSend', sendRuleJson(rule)),
    listSendRules: () => call('listSendRules'),
    removeSendRule: async (id) => void (await call('removeSendRule', id)),
    clearSendRules: () => call('clearSendRules'),
    sent: () => call('sent'),
    calls: async (which) => {
      const filter = typeof which === 'string' ? { method: which } : which;
      return (await call<{ readonly calls: readonly JournalCall[] }>('calls', filter)).calls;
    },
    verify: async (expected) => call('verify', expectedJson(expected)),
    waitForCall: (method, params, { since, timeout } = {}) =>
      call('waitForCall', method, { params, since, timeoutMs: timeout }),
    waitForSend: async (match = {}, { since, timeout } = {}) =>
      call('waitForSend', sendMatchJson(match), { since, timeoutMs: timeout }),
    clearCalls: () => call('clearCalls'),
    explain: (method, params) => call('explain', method, params),
    timeline: (range) => call('timeline', range),
    show: async (subject) => call('show', typeof subject === 'object' ? addressText(subject) : subject),
  };
}
