import { KeyFileError } from '../fixtures/keyFiles.ts';
import { ProgramFileError } from '../fixtures/programFiles.ts';
import { LiteSvmMissingError } from '../runtime/litesvm/litesvmPackage.ts';
import { ProtocolOptionError } from '../script/ledgerJson/protocolMembers.ts';
import { OwnUpstreamError, RecordFolderError } from '../tools/record/upstreamOptions.ts';
import { CliError } from './output.ts';

/** Errors besides CliError that are printed without a stack trace. */
const USER_ERRORS = [
  LiteSvmMissingError,
  KeyFileError,
  ProgramFileError,
  ProtocolOptionError,
  RecordFolderError,
  OwnUpstreamError,
];

/** Whether an error is one that the user can correct. */
export function isForUsers(error: unknown): error is Error {
  return [CliError, ...USER_ERRORS].some((kind) => error instanceof kind);
}
