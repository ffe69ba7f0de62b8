import type { Failure, NamedFailure } from '../../runtime/outcome.ts';
import { failureOf, noOriginText } from '../../script/compiling/writtenResults.ts';
import {
  causeOf,
  failureNode,
  hasOneCause,
  instructionIndex,
  NAMED_ERROR_MEMBERS,
  originIn,
  refuseOriginBesideLogs,
  refuseSecondOrigin,
} from '../../script/format/failures.ts';
import { qualifiedName } from '../../script/format/programs.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import {
  absent,
  anyOf,
  count,
  described,
  json,
  named,
  object,
  optional,
  readElsewhere,
  readParts,
  texts,
  u32,
} from '../../syntax/syntax.ts';
import { executedErrorName, readExecutedError, rentError } from './outcomeErrors.ts';
import { type RuleContext, type RuleSyntax, withRuleContext } from './ruleContext.ts';

/**
 * The failure of a transaction that was run: `{custom | error, instruction?, account?, source?, logs?, units?}`.
 * @module
 */

/** Members of every failure. */
const COMMON_MEMBERS = {
  logs: optional(texts, 'in place of those of the runtime'),
  units: optional(count, 'compute units'),
};

const READ_MEMBERS = {
  custom: optional(u32),
  error: optional(readElsewhere(json())),
  ...NAMED_ERROR_MEMBERS,
  ...COMMON_MEMBERS,
};

/** The forms of a failure: an error of a program says the account or the source that it comes from. */
const FORMS = [
  object({ custom: u32, instruction: instructionIndex, ...COMMON_MEMBERS }),
  object({ error: executedErrorName, instruction: instructionIndex, ...COMMON_MEMBERS }),
  object({ error: rentError, ...COMMON_MEMBERS }),
  object({ error: qualifiedName, ...NAMED_ERROR_MEMBERS, source: absent, ...COMMON_MEMBERS }),
  object({ error: qualifiedName, ...NAMED_ERROR_MEMBERS, account: absent, ...COMMON_MEMBERS }),
];

const FORM = named('sendFailure', anyOf<unknown>(json(), ...FORMS));

/** Describes a failure. @param isLate whether it happens only after the preflight */
export function failure(description: string, isLate: boolean): RuleSyntax<Failure | NamedFailure> {
  return withRuleContext((at, ruleContext) => readFailure(at, ruleContext, isLate), described(FORM, description));
}

function readFailure(at: Cursor, ruleContext: RuleContext, isLate: boolean): Failure | NamedFailure | undefined {
  const parts = readParts(at, READ_MEMBERS);
  const error = parts?.error && readExecutedError(parts.error, ruleContext);
  const cause = parts && causeOf(parts.custom, error);
  const failed = cause && failureOf(failureNode(at, cause, parts), ruleContext.names);
  if (parts === undefined || !hasOneCause(at) || failed === undefined || !hasRightOrigin(at, failed)) return undefined;
  const instruction = at.member('instruction');
  if (cause?.kind === 'transactionError' && instruction.value !== undefined)
    return instruction.refuse('it is the whole transaction that has this error, and no instruction');
  return { ...failed, isLate, ...presentOf({ logs: parts.logs, units: parts.units }) };
}

/** Whether `account` or `source`, if one is given, can be shown in the log; any other use of them is reported as a mistake. */
function hasRightOrigin(at: Cursor, failed: Failure | NamedFailure): boolean {
  const member = originIn(at);
  if (member === undefined) return true;
  const { key } = member;
  // `refuse` reports a mistake and returns undefined
  const refuse = (message: string, hint: string) => member.refuse(message, hint) ?? false;
  if (failed.kind === 'fail')
    return refuse(
      `only an error of a program with an IDL has \`${key}\``,
      `as in {"error": "market.SlippageExceeded", "${key}": …}`,
    );
  if (failed.program.idl.framework === undefined)
    return refuse(noOriginText(failed.program), 'put a line of its own into `logs`');
  if (at.member('logs').value !== undefined) return refuseOriginBesideLogs(member) ?? false;
  const source = at.member('source');
  const hasBoth = key !== 'source' && source.value !== undefined;
  return !hasBoth || (refuseSecondOrigin(source) ?? false);
}
