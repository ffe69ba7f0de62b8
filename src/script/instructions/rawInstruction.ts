import { object, withDefault } from '../../syntax/syntax.ts';
import { address, bytes } from '../../syntax/values.ts';
import { accountMetas, resolveMetas } from './accountMeta.ts';
import { scriptInstruction } from './scriptInstruction.ts';

/** Bytes of an instruction. The type has a name because the compiler writes Uint8Array with an argument, which TypeScript has only since 5.7. */
export interface InstructionData extends Uint8Array {}

/** An instruction whose effect is unknown, so that it changes nothing. */
export const RAW_INSTRUCTIONS = {
  raw: scriptInstruction(
    object(
      {
        program: address,
        accounts: withDefault(accountMetas, [], 'default: none'),
        data: withDefault<InstructionData>(bytes, new Uint8Array()),
      },
      'Any instruction of any program.',
    ),
    ({ data, ...args }, { names }) => {
      const program = names.resolve(args.program);
      const accounts = resolveMetas(args.accounts, names);
      return program && accounts && { program, accounts, data, hasNoEffect: true };
    },
  ),
};
