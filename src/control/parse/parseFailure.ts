import type { NamedFailure, SendOutcome } from '../../runtime/sendRule.ts';
import {
  instructionIndex,
  NAMED_MEMBERS,
  refuseOriginBesideLogs,
  refuseSecondOrigin,
} from '../../script/format/failures.ts';
import { qualifiedName } from '../../script/format/programs.ts';
import type { ErrorOrigin } from '../../solana/idl/programLogs.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import {
  absent,
  anyOf,
  described,
  json,
  named,
  object,
  optional,
  readElsewhere,
  readParts,
  texts,
  u32,
  u64,
} from '../../syntax/syntax.ts';
import { type ExecutedError, executedErrorName, readExecutedError, rentError } from './outcomeErrors.ts';
import { type SceneSyntax, type SendScene, withScene } from './sendScene.ts';

/**
 * The failure of a transaction that was run: `{custom | error, instruction?, account?, source?, logs?, units?}`.
 * @module
 */

type Failure = Extract<SendOutcome, { kind: 'fail' }> | NamedFailure;

type ProgramError = Extract<ExecutedError, { error: unknown }>;

/** Members of every failure. */
const EVERY = {
  logs: optional(texts, 'in place of those of the runtime'),
  units: optional(u64, 'compute units'),
};

const READ_MEMBERS = { custom: optional(u32), error: optional(readElsewhere(json())), ...NAMED_MEMBERS, ...EVERY };

/** The forms of a failure: an error of a program says the account or the source that it comes from. */
const FORMS = [
  object({ custom: u32, instruction: instructionIndex, ...EVERY }),
  object({ error: executedErrorName, instruction: instructionIndex, ...EVERY }),
  object({ error: rentError, ...EVERY }),
  object({ error: qualifiedName, ...NAMED_MEMBERS, source: absent, ...EVERY }),
  object({ error: qualifiedName, ...NAMED_MEMBERS, account: absent, ...EVERY }),
];

const FORM = named('sendFailure', anyOf<unknown>(json(), ...FORMS));

/** A failure. @param isLate it happens only after the preflight */
export function failure(description: string, isLate: boolean): SceneSyntax<Failure> {
  return withScene((at, scene) => readFailure(at, scene, isLate), described(FORM, description));
}

function readFailure(at: Cursor, scene: SendScene, isLate: boolean): Failure | undefined {
  const read = readParts(at, READ_MEMBERS);
  const error = read?.error && readExecutedError(read.error, scene);
  if (read === undefined) return undefined;
  if (at.member('custom').isNothing === at.member('error').isNothing) return at.expected('either custom or error');
  const { account, custom, instruction, logs, source, units } = read;
  const details = { isLate, ...presentOf({ logs, units }) };
  const failure: ExecutedError | undefined = custom === undefined ? error : { reason: { Custom: custom } };
  if (failure === undefined) return undefined;
  const named = 'error' in failure ? failure : undefined;
  if (!hasRightOrigin(at, named)) return undefined;
  if ('error' in failure)
    return { kind: 'failByName', ...failure, origin: presentOf({ account, source }), instruction, ...details };
  if ('reason' in failure)
    return { kind: 'fail', err: { InstructionError: [instruction ?? 0, failure.reason] }, ...details };
  if (at.member('instruction').value === undefined) return { kind: 'fail', err: failure.err, ...details };
  return at.member('instruction').refuse('it is the whole transaction that has this error, and no instruction');
}

const ORIGINS: readonly (keyof ErrorOrigin)[] = ['account', 'source'];

/** Whether the log of the error has a line for its origin; if not, the origin is reported. */
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
