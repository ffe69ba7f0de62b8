import { runCheck } from './cli/check.ts';
import { runDump } from './cli/dump.ts';
import { runExec } from './cli/exec.ts';
import { helpText } from './cli/flags.ts';
import { CliError, ignoreOutputErrors, writeOutput } from './cli/output.ts';
import { parseCommand } from './cli/parseCommand.ts';
import { serve } from './cli/serve.ts';
import { ProgramFileError } from './fixtures/programFiles.ts';
import { packageVersion } from './packageFiles.ts';
import { LiteSvmMissingError } from './runtime/litesvm/machine.ts';
import { ProtocolOptionError } from './script/ledgerJson/protocolMembers.ts';
import { OwnUpstreamError, RecordFolderError } from './tools/record/upstreamOptions.ts';

/** The command `stillnode`: runs one of its commands, and prints errors that the user can correct in one line. */

const USAGE_ERROR = 2;

/** Errors besides CliError that are printed without a stack trace. */
const USER_ERRORS = [LiteSvmMissingError, ProgramFileError, ProtocolOptionError, RecordFolderError, OwnUpstreamError];

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2), process.env);
  switch (command.kind) {
    case 'help':
      writeOutput(helpText(command.command));
      return 0;
    case 'version':
      writeOutput(`${packageVersion()}\n`);
      return 0;
    case 'check':
      return runCheck(command.options);
    case 'dump':
      return runDump(command.options);
    case 'show':
      return (await import('./cli/show.ts')).runShow(command.options);
    case 'keys':
      return (await import('./cli/keys.ts')).runKeys(command.options);
    case 'exec':
      return runExec(command.options);
    case 'record':
      return (await import('./cli/record.ts')).runRecord(command.flags);
    case 'diff':
      return (await import('./cli/diff.ts')).runDiff(command.options);
    case 'dev':
      return (await import('./cli/dev.ts')).runDev(command.options);
    case 'serve':
      return serve(command.options);
  }
}

function isForUsers(error: unknown): error is Error {
  return [CliError, ...USER_ERRORS].some((kind) => error instanceof kind);
}

ignoreOutputErrors();
main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    if (!isForUsers(error)) throw error;
    process.stderr.write(`stillnode: ${error.message}\n`);
    process.exitCode = error instanceof CliError && error.isUsage ? USAGE_ERROR : 1;
  },
);
