import type { DialectName } from '../dialect.ts';
import type { OnProgress } from '../fixtures/merging/contents.ts';
import type { LedgerJson } from '../fixtures/script/format/ledgerJsonTypes.ts';
import type { ServerOptions } from '../server/serverOptions.ts';
import type { UpstreamOptions } from '../tools/record/upstreamOptions.ts';

/**
 * The options of nodes and listeners.
 * @module
 */

export const DEFAULT_HOST = '127.0.0.1';

/** MiB; enough for thirty large blocks */
export const DEFAULT_CACHE_MB = 64;

/** enough for a dozen large blocks */
export const DEFAULT_MAX_BATCH_REPLY_BYTES: number = 32 * 2 ** 20;

/** The result of `ledger()`, or an object with the members of a `*.ledger.json`. */
export type ScriptedLedger = LedgerJson | { toJSON(): LedgerJson };

/** A fixture file or folder, or a scripted ledger. */
export type LedgerSource = string | ScriptedLedger;

export interface NodeOptions {
  /** fixture files and folders, and scripted ledgers: one, or a list; default: the sample ledger */
  readonly ledger?: LedgerSource | readonly LedgerSource[];
  /** default `contract` */
  readonly dialect?: DialectName;
  /** memory for cached results, in MiB; default 64; 0 turns the cache off */
  readonly cacheMb?: number;
  /** limit for all results in the reply to a batch; calls beyond it are refused; default 33554432 (32 MiB) */
  readonly maxBatchReplyBytes?: number;
  /** false: there are no control calls, wherever the node is asked; default true */
  readonly control?: boolean;
  /** forks that there may be at once; default 1000 */
  readonly maxForks?: number;
  /** true: a request to a fork that there is not makes it, from the ledger as it was loaded; default false */
  readonly autoFork?: boolean;
  /** calls that a ledger remembers, each fork its own; default 10000; 0 turns the journal off */
  readonly journalSize?: number;
  /**
   * milliseconds from one slot to the next: the ledger goes on by itself, beyond its end with empty blocks; default: it stands still.
   * It stops when the last port of the node is closed
   */
  readonly slotTime?: number;
  /** `litesvm`: transactions that are sent run their programs, by the package of that name; default: what is known of programs */
  readonly execute?: 'litesvm';
  /** compiled programs to put into the ledger: paths of files, by the addresses of the programs */
  readonly programs?: Readonly<Record<string, string>>;
  /** a node that is asked for what the ledger lacks, and where its answers are kept; default: nobody is asked */
  readonly upstream?: UpstreamOptions;
  /** called with the error that a client only sees as -32603 */
  readonly onInternalError?: (error: unknown) => void;
  /** called for every block, account and transaction that is read: has to be fast */
  readonly onProgress?: OnProgress;
}

export interface ListenOptions extends ServerOptions {
  /** default 127.0.0.1 */
  readonly host?: string;
  /** 0, the default, chooses a free port */
  readonly port?: number;
  /** of WebSockets, which `port` takes too: a number, or `'off'`; default: the port after `port` */
  readonly wsPort?: number | 'off';
  /** bytes that the client of a WebSocket may be behind before it is cut off; default 16777216 (16 MiB) */
  readonly maxSocketBufferBytes?: number;
  /** called with the reason when a WebSocket is cut off; default: a process warning */
  readonly onSocketCutOff?: (reason: string) => void;
}
