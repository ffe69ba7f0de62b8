import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export interface SnapshotMethod {
  /** Takes a snapshot and returns its id, for `revert`. */
  snapshot(): Promise<string>;
}

export const snapshot = controlMethod({
  name: 'snapshot',
  summary: 'takes a snapshot for stillnode_revert',
  result: 'its id, a text',
  schema: TEXT,
  run: (_args, { live }) => live.snapshot(),
  library: (call): SnapshotMethod => ({ snapshot: () => call() }),
});
