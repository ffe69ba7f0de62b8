import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../codec/suggest.ts';
import { packageVersion } from '../packageFiles.ts';
import type { GivenFlag, ReadyCommand } from './command.ts';
import { COMMAND_NAMES, type CommandName, commandNamed, flagsOf, isCommand } from './commands/index.ts';
import { helpText } from './help.ts';
import { type Output, usageError } from './output.ts';

/** The command line: which command, and its options. @module */

interface ParsedCommand extends ReadyCommand {
  readonly name: CommandName | 'help' | 'version';
}

/** @throws CliError of usage for wrong arguments */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): ParsedCommand {
  const [first, second] = args;
  if (first === 'help') return help(isCommand(second) ? second : 'serve');
  const isNamed = isCommand(first);
  const name = isNamed ? first : 'serve';
  if (!isNamed && first !== undefined) refuseMisspelled(first);
  const command = commandNamed(name);
  // such a command reads its flags itself, -h among them
  if (command.takes === 'flags of another program')
    return { name, ...command.read({ positionals: [], values: {}, flags: [], otherCommand: args.slice(1), env }) };
  const otherArgs = isNamed ? args.slice(1) : args;
  const dashes = command.takes === 'another command' ? otherArgs.indexOf('--') : -1;
  const { flags, positionals, values } = parseFlags(name, dashes < 0 ? otherArgs : otherArgs.slice(0, dashes));
  if (values.help === true) return help(name);
  if (values.version === true) return version();
  if (!isNamed && isCommand(positionals[0]))
    throw usageError(`${positionals[0]} is a command: write it before its options`);
  const otherCommand = dashes < 0 ? [] : otherArgs.slice(dashes + 1);
  return { name, ...command.read({ positionals, values, flags, otherCommand, env }) };
}

function help(name: CommandName): ParsedCommand {
  return { name: 'help', options: name, run: (output) => print(helpText(name), output) };
}

function version(): ParsedCommand {
  return { name: 'version', options: undefined, run: (output) => print(`${packageVersion()}\n`, output) };
}

function print(text: string, output: Output): number {
  output.write(text);
  return 0;
}

/** Refuses a word that is similar to a command, whatever files there are: `serve` takes every path. */
function refuseMisspelled(name: string): void {
  const commands = [...COMMAND_NAMES, 'help'];
  const command = /^\w+$/.test(name) ? nearest(name, commands) : undefined;
  if (command !== undefined)
    throw usageError(
      `\`${name}\` is not a command; ${didYouMean(command)} A file or folder of this name is served by \`stillnode serve ${name}\``,
    );
}

function parseFlags(name: CommandName, args: readonly string[]) {
  const commandFlags = flagsOf(name);
  const options = Object.fromEntries(
    commandFlags.map(({ name: flag, isRepeatable = false, short, value }) => [
      flag,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isRepeatable,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  try {
    const allowPositionals = commandNamed(name).takes !== 'flags only';
    const { positionals, tokens, values } = parseArgs({ args: [...args], options, allowPositionals, tokens: true });
    const flags = tokens.flatMap((token): GivenFlag[] =>
      token.kind === 'option' ? [{ name: token.name, value: token.value }] : [],
    );
    return { flags, positionals, values };
  } catch (error) {
    const help = name === 'serve' ? 'stillnode --help' : `stillnode ${name} --help`;
    throw usageError(`${usageProblem(error as Error & { readonly code?: string }, name)}; see ${help}`);
  }
}

function usageProblem({ code, message }: Error & { readonly code?: string }, command: CommandName): string {
  // the message must not show the word: it may be a URL with a key
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `${command} takes flags only: there is a word without one`;
  const problem = message.split(/\.\s/)[0]!;
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(problem) ?? [];
  if (unknown === undefined) return problem;
  const owners = COMMAND_NAMES.filter(
    (name) =>
      commandNamed(name).takes !== 'flags of another program' && flagsOf(name).some((flag) => flag.name === unknown),
  );
  if (owners.length > 0) return `--${unknown} ${ownersText(owners)}`;
  const names = flagsOf(command).map(({ name }) => name);
  const similar = nearest(unknown, names, Math.ceil(unknown.length / 4));
  return similar === undefined || similar === '' ? problem : `${problem} (${didYouMean(`--${similar}`)})`;
}

/** `is for serving and stillnode diff`, `belongs to stillnode dump`. */
function ownersText(owners: readonly CommandName[]): string {
  if (!owners.includes('serve')) return `belongs to stillnode ${listed(owners)}`;
  const otherOwners = owners.filter((command) => !['serve', 'exec', 'dev'].includes(command));
  return `is for serving${otherOwners.length === 0 ? '' : ` and stillnode ${listed(otherOwners)}`}`;
}

/** `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
