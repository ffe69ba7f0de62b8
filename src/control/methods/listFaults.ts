import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT, U64 } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export interface ListedFault {
  /** number of times that it was applied */
  readonly hits: number;
  readonly id: string;
  /** the fault or send rule that was added */
  readonly rule: unknown;
}

export interface ListFaultsMethod {
  /** Lists the faults in the order in which they are tried. */
  listFaults(): Promise<readonly ListedFault[]>;
}

export const listFaults = controlMethod({
  name: 'listFaults',
  summary: 'the faults, in their order',
  result: '`[{"hits","id","rule"}]`: how often each was applied, and the rule as it was added',
  schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
  run: (_args, { live }) => live.faults.all.map(({ hits, id, json }) => ({ hits, id, rule: json })),
  library: (call): ListFaultsMethod => ({ listFaults: () => call() }),
});
