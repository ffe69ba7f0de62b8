import { setImmediate } from 'node:timers/promises';
import { rpcErrors } from '../errors.ts';
import type { Pace } from '../fixtures/compileScripts.ts';
import type { Caller } from '../rpc/protocol/call.ts';

/** Blocks and transactions that one request may create; calls in the process of the node have no limit. */
const MAX_ITEMS = 10_000n;

type Requester = Pick<Caller, 'transport' | 'whenGone'>;

/** Blocks and transactions that each request has created so far. */
const createdItems = new WeakMap<Requester, bigint>();

/** Runs long work in slices, between which other requests run. It stops when the client disconnects. */
export async function paced<T>(caller: Requester, work: (pace: Pace) => Promise<T>): Promise<T> {
  let isGone = false;
  const stopListening = caller.whenGone?.(() => {
    isGone = true;
  });
  const turn = async () => {
    await setImmediate();
    if (isGone) throw rpcErrors.invalidArgument('the client has disconnected: the ledger has not changed');
  };
  try {
    await turn();
    return await work({ refusalOf: (count) => addItems(caller, count), turn });
  } finally {
    stopListening?.();
  }
}

/** Counts the items of a request. @returns the message if they are too many */
function addItems(caller: Requester, count: bigint): string | undefined {
  const all = (createdItems.get(caller) ?? 0n) + count;
  if (caller.transport !== 'process' && all > MAX_ITEMS)
    return `too many blocks and transactions for one request: ${all}, at most ${MAX_ITEMS}`;
  createdItems.set(caller, all);
  return undefined;
}
