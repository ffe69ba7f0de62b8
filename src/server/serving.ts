import type { Dialect, DialectName } from '../dialect.ts';
import type { Dispatched } from '../jsonrpc/dispatch.ts';

/** Answers a request body. Never throws or rejects. */
export type Dispatch = (body: string, dialect: Dialect) => Promise<Dispatched>;

/** What a node is to the server. */
export interface Serving {
  readonly dispatch: Dispatch;
  /** where the query names none */
  readonly dialect: DialectName;
  /** the default of the option of this name */
  readonly onSolanaClient: (() => void) | undefined;
  /** what /health answers */
  readonly health: () => string;
}
