import type { JsonValue } from '../codec/json.ts';
import type { Fault } from '../faults/fault.ts';
import { readArguments } from './arguments.ts';
import type { Verb } from './verb.ts';
import { readFault } from './words/fault.ts';

interface GivenFault {
  readonly json: JsonValue;
  readonly fault: Fault;
}

export const addFault: Verb<GivenFault> = {
  name: 'stillnode_addFault',

  describe: ({ ANY_OBJECT, TEXT }) => ({
    summary: 'lets calls, connections or notifications fail; the first fault that fits wins',
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
