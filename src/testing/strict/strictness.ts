import { isPlainObject } from '../../codec/plainJson.ts';
import { suggest } from '../../codec/suggest.ts';
import { describeValue } from '../../node/settingKinds.ts';

/**
 * The setting of a strict test: which of its checks are on.
 * @module
 */

/** The checks of a strict test. Only those that are named are on. If all that are named are false, the others are on. */
export interface StrictParts {
  /** fails for calls of methods that the node does not have; a list: for calls of all methods that it does not name */
  readonly methods?: boolean | readonly string[];
  /** fails for faults and send rules of the test that were never used, or less often than their `times` */
  readonly unused?: boolean;
  /** fails for accepted transactions if no call asks for their outcome */
  readonly sends?: boolean;
}

export type Strictness = boolean | StrictParts;

const PARTS = ['methods', 'unused', 'sends'] as const;

/** All checks, each on or off. */
export type StrictChecks = Required<StrictParts>;

/** @throws TypeError for a value that is not a setting */
export function checksOf(strictness: Strictness = false): StrictChecks {
  if (typeof strictness === 'boolean') return { methods: strictness, unused: strictness, sends: strictness };
  assertParts(strictness);
  const named = PARTS.filter((part) => strictness[part] !== undefined);
  const isRestOn = named.length > 0 && named.every((part) => strictness[part] === false);
  const { methods = isRestOn, sends = isRestOn, unused = isRestOn } = strictness;
  return { methods, unused, sends };
}

function assertParts(value: unknown): void {
  if (!isPlainObject(value))
    throw new TypeError(`\`strict\` must be true, false or { methods, unused, sends }, not ${describeValue(value)}`);
  for (const [name, part] of Object.entries(value as object)) {
    if (!PARTS.some((part) => part === name)) throw new TypeError(unknownPart(name));
    if (part !== undefined && typeof part !== 'boolean' && !(name === 'methods' && isListOfTexts(part)))
      throw new TypeError(
        `\`strict.${name}\` must be true${name === 'methods' ? ', false or a list of methods' : ' or false'}, not ${describeValue(part)}`,
      );
  }
}

function unknownPart(name: string): string {
  const hint = suggest(name, PARTS, (part) => `\`${part}\``) ?? `it takes ${PARTS.join(', ')}`;
  return `unknown member \`${name}\` of \`strict\`: ${hint}`;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
