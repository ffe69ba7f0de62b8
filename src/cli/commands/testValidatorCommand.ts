import { command } from '../command.ts';
import type { Flag } from '../flags.ts';
import { VALIDATOR_FLAGS, type ValidatorFlag } from '../validator/validatorFlags.ts';

/** `stillnode test-validator`: a node in place of `solana-test-validator`. */
export const testValidator = command({
  usage: 'test-validator [FLAGS]',
  summary: 'serve in place of solana-test-validator, with its flags and its output',
  details: `The node is that of stillnode dev. docs/testValidator.md says what becomes of each flag; settings of stillnode come by their
environment variables, and a flag takes precedence over its variable.`,
  flags: VALIDATOR_FLAGS.map(flagOf),
  takes: 'flags of another program',
  read: ({ env, otherCommand }) => ({ args: otherCommand, env }),
  run: async (options, output) => (await import('../validator/testValidator.ts')).runTestValidator(options, output),
});

function flagOf({ count, meaning, name, short, values }: ValidatorFlag): Flag {
  return {
    name,
    help: meaning,
    ...(short !== undefined && { short }),
    ...(values.length > 0 && { value: values.join(' ') }),
    ...(count !== undefined && { isRepeatable: true }),
  };
}
