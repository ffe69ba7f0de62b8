import type { Dialect, DialectName } from '../dialect.ts';
import type { ControlAccess } from '../jsonrpc/access.ts';
import type { Dispatched } from '../jsonrpc/dispatch.ts';

/**
 * Answers a request body. Never throws or rejects.
 *
 * @param access default: control calls are unknown methods
 */
export type Dispatch = (body: string, dialect: Dialect, access?: ControlAccess) => Promise<Dispatched>;

/** A ledger of a node: the main one, or a fork. */
export interface ServedLedger {
  readonly dispatch: Dispatch;
  /** what /health answers */
  readonly health: () => string;
}

/** What the server needs from a node. */
export interface Serving extends ServedLedger {
  /** used if the query has none */
  readonly dialect: DialectName;
  /** the default of the option of this name */
  readonly onSolanaClient: (() => void) | undefined;
  /** a fork; undefined: there is none of this name */
  readonly ledgerNamed: (name: string) => ServedLedger | undefined;
  /**
   * Makes a fork of the main ledger as it was loaded.
   *
   * @throws LiveError
   */
  readonly forkAsLoaded: (name: string) => ServedLedger;
}
