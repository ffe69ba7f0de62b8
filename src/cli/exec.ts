import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { reasonOf } from '../fixtures/input/input.ts';
import { printSomeWarnings } from './output.ts';
import type { ExecOptions } from './parseCommand.ts';
import { millisecondsSince, openNode, readyLine, reloadOnChange } from './serve.ts';
import type { ServeOptions } from './serveOptions.ts';

/**
 * `stillnode exec`: a node that runs for as long as a command does.
 * @module
 */

/** As shells have it: no such command, and ended by the signal with the number that is added. */
const CANNOT_START = 127;
const ENDED_BY_SIGNAL = 128;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Serves while the command runs, and ends with its exit code: 128 and the number of the signal that ended it, 127 where it does not start. */
export async function runExec({ command, serving }: ExecOptions): Promise<never> {
  const signals = new Signals();
  const start = performance.now();
  const opened = await Promise.race([openNode(serving), signals.first]);
  // loading cannot be cancelled, and a command that has not run is no success
  if (typeof opened === 'string') process.exit(codeOf(opened));
  printSomeWarnings(opened.report);
  // stdout is the command's alone
  process.stderr.write(readyLine(opened, millisecondsSince(start)));
  if (opened.watch !== undefined) void reloadOnChange(opened.watch, opened);
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...variablesOf(opened.listener, serving) },
  });
  signals.passTo(child);
  // whatever is in flight now, nobody waits for it
  process.exit(await endOf(child, program));
}

/** The keys are in the addresses: the command has to be let in, its test code as the one who controls. */
function variablesOf(
  { url, wsUrl }: { readonly url: string; readonly wsUrl: string },
  { options: { apiKeys = [], controlKey } }: ServeOptions,
): Record<string, string> {
  const [apikey] = apiKeys;
  return {
    STILLNODE_URL: withQuery(url, { apikey, controlKey }),
    STILLNODE_WS_URL: withQuery(wsUrl, { apikey, controlKey }),
    SOLANA_RPC_URL: withQuery(url, { apikey }),
  };
}

/** As it is where there is nothing to add. */
function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? url : `${url}/?${new URLSearchParams(pairs)}`;
}

async function endOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // a signal that it could not be given does not end it
      if (child.pid !== undefined) return;
      process.stderr.write(`stillnode: cannot run ${JSON.stringify(program)}: ${reasonOf(error, 'command')}\n`);
      resolve(CANNOT_START);
    });
    child.once('exit', (code, signal) => resolve(signal === null ? code! : codeOf(signal)));
  });
}

function codeOf(signal: NodeJS.Signals): number {
  return ENDED_BY_SIGNAL + constants.signals[signal];
}

/** What would end this process goes to the command instead, which decides. */
class Signals {
  /** until there is a command */
  readonly first: Promise<NodeJS.Signals>;
  #child: ChildProcess | undefined;

  constructor() {
    this.first = new Promise((resolve) => {
      for (const signal of SIGNALS)
        process.on(signal, () => {
          resolve(signal);
          this.#pass(signal);
        });
    });
  }

  passTo(child: ChildProcess): void {
    this.#child = child;
  }

  #pass(signal: NodeJS.Signals): void {
    // Ctrl-C reaches every process of a terminal, and many take a second one as an order to stop at once
    const isTold = signal === 'SIGINT' && process.stdin.isTTY;
    if (!isTold) this.#child?.kill(signal);
  }
}
