import type { OnRequest } from './record.ts';
import type { Serving } from './serving.ts';

/** How a node is served, on its own port or as part of another app. */
export interface ServerOptions {
  /** default: every request is accepted */
  readonly apiKeys?: readonly string[];
  /**
   * whether requests may control the node; default: where it listens on loopback addresses only, and, where there are `apiKeys`, only
   * with a `controlKey`
   */
  readonly control?: boolean;
  /** every control call needs `?controlKey=` with it; default: none does */
  readonly controlKey?: string;
  /** of a request body; default 51200 */
  readonly maxBodyBytes?: number;
  readonly onRequest?: OnRequest;
}

/** bytes of a request body; Source agave 4.1 MAX_REQUEST_BODY_SIZE */
const DEFAULT_MAX_BODY_BYTES = 50 * 1024;

/**
 * The options with their defaults, and the node that they serve.
 *
 * @throws TypeError if `control` is on for a node that has none
 */
export function readServerOptions(serving: Serving, options: ServerOptions) {
  const { apiKeys, control, controlKey, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, onRequest } = options;
  if (control === true && !serving.isControllable)
    throw new TypeError('`control` is true, but the node was made with `control: false`: leave out one of them');
  return {
    ...serving,
    apiKeys,
    control: serving.isControllable ? control : false,
    controlKey,
    maxBodyBytes,
    onRequest,
  };
}

type ControlOptions = { readonly [Name in 'apiKeys' | 'control' | 'controlKey']: ServerOptions[Name] | undefined };

/** Whether requests may control a node that listens on these addresses. */
export function isControlOn({ apiKeys, control, controlKey }: ControlOptions, isLoopbackOnly: boolean): boolean {
  return control ?? (isLoopbackOnly && (apiKeys === undefined || controlKey !== undefined));
}
