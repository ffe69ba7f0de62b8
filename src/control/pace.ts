import { setImmediate } from 'node:timers/promises';
import { rpcErrors } from '../errors.ts';
import type { Caller } from '../jsonrpc/call.ts';
import type { Pace } from '../loading/scripts/pace.ts';

/** blocks and transactions that the calls of one request make; in the process of the node there is no such limit */
const MAX_MADE = 10_000n;

type Requester = Pick<Caller, 'transport' | 'whenGone'>;

/** by the calls of each request so far */
const madeFor = new WeakMap<Requester, bigint>();

/** Does what takes long, in slices that let other calls through, for as long as its client is there. */
export async function paced<T>(caller: Requester, work: (pace: Pace) => Promise<T>): Promise<T> {
  let isGone = false;
  const stopListening = caller.whenGone?.(() => {
    isGone = true;
  });
  const turn = async () => {
    await setImmediate();
    if (isGone) throw rpcErrors.invalidArgument('the client has gone, so nothing was changed');
  };
  try {
    await turn();
    return await work({ refusalOf: (made) => refusalOf(caller, made), turn });
  } finally {
    stopListening?.();
  }
}

function refusalOf(caller: Requester, made: bigint): string | undefined {
  const all = (madeFor.get(caller) ?? 0n) + made;
  if (caller.transport !== 'process' && all > MAX_MADE)
    return `${all} blocks and transactions are too many for one request: at most ${MAX_MADE}`;
  madeFor.set(caller, all);
  return undefined;
}
