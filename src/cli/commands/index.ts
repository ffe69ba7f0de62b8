import type { Command } from '../command.ts';
import { COMMON_FLAGS, type Flag } from '../flags.ts';
import { check } from './checkCommand.ts';
import { dev } from './devCommand.ts';
import { diff } from './diffCommand.ts';
import { dump } from './dumpCommand.ts';
import { exec } from './execCommand.ts';
import { inspect } from './inspectCommand.ts';
import { keys } from './keysCommand.ts';
import { record } from './recordCommand.ts';
import { serve } from './serveCommand.ts';
import { show } from './showCommand.ts';
import { testValidator } from './testValidatorCommand.ts';

/** The table of commands. Code that only some commands need is not imported by their files here, but loaded when they run. @module */

/** The commands by name, in the order of the help. */
const TABLE = {
  serve,
  check,
  dump,
  show,
  keys,
  exec,
  dev,
  'test-validator': testValidator,
  record,
  diff,
  inspect,
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof TABLE;

export const COMMAND_NAMES = Object.keys(TABLE) as readonly CommandName[];

export function isCommand(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(TABLE, name);
}

export function commandNamed(name: CommandName): Command {
  return TABLE[name];
}

/** The flags that a command takes. */
export function flagsOf(name: CommandName): readonly Flag[] {
  return [...TABLE[name].flags, ...COMMON_FLAGS];
}
