import type { DialectName } from '../dialect.ts';
import type { ChosenExtensions } from '../extensions/chosenExtensions.ts';
import type { OnProgress } from '../fixtures/merging/ledgerContents.ts';
import type { ProgramFiles } from '../fixtures/programFiles.ts';
import type { ConsensusName, GatePreset } from '../gates.ts';
import type { NodeVersionName } from '../nodeVersion.ts';
import type { LedgerJson } from '../script/format/ledgerJsonTypes.ts';
import type { ServerOptions } from '../server/serverOptions.ts';
import type { UpstreamOptions } from '../tools/record/upstreamOptions.ts';

/** The options of nodes and listeners. @module */

export const DEFAULT_HOST = '127.0.0.1';

/** The result of `ledger()`, or an object with the members of a `*.ledger.json`. */
export type ScriptedLedger = LedgerJson | { toJSON(): LedgerJson };

/** A fixture file or folder, or a scripted ledger. */
export type LedgerSource = string | ScriptedLedger;

/** The options of a node: docs/library.md, "Options". Example: `{ ledger: ['fixtures'], slotTime: 400 }`. */
export interface NodeOptions {
  /** fixture files, folders and scripted ledgers; default: the sample ledger */
  readonly ledger?: LedgerSource | readonly LedgerSource[];
  /** form of the answers; default: that of the variable STILLNODE_DIALECT, else `agave`, as real nodes have it */
  readonly dialect?: DialectName;
  /** the version of the node whose answers are given; default: that of the ledger, else the one that mainnet runs */
  readonly agave?: NodeVersionName;
  /** features of the cluster, in place of those of the ledger; default: those of the ledger, else `localnet` where its cluster is that, else `mainnet` */
  readonly gates?: GatePreset;
  /** consensus of the cluster; default: that of the ledger, else `tower` if its tips differ, else that of its gates */
  readonly consensus?: ConsensusName;
  /** methods beyond those of Agave: true for all, false for none, or the names of those that are on; default: as the ledger says, else false */
  readonly extensions?: ChosenExtensions;
  /** memory for cached results, in MiB; default 64; 0: no cache */
  readonly cacheMb?: number;
  /** largest sum of answers in the reply to a batch, and of accounts in one result; what is beyond it is refused; default 33554432 (32 MiB) */
  readonly maxBatchReplyBytes?: number;
  /** false: no control calls over any transport; default true */
  readonly control?: boolean;
  /** largest number of ledger forks at a time; default 1000 */
  readonly maxForks?: number;
  /** true: the first request to a ledger fork creates it, from the ledger as loaded; default false */
  readonly autoFork?: boolean;
  /** number of calls that each ledger remembers; default 10000; 0: no journal */
  readonly journalSize?: number;
  /** milliseconds from one slot to the next, until the node is closed; default: the ledger does not advance by itself */
  readonly slotTime?: number;
  /**
   * `machine`: the first block that `slotTime` adds has the time of this machine, and the newest block of a script without times is one
   * slot older than the node; default `ledger`: times follow from the ledger
   */
  readonly clock?: 'machine' | 'ledger';
  /** true: the ledger advances one slot whenever a client only waits; default false */
  readonly autoAdvance?: boolean;
  /** `litesvm`: run the programs of sent transactions with the package litesvm; default `none`: apply only known effects */
  readonly execute?: 'litesvm' | 'none';
  /**
   * compiled programs to add to the ledger, by the address of the program or the path of the file of its key pair: the path of a program
   * without an authority, or `{ program: path, authority: address or path of a key pair }`
   */
  readonly programs?: ProgramFiles;
  /**
   * `{ url, record, mode, sends, timeoutMs }`: a node to ask for what the ledger lacks, also for the accounts of sends, and a folder for its answers;
   * default: none
   */
  readonly upstream?: UpstreamOptions;
  /** called with an error that a client sees only as -32603 */
  readonly onInternalError?: (error: unknown) => void;
  /** called for each block, account and transaction that is loaded; must be fast */
  readonly onProgress?: OnProgress;
}

/** The options of a port: where it listens, and who may ask. Example: `{ port: 8899, wsPort: 8900 }`. */
export interface ListenOptions extends ServerOptions {
  /** address to listen on; default 127.0.0.1 */
  readonly host?: string;
  /** port to listen on; default 0: a free one */
  readonly port?: number;
  /** WebSocket port; `'off'`: WebSockets are only on `port`; default: the port after `port` */
  readonly wsPort?: number | 'off';
  /** unread bytes at which the client of a WebSocket is cut off; default 16777216 (16 MiB) */
  readonly maxSocketBufferBytes?: number;
  /** called with the reason when a WebSocket is cut off; default: a process warning */
  readonly onSocketCutOff?: (reason: string) => void;
}
