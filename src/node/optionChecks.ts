import { isPlainObject } from '../codec/plainValues.ts';
import { nearest, suggest } from '../codec/suggest.ts';
import type { ServerOptions } from '../server/serverOptions.ts';
import { type Check, describeValue, ledgerSources } from './kinds.ts';
import type { ListenOptions } from './nodeOptions.ts';
import { checksOf } from './settings.ts';

/**
 * Checks of options. An unknown option is an error, because a misspelled one that is ignored would only show in wrong answers.
 * @module
 */

const OF_NODE = checksOf('createNode');
const OF_PORT = checksOf('listen');

const CHECKS = {
  createNode: OF_NODE,
  listen: OF_PORT,
  startNode: new Map([...OF_NODE, ...OF_PORT]),
  plugin: checksOf('plugin'),
} as const;

/** A function that takes options. */
type Taker = keyof typeof CHECKS;

/** @throws TypeError that names the option, and suggests a similar name if there is one */
export function checkOptions(functionName: Exclude<Taker, 'plugin'>, options: unknown): void {
  if (!isPlainObject(options))
    throw new TypeError(
      `${functionName} takes an object of options, not ${describeValue(options)}${hintFor(functionName, options)}`,
    );
  const checks = CHECKS[functionName];
  for (const name of Object.keys(options as object))
    if (!checks.has(name)) throw new TypeError(unknownOption(name, functionName));
  checkValues(checks, options as ServerOptions);
}

/** Passing a ledger instead of the options is an easy mistake. */
function hintFor(functionName: Taker, options: unknown): string {
  const isLedger = options !== null && ledgerSources.check(options) === undefined;
  return isLedger && functionName !== 'listen' ? `: write ${functionName}({ ledger: … })` : '';
}

/** Options of `register`. */
const OF_FASTIFY: readonly string[] = ['prefix', 'logLevel', 'logSerializers'];

/**
 * Checks the options of the plugin only: those of Fastify are in the same object, and Fastify checks them.
 *
 * @throws TypeError that names the option
 */
export function checkServerOptions(options: ServerOptions): void {
  for (const name of Object.keys(options)) {
    if (CHECKS.plugin.has(name) || OF_FASTIFY.includes(name)) continue;
    const isMisspelled = nearest(name, CHECKS.plugin.keys()) !== undefined;
    if (isMisspelled || CHECKS.startNode.has(name)) throw new TypeError(unknownOption(name, 'plugin'));
  }
  checkValues(CHECKS.plugin, options);
}

function unknownOption(name: string, taker: Taker): string {
  const names = [...CHECKS[taker].keys()];
  if (CHECKS.startNode.has(name)) {
    const owner = CHECKS.createNode.has(name) ? 'createNode' : 'listen and startNode';
    return `unknown option \`${name}\` of ${taker === 'plugin' ? 'the plugin' : taker}: it belongs to ${owner}`;
  }
  return `unknown option \`${name}\`: ${suggest(name, names, (option) => `\`${option}\``) ?? `${taker} takes ${names.join(', ')}`}`;
}

function checkValues(checks: ReadonlyMap<string, Check>, options: ServerOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const fault = value === undefined ? undefined : checks.get(name)?.(value);
    if (fault !== undefined) throw new TypeError(`\`${name}\` ${fault}`);
  }
  // who has an API key must not control the node with it
  const { apiKeys, control, controlKey } = options;
  if (control === true && apiKeys !== undefined && controlKey === undefined)
    throw new TypeError(
      '`control` is true and there are `apiKeys`, but no `controlKey`: set one, or leave out `control`',
    );
}

/** The options that `listen` takes. */
export function listenOptionsOf(options: ListenOptions): ListenOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => CHECKS.listen.has(name)));
}
