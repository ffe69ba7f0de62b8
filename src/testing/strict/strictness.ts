import { isPlainObject } from '../../codec/plainJson.ts';
import { suggest } from '../../codec/suggest.ts';
import { assertOptions } from '../../control/assertArguments.ts';
import { describeValue } from '../../node/settingKinds.ts';

/**
 * The setting of a strict test: which of its checks are on.
 * @module
 */

const CHECKS = ['methods', 'unused', 'sends'] as const;

/**
 * A check of a strict test, which fails it for
 *
 * - `methods`: calls of methods that the node does not have
 * - `unused`: faults, answers and send rules of the test that were never used, or less often than their `times`
 * - `sends`: accepted transactions whose outcome no call asks for
 */
export type StrictCheck = (typeof CHECKS)[number];

/** The checks that are on: all, none, or those of a list. */
export type Strictness = boolean | readonly StrictCheck[];

/** Options beside `strict`. */
export interface StrictOptions {
  /** methods whose calls are expected, whatever the answer: `allow: ['getAssetsByOwner']` */
  readonly allow?: readonly string[] | undefined;
}

/** All checks, each on or off, and the methods that are expected. */
export type StrictChecks = Readonly<Record<StrictCheck, boolean>> & { readonly allow: readonly string[] };

/** @throws TypeError for a value that is not a setting */
export function checksOf(strict: Strictness | undefined, { allow }: StrictOptions = {}): StrictChecks {
  if (allow !== undefined && !isListOfTexts(allow))
    throw new TypeError(`\`allow\` must be a list of methods, such as ["getAsset"], not ${describeValue(allow)}`);
  if (strict === undefined && allow !== undefined)
    throw new TypeError(
      `\`allow\` has an effect only with \`strict\`: { strict: true, allow: ${JSON.stringify(allow)} }`,
    );
  const list = listOf(strict === undefined ? false : strict);
  const [methods, unused, sends] = CHECKS.map((check) => list.includes(check)) as [boolean, boolean, boolean];
  return { methods, unused, sends, allow: allow ?? [] };
}

/** The checks after another setting of `strict`; without `allow`, the methods that are expected stay the same. */
export function changedChecks(before: StrictChecks, strict: Strictness, options: StrictOptions = {}): StrictChecks {
  assertOptions(options, ['allow'], 'strict');
  return checksOf(strict, { allow: options.allow ?? before.allow });
}

function listOf(strict: Strictness): readonly StrictCheck[] {
  if (typeof strict === 'boolean') return strict ? CHECKS : [];
  if (!Array.isArray(strict)) throw new TypeError(wrongFormText(strict));
  const unknown = strict.find((check) => !CHECKS.includes(check));
  if (unknown === undefined) return strict;
  const isText = typeof unknown === 'string';
  const hint = isText ? suggest(unknown, CHECKS, inCode) : undefined;
  throw new TypeError(
    `unknown check ${isText ? JSON.stringify(unknown) : describeValue(unknown)} of \`strict\`: ${hint ?? `there are ${CHECKS.map(inCode).join(', ')}`}`,
  );
}

function wrongFormText(value: unknown): string {
  const form = 'true, false or a list of "methods", "unused" and "sends"';
  const instead = isPlainObject(value)
    ? `write ${listInPlaceOf(value as object)}, not an object`
    : `not ${describeValue(value)}`;
  return `\`strict\` must be ${form}: ${instead}`;
}

/** The list that says the same as an object of stillnode 0.8, which had the checks as members, and a list of methods as `methods`. */
function listInPlaceOf(value: object): string {
  const members = value as Readonly<Record<string, unknown>>;
  const named = CHECKS.filter((check) => members[check] !== undefined);
  const isRestOn = named.length > 0 && named.every((check) => members[check] === false);
  const list = CHECKS.filter((check) => members[check] ?? isRestOn);
  const { methods } = members;
  return `strict: ${JSON.stringify(list)}${isListOfTexts(methods) ? `, allow: ${JSON.stringify(methods)}` : ''}`;
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function inCode(name: string): string {
  return `\`${name}\``;
}
