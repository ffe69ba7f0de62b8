import { listOf, objectOf, withName, withNote } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, COUNT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export const listFaults = controlMethod({
  name: 'listFaults',
  effect: 'reads',
  summary: 'the faults, in their order',
  result: listOf(
    withName(
      'ListedFault',
      objectOf({
        hits: withNote(COUNT, 'number of times that it was applied'),
        id: TEXT,
        rule: withNote(ANY_OBJECT, 'the fault that was added'),
      }),
      'a fault that is in force',
    ),
  ),
  run: (_args, { live }) => live.faults.all.map(({ hits, id, json }) => ({ hits, id, rule: json })),
});
