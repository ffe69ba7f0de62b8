import { dumpLedger } from '../../fixtures/dump/dumpLedger.ts';
import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export const dump = controlMethod({
  name: 'dump',
  summary: 'the ledger as fixtures, in one format',
  result: '`[{"name","text"}]`, the files that `stillnode dump` writes',
  schema: listOf(objectOf({ name: TEXT, text: TEXT })),
  errors: [],

  run(_args, { now: { state } }) {
    return Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
  },
});
