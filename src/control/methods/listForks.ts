import { listOf } from '../../rpc/openrpc/schema.ts';
import { controlMethod } from '../controlMethod.ts';
import { FORK, forkJson } from '../forkAddress.ts';

export const listForks = controlMethod({
  name: 'listForks',
  effect: 'reads',
  summary: 'all ledger forks, in the order of their creation',
  result: listOf(FORK),
  run: (_args, context) => context.forks.names().map((name) => forkJson(name, context)),
});
