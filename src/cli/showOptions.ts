import { existsSync } from 'node:fs';
import { CliError } from './cliError.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import type { FlagValues } from './settings.ts';

export interface ShowOptions extends LoadingOptions {
  readonly paths: readonly string[];
  /** the one thing to show; undefined: the whole ledger */
  readonly word: string | undefined;
  /** print its address, and nothing else */
  readonly address: boolean;
  readonly json: boolean;
  /** cut nothing */
  readonly all: boolean;
  /** whole signatures and addresses on a terminal too */
  readonly wide: boolean;
}

/**
 * What is a file or a folder is a path, and so is what looks like one; any other word is what to show.
 *
 * @param pathsOf the paths of the command, or of the environment where it has none
 */
export function showOptions(
  args: readonly string[],
  values: FlagValues,
  pathsOf: (paths: readonly string[]) => readonly string[],
): Omit<ShowOptions, keyof LoadingOptions> {
  const of = readWord(values.of);
  const words = of === undefined ? args.filter((arg) => !isPath(arg)) : [];
  if (words.length > 1)
    throw new CliError(`show takes one thing at a time, not ${words.map((word) => `\`${word}\``).join(' and ')}`, true);
  const word = of ?? words[0];
  const isOn = (name: string) => values[name] === true;
  if (isOn('address') && word === undefined)
    throw new CliError("--address needs the thing to show: stillnode show PATH… '$name' --address", true);
  if (isOn('address') && isOn('json'))
    throw new CliError('--address and --json contradict each other: use one of them', true);
  return {
    paths: pathsOf(args.filter((arg) => !words.includes(arg))),
    word,
    address: isOn('address'),
    json: isOn('json'),
    all: isOn('all'),
    wide: isOn('wide'),
  };
}

function readWord(flag: FlagValues[string]): string | undefined {
  if (flag === '') throw new CliError('--of must not be empty', true);
  return typeof flag === 'string' ? flag : undefined;
}

/** A path that is not there is reported as that where it cannot be anything else. */
function isPath(arg: string): boolean {
  return existsSync(arg) || (!arg.startsWith('$') && /[/\\.]/.test(arg));
}
