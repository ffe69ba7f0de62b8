import type { LedgerControls } from '../../control/ledgerControls.ts';
import type { MismatchData } from '../../errors.ts';
import { mismatchIn } from '../matchers.ts';

type Expected = Exclude<Parameters<LedgerControls['verify']>[0], string>;

/** A number of calls that no test makes, so that `verify` fails, and its error says what came instead. */
const NEVER_REACHED = 2 ** 32 - 1;

/** The number of calls or sends that a node has received as expected, and the nearest others if there are none. */
export async function receivedLike(
  node: Pick<LedgerControls, 'verify'>,
  expected: Omit<Expected, 'times'>,
): Promise<MismatchData> {
  try {
    const matches = await node.verify({ ...expected, times: NEVER_REACHED } as Expected);
    return { matches: Number(matches), nearest: [], forgotten: 0 };
  } catch (error) {
    const mismatch = mismatchIn(error);
    if (mismatch === undefined) throw error;
    return mismatch;
  }
}
