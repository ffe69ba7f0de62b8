import { rpcErrors } from '../../errors.ts';
import { dumpLedger } from '../../fixtures/dump/dumpLedger.ts';
import { lengthOf } from '../../ledger/history/emptyRuns.ts';
import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

/**
 * The largest number of empty blocks in an answer. Blocks that are not empty were sent to the node, or loaded from files, so they need no limit.
 */
const MAX_EMPTY_BLOCKS = 10_000;

export const dump = controlMethod({
  name: 'dump',
  summary: 'the ledger as fixtures, in one format',
  result: '`[{"name","text"}]`, the files that `stillnode dump` writes',
  schema: listOf(objectOf({ name: TEXT, text: TEXT })),
  errors: ['outOfRange'],

  run(_args, { now: { state } }) {
    const empty = state.history.emptyRuns.reduce((sum, run) => sum + lengthOf(run), 0);
    if (empty > MAX_EMPTY_BLOCKS)
      throw rpcErrors.outOfRange(
        `too many empty blocks for one answer: ${empty}, at most ${MAX_EMPTY_BLOCKS}: dump the ledger before it advances so far`,
      );
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
});
