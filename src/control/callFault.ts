import { type RpcError, rpcErrors } from '../errors.ts';
import type { ConnectionFault, FaultThen, Transport } from '../faults/fault.ts';
import type { TakenFault } from '../faults/faultList.ts';
import type { CallFault } from '../jsonrpc/callFault.ts';

/** What a fault means for one call. */
export function callFaultOf({ delayMs, id, then }: TakenFault, transport: Transport): CallFault {
  const isOnWire = transport !== 'process';
  return {
    delayMs,
    error: errorOf(id, then, isOnWire),
    staleBy: then.stale,
    connection: isOnWire ? connectionFaultOf(then, transport) : undefined,
  };
}

/** A connection that fails lets the call be carried out only where some of its answer is sent. */
function errorOf(id: string, { rpcError, ...then }: FaultThen, isOnWire: boolean): RpcError | undefined {
  const what = failureOf(then, isOnWire);
  if (what !== undefined && (!isOnWire || rpcError === undefined)) return rpcErrors.connectionFault(id, what);
  return rpcError && rpcErrors.givenError(rpcError.code, rpcError.message, rpcError.data);
}

function failureOf({ closeSocket, garbage, http, reset, truncate }: FaultThen, isOnWire: boolean): string | undefined {
  if (http !== undefined) return `HTTP ${http.status}`;
  if (reset !== undefined) return 'a TCP reset';
  if (garbage !== undefined) return 'a body that is no JSON';
  if (closeSocket !== undefined && isOnWire) return 'the end of its socket';
  return truncate === undefined || isOnWire ? undefined : `the first ${truncate} bytes of its body`;
}

function connectionFaultOf(then: FaultThen, transport: Transport): ConnectionFault | undefined {
  const { closeSocket, garbage, http, reset, truncate } = then;
  const fault: ConnectionFault = {
    ...(reset && { reset }),
    ...(garbage && { garbage }),
    ...(transport === 'http' ? { ...(http && { http }), ...(truncate !== undefined && { truncate }) } : {}),
    ...(transport === 'socket' && closeSocket !== undefined && { closeSocket }),
  };
  return Object.keys(fault).length === 0 ? undefined : fault;
}
