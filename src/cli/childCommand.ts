import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import { SIGNALS } from './output.ts';

/** A command that runs while a node serves it: its signals and its exit code. @module */

/** Exit codes, as shells have them; the number of the signal is added to the second. */
const CANNOT_START = 127;
const ENDED_BY_SIGNAL = 128;

/** A command with its arguments, or a line for the shell. */
export type ChildCommand = readonly [program: string, ...args: string[]] | string;

/** The signals of this process, which a command gets once it runs. */
export class PassedSignals {
  /** the first signal, which counts only until the command runs */
  readonly first: Promise<NodeJS.Signals>;
  readonly #listener: (signal: NodeJS.Signals) => void;
  readonly #onFirst: (signal: NodeJS.Signals) => void;
  #child: ChildProcess | undefined;

  constructor() {
    let onFirst: (signal: NodeJS.Signals) => void = () => {};
    this.first = new Promise((resolve) => {
      onFirst = resolve;
    });
    this.#onFirst = onFirst;
    this.#listener = (signal) => {
      // Ctrl-C reaches every process of a terminal, and many programs stop at once at a second SIGINT
      const hasReceivedIt = signal === 'SIGINT' && process.stdin.isTTY;
      if (hasReceivedIt) onFirst(signal);
      else this.pass(signal);
    };
    for (const signal of SIGNALS) process.on(signal, this.#listener);
  }

  /** Acts as if a signal had come. */
  pass(signal: NodeJS.Signals): void {
    this.#onFirst(signal);
    this.#child?.kill(signal);
  }

  passTo(child: ChildProcess): void {
    this.#child = child;
  }

  /** Gives signals the effect again that they had before. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#listener);
  }
}

/** Settings of this process that another node, which the command starts, must not inherit: stdin and the file are taken. */
const OWN_VARIABLES = ['STILLNODE_UNTIL_STDIN_ENDS', 'STILLNODE_READY_FILE'] as const;

/**
 * Runs a command with additional environment variables, and gives its exit code.
 *
 * @param hasStdin false: the command's stdin is empty
 */
export async function runChild(
  command: ChildCommand,
  variables: Readonly<Record<string, string>>,
  signals: PassedSignals,
  { hasStdin = true }: { readonly hasStdin?: boolean } = {},
): Promise<number> {
  const env = { ...process.env, ...variables };
  for (const name of OWN_VARIABLES) delete env[name];
  const options: SpawnOptions = { stdio: [hasStdin ? 'inherit' : 'ignore', 'inherit', 'inherit'], env };
  const [program, ...args] = typeof command === 'string' ? [command] : command;
  const child = spawn(program, args, { ...options, shell: typeof command === 'string' });
  signals.passTo(child);
  return waitForExit(child, program);
}

async function waitForExit(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // the command runs: only a signal could not be sent
      if (child.pid !== undefined) return;
      process.stderr.write(`stillnode: cannot run ${JSON.stringify(program)}: ${fileErrorReason(error, 'command')}\n`);
      resolve(CANNOT_START);
    });
    child.once('exit', (code, signal) => resolve(signal === null ? code! : exitCodeOf(signal)));
  });
}

export function exitCodeOf(signal: NodeJS.Signals): number {
  return ENDED_BY_SIGNAL + constants.signals[signal];
}
