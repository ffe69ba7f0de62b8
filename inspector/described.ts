import type { AnswerTo } from './answerTypes.ts';
import { type Json, jsonText, memberOf } from './json.ts';

/**
 * Errors and accounts as IDLs describe them, from answers of `stillnode_show` and `stillnode_sent`.
 * @module
 */

/** The error of a program: `market: SlippageExceeded (6001): Slippage exceeded`. Undefined: no IDL has the error. */
export function errorText(transaction: Json | undefined): string | undefined {
  const error = memberOf(transaction, 'programError');
  if (error === undefined || error === null) return undefined;
  const [program, name, code, message] = ['program', 'name', 'code', 'message'].map((member) =>
    String(memberOf(error, member)),
  );
  return `${program}: ${name} (${code})${message === '' ? '' : `: ${message}`}`;
}

type Send = AnswerTo<'stillnode_sent'>[number];

/** The reason why a send was refused or failed in its block; undefined: it was not. */
export function sendErrorText({
  err = null,
  error,
  programError,
  why,
}: Pick<Send, 'err' | 'error' | 'programError' | 'why'>): string | undefined {
  // the last line about a refused send has its instructions and the error
  if (error !== undefined) return why.at(-1);
  const text = errorText(programError && { programError });
  if (text !== undefined) return text;
  return err === null ? undefined : jsonText(err);
}

/** A state of an account, with its fields in place of its bytes if an IDL describes it. */
export function describedState(state: Json | undefined): Json {
  const account = memberOf(state, 'account') ?? null;
  const described = memberOf(state, 'described') ?? null;
  if (typeof account !== 'object' || account === null || described === null) return account;
  return { ...account, data: described };
}
