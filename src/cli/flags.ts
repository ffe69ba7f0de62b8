import type { TextKind } from '../node/settingKinds.ts';
import { ALL_SETTINGS, type FlagDescription, type SettingName } from '../node/settings.ts';

/** The flags of commands. @module */

export interface Flag extends FlagDescription {
  readonly name: string;
  /** one letter, as in `-h` */
  readonly short?: string;
  /**
   * the reader of the value, for the flag and for its environment variable, such as STILLNODE_MAX_BODY_BYTES for `--max-body-bytes`;
   * undefined: the command reads the value, and the flag has no variable
   */
  readonly kind?: TextKind;
  /** name of the option of the library */
  readonly option?: SettingName;
}

/** The flags of serving, each with its environment variable. */
export const SERVE_FLAGS: readonly Flag[] = ALL_SETTINGS.flatMap(([name, { flag, kind, takers }]) =>
  flag === undefined
    ? []
    : [{ ...flag, name: flag.name ?? kebabCase(name), kind, ...(takers !== undefined && { option: name }) }],
);

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The flags of a command that loads a ledger. */
export const LOAD_FLAGS = SERVE_FLAGS.filter(({ name }) => ['program', 'agave', 'gates', 'consensus'].includes(name));
export const JSON_FLAG: Flag = { name: 'json', help: 'print JSON' };

/** The flags of every command. */
export const COMMON_FLAGS: readonly Flag[] = [
  { name: 'version', short: 'v', help: 'print the version' },
  { name: 'help', short: 'h', help: 'print this help' },
];

/** The environment variable of a flag of serving. */
export function envName(flag: string): string {
  return `STILLNODE_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/** The variable with the path of the fixtures if the command line has none. */
export const LEDGER_VARIABLE = 'STILLNODE_LEDGER';
