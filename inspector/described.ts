import { type Json, jsonText, listOf, memberOf } from './json.ts';

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

/** The reason why a send was refused or failed in its block; undefined: it was not. */
export function sendErrorText(send: Json | undefined): string | undefined {
  const [why] = listOf(memberOf(send, 'why'));
  if (why !== undefined) return String(why);
  const err = memberOf(send, 'err') ?? null;
  const text = errorText(send);
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
