import type { JsonValue } from '../../codec/jsonText.ts';
import type { Fault } from '../../live/faults/fault.ts';
import { LiveError } from '../../live/sends.ts';
import { readArguments, readNoArguments, readTextArgument } from './arguments.ts';
import { readFault } from './parse/parseFault.ts';
import type { Verb } from './verb.ts';

interface GivenFault {
  readonly json: JsonValue;
  readonly fault: Fault;
}

export const addFault: Verb<GivenFault> = {
  name: 'stillnode_addFault',

  describe: ({ ANY_OBJECT, TEXT }) => ({
    summary: 'adds a fault of calls, connections or notifications; the first fault that matches applies',
    params: { rule: ANY_OBJECT },
    result: 'the id of the fault, a text',
    schema: TEXT,
    errors: [],
  }),

  readParams: (params) =>
    readArguments(params, ['rule'], (at) => {
      const fault = readFault(at!);
      return fault && { fault, json: at!.value! };
    }),

  run: ({ fault, json }, { live }) => live.faults.add(json, fault),
};

export const listFaults: Verb<null> = {
  name: 'stillnode_listFaults',

  describe: ({ ANY_OBJECT, listOf, objectOf, TEXT, U64 }) => ({
    summary: 'the faults, in their order',
    params: {},
    result: '`[{"hits","id","rule"}]`: how often each has happened, and the rule as it was given',
    schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { live }) => live.faults.all.map(({ hits, id, json }) => ({ hits, id, rule: json })),
};

export const removeFault: Verb<string> = {
  name: 'stillnode_removeFault',

  describe: ({ BOOLEAN, TEXT }) => ({
    summary: 'removes a fault; delayed answers stay delayed',
    params: { id: TEXT },
    result: '`true`',
    schema: BOOLEAN,
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'id'),

  run(id, { live }) {
    if (live.faults.remove(id)) return true;
    throw new LiveError(
      'unknown',
      `there is no fault ${JSON.stringify(id)}: stillnode_addFault gives ids, and stillnode_listFaults lists them`,
    );
  },
};

export const clearFaults: Verb<null> = {
  name: 'stillnode_clearFaults',

  describe: ({ U64 }) => ({
    summary: 'removes all faults; delayed answers stay delayed',
    params: {},
    result: 'how many there were',
    schema: U64,
    errors: [],
  }),

  readParams: readNoArguments,

  run(_params, { live: { faults, overrides } }) {
    overrides.clear();
    return faults.clear();
  },
};
