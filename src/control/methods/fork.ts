import { readText } from '../../syntax/readers.ts';
import { optional, syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { FORK, forkJson } from '../forkAddress.ts';

const PARAMS = { name: optional(syntax(readText, { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' })) };

export const fork = controlMethod({
  name: 'fork',
  effect: 'changes',
  summary: 'creates a ledger fork: a copy of this ledger with its own URL',
  params: PARAMS,
  result: FORK,
  run: ({ name }, context) => forkJson(context.forks.add(name, context.live.fork()), context),
  library: false,
});
