import type { DialectName } from '../dialect.ts';
import type { ConsensusName, GateName } from '../gates.ts';
import type { NodeVersionName } from '../nodeVersion.ts';

/** Results of control methods. Written by `npm run docs` from their descriptions. */

/** an account of a program with an IDL, by its fields */
export interface AccountFields {
  /** name of the program in the script */
  readonly program: string;
  /** type of the account in the IDL */
  readonly account: string;
  /** integers beyond 32 bits are text, bytes `{"base64"}` */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** a block that a control call has added */
export interface AddedBlock {
  readonly blockhash: string;
  /** signatures of its transactions, in order */
  readonly signatures: readonly string[];
  readonly slot: number;
  /** content that no node would put into a block */
  readonly warnings?: readonly string[];
}

/** the counts of what `load` has added */
export interface AddedFixtures {
  readonly accounts: number;
  readonly blocks: number;
  readonly transactions: number;
  /** sentences about content that was left out or assumed, or that nothing was added */
  readonly warnings?: readonly string[];
}

/** a transaction that a control call put into a new block */
export interface AddedTransaction {
  readonly blockhash: string;
  readonly signature: string;
  readonly slot: number;
  /** content that no node would put into a block */
  readonly warnings?: readonly string[];
}

/** an answer of the ledger, and why it is null, empty, cut or an error */
export interface Explanation {
  readonly answer: {
    readonly result: unknown;
  } | {
    readonly error: {
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    };
  };
  /** whole sentences; none where the answer speaks for itself */
  readonly why: readonly string[];
}

/** the place where a ledger fork is served */
export interface ForkAddress {
  readonly name: string;
  /** null if nothing listens */
  readonly url: string | null;
  /** null if nothing listens */
  readonly wsUrl: string | null;
}

/** a call that the ledger was asked: docs/control.md, "What was called" */
export interface JournalCall {
  /** text of the reply, if the filter has `id` and the text was kept */
  readonly answer?: string;
  /** programs of an accepted transaction whose effect is not known, so they did nothing */
  readonly assumed?: readonly string[];
  /** the header `solana-client`, or `user-agent` */
  readonly client?: string;
  /** code of an error, or HTTP status of a fault; absent for a result, and where a fault broke the connection without a status */
  readonly code?: number;
  /** time until the answer; while a fault delays it, the time so far */
  readonly durationMs: number;
  /** origin of the answer to a read, on a node with an upstream: the ledger, a recording of upstream, or upstream itself */
  readonly from?: 'ledger' | 'record' | 'upstream';
  /** later calls have higher ids */
  readonly id: number;
  /** signers of an accepted transaction that the ledger impersonates, so they needed no key */
  readonly impersonated?: readonly string[];
  /** the result is null, or its `value` is, or each item of its `value` is */
  readonly isNull?: true;
  readonly method: string;
  /** `fault`: a fault gave the answer */
  readonly outcome: 'result' | 'error' | 'fault';
  /** `[]` for a call without parameters */
  readonly params: unknown;
  /** the processed slot of the ledger that answered */
  readonly slot?: number;
  /** Unix milliseconds at which the call came */
  readonly timeMs?: number;
  readonly transport: 'http' | 'socket' | 'process';
  /** the reasons of the answer as sentences, from the ledger of that moment, if the filter has `why` or `id`; none where the answer is clear */
  readonly why?: readonly string[];
}

/** the tips, the slots that the ledger has, and what its node and its cluster are at the processed tip */
export interface LedgerReach {
  /** the version of the node */
  readonly agave: NodeVersionName;
  readonly confirmed: number;
  /** `tower` or `alpenglow` */
  readonly consensus: ConsensusName;
  /** the form of the answers: `agave` or `contract` */
  readonly dialect: DialectName;
  readonly finalized: number;
  readonly firstAvailable: number;
  /** the gates at the processed tip: whether each is active, or its value if it has one */
  readonly gates: Readonly<Record<GateName, boolean | number>>;
  /** the highest slot that the ledger has */
  readonly last: number;
  readonly processed: number;
  /** the version of stillnode */
  readonly stillnode: string;
}

/** the newest slot at each commitment */
export interface LedgerTips {
  readonly confirmed: number;
  readonly finalized: number;
  readonly processed: number;
}

/** a fault that is in force */
export interface ListedFault {
  /** number of times that it was applied */
  readonly hits: number;
  readonly id: string;
  /** the fault that was added */
  readonly rule: unknown;
}

/** a send rule that is in force */
export interface ListedSendRule {
  /** number of transactions that it has decided */
  readonly hits: number;
  readonly id: string;
  /** the send rule that was added */
  readonly rule: unknown;
}

/** a control call that changed the ledger, and where it stands among the calls */
export interface LoggedMoveInfo {
  /** id of the newest call before it, as in `stillnode_calls`; 0: none */
  readonly afterCall: number;
  /** number of equal moves: those without a call in between are one item */
  readonly count: number;
  /** the control method; null: time passed by itself */
  readonly method: string | null;
  /** its arguments as JSON text, cut after 1000 characters */
  readonly params: string | null;
  /** the processed slot after it */
  readonly slot: number;
}

export interface NotificationInfo {
  /** a fault kept it back */
  readonly isDropped: boolean;
  /** JSON text, cut after 4096 characters */
  readonly result: string;
  /** the processed slot at that time */
  readonly slot: number;
  /** Unix milliseconds */
  readonly timeMs: number;
}

/** an error of a program, by its IDL */
export interface ProgramErrorInfo {
  readonly program: string;
  /** index of the instruction of the transaction */
  readonly instruction: number;
  readonly name: string;
  readonly code: number;
  readonly message: string;
}

/** the fate of a transaction */
export interface SentFate {
  /** `dropped`: no block takes the accepted transaction in; `reorged`: the chain has left its block */
  readonly fate: 'landed' | 'failed' | 'refused' | 'dropped' | 'waiting' | 'held' | 'expired' | 'reorged';
  /** id of the rule that decided */
  readonly rule?: string;
  /** slot of its block */
  readonly slot?: number;
  /** slot of the block that a rule keeps it for, if none is skipped before it */
  readonly until?: number;
}

/** an instruction of a program with an IDL */
export interface SentInstructionInfo {
  readonly index: number;
  /** among those that the instruction calls; null: it is the instruction itself */
  readonly innerIndex: number | null;
  /** name of the program in the ledger */
  readonly program: string;
  readonly instruction: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** addresses */
  readonly accounts: Readonly<Record<string, string>>;
}

/** a transaction that was sent, or an airdrop: docs/sending.md, "Entries of stillnode_sent" */
export interface SentTransactionInfo {
  /** the faucet sent it, for requestAirdrop */
  readonly airdrop?: true;
  /** programs whose effect is not known, so they did nothing; absent if there are none */
  readonly assumed?: readonly string[];
  /** the bundle that it was sent in, and its place there, from 0; absent if it was sent by itself */
  readonly bundle?: {
    readonly id: string;
    readonly index: number;
  };
  /** error of a transaction in a block; null: it succeeded */
  readonly err?: unknown;
  /** error that the client got instead of the signature */
  readonly error?: unknown;
  /** events in its log, by the IDLs of their programs; absent if there are none, as `instructions` and `programError` */
  readonly events?: readonly {
    /** name of the program in the ledger */
    readonly program: string;
    readonly event: string;
    readonly fields: unknown;
  }[];
  readonly fate: SentFate;
  /** 1 is the first one since the ledger was loaded or reset; `since` of `waitForSend` takes it */
  readonly id: number;
  /** signers that the ledger impersonates; absent if there are none */
  readonly impersonated?: readonly string[];
  /** instructions of programs with an IDL, as `stillnode show --json` has them */
  readonly instructions?: readonly SentInstructionInfo[];
  /** the configuration that came with it */
  readonly options: unknown;
  /** outcome of the rule, `succeed` without one; `{ refused: { code, err? } }`: the client got an error */
  readonly outcome: unknown;
  /** a custom error, by the IDL of the program that failed */
  readonly programError?: ProgramErrorInfo;
  /** id of the rule that decided */
  readonly rule: string | null;
  /** the processed slot when it was sent */
  readonly sentSlot: number;
  /** Unix seconds of that slot; null: its block has no time */
  readonly sentTime: number | null;
  readonly signature: string | null;
  /** slot of its block */
  readonly slot?: number;
  /** answer of getTransaction with the encoding jsonParsed */
  readonly transaction: unknown;
  readonly version: 'legacy' | number;
  /** the fate as a sentence; of a refused transaction also a line with its instructions, the rule that decided, and the error */
  readonly why: readonly string[];
}

/** an open subscription, with the notifications that it has had */
export interface SubscriptionInfo {
  /** number of notifications so far */
  readonly count: number;
  readonly id: number;
  readonly isOpen: boolean;
  /** the method that began it, such as `slotSubscribe` */
  readonly method: string;
  /** the newest 20, oldest first */
  readonly notifications: readonly NotificationInfo[];
  readonly params: unknown;
  /** Unix milliseconds at which it began */
  readonly timeMs: number;
}

/** the slots of the ledger, with its tips, snapshots and forks */
export interface Timeline {
  /** null: the ledger has no slots */
  readonly first: number | null;
  readonly last: number;
  readonly slots: readonly TimelineSlot[];
  /** the newest slot at each commitment */
  readonly tips: LedgerTips;
  /** ids */
  readonly snapshots: readonly string[];
  /** names */
  readonly forks: readonly string[];
  /** null: time does not pass by itself */
  readonly slotTimeMs: number | null;
}

/** a slot, and its block if it has one */
export interface TimelineSlot {
  readonly slot: number;
  /** `ahead`: no tip has reached it; `skipped`: without a block */
  readonly kind: 'block' | 'dropped' | 'ahead' | 'skipped';
  /** absent without a block, as `blockhash` */
  readonly parent?: number;
  readonly blockhash?: string;
  /** Unix seconds; absent without a block and transactions, as the members that follow */
  readonly blockTime?: number | null;
  /** number of them; null: the block was recorded without them */
  readonly transactions?: number | null;
  readonly failed?: number | null;
  /** transactions that call the vote program; absent: none */
  readonly votes?: number;
}

/** The results of all control methods, on the wire. */
export interface ControlResults {
  readonly stillnode_getTips: LedgerReach;
  readonly stillnode_advance: LedgerTips;
  readonly stillnode_setTips: LedgerTips;
  readonly stillnode_reorg: { /** slots, in their order */ readonly dropped: readonly number[]; /** the newest slot at each commitment */ readonly tips: LedgerTips };
  readonly stillnode_migrate: LedgerTips;
  readonly stillnode_warp: LedgerTips;
  readonly stillnode_setSlotTime: number | null;
  readonly stillnode_autoAdvance: boolean;
  readonly stillnode_prune: LedgerTips;
  readonly stillnode_expireStatuses: true;
  readonly stillnode_setAccount: string;
  readonly stillnode_addBlock: AddedBlock;
  readonly stillnode_addTransaction: AddedTransaction;
  readonly stillnode_load: AddedFixtures;
  readonly stillnode_dump: readonly { readonly name: string; readonly text: string }[];
  readonly stillnode_names: { /** addresses by `$name` and derivation */ readonly accounts: Readonly<Record<string, string>>; /** by the address of a mint its token program, if it is not the Token program */ readonly tokenPrograms: Readonly<Record<string, string>>; /** signatures of all copies by name */ readonly transactions: Readonly<Record<string, readonly string[]>> };
  readonly stillnode_signature: string;
  readonly stillnode_address: string;
  readonly stillnode_snapshot: string;
  readonly stillnode_revert: LedgerTips;
  readonly stillnode_reset: LedgerTips;
  readonly stillnode_fork: ForkAddress;
  readonly stillnode_dropFork: true;
  readonly stillnode_listForks: readonly ForkAddress[];
  readonly stillnode_addFault: string;
  readonly stillnode_listFaults: readonly ListedFault[];
  readonly stillnode_removeFault: true;
  readonly stillnode_clearFaults: number;
  readonly stillnode_closeSockets: number;
  readonly stillnode_onSend: string;
  readonly stillnode_listSendRules: readonly ListedSendRule[];
  readonly stillnode_removeSendRule: true;
  readonly stillnode_clearSendRules: number;
  readonly stillnode_impersonate: true;
  readonly stillnode_stopImpersonating: true;
  readonly stillnode_sent: readonly SentTransactionInfo[];
  readonly stillnode_calls: { /** with `id` only that call, with its reasons and the text of its reply if it was kept */ readonly calls: readonly JournalCall[]; /** the id of the newest call of all */ readonly last: number };
  readonly stillnode_verify: number;
  readonly stillnode_clearCalls: number;
  readonly stillnode_moves: readonly LoggedMoveInfo[];
  readonly stillnode_waitForCall: JournalCall;
  readonly stillnode_waitForSend: SentTransactionInfo;
  readonly stillnode_explain: Explanation;
  readonly stillnode_subscriptions: readonly SubscriptionInfo[];
  readonly stillnode_timeline: Timeline;
  readonly stillnode_show: unknown;
  readonly stillnode_fields: AccountFields;
}
