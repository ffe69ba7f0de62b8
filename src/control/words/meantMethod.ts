import { nearest } from '../../codec/nearest.ts';
import { METHODS } from '../../methods/index.ts';

/** Of `src/sending`, which is only loaded when something is sent. */
export const SENDS: readonly string[] = ['requestAirdrop', 'sendTransaction', 'simulateTransaction'];

const OF_SOCKETS = /(Subscribe|Unsubscribe|Notification)$/;

/** A method that the node does not have may be meant too, but hardly one that is so near to another. */
const MAX_SLIPS = 2;

/** The method that a misspelled one was meant to be; undefined where it is none, or like none. */
export function meantMethod(method: string): string | undefined {
  return isNamed(method) ? undefined : nearest(method, [...METHODS.keys(), ...SENDS], MAX_SLIPS);
}

/** `there is no method "getSlott" (did you mean "getSlot"?)`; undefined where none was meant. */
export function misspeltText(method: string): string | undefined {
  const meant = meantMethod(method);
  return meant && `there is no method ${JSON.stringify(method)} (did you mean ${JSON.stringify(meant)}?)`;
}

/** Kinds of subscriptions are not looked up. */
function isNamed(method: string): boolean {
  return METHODS.has(method) || SENDS.includes(method) || OF_SOCKETS.test(method);
}
