import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { GivenFlag } from '../../src/cli/command.ts';
import { isCommand } from '../../src/cli/commands/index.ts';
import { openNode } from '../../src/cli/openNode.ts';
import type { Output } from '../../src/cli/output.ts';
import { parseCommand } from '../../src/cli/parseCommand.ts';
import { type RecordOptions, readRecordOptions } from '../../src/cli/recordOptions.ts';
import { runCommand } from '../../src/cli/runCommand.ts';
import { readyLine } from '../../src/cli/serve.ts';
import type { ServeOptions } from '../../src/cli/serveOptions.ts';

/** What `npm run build` makes: the command that people install. */
export const CLI: string = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export type Variables = Readonly<Record<string, string>>;

export interface Finished {
  /** null: ended by a signal */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What prints messages. */
export interface Logged {
  /** everything printed so far */
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** tells of `data` when more is in `stderr` */
  readonly messages: EventEmitter;
}

/** The command while it runs. */
export interface Running extends Logged {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** Keeps a function that is called when a test, or a block of tests, is over. */
export type AtEnd = (end: () => void) => unknown;

/**
 * Starts the command with no variables that it reads but those given; without the name of a command, which serves, the default dialect is as
 * if chosen. It is ended with the test.
 */
export function launch(args: readonly string[], variables: Variables = {}, atEnd: AtEnd = onTestFinished): Running {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(STILLNODE_|NODE_OPTIONS$|FORCE_COLOR$|NO_COLOR$)/.test(name),
  );
  const dialect = isCommand(args[0]) ? {} : { STILLNODE_DIALECT: 'contract' };
  const env = { ...Object.fromEntries(inherited), ...dialect, ...variables };
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  atEnd(() => {
    child.kill('SIGKILL');
  });
  return { child, output, messages: child.stderr, finished };
}

/** Runs the command as a process, to its end. */
export function runProcess(args: readonly string[], variables?: Variables): Promise<Finished> {
  return launch(args, variables).finished;
}

/** Runs a command that does not serve, or cannot begin to, in this process, with an output of its own. */
export async function run(args: readonly string[], variables: Variables = {}): Promise<Finished> {
  const printed = { stdout: '', stderr: '' };
  const code = await runCommand(args, variables, outputTo(printed));
  return { code, ...printed };
}

interface Printed {
  stdout: string;
  stderr: string;
}

/** An output without colors that adds to the texts of `printed`. */
function outputTo(printed: Printed, onMessage: () => void = () => {}): Output {
  return {
    write: (text) => {
      printed.stdout += text;
    },
    messages: {
      isTTY: false,
      writableLength: 0,
      write: (text: string | Uint8Array) => {
        printed.stderr += String(text);
        onMessage();
        return true;
      },
    },
  };
}

/** A command and its options, as arguments have them. */
export interface Parsed {
  readonly kind: string;
  readonly options: unknown;
}

export function parsed(args: readonly string[], env: NodeJS.ProcessEnv): Parsed {
  const { name, options } = parseCommand(args, env);
  return { kind: name, options };
}

/** The options that arguments mean; throws if they name another command. */
export function optionsOf<T>(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): T {
  const command = parseCommand(args, env);
  if (command.name !== name) throw new Error(`it is ${command.name}`);
  return command.options as T;
}

export interface Serving extends Running {
  /** e.g. `http://127.0.0.1:40123` */
  readonly url: string;
  /** what stdout begins with */
  readonly readyLine: string;
}

/** Starts the command on a free port, unless the arguments name one, and waits for its ready line. */
export async function serve(args: readonly string[] = [], variables?: Variables, atEnd?: AtEnd): Promise<Serving> {
  const running = launch(args.includes('--port') ? args : ['--port', '0', ...args], variables, atEnd);
  const line = await readyLineOf(running);
  const url = /^stillnode ready on (http:\/\/\S+:\d+):/.exec(line)?.[1];
  if (url === undefined) throw new Error(`no ready line: ${line}`);
  return { ...running, url, readyLine: line };
}

/** A node of the command in this process. */
export interface ServingHere extends Pick<Serving, 'url' | 'readyLine'>, Logged {}

/** Serves in this process until the test ends. */
export async function serveHere(args: readonly string[] = [], variables: Variables = {}): Promise<ServingHere> {
  const known = { STILLNODE_DIALECT: 'contract', STILLNODE_PORT: '0', ...variables };
  const options = optionsOf<ServeOptions>('serve', args, known);
  const output = { stdout: '', stderr: '' };
  const messages = new EventEmitter();
  const opened = await openNode(options, outputTo(output, () => messages.emit('data')).messages);
  onTestFinished(() => opened.listener.close());
  return { url: opened.listener.url, readyLine: readyLine(opened, 0), output, messages };
}

/** The first line of stdout. */
export function readyLineOf({ child, output, finished }: Running): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (output.stdout.includes('\n')) resolve(output.stdout.slice(0, output.stdout.indexOf('\n') + 1));
    };
    child.stdout?.on('data', look);
    look();
    void finished.then(({ code, stderr }) => reject(new Error(`ended with ${code} before it was ready: ${stderr}`)));
  });
}

/** Waits until stderr has a line that matches. */
export function logLine({ messages, output }: Logged, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const line = output.stderr
        .split('\n')
        .slice(0, -1)
        .find((text) => pattern.test(text));
      if (line !== undefined) resolve(line);
    };
    messages.on('data', look);
    look();
  });
}

export function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
}

/** What `stillnode record` with these arguments is to do. */
export function recordOptionsOf(args: readonly string[], printed: Printed = { stdout: '', stderr: '' }): RecordOptions {
  const flags = optionsOf<readonly GivenFlag[]>('record', ['record', ...args]);
  return readRecordOptions(flags, outputTo(printed).messages);
}

/** A call that every ledger can answer. */
export const STATUSES_CALL = '{"jsonrpc":"2.0","id":1,"method":"getSignatureStatuses","params":[[]]}';

/** A folder of its own for a test, holding `files`; gone with the test. */
export function folder(files: Readonly<Record<string, string>> = {}, atEnd: AtEnd = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'stillnode-'));
  atEnd(() => rmSync(path, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

export const ROOT: string = dirname(dirname(CLI));

/** An account as `solana account --output json` writes it. */
export const ACCOUNT_FILE: string = JSON.stringify({
  pubkey: '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S',
  account: {
    lamports: 42,
    data: ['AQID', 'base64'],
    owner: '11111111111111111111111111111111',
    executable: false,
    rentEpoch: 0,
    space: 3,
  },
});
