import { isPlainObject } from '../codec/plainJson.ts';
import { nearest, suggest } from '../codec/suggest.ts';
import { isControlUnprotected, type ServerOptions } from '../server/serverOptions.ts';
import type { ListenOptions } from './nodeOptions.ts';
import { type Check, describeValue, ledgerSources } from './settingKinds.ts';
import { checksOf } from './settings.ts';

/**
 * Checks of options. An unknown option is an error, because a misspelled one that is ignored would only show in wrong answers.
 * @module
 */

const NODE_CHECKS = checksOf('createNode');
const LISTEN_CHECKS = checksOf('listen');

const CHECKS = {
  createNode: NODE_CHECKS,
  listen: LISTEN_CHECKS,
  startNode: new Map([...NODE_CHECKS, ...LISTEN_CHECKS]),
  plugin: checksOf('plugin'),
} as const;

/** A function that takes options, or the plugin. */
type OptionsTaker = keyof typeof CHECKS;

/** @throws TypeError that names the option, and suggests a similar name if there is one */
export function checkOptions(functionName: Exclude<OptionsTaker, 'plugin'>, options: unknown): void {
  if (!isPlainObject(options))
    throw new TypeError(
      `${functionName} takes an object of options, not ${describeValue(options)}${hintFor(functionName, options)}`,
    );
  const checks = CHECKS[functionName];
  for (const name of Object.keys(options as object))
    if (!checks.has(name)) throw new TypeError(unknownOption(name, functionName));
  checkValues(checks, options as ServerOptions);
}

/** The advice for a ledger in place of the options, which is an easy mistake. */
function hintFor(functionName: OptionsTaker, options: unknown): string {
  const isLedger = options !== null && ledgerSources.check(options) === undefined;
  return isLedger && functionName !== 'listen' ? `: write ${functionName}({ ledger: … })` : '';
}

/** Options of Fastify's `register`. */
const FASTIFY_OPTIONS: readonly string[] = ['prefix', 'logLevel', 'logSerializers'];

/**
 * Checks the options of the plugin only: those of Fastify are in the same object, and Fastify checks them.
 *
 * @throws TypeError that names the option
 */
export function checkServerOptions(options: ServerOptions): void {
  for (const name of Object.keys(options)) {
    if (CHECKS.plugin.has(name) || FASTIFY_OPTIONS.includes(name)) continue;
    const isMisspelled = nearest(name, CHECKS.plugin.keys()) !== undefined;
    if (isMisspelled || CHECKS.startNode.has(name)) throw new TypeError(unknownOption(name, 'plugin'));
  }
  checkValues(CHECKS.plugin, options);
}

function unknownOption(name: string, taker: OptionsTaker): string {
  const names = [...CHECKS[taker].keys()];
  if (CHECKS.startNode.has(name)) {
    const owner = CHECKS.createNode.has(name) ? 'createNode' : 'listen and startNode';
    return `unknown option \`${name}\` of ${taker === 'plugin' ? 'the plugin' : taker}: it belongs to ${owner}`;
  }
  return `unknown option \`${name}\`: ${suggest(name, names, (option) => `\`${option}\``) ?? `${taker} takes ${names.join(', ')}`}`;
}

function checkValues(checks: ReadonlyMap<string, Check>, options: ServerOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const mistake = value === undefined ? undefined : checks.get(name)?.(value);
    if (mistake !== undefined) throw new TypeError(`\`${name}\` ${mistake}`);
  }
  if (options.control === true && isControlUnprotected(options))
    throw new TypeError(
      '`control` is true and there are `apiKeys`, but no `controlKey`: set one, or leave out `control`',
    );
}

/** The options that `listen` takes. */
export function listenOptionsOf(options: ListenOptions): ListenOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => CHECKS.listen.has(name)));
}
