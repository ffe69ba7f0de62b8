import { setImmediate } from 'node:timers/promises';
import { rpcErrors } from '../errors.ts';
import type { Caller } from '../jsonrpc/call.ts';
import type { Pace } from '../loading/scripts/pace.ts';

/** blocks and transactions that one call makes; in the process that made the node there is no such limit */
const MAX_MADE = 100_000n;

/** Does what takes long, in slices that let other calls through, for as long as its client is there. */
export async function paced<T>(
  { transport, whenGone }: Pick<Caller, 'transport' | 'whenGone'>,
  work: (pace: Pace) => Promise<T>,
): Promise<T> {
  let isGone = false;
  const stopListening = whenGone?.(() => {
    isGone = true;
  });
  const turn = async () => {
    await setImmediate();
    if (isGone) throw rpcErrors.invalidArgument('the client has gone, so nothing was changed');
  };
  try {
    return await work({ max: transport === 'process' ? undefined : MAX_MADE, turn });
  } finally {
    stopListening?.();
  }
}
