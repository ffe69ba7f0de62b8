import { listOf } from '../../rpc/openrpc/schema.ts';
import { controlMethod } from '../controlMethod.ts';
import { FORK, type ForkAddress, forkJson } from '../forkAddress.ts';

export interface ListForksMethod {
  listForks(): Promise<readonly ForkAddress[]>;
}

export const listForks = controlMethod({
  name: 'listForks',
  summary: 'all ledger forks, in the order of their creation',
  result: '`[{"name","url","wsUrl"}]`',
  schema: listOf(FORK),
  run: (_args, context) => context.forks.names().map((name) => forkJson(name, context)),
  library: (call): ListForksMethod => ({ listForks: () => call() }),
});
