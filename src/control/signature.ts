import { readText, readU64 } from '../document/readers.ts';
import { rpcErrors } from '../errors.ts';
import { readArguments, readOptional } from './arguments.ts';
import type { Verb } from './verb.ts';
import { signatureIn } from './words/signature.ts';

interface Params {
  readonly name: string;
  readonly copy: number;
}

export const signature: Verb<Params> = {
  name: 'stillnode_signature',

  describe: ({ SIGNATURE, TEXT, U64, withDefault }) => ({
    summary: 'the signature of a transaction that has a name in a script',
    params: { name: TEXT, 'copy?': withDefault(U64, 0) },
    result: 'signature',
    schema: SIGNATURE,
    errors: ['unknownName'],
  }),

  readParams: (params) =>
    readArguments(params, ['name', 'copy?'], (at, copy) => {
      const name = readText(at!);
      return name === undefined ? undefined : { name, copy: Number(readOptional(copy!, readU64) ?? 0) };
    }),

  run({ copy, name }, { now }) {
    const found = signatureIn(now.state, name, copy);
    if (found instanceof RangeError) throw rpcErrors.unknownName(found.message);
    return found;
  },
};
