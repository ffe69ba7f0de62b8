import type { Dialect, DialectName } from '../dialect.ts';
import type { Dispatched } from '../jsonrpc/dispatch.ts';

/** Answers a request body. Never throws or rejects. */
export type Dispatch = (body: string, dialect: Dialect) => Promise<Dispatched>;

/** What the server needs from a node. */
export interface Serving {
  readonly dispatch: Dispatch;
  /** used if the query has none */
  readonly dialect: DialectName;
  /** the default of the option of this name */
  readonly onSolanaClient: (() => void) | undefined;
  /** what /health answers */
  readonly health: () => string;
}
