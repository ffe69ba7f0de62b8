import type { JsonObject } from '../codec/jsonText.ts';
import { listOf, objectOf, orNull } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import { readText } from '../syntax/readers.ts';
import { text } from './arguments.ts';
import { type ControlContext, controlMethod, TRUE } from './controlMethod.ts';
import { TIPS, tipsJson } from './time.ts';

const FORK = objectOf({ name: TEXT, url: orNull(TEXT), wsUrl: orNull(TEXT) });

/** A fork and its URLs: null where nothing listens. */
function forkJson(name: string, { urlOf }: ControlContext): JsonObject {
  const { url = null, wsUrl = null } = urlOf(name) ?? {};
  return { name, url, wsUrl };
}

export const fork = controlMethod({
  name: 'stillnode_fork',
  summary: 'creates a ledger fork: a copy of this ledger with its own URL',
  params: { 'name?': { schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' }, read: readText } },
  result: '`{"name","url","wsUrl"}`, the addresses `null` where nothing listens',
  schema: FORK,
  run: ({ name }, context) => forkJson(context.forks.add(name, context.live.fork()), context),
});

export const dropFork = controlMethod({
  name: 'stillnode_dropFork',
  summary: 'removes a ledger fork',
  params: { name: text },
  ...TRUE,
  errors: ['unknownName'],

  run({ name }, { forks }) {
    forks.drop(name);
    return true;
  },
});

export const listForks = controlMethod({
  name: 'stillnode_listForks',
  summary: 'all ledger forks, in the order of their creation',
  result: '`[{"name","url","wsUrl"}]`',
  schema: listOf(FORK),
  run: (_args, context) => context.forks.names().map((name) => forkJson(name, context)),
});

export const snapshot = controlMethod({
  name: 'stillnode_snapshot',
  summary: 'takes a snapshot for stillnode_revert',
  result: 'its id, a text',
  schema: TEXT,
  run: (_args, { live }) => live.snapshot(),
});

export const revert = controlMethod({
  name: 'stillnode_revert',
  summary: 'sets the ledger back to a snapshot, which stays usable',
  params: { id: text },
  ...TIPS,
  errors: ['unknownName'],
  run: async ({ id }, { live }) => tipsJson(await live.revert(id)),
});

export const reset = controlMethod({
  name: 'stillnode_reset',
  summary: 'sets the ledger back to its state at loading, or a ledger fork to its creation',
  ...TIPS,
  run: async (_args, { live }) => tipsJson(await live.reset()),
});
