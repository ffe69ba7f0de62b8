import type { JsonObject } from '../../codec/jsonText.ts';
import { readText } from '../../fixtures/document/readers.ts';
import type { Vocabulary } from '../openrpc/description.ts';
import type { Schema } from '../openrpc/schema.ts';
import { readArguments, readNoArguments, readOptional, readTextArgument } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './time.ts';
import type { ControlContext, Verb } from './verb.ts';

/** A fork and where it can be reached: null where nothing listens. */
function forkJson(name: string, { urlOf }: Pick<ControlContext, 'urlOf'>): JsonObject {
  const { url = null, wsUrl = null } = urlOf(name) ?? {};
  return { name, url, wsUrl };
}

function forkSchema({ objectOf, orNull, TEXT }: Vocabulary): Schema {
  return objectOf({ name: TEXT, url: orNull(TEXT), wsUrl: orNull(TEXT) });
}

interface Params {
  readonly name: string | undefined;
}

export const fork: Verb<Params> = {
  name: 'stillnode_fork',

  describe: (vocabulary) => ({
    summary: 'creates a ledger fork: a copy of this ledger with its own URL',
    params: { 'name?': { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' } },
    result: '`{"name","url","wsUrl"}`, the addresses `null` where nothing listens',
    schema: forkSchema(vocabulary),
    errors: [],
  }),

  readParams: (params) => readArguments(params, ['name?'], (at) => ({ name: readOptional(at!, readText) })),

  run({ name }, context) {
    const { forks, live } = context;
    return forkJson(forks.add(name, live.fork()), context);
  },
};

export const dropFork: Verb<string> = {
  name: 'stillnode_dropFork',

  describe: ({ BOOLEAN, TEXT }) => ({
    summary: 'removes a ledger fork',
    params: { name: TEXT },
    result: '`true`',
    schema: BOOLEAN,
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'name'),

  run(name, { forks }) {
    forks.drop(name);
    return true;
  },
};

export const listForks: Verb<null> = {
  name: 'stillnode_listForks',

  describe: (vocabulary) => ({
    summary: 'all ledger forks, in the order of their creation',
    params: {},
    result: '`[{"name","url","wsUrl"}]`',
    schema: vocabulary.listOf(forkSchema(vocabulary)),
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, context) => context.forks.names().map((name) => forkJson(name, context)),
};

export const snapshot: Verb<null> = {
  name: 'stillnode_snapshot',

  describe: ({ TEXT }) => ({
    summary: 'takes a snapshot for stillnode_revert',
    params: {},
    result: 'its id, a text',
    schema: TEXT,
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { live }) => live.snapshot(),
};

export const revert: Verb<string> = {
  name: 'stillnode_revert',

  describe: (vocabulary) => ({
    summary: 'sets the ledger back to a snapshot, which stays usable',
    params: { id: vocabulary.TEXT },
    result: TIPS,
    schema: tipsSchema(vocabulary),
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'id'),

  async run(id, { live }) {
    const { state } = await live.revert(id);
    return tipsJson(state);
  },
};

export const reset: Verb<null> = {
  name: 'stillnode_reset',

  describe: (vocabulary) => ({
    summary: 'sets the ledger back to its state at loading, or a ledger fork to its creation',
    params: {},
    result: TIPS,
    schema: tipsSchema(vocabulary),
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { live }) {
    const { state } = await live.reset();
    return tipsJson(state);
  },
};
