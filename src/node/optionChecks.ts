import { nearest } from '../codec/text.ts';
import { dialectOf } from '../dialect.ts';
import { MAX_JOURNAL_SIZE } from '../live/callLog.ts';
import type { ServerOptions } from '../server/serverOptions.ts';
import { isAddressText } from '../solana/address.ts';
import { checkUpstream } from '../tools/record/upstreamOptions.ts';
import type { ListenOptions, NodeOptions } from './nodeOptions.ts';

/**
 * The checks of options. An unknown option is an error, because a misspelled one that is ignored would only show in wrong answers.
 * @module
 */

/** The text after the name of the option that says what is wrong with its value; undefined if the value is valid. */
type Check = (value: unknown) => string | undefined;

const NODE_CHECKS: Readonly<Record<keyof NodeOptions, Check>> = {
  ledger: checkLedger,
  dialect: checkDialect,
  cacheMb: (value) => mismatch('a number from 0 to 65536', value, isWithin(value, 0, 65536)),
  maxBatchReplyBytes: (value) => checkInteger(value, 1, Number.MAX_SAFE_INTEGER),
  control: checkBoolean,
  maxForks: (value) => checkInteger(value, 0, Number.MAX_SAFE_INTEGER),
  autoFork: checkBoolean,
  journalSize: (value) => checkInteger(value, 0, MAX_JOURNAL_SIZE),
  slotTime: (value) => checkInteger(value, 1, 2 ** 31 - 1),
  execute: (value) => mismatch('litesvm', value, value === 'litesvm'),
  programs: checkPrograms,
  upstream: checkUpstream,
  onInternalError: checkFunction,
  onProgress: checkFunction,
};

const SERVER_CHECKS: Readonly<Record<keyof ServerOptions, Check>> = {
  apiKeys: checkKeys,
  control: checkBoolean,
  controlKey: (value) => mismatch('a key', value, typeof value === 'string' && value !== ''),
  maxBodyBytes: (value) => checkInteger(value, 1, 2 ** 31 - 1),
  onRequest: checkFunction,
};

const LISTEN_CHECKS: Readonly<Record<keyof ListenOptions, Check>> = {
  host: (value) => mismatch('the name or the address of a host', value, typeof value === 'string' && value !== ''),
  port: (value) => checkInteger(value, 0, 65535),
  wsPort: (value) => (value === 'off' ? undefined : checkInteger(value, 0, 65535)),
  maxSocketBufferBytes: (value) => checkInteger(value, 1, Number.MAX_SAFE_INTEGER),
  onSocketCutOff: checkFunction,
  ...SERVER_CHECKS,
};

const CHECKS = {
  createNode: NODE_CHECKS,
  listen: LISTEN_CHECKS,
  startNode: { ...NODE_CHECKS, ...LISTEN_CHECKS },
} as const;

/** @throws TypeError that names the option, and suggests a similar name if there is one */
export function checkOptions(functionName: keyof typeof CHECKS, options: unknown): void {
  if (!isPlainObject(options))
    throw new TypeError(
      `${functionName} takes an object of options, not ${describeValue(options)}${hintFor(functionName, options)}`,
    );
  const checks: Readonly<Record<string, Check>> = CHECKS[functionName];
  for (const name of Object.keys(options as object))
    if (!Object.hasOwn(checks, name)) throw new TypeError(unknownOption(name, functionName));
  checkValues(checks, options as object);
  checkControl(options as ServerOptions);
}

/** Those of `register`. */
const OF_FASTIFY: readonly string[] = ['prefix', 'logLevel', 'logSerializers'];

/**
 * Checks the options of the plugin only: those of Fastify are in the same object, and Fastify checks them.
 *
 * @throws TypeError that names the option
 */
export function checkServerOptions(options: ServerOptions): void {
  for (const name of Object.keys(options)) {
    const known = Object.keys(SERVER_CHECKS);
    const near = known.includes(name) || OF_FASTIFY.includes(name) ? undefined : nearest(name, known);
    if (near !== undefined) throw new TypeError(`unknown option \`${name}\`: did you mean \`${near}\`?`);
    if (Object.hasOwn(CHECKS.startNode, name) && !known.includes(name))
      throw new TypeError(`unknown option \`${name}\` of the plugin: it belongs to ${ownerOf(name)}`);
  }
  checkValues(SERVER_CHECKS, options);
  checkControl(options);
}

/** Whoever has an API key may not control the node with it. */
function checkControl({ apiKeys, control, controlKey }: ServerOptions): void {
  if (control === true && apiKeys !== undefined && controlKey === undefined)
    throw new TypeError(
      '`control` is true and there are `apiKeys`, but no `controlKey`: set one, or leave out `control`',
    );
}

function checkValues(checks: Readonly<Record<string, Check>>, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const fault = value === undefined || !Object.hasOwn(checks, name) ? undefined : checks[name]!(value);
    if (fault !== undefined) throw new TypeError(`\`${name}\` ${fault}`);
  }
}

/** The options that `listen` takes. */
export function listenOptionsOf(options: ListenOptions): ListenOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(LISTEN_CHECKS, name)));
}

function ownerOf(name: string): string {
  return Object.hasOwn(NODE_CHECKS, name) ? 'createNode' : 'listen and startNode';
}

function unknownOption(name: string, functionName: keyof typeof CHECKS): string {
  if (Object.hasOwn(CHECKS.startNode, name))
    return `unknown option \`${name}\` of ${functionName}: it belongs to ${ownerOf(name)}`;
  const known = Object.keys(CHECKS[functionName]);
  const near = nearest(name, known);
  const hint = near === undefined ? `${functionName} takes ${known.join(', ')}` : `did you mean \`${near}\`?`;
  return `unknown option \`${name}\`: ${hint}`;
}

/** Passing a ledger instead of the options is an easy mistake. */
function hintFor(functionName: keyof typeof CHECKS, options: unknown): string {
  const isLedger = options !== null && checkLedger(options) === undefined;
  return isLedger && functionName !== 'listen' ? `: write ${functionName}({ ledger: … })` : '';
}

function checkLedger(value: unknown): string | undefined {
  if (!Array.isArray(value)) return mismatch('a path, a scripted ledger, or a list of them', value, isSource(value));
  return itemMismatch('paths and scripted ledgers', value, isSource);
}

/** Does not check what a script contains: its reader does, and reports the position. */
function isSource(value: unknown): boolean {
  return (
    (typeof value === 'string' && value !== '') || isPlainObject(value) || (!(value instanceof URL) && hasToJson(value))
  );
}

function hasToJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

function checkDialect(value: unknown): string | undefined {
  if (typeof value === 'string') dialectOf(value);
  return mismatch('contract or agave', value, typeof value === 'string');
}

function checkPrograms(value: unknown): string | undefined {
  if (!isPlainObject(value)) return mismatch('an object of paths by address', value, false);
  for (const [program, path] of Object.entries(value as object)) {
    if (!isAddressText(program))
      return `has to be an object of paths by address, but ${JSON.stringify(program)} is no address`;
    if (typeof path !== 'string' || path === '')
      return `has to be an object of paths by address, but has ${describeValue(path)}`;
  }
  return undefined;
}

/** The keys are secret: the message does not show them. */
function checkKeys(value: unknown): string | undefined {
  if (!Array.isArray(value)) return mismatch('a list of keys', value, false);
  if (value.length === 0) return 'is an empty list: leave it out to accept every request';
  return itemMismatch('keys', value, (key) => typeof key === 'string' && key !== '');
}

function checkBoolean(value: unknown): string | undefined {
  return mismatch('true or false', value, typeof value === 'boolean');
}

function checkFunction(value: unknown): string | undefined {
  return mismatch('a function', value, typeof value === 'function');
}

function checkInteger(value: unknown, min: number, max: number): string | undefined {
  const isGood = Number.isInteger(value) && isWithin(value, min, max);
  return mismatch(`a whole number from ${min} to ${max}`, value, isGood);
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

function mismatch(what: string, value: unknown, isGood: boolean): string | undefined {
  return isGood ? undefined : `has to be ${what}, not ${describeValue(value)}`;
}

function itemMismatch(what: string, list: readonly unknown[], isGood: (item: unknown) => boolean): string | undefined {
  const wrong = list.findIndex((item) => !isGood(item));
  return wrong < 0 ? undefined : `has to be a list of ${what}, but has ${describeValue(list[wrong])}`;
}

/** True for objects of another realm too, because test runners create them. */
function isPlainObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !hasToJson(value));
}

/** The kind of the value. The text of a string is not shown, because it may be secret. */
function describeValue(value: unknown): string {
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function' || typeof value === 'string') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return isPlainObject(value) ? 'an object' : `an object of class ${value.constructor.name}`;
}
