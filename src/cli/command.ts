import { type Flag, LEDGER_VARIABLE } from './flags.ts';
import { type Output, usageError } from './output.ts';

/** A command of `stillnode` is a description: its help, its flags, and the functions that read its arguments and run it. @module */

export interface GivenFlag {
  readonly name: string;
  /** undefined: the flag is a switch */
  readonly value: string | undefined;
}

/** The values of the flags by their names. */
export type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The arguments of a command, and the environment. */
export interface CommandLine {
  /** arguments that are not flags */
  readonly positionals: readonly string[];
  readonly values: FlagValues;
  /** the flags in their order */
  readonly flags: readonly GivenFlag[];
  /** the line of another program, behind `--`, or its flags; empty for a command that takes none */
  readonly otherCommand: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

interface Description {
  /** the arguments behind `stillnode` */
  readonly usage: string;
  /** begins with a verb */
  readonly summary: string;
  /** further text of its help */
  readonly details: string;
  readonly flags: readonly Flag[];
  /** defaults of flags, by name, that differ from those of serving */
  readonly defaults?: Readonly<Record<string, string>>;
  /**
   * the arguments besides flags: none, or another command behind `--`; or all arguments are flags of another program, which the command reads
   * itself; default: positional arguments
   */
  readonly takes?: 'flags only' | 'another command' | 'flags of another program';
}

/** A command as its file describes it. */
interface Definition<Options> extends Description {
  /** @throws CliError of usage */
  read(line: CommandLine): Options;
  /** @returns the exit code; commands that serve end the process themselves */
  run(options: Options, output: Output): number | Promise<number>;
}

/** A command with the options that were read from its arguments. */
export interface ReadyCommand {
  readonly options: unknown;
  run(output: Output): number | Promise<number>;
}

export interface Command extends Description {
  /** @throws CliError of usage */
  read(line: CommandLine): ReadyCommand;
}

export function command<Options>({ read, run, ...description }: Definition<Options>): Command {
  return {
    ...description,
    read(line) {
      const options = read(line);
      return { options, run: (output) => run(options, output) };
    },
  };
}

/** The paths of fixtures: those of the arguments, or else the path that the environment has. */
export function pathsOf(paths: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const variable = env[LEDGER_VARIABLE] ?? '';
  return paths.length > 0 || variable === '' ? paths : [variable];
}

/** The text of a flag; undefined: the flag is not set. @throws CliError of usage if it is empty */
export function readText(name: string, { values }: Pick<CommandLine, 'values'>): string | undefined {
  const value = values[name];
  if (value === '') throw usageError(`--${name} must not be empty`);
  return typeof value === 'string' ? value : undefined;
}
