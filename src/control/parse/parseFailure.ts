import type { NamedFailure, SendOutcome } from '../../runtime/sendRule.ts';
import { refuseOriginBesideLogs, refuseSecondOrigin } from '../../script/format/failures.ts';
import type { ErrorOrigin } from '../../solana/idl/programLogs.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf, readMembers } from '../../syntax/members.ts';
import { readText, readTexts, readU8, readU32, readU64 } from '../../syntax/readers.ts';
import { type ExecutedError, readExecutedError } from './outcomeErrors.ts';
import type { SendScene } from './sendScene.ts';

/**
 * The failure of a transaction that was run: `{custom | error, instruction?, account?, source?, logs?, units?}`.
 * @module
 */

type Failure = Extract<SendOutcome, { kind: 'fail' }> | NamedFailure;

type ProgramError = Extract<ExecutedError, { error: unknown }>;

/** @param isLate it happens only after the preflight */
export function readFailure(at: Cursor, scene: SendScene, isLate: boolean): Failure | undefined {
  const read = readMembers(at, {
    custom: readU32,
    error: (error) => readExecutedError(error, scene),
    account: readText,
    source: readText,
    instruction: readU8,
    logs: readTexts,
    units: readU64,
  });
  if (read === undefined) return undefined;
  if (at.member('custom').isNothing === at.member('error').isNothing) return at.expected('either custom or error');
  const { account, custom, error, instruction, logs, source, units } = read;
  const besides = { isLate, ...presentOf({ logs, units }) };
  const failure: ExecutedError | undefined = custom === undefined ? error : { reason: { Custom: custom } };
  if (failure === undefined) return undefined;
  const named = 'error' in failure ? failure : undefined;
  if (!hasRightOrigin(at, named)) return undefined;
  if ('error' in failure)
    return { kind: 'failByName', ...failure, origin: presentOf({ account, source }), instruction, ...besides };
  if ('reason' in failure)
    return { kind: 'fail', err: { InstructionError: [instruction ?? 0, failure.reason] }, ...besides };
  if (at.member('instruction').value === undefined) return { kind: 'fail', err: failure.err, ...besides };
  return at.member('instruction').refuse('it is the whole transaction that has this error, and no instruction');
}

const ORIGINS: readonly (keyof ErrorOrigin)[] = ['account', 'source'];

/** Where an error comes from is in a line of the log, which not every error has; if it has not, that is reported. */
function hasRightOrigin(at: Cursor, named: ProgramError | undefined): boolean {
  const [member, second] = ORIGINS.map((name) => at.member(name)).filter(({ value }) => value !== undefined);
  if (member === undefined) return true;
  const { key } = member;
  const refuse = (message: string, hint: string) => member.refuse(message, hint) ?? false;
  if (named === undefined)
    return refuse(
      `only an error of a program with an IDL has \`${key}\``,
      `as in {"error": "market.SlippageExceeded", "${key}": …}`,
    );
  const { idl, name } = named.program;
  if (idl.framework === undefined)
    return refuse(`the log of ${name} does not say where an error comes from`, 'put a line of its own into `logs`');
  if (at.member('logs').value !== undefined) return refuseOriginBesideLogs(member) ?? false;
  return second === undefined || (refuseSecondOrigin(second) ?? false);
}
