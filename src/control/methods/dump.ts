import { dumpLedger } from '../../fixtures/dump/dumpLedger.ts';
import { listOf, objectOf, withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export const dump = controlMethod({
  name: 'dump',
  effect: 'reads',
  summary: 'the ledger as fixtures, in one format',
  result: withNote(listOf(objectOf({ name: TEXT, text: TEXT })), 'the files that `stillnode dump` writes'),

  async run(_args, { live, now: { state }, onDump }) {
    await onDump?.(live, state);
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
  library: false,
});
