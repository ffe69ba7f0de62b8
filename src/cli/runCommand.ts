import { onOneLine } from '../codec/text.ts';
import { CliError, type Output } from './output.ts';
import { parseCommand } from './parseCommand.ts';
import { isForUsers } from './userErrors.ts';

const USAGE_ERROR = 2;

/** Runs a command and gives its exit code. Commands that serve end the process themselves. */
export async function runCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  try {
    return await parseCommand(args, variables).run(output);
  } catch (error) {
    if (!isForUsers(error)) throw error;
    output.messages.write(`stillnode: ${onOneLine(error.message)}\n`);
    return error instanceof CliError && error.isUsage ? USAGE_ERROR : 1;
  }
}
