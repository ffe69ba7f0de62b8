import { hasToJson, isPlainObject } from '../codec/plainJson.ts';
import { didYouMean, nearest } from '../codec/suggest.ts';
import { dialectOf, isDialectName } from '../dialect.ts';
import { hintFor } from '../extensions/chosenExtensions.ts';
import { EXTENSION_NAMES } from '../extensions/index.ts';
import { isKeyPath } from '../fixtures/keyFiles.ts';
import { MAX_PORT } from '../server/listenAddresses.ts';
import { isAddressText } from '../solana/address.ts';

/** The kinds of values that settings have. A kind reads its value from text, and checks it as an option. @module */

/** Returns the mistake in a value, as a text that follows the name of its option; undefined: it is valid. */
export type Check = (value: unknown) => string | undefined;

/** A kind of values that only options of the library have. */
export interface CheckedKind {
  readonly check: Check;
}

/** A kind of values that flags and variables have too, as text. */
export interface TextKind extends CheckedKind {
  /** the form of the text, for errors: `a whole number from 0 to 65535` */
  readonly noun: string;
  /** the value that a text stands for; undefined: it is not valid */
  readonly read: (text: string) => unknown;
  /** advice about a text that is not valid */
  readonly hint?: (text: string) => string | undefined;
  /** errors do not show the text */
  readonly hidesText?: boolean;
}

function kind(noun: string, isValid: (value: unknown) => boolean, read: (text: string) => unknown): TextKind {
  return { noun, read, check: (value) => mismatch(noun, value, isValid(value)) };
}

export function wholeNumber(min: number, max: number): TextKind {
  const isValid = (value: unknown) => Number.isInteger(value) && isWithin(value, min, max);
  return kind(`a whole number from ${min} to ${max}`, isValid, (text) => readNumber(text, /^\d+$/, isValid));
}

export function number(min: number, max: number): TextKind {
  const isValid = (value: unknown) => isWithin(value, min, max);
  return kind(`a number from ${min} to ${max}`, isValid, (text) => readNumber(text, /^\d+(\.\d+)?$/, isValid));
}

function readNumber(text: string, form: RegExp, isValid: (value: unknown) => boolean): number | undefined {
  return form.test(text) && isValid(Number(text)) ? Number(text) : undefined;
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

/** @param values the only values */
export function oneOf(...values: readonly string[]): TextKind {
  const noun = values.length === 1 ? values[0]! : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  const hintOf = (word: string) => {
    // short words, such as versions, are all alike
    const near = nearest(word, values, Math.floor(word.length / 4));
    return near === undefined ? undefined : didYouMean(JSON.stringify(near));
  };
  return {
    noun,
    read: (text) => values.find((candidate) => candidate === text),
    hint: hintOf,
    check: (value) => {
      if (values.some((candidate) => candidate === value)) return undefined;
      // these words are not secret
      const hint = typeof value === 'string' ? hintOf(value) : undefined;
      return `must be ${noun}, not ${describeWord(value)}${hint === undefined ? '' : `: ${hint}`}`;
    },
  };
}

/** @param noun what the text is, such as `a key` */
export function text(noun: string): TextKind {
  return kind(
    noun,
    (value) => typeof value === 'string' && value !== '',
    (input) => input,
  );
}

export const port: TextKind = wholeNumber(0, MAX_PORT);

export const portOrOff: TextKind = kind(
  `${port.noun}, or off`,
  (value) => value === 'off' || port.check(value) === undefined,
  (input) => (input === 'off' ? input : port.read(input)),
);

/** An unknown dialect is a RangeError, as everywhere else. */
export const dialect: TextKind = {
  noun: 'contract or agave',
  read: (input) => (isDialectName(input) ? input : undefined),
  check: (value) => {
    if (typeof value === 'string') dialectOf(value);
    return mismatch('contract or agave', value, typeof value === 'string');
  },
};

const ON = ['on', 'true', 'yes', '1'];
const OFF = ['off', 'false', 'no', '0'];

/** A switch. Only its environment variable has a text; its flag has no value. */
export const onOrOff: TextKind = {
  noun: 'on or off, true or false, yes or no, 1 or 0',
  read: (input) => {
    const lower = input.toLowerCase();
    return ON.includes(lower) || (OFF.includes(lower) ? false : undefined);
  },
  check: (value) => mismatch('true or false', value, typeof value === 'boolean'),
};

/** Names of extensions. The text may be `all` or `none`. */
export const extensions: TextKind = {
  noun: 'all, none or names of extensions',
  read: (input) => {
    if (input === 'all' || input === 'none') return input === 'all';
    const names = namesIn(input);
    return names.every(isExtension) ? names : undefined;
  },
  hint: (input) => hintFor(namesIn(input).find((name) => !isExtension(name))),
  check: (value) => {
    if (!Array.isArray(value))
      return mismatch('true, false or a list of extensions', value, typeof value === 'boolean');
    const unknown = value.findIndex((name) => !isExtension(name));
    return unknown < 0
      ? undefined
      : `must be a list of extensions; it contains ${describeWord(value[unknown])}: ${hintFor(value[unknown])}`;
  },
};

function namesIn(input: string): readonly string[] {
  return input.split(',').map((name) => name.trim());
}

function isExtension(name: unknown): boolean {
  return EXTENSION_NAMES.some((extension) => extension === name);
}

function describeWord(value: unknown): string {
  return typeof value === 'string' && value !== '' ? JSON.stringify(value) : describeValue(value);
}

/** A list of keys. The text is one of them. */
export const keys: TextKind = {
  ...text('a key'),
  hidesText: true,
  check: (value) => {
    if (!Array.isArray(value)) return mismatch('a list of keys', value, false);
    if (value.length === 0) return 'is an empty list: leave it out to accept every request';
    return itemMismatch('keys', value, (key) => typeof key === 'string' && key !== '');
  },
};

/** Program files by address. The text is one of them: what follows the `=` is read later, because a path may have a comma. */
export const programs: TextKind = {
  noun: 'ADDRESS=FILE with the address of a program, or the path of its key pair',
  read: (input) => {
    const at = input.indexOf('=');
    const pair = [input.slice(0, Math.max(at, 0)), input.slice(at + 1)] as const;
    return isProgramKey(pair[0]) && pair[1] !== '' ? pair : undefined;
  },
  check: (value) => {
    const noun = 'map program addresses to file paths';
    if (!isPlainObject(value)) return `must ${noun}, not ${describeValue(value)}`;
    for (const [address, file] of Object.entries(value as object)) {
      if (!isProgramKey(address)) return `must ${noun}; ${JSON.stringify(address)} is not an address`;
      const mistake = programFileMistake(file);
      if (mistake !== undefined) return `must ${noun}; ${mistake}`;
    }
    return undefined;
  },
};

/** Whether a text is the address of a program, or the path of the file of its key pair. */
function isProgramKey(text: string): boolean {
  return isAddressText(text) || isKeyPath(text);
}

function programFileMistake(file: unknown): string | undefined {
  if (isFilled(file)) return undefined;
  if (!isPlainObject(file)) return `it contains ${describeValue(file)}`;
  const { program, authority, ...others } = file as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `it contains an object with \`${unknown}\`, which takes program and authority`;
  if (!isFilled(program)) return `it contains an object whose \`program\` is ${describeValue(program)}`;
  if (authority === undefined || isFilled(authority)) return undefined;
  return `it contains an object whose \`authority\` is ${describeValue(authority)}`;
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

export const callback: CheckedKind = { check: (value) => mismatch('a function', value, typeof value === 'function') };

/** Paths and scripts. Only the type is checked here: the reader of a script checks its content, and reports positions. */
export const ledgerSources: CheckedKind = {
  check: (value) =>
    Array.isArray(value)
      ? itemMismatch('paths and scripted ledgers', value, isLedgerSource)
      : mismatch('a path, a scripted ledger, or a list of them', value, isLedgerSource(value)),
};

function isLedgerSource(value: unknown): boolean {
  return (
    (typeof value === 'string' && value !== '') || isPlainObject(value) || (!(value instanceof URL) && hasToJson(value))
  );
}

function mismatch(noun: string, value: unknown, isValid: boolean): string | undefined {
  return isValid ? undefined : `must be ${noun}, not ${describeValue(value)}`;
}

function itemMismatch(noun: string, list: readonly unknown[], isValid: (item: unknown) => boolean): string | undefined {
  const wrong = list.findIndex((item) => !isValid(item));
  return wrong < 0 ? undefined : `must be a list of ${noun}; it contains ${describeValue(list[wrong])}`;
}

/** The kind of the value. The text of a string is not shown, because it may be secret. */
export function describeValue(value: unknown): string {
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function' || typeof value === 'string') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return isPlainObject(value) ? 'an object' : `an object of class ${value.constructor.name}`;
}
