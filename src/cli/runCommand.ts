import { onOneLine } from '../codec/text.ts';
import { KeyFileError } from '../fixtures/keyFiles.ts';
import { ProgramFileError } from '../fixtures/programFiles.ts';
import { LiteSvmMissingError } from '../runtime/litesvm/litesvmPackage.ts';
import { ProtocolOptionError } from '../script/ledgerJson/protocolMembers.ts';
import { OwnUpstreamError, RecordFolderError } from '../tools/record/upstreamOptions.ts';
import { CliError, type Output } from './output.ts';
import { parseCommand } from './parseCommand.ts';

const USAGE_ERROR = 2;

/** Errors besides CliError that are printed without a stack trace. */
const USER_ERRORS = [
  LiteSvmMissingError,
  KeyFileError,
  ProgramFileError,
  ProtocolOptionError,
  RecordFolderError,
  OwnUpstreamError,
];

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

function isForUsers(error: unknown): error is Error {
  return [CliError, ...USER_ERRORS].some((kind) => error instanceof kind);
}
