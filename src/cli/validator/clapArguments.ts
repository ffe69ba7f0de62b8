import { nearest } from '../../codec/suggest.ts';
import { shownFlag, type ValidatorFlag } from './validatorFlags.ts';

/**
 * Arguments as clap 2 reads them: `--flag=value`, `-lDIR`, `-rq`, flags with several values, and its texts of mistakes.
 *
 * Source   clap 2.33; solana-test-validator 4.3.2
 * @module
 */

/** A mistake in the arguments. The message is what Agave prints on stderr; the exit code is 1. */
export class ClapError extends Error {}

/** A flag that prints a text in place of a start. */
export type PrintFlag = 'help' | 'version';

/** The values of the flags that were given, by name. */
export class GivenFlags {
  readonly #values: ReadonlyMap<string, readonly (readonly string[])[]>;

  constructor(values: ReadonlyMap<string, readonly (readonly string[])[]>) {
    this.#values = values;
  }

  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The only value, or the first; undefined: the flag, or its value, was left out. */
  first(name: string): string | undefined {
    return this.#values.get(name)?.[0]?.[0];
  }

  /** All values of all places where the flag was found. */
  list(name: string): readonly string[] {
    return this.groups(name).flat();
  }

  /** The values of each place where the flag was found. */
  groups(name: string): readonly (readonly string[])[] {
    return this.#values.get(name) ?? [];
  }
}

const MORE_HELP =
  '\n\nUSAGE:\n    solana-test-validator [FLAGS] [OPTIONS] --ledger <DIR>\n\nFor more information try --help';

/** @throws ClapError */
export function readArguments(args: readonly string[], flags: readonly ValidatorFlag[]): GivenFlags | PrintFlag {
  const reader = new Reader(args, flags);
  const printFlag = reader.read();
  if (printFlag !== undefined) return printFlag;
  checkTogether(reader.values, flags);
  checkValues(reader.values, flags);
  return new GivenFlags(reader.values);
}

class Reader {
  readonly values = new Map<string, (readonly string[])[]>();
  readonly #args: readonly string[];
  readonly #flags: readonly ValidatorFlag[];
  #next = 0;

  constructor(args: readonly string[], flags: readonly ValidatorFlag[]) {
    this.#args = args;
    this.#flags = flags;
  }

  read(): PrintFlag | undefined {
    while (this.#next < this.#args.length) {
      const argument = this.#args[this.#next++]!;
      const printFlag = argument.startsWith('--') ? this.#readLong(argument.slice(2)) : this.#readShort(argument);
      if (printFlag !== undefined) return printFlag;
    }
    return undefined;
  }

  #readLong(argument: string): PrintFlag | undefined {
    if (argument === '') {
      if (this.#next < this.#args.length) throw unexpected(this.#args[this.#next]!);
      return undefined;
    }
    const equals = argument.indexOf('=');
    const name = equals < 0 ? argument : argument.slice(0, equals);
    if (name === 'help' || name === 'version') return name;
    const flag = this.#flags.find((one) => one.name === name || one.aliases?.includes(name));
    if (flag === undefined) throw unexpected(`--${name}`, this.#suggestion(name));
    this.#take(flag, equals < 0 ? undefined : argument.slice(equals + 1));
    return undefined;
  }

  /** `-r`, `-rq`, `-lDIR`, `-l=DIR`, `-l DIR` */
  #readShort(argument: string): PrintFlag | undefined {
    if (!argument.startsWith('-') || argument === '-') throw unexpected(argument);
    for (let i = 1; i < argument.length; i++) {
      const letter = argument[i]!;
      if (letter === 'h' || letter === 'V') return letter === 'h' ? 'help' : 'version';
      const flag = this.#flags.find(({ short }) => short === letter);
      if (flag === undefined) throw unexpected(`-${letter}`);
      const attached = argument.slice(i + 1);
      if (flag.values.length === 0) {
        this.#take(flag, undefined);
        continue;
      }
      this.#take(flag, attached === '' ? undefined : attached.replace(/^=/, ''));
      return undefined;
    }
    return undefined;
  }

  /** @param attached the value behind `=`; undefined: there is none */
  #take(flag: ValidatorFlag, attached: string | undefined): void {
    const { count, name, values } = flag;
    const before = this.values.get(name) ?? [];
    if (before.length > 0 && count === undefined)
      throw new ClapError(
        `error: The argument '${shownFlag(flag)}' was provided more than once, but cannot be used multiple times${MORE_HELP}`,
      );
    // a switch ignores what is behind its `=`
    this.values.set(name, [...before, values.length === 0 ? [] : this.#valuesOf(flag, attached)]);
  }

  #valuesOf(flag: ValidatorFlag, attached: string | undefined): readonly string[] {
    const { count, isValueOptional = false, values } = flag;
    const maxValues = count === 'list' ? Number.POSITIVE_INFINITY : values.length;
    const found = attached === undefined ? [] : [attached];
    while (found.length < maxValues && this.#next < this.#args.length && !isFlag(this.#args[this.#next]!))
      found.push(this.#args[this.#next++]!);
    if (found.length === 0 && !isValueOptional)
      throw new ClapError(
        `error: The argument '${shownFlag(flag)}' requires a value but none was supplied${MORE_HELP}`,
      );
    if (found.length < values.length && values.length > 1)
      throw new ClapError(
        `error: The argument '${shownFlag(flag)}' requires ${values.length} values, but ${found.length} ${found.length === 1 ? 'was' : 'were'} provided${MORE_HELP}`,
      );
    return found;
  }

  #suggestion(name: string): string | undefined {
    return nearest(
      name,
      this.#flags.map((flag) => flag.name),
      Math.ceil(name.length / 4),
    );
  }
}

/** Whether an argument begins a flag; `-` alone is a value. */
function isFlag(argument: string): boolean {
  return argument.startsWith('-') && argument !== '-';
}

function unexpected(argument: string, suggestion?: string): ClapError {
  const hint = suggestion === undefined ? '' : `\n\tDid you mean --${suggestion}?\n`;
  return new ClapError(
    `error: Found argument '${argument}' which wasn't expected, or isn't valid in this context${hint}${MORE_HELP}`,
  );
}

type Values = ReadonlyMap<string, readonly (readonly string[])[]>;

function checkTogether(values: Values, flags: readonly ValidatorFlag[]): void {
  for (const flag of flags) {
    if (!values.has(flag.name)) continue;
    if (flag.conflict !== undefined && values.has(flag.conflict))
      throw new ClapError(
        `error: The argument '${shownFlag(flag)}' cannot be used with '--${flag.conflict}'${MORE_HELP}`,
      );
    if (flag.needsUrl === true && !values.has('url'))
      throw new ClapError(
        `error: The following required arguments were not provided:\n    --url <URL_OR_MONIKER>${MORE_HELP}`,
      );
  }
}

function checkValues(values: Values, flags: readonly ValidatorFlag[]): void {
  for (const flag of flags) {
    const { check, name, choices } = flag;
    for (const value of (values.get(name) ?? []).flat()) {
      if (choices !== undefined && !choices.includes(value))
        throw new ClapError(
          `error: '${value}' isn't a valid value for '${shownFlag(flag)}'\n\t[possible values: ${choices.join(', ')}]\n${MORE_HELP}`,
        );
      const mistake = check?.(value);
      if (mistake !== undefined) throw new ClapError(`error: Invalid value for '${shownFlag(flag)}': ${mistake}`);
    }
  }
}
