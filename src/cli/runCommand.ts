import { onOneLine } from '../codec/text.ts';
import { ProgramFileError } from '../fixtures/programFiles.ts';
import { packageVersion } from '../packageFiles.ts';
import { LiteSvmMissingError } from '../runtime/litesvm/litesvmPackage.ts';
import { ProtocolOptionError } from '../script/ledgerJson/protocolMembers.ts';
import { OwnUpstreamError, RecordFolderError } from '../tools/record/upstreamOptions.ts';
import { runCheck } from './check.ts';
import { runDump } from './dump.ts';
import { runExec } from './exec.ts';
import { helpText } from './flags.ts';
import { CliError, type Output } from './output.ts';
import { type Command, parseCommand } from './parseCommand.ts';
import { serve } from './serve.ts';

const USAGE_ERROR = 2;

/** Errors besides CliError that are printed without a stack trace. */
const USER_ERRORS = [LiteSvmMissingError, ProgramFileError, ProtocolOptionError, RecordFolderError, OwnUpstreamError];

/** Runs a command and gives its exit code. Commands that serve end the process themselves. */
export async function runCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  try {
    return await run(parseCommand(args, variables), output);
  } catch (error) {
    if (!isForUsers(error)) throw error;
    output.messages.write(`stillnode: ${onOneLine(error.message)}\n`);
    return error instanceof CliError && error.isUsage ? USAGE_ERROR : 1;
  }
}

async function run(command: Command, output: Output): Promise<number> {
  switch (command.kind) {
    case 'help':
      output.write(helpText(command.command));
      return 0;
    case 'version':
      output.write(`${packageVersion()}\n`);
      return 0;
    case 'check':
      return runCheck(command.options, output);
    case 'dump':
      return runDump(command.options, output);
    case 'show':
      return (await import('./show.ts')).runShow(command.options, output);
    case 'keys':
      return (await import('./keys.ts')).runKeys(command.options, output);
    case 'exec':
      return runExec(command.options, output.messages);
    case 'record':
      return (await import('./record.ts')).runRecord(command.flags, output);
    case 'diff':
      return (await import('./diff.ts')).runDiff(command.options, output);
    case 'inspect':
      return (await import('./inspect.ts')).runInspect(command.options, output);
    case 'dev':
      return (await import('./dev.ts')).runDev(command.options, output.messages);
    case 'serve':
      return serve(command.options, output.messages);
  }
}

function isForUsers(error: unknown): error is Error {
  return [CliError, ...USER_ERRORS].some((kind) => error instanceof kind);
}
