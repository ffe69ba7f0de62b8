import { didYouMean, nearest, suggest } from '../codec/suggest.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { EXTENSION_NAMES } from '../extensions/index.ts';
import { METHODS } from '../rpc/methods/index.ts';
import { SEND_METHODS } from '../rpc/sending/index.ts';

/** Suggestions for a misspelled or removed method. @module */

const NAMES: readonly string[] = [...METHODS.keys(), ...SEND_METHODS.keys(), ...EXTENSION_NAMES];

const SOCKET_METHOD = /(Subscribe|Unsubscribe|Notification)$/;

/** Largest number of letters that a misspelled name differs by. Tests also call unknown methods on purpose: their names differ by more. */
const MAX_EDITS = 2;

/** The known method that a misspelled one is nearest to; undefined: the method is known, or is for WebSockets, or no name is near. */
export function nearestMethod(method: string): string | undefined {
  return NAMES.includes(method) || SOCKET_METHOD.test(method) ? undefined : nearest(method, NAMES, MAX_EDITS);
}

/** The hint `did you mean "getSlot"?`; undefined where `nearestMethod` has none */
export function suggestMethod(method: string): string | undefined {
  const name = nearestMethod(method);
  return name && didYouMean(JSON.stringify(name));
}

/** `there is no method "getSlott" (did you mean "getSlot"?)`; undefined where `nearestMethod` has none */
export function misspelledMethodText(method: string): string | undefined {
  const suggestion = suggestMethod(method);
  return suggestion && `there is no method ${JSON.stringify(method)} (${suggestion})`;
}

/** The error of a call in this process: that of a misspelled method names the nearest one. */
export function errorWithSuggestion(error: unknown, method: string): unknown {
  const unknown = rpcErrors.methodNotFound();
  if (!(error instanceof RpcError) || error.code !== unknown.code || error.message !== unknown.message) return error;
  const similar = nearestMethod(method);
  return similar === undefined ? error : rpcErrors.misspelledMethod(similar);
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

/** The known method that is most like an unknown one: the one that has taken its place, or the one with the most similar name; undefined: there is none. */
export function similarMethod(name: string): string | undefined {
  if (Object.hasOwn(REPLACED, name)) return REPLACED[name];
  return nearest(name, NAMES) ?? nearestByWords(name) ?? nearest(name, NAMES, Number.POSITIVE_INFINITY);
}

/** `getAssetsByOwner` and `getTokenAccountsByOwner` have two words in common. */
function nearestByWords(name: string): string | undefined {
  const nameWords = wordsIn(name);
  const similar = NAMES.map((other) => ({
    other,
    common: wordsIn(other).filter((part) => nameWords.includes(part)).length,
  }))
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common || a.other.length - b.other.length);
  return similar[0]?.other;
}

/** The words behind the first one, which is `get` in most names. */
function wordsIn(name: string): readonly string[] {
  return name.match(/[A-Z][a-z]*/g) ?? [];
}

/** The description of an extension that is off, with the option that turns it on. */
export function extensionText(name: string): string {
  return `an extension, a method that Agave does not have, and it is off: --extensions ${name} (option extensions) turns it on`;
}

/** The error of a method that a node does not have: that of an extension that is off names the option. */
export function errorOfUnknownMethod(name: string): RpcError {
  return EXTENSION_NAMES.includes(name) ? rpcErrors.extensionOff(name) : rpcErrors.methodNotFound();
}

/** The sentence of stillnode_explain about an unknown method. */
export function explanationOfUnknownMethod(name: string): string {
  if (Object.hasOwn(REPLACED, name)) return `nodes have no ${name} any more: ${REPLACED[name]} has taken its place`;
  if (/(Subscribe|Unsubscribe)$/.test(name))
    return `${name} is for WebSockets: over HTTP it is unknown, and it is not explained`;
  if (EXTENSION_NAMES.includes(name)) return `${name} is ${extensionText(name)}`;
  const suggestion = suggest(name, [...NAMES, 'rpc.discover']);
  return `there is no method ${JSON.stringify(name)}${suggestion === undefined ? '' : `: ${suggestion}`}`;
}
