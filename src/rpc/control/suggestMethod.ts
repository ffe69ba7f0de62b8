import { nearest } from '../../codec/text.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import { METHODS } from '../methods/index.ts';

/** Of `src/rpc/sending`, which is only loaded when something is sent. */
export const SENDS: readonly string[] = ['requestAirdrop', 'sendTransaction', 'simulateTransaction'];

const OF_SOCKETS = /(Subscribe|Unsubscribe|Notification)$/;

/** A method that the node does not have may be meant too, but hardly one that is so near to another. */
const MAX_SLIPS = 2;

/** The method that a misspelled one was meant to be; undefined where it is none, or like none. */
export function suggestMethod(method: string): string | undefined {
  return isNamed(method) ? undefined : nearest(method, [...METHODS.keys(), ...SENDS], MAX_SLIPS);
}

/** `there is no method "getSlott" (did you mean "getSlot"?)`; undefined where none was meant. */
export function unknownMethodMessage(method: string): string | undefined {
  const meant = suggestMethod(method);
  return meant && `there is no method ${JSON.stringify(method)} (did you mean ${JSON.stringify(meant)}?)`;
}

/** The error of a call in this process: of a misspelled method it says which one was meant. */
export function errorWithMeant(error: unknown, method: string): unknown {
  const unknown = rpcErrors.methodNotFound();
  if (!(error instanceof RpcError) || error.code !== unknown.code || error.message !== unknown.message) return error;
  const meant = suggestMethod(method);
  return meant === undefined ? error : rpcErrors.misspelledMethod(meant);
}

/** Kinds of subscriptions are not looked up. */
function isNamed(method: string): boolean {
  return METHODS.has(method) || SENDS.includes(method) || OF_SOCKETS.test(method);
}
