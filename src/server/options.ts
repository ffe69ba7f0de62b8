import type { OnRequest } from './record.ts';
import type { Serving } from './serving.ts';

/** How a node is served, on a port of its own or within somebody's app. */
export interface ServerOptions {
  /** left out: everybody is let in */
  readonly apiKeys?: readonly string[];
  /** of a request body; default 51200 */
  readonly maxBodyBytes?: number;
  readonly onRequest?: OnRequest;
  /**
   * called once, when the first Solana client library asks a node that answers in the contract dialect; left out: a process warning,
   * unless the dialect of the node was chosen
   */
  readonly onSolanaClient?: () => void;
}

/** bytes of a request body; Source agave 4.1 MAX_REQUEST_BODY_SIZE */
const DEFAULT_MAX_BODY_BYTES = 50 * 1024;

/** How `serving` is served: the options with their defaults. */
export function readServerOptions(serving: Serving, options: ServerOptions) {
  const {
    apiKeys,
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
    onRequest,
    onSolanaClient = serving.onSolanaClient,
  } = options;
  return { ...serving, apiKeys, maxBodyBytes, onRequest, onSolanaClient };
}
