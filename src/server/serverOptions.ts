import type { ServedLedger } from '../rpc/ledgerService.ts';
import type { OnRequest } from './requestRecord.ts';

/** The options of a port and of the Fastify plugin. */
export interface ServerOptions {
  /** keys, one of which each request needs as `?apikey=`; default: every request is accepted */
  readonly apiKeys?: readonly string[];
  /** whether requests may control the node; default: if it listens on loopback addresses only, and has a `controlKey` or no `apiKeys` */
  readonly control?: boolean;
  /** required in control calls as `?controlKey=`; default: none */
  readonly controlKey?: string;
  /** the page at `GET /`, served only if requests may control the node; default true */
  readonly inspector?: boolean;
  /** largest size of a request body; default 51200 */
  readonly maxBodyBytes?: number;
  /** called with a record of each answered request */
  readonly onRequest?: OnRequest;
}

/** bytes of a request body; Source agave 4.1 MAX_REQUEST_BODY_SIZE */
export const DEFAULT_MAX_BODY_BYTES = 50 * 1024;

/** The ledger at the root of a port, with the options and their defaults. @throws TypeError if `control` is true for a node with `control: false` */
export function readServerOptions(ledger: ServedLedger, options: ServerOptions) {
  const { apiKeys, control, controlKey, inspector = true, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, onRequest } = options;
  const { isControllable } = ledger.service;
  if (control === true && !isControllable)
    throw new TypeError('`control` is true, but the node was made with `control: false`: leave out one of them');
  return {
    ledger,
    apiKeys,
    control: isControllable ? control : false,
    controlKey,
    inspector,
    maxBodyBytes,
    onRequest,
  };
}

type ControlOptions = { readonly [Name in 'apiKeys' | 'control' | 'controlKey']: ServerOptions[Name] | undefined };

/** Whether requests may control a node that listens on these addresses. */
export function isControlOn(options: ControlOptions, isLoopbackOnly: boolean): boolean {
  return options.control ?? (isLoopbackOnly && !isControlUnprotected(options));
}

/** Whether an API key would be enough to control the node, which it must not be. */
export function isControlUnprotected({ apiKeys, controlKey }: Partial<ControlOptions>): boolean {
  return apiKeys !== undefined && controlKey === undefined;
}
