import { FixtureError } from '../fixtures/document/problems.ts';
import { ProgramFileError } from '../fixtures/programFiles.ts';
import { LiteSvmMissingError } from '../runtime/litesvm/machine.ts';
import { SocketPortError } from '../server/serverOptions.ts';
import { OwnUpstreamError, RecordFolderError } from '../tools/record/upstreamOptions.ts';
import { CliError, printErrors } from './output.ts';
import type { ServeOptions } from './serveOptions.ts';

/** Errors whose message is enough. */
const ONE_LINE = [LiteSvmMissingError, ProgramFileError, RecordFolderError, OwnUpstreamError];

/** The CliError of a failed start; unexpected errors are returned as they are. */
export function startErrorOf(error: unknown, { host, port }: ServeOptions['options']): unknown {
  if (error instanceof FixtureError) return new CliError(`${printErrors(error)}: nothing was loaded`);
  if (ONE_LINE.some((kind) => error instanceof kind)) return new CliError((error as Error).message);
  if (error instanceof SocketPortError)
    return new CliError(`${error.problem}: choose another with --ws-port PORT, or turn it off with --ws-port off`);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CliError(`port ${port} on ${host} is in use: choose another with --port, or 0 for a free one`);
    case 'EACCES':
      return new CliError(`no permission to listen on port ${port}: choose one above 1023 with --port`);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new CliError(`cannot listen on ${host}: it is not an address of this machine`);
    default:
      return error;
  }
}
