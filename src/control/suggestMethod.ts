import { didYouMean, nearest } from '../codec/text.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { METHODS } from '../rpc/methods/index.ts';
import { SEND_METHODS } from '../rpc/sending/index.ts';

/**
 * Which method a misspelled or removed one was meant to be.
 * @module
 */

const NAMES: readonly string[] = [...METHODS.keys(), ...SEND_METHODS.keys()];

const OF_SOCKETS = /(Subscribe|Unsubscribe|Notification)$/;

/** Tests also call methods that the node does not have on purpose: they differ by more letters. */
const MAX_SLIPS = 2;

/** Undefined for a known method, for kinds of subscriptions, which are not looked up, and where no name is near. */
export function suggestMethod(method: string): string | undefined {
  return NAMES.includes(method) || OF_SOCKETS.test(method) ? undefined : nearest(method, NAMES, MAX_SLIPS);
}

/** `there is no method "getSlott" (did you mean "getSlot"?)`; undefined where `suggestMethod` has none */
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

/** Methods that nodes had once, and what has taken their place. Source agave 2.0 rpc.rs, which removed them */
const REPLACED: Readonly<Record<string, string>> = {
  getConfirmedBlock: 'getBlock',
  getConfirmedBlocks: 'getBlocks',
  getConfirmedBlocksWithLimit: 'getBlocksWithLimit',
  getConfirmedSignaturesForAddress2: 'getSignaturesForAddress',
  getConfirmedTransaction: 'getTransaction',
  getFeeCalculatorForBlockhash: 'isBlockhashValid',
  getFees: 'getFeeForMessage',
  getRecentBlockhash: 'getLatestBlockhash',
  getSnapshotSlot: 'getHighestSnapshotSlot',
};

/** The sentence of stillnode_explain about an unknown method. */
export function unknownMethodText(name: string): string {
  if (Object.hasOwn(REPLACED, name)) return `nodes have no ${name} any more: ${REPLACED[name]} has taken its place`;
  if (/(Subscribe|Unsubscribe)$/.test(name))
    return `${name} is for WebSockets: over HTTP it is unknown, and it is not explained`;
  const meant = didYouMean(name, [...NAMES, 'rpc.discover']);
  return `there is no method ${JSON.stringify(name)}${meant === undefined ? '' : `: ${meant}`}`;
}
