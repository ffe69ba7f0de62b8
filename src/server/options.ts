import type { OnRequest } from './record.ts';
import type { Serving } from './serving.ts';

/** How a node is served, on its own port or as part of another app. */
export interface ServerOptions {
  /** default: every request is accepted */
  readonly apiKeys?: readonly string[];
  /** of a request body; default 51200 */
  readonly maxBodyBytes?: number;
  readonly onRequest?: OnRequest;
  /**
   * called once, at the first request of a Solana client library to a node in the contract dialect; default: a process warning,
   * unless the dialect of the node was set
   */
  readonly onSolanaClient?: () => void;
}

/** bytes of a request body; Source agave 4.1 MAX_REQUEST_BODY_SIZE */
const DEFAULT_MAX_BODY_BYTES = 50 * 1024;

/** The options with their defaults, and the node that they serve. */
export function readServerOptions(serving: Serving, options: ServerOptions) {
  const {
    apiKeys,
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
    onRequest,
    onSolanaClient = serving.onSolanaClient,
  } = options;
  return { ...serving, apiKeys, maxBodyBytes, onRequest, onSolanaClient };
}
