import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export const snapshot = controlMethod({
  name: 'snapshot',
  effect: 'changes',
  summary: 'takes a snapshot for stillnode_revert',
  result: withNote(TEXT, 'its id, a text'),
  run: (_args, { live }) => live.snapshot(),
});
