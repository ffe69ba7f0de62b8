import { type Json, memberOf } from './json.ts';

/** What IDLs say of transactions and accounts, as `stillnode_show` and `stillnode_sent` have it. @module */

/** `market: SlippageExceeded (6001): Slippage exceeded`. Undefined: no IDL has the error. */
export function errorText(transaction: Json | undefined): string | undefined {
  const error = memberOf(transaction, 'programError');
  if (error === undefined || error === null) return undefined;
  const [program, name, code, message] = ['program', 'name', 'code', 'message'].map((member) =>
    String(memberOf(error, member)),
  );
  return `${program}: ${name} (${code})${message === '' ? '' : `: ${message}`}`;
}

/** A state of an account, with its fields in place of its bytes if an IDL describes it. */
export function describedState(state: Json | undefined): Json {
  const account = memberOf(state, 'account') ?? null;
  const described = memberOf(state, 'described') ?? null;
  if (typeof account !== 'object' || account === null || described === null) return account;
  return { ...account, data: described };
}
