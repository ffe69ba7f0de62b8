import { COMMAND_NAMES, type CommandName, commandNamed, flagsOf } from './commands/index.ts';
import { type Flag, LEDGER_VARIABLE, SERVE_FLAGS } from './flags.ts';

/** The texts of `stillnode --help`. @module */

const VARIABLES = `
The options of serving are also environment variables: --max-body-bytes is STILLNODE_MAX_BODY_BYTES, --watch is
STILLNODE_WATCH=on. Values of repeatable options are separated by commas there. Without PATH, ${LEDGER_VARIABLE} is used.
The command line takes precedence over the environment.
`;

export function helpText(name: CommandName): string {
  const { details, flags, summary, usage } = commandNamed(name);
  const options = rows(flagsOf(name).map((flag) => [flagText(flag), flagHelp(flag, name)]));
  const variables = flags === SERVE_FLAGS ? VARIABLES : '';
  if (name !== 'serve')
    return `usage: stillnode ${usage}

${summary[0]!.toUpperCase()}${summary.slice(1)}.
${details}

${options}
${variables}`;
  const otherCommands = COMMAND_NAMES.filter((other) => other !== 'serve').map(commandNamed);
  return `stillnode: a mock Solana RPC server for tests

usage: stillnode ${usage}   ${summary}
       stillnode COMMAND …

commands, each with its own --help:
${rows(otherCommands.map((other) => [other.usage, other.summary]))}

options of serving:
${options}
${variables}`;
}

/** The text of a flag in the help: `--port PORT`, `--help, -h`. */
export function flagText({ name, short, value }: Flag): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}${short === undefined ? '' : `, -${short}`}`;
}

/** The help of a flag: its effect, then in parentheses whether it is repeatable, and its default. */
export function flagHelp(flag: Flag, name: CommandName): string {
  const defaultText = commandNamed(name).defaults?.[flag.name] ?? flag.default;
  const notes = [
    ...(flag.isRepeatable ? ['repeatable'] : []),
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
  ];
  return notes.length === 0 ? flag.help : `${flag.help} (${notes.join('; ')})`;
}

function rows(pairs: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
