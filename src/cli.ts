import { ignoreOutputErrors, PROCESS_OUTPUT } from './cli/output.ts';
import { runCommand } from './cli/runCommand.ts';

/** The command `stillnode`: runs one of its commands, and prints errors that the user can correct in one line. */

ignoreOutputErrors();
void runCommand(process.argv.slice(2), process.env, PROCESS_OUTPUT).then((exitCode) => {
  process.exitCode = exitCode;
});
