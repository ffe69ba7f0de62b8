import type { JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { readMembers } from '../../fixtures/document/members.ts';
import { readText, readU32 } from '../../fixtures/document/readers.ts';
import { readArguments } from './arguments.ts';
import { type ExpectedCalls, fits, mismatchText } from './nearCalls.ts';
import { suggestMethod } from './suggestMethod.ts';
import type { Verb } from './verb.ts';

const VERIFY_READERS = {
  method: readText,
  // whatever it is: calls whose parameters contain it fit
  params: ({ value }: { readonly value: JsonValue | undefined }) => value,
  times: readU32,
};

export const verify: Verb<ExpectedCalls> = {
  name: 'stillnode_verify',

  describe: ({ ANY_OBJECT, U64 }) => ({
    summary: 'asserts that calls of a method were made, with parameters that contain the expected ones',
    params: { expected: ANY_OBJECT },
    result: 'how many calls fit',
    schema: U64,
    errors: ['verificationFailed'],
  }),

  readParams: (params) =>
    readArguments(params, ['expected'], (at) => {
      const read = readMembers(at!, VERIFY_READERS, ['method']);
      if (read?.method === undefined) return undefined;
      // a misspelled method was never called
      const meant = read.times === 0 ? suggestMethod(read.method) : undefined;
      if (meant !== undefined)
        return at!.refuse(
          `there is no method ${JSON.stringify(read.method)}`,
          `did you mean ${JSON.stringify(meant)}?`,
        );
      return { method: read.method, params: read.params ?? undefined, times: read.times };
    }),

  run(expected, { live }) {
    const { calls, forgotten, size } = live.calls;
    if (size === 0) throw rpcErrors.verificationFailed('the journal is off: `journalSize` is 0');
    const fitting = calls.filter((call) => fits(call, expected));
    const isRight = expected.times === undefined ? fitting.length > 0 : fitting.length === expected.times;
    if (isRight) return fitting.length;
    throw rpcErrors.verificationFailed(mismatchText(expected, { calls, fitting, forgotten }));
  },
};
