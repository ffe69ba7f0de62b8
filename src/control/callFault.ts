import { presentOf } from '../document/members.ts';
import { type RpcError, rpcErrors } from '../errors.ts';
import type { ConnectionFault, FaultThen, Transport } from '../faults/fault.ts';
import type { TakenFault } from '../faults/faultList.ts';
import type { CallFault } from '../jsonrpc/callFault.ts';

export const NO_FAULT: CallFault = { delayMs: 0, error: undefined, staleBy: undefined, connection: undefined };

/** What a fault means for one call. */
export function callFaultOf({ delayMs, id, then }: TakenFault, transport: Transport): CallFault {
  const isOnWire = transport !== 'process';
  return {
    delayMs,
    error: errorOf(id, then, isOnWire),
    staleBy: then.stale,
    connection: isOnWire ? connectionFaultOf(then) : undefined,
  };
}

/** A connection that fails lets the call be carried out only where some of its answer is sent. */
function errorOf(id: string, { rpcError, ...then }: FaultThen, isOnWire: boolean): RpcError | undefined {
  if (rpcError !== undefined && (isOnWire || connectionFaultOf(then) === undefined))
    return rpcErrors.givenError(rpcError.code, rpcError.message, rpcError.data);
  const what = failureOf(then, isOnWire);
  return what === undefined ? undefined : rpcErrors.connectionFault(id, what);
}

function failureOf({ closeSocket, garbage, http, reset, truncate }: FaultThen, isOnWire: boolean): string | undefined {
  if (http !== undefined) return `HTTP ${http.status}`;
  if (reset !== undefined) return 'a TCP reset';
  if (garbage !== undefined) return 'a body that is no JSON';
  if (closeSocket !== undefined) return 'the end of its socket';
  return truncate === undefined || isOnWire ? undefined : `the first ${truncate} bytes of its body`;
}

function connectionFaultOf({ closeSocket, garbage, http, reset, truncate }: FaultThen): ConnectionFault | undefined {
  const fault = presentOf({ closeSocket, garbage, http, reset, truncate });
  return Object.keys(fault).length === 0 ? undefined : fault;
}
