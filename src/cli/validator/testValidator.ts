import { setTimeout as sleep } from 'node:timers/promises';
import { onOneLine } from '../../codec/text.ts';
import { flagGateOf } from '../../gates.ts';
import { DEFAULT_PORT } from '../../node/settings.ts';
import { DEFAULT_VERSION, FEATURE_SETS, NODE_VERSIONS, type NodeVersionName } from '../../nodeVersion.ts';
import { hasLiteSvm } from '../dev.ts';
import { keepLedger, type Opened, openNode } from '../openNode.ts';
import { CliError, type LogStream, type Output, writeLog } from '../output.ts';
import { nextEnd } from '../serve.ts';
import { readServeOptions, type ServeOptions } from '../serveOptions.ts';
import { isForUsers } from '../userErrors.ts';
import { ClapError, type GivenFlags, readArguments } from './clapArguments.ts';
import { clone } from './clonedAccounts.ts';
import { accountsOfFiles, accountsOfFolders } from './givenAccounts.ts';
import { StartError } from './startError.ts';
import { shownFlag, VALIDATOR_FLAGS } from './validatorFlags.ts';
import { openValidatorFolder } from './validatorFolder.ts';
import { adjusted, mintOf, programsOf, scriptOf } from './validatorLedger.ts';
import { NO_WALLET, startedText, statusLine, versionLine } from './validatorOutput.ts';

/** `stillnode test-validator`: a node in place of `solana-test-validator`. @module */

interface ValidatorArguments {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The flags that Agave ignores where the ledger exists already, in the order of its lines. */
const IGNORED = [
  'bpf-program',
  'clone',
  'account',
  'mint',
  'ticks-per-slot',
  'slots-per-epoch',
  'faucet-sol',
  'deactivate-feature',
] as const;

/** Time between two lines of the status; a terminal shows it anew at the pace of Agave. */
const STATUS_MS = { terminal: 250, lines: 1000 } as const;

/** Time that requests in flight have at the end. */
const LAST_REQUESTS_MS = 2000;

/** @returns the exit code of a mistake, of the help and of the version; a node that has started ends the process itself */
export async function runTestValidator({ args, env }: ValidatorArguments, output: Output): Promise<number> {
  const { messages } = output;
  try {
    const flags = readArguments(args, VALIDATOR_FLAGS);
    const serving = readServeOptions([], { env, values: {} }, { port: DEFAULT_PORT, logs: false });
    const version = serving.options.agave ?? DEFAULT_VERSION.name;
    if (flags === 'help' || flags === 'version') {
      output.write(`${flags === 'help' ? helpText(version) : versionOf(version)}\n`);
      return 0;
    }
    const refused = VALIDATOR_FLAGS.find(({ fate, name }) => fate === 'refused' && flags.has(name));
    if (refused !== undefined) throw new ClapError(`error: --${refused.name} is refused: ${refused.meaning}`);
    printNotes(flags, version, messages);
    return await start(flags, serving, version, env, output);
  } catch (error) {
    if (error instanceof ClapError || (error instanceof CliError && error.isUsage)) {
      messages.write(`${error instanceof ClapError ? error.message : `error: ${error.message}`}\n`);
      return 1;
    }
    if (!(error instanceof StartError) && !isForUsers(error)) throw error;
    const problem = error instanceof StartError ? error.message : `failed to start validator: ${error.message}`;
    output.write(`Error: ${onOneLine(problem)}\n`);
    return 1;
  }
}

function versionOf(version: NodeVersionName): string {
  const { release } = NODE_VERSIONS[version];
  return versionLine(release, FEATURE_SETS.get(release) ?? 0);
}

/** Prints a line for each flag that is taken without an effect. */
function printNotes(flags: GivenFlags, version: NodeVersionName, messages: LogStream): void {
  for (const { fate, meaning, name } of VALIDATOR_FLAGS)
    if (fate === 'noted' && flags.has(name)) messages.write(`warning: --${name} has no effect: ${meaning}\n`);
  const unknown = flags.list('deactivate-feature').filter((feature) => flagGateOf(feature, version) === undefined);
  if (unknown.length > 0)
    messages.write(
      `warning: stillnode itself does not model these features, so --deactivate-feature takes away their accounts, and only LiteSVM runs without them: ${unknown.join(', ')}\n`,
    );
}

async function start(
  flags: GivenFlags,
  serving: ServeOptions,
  version: NodeVersionName,
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<never> {
  const { messages } = output;
  const print = (text: string) => {
    if (!flags.has('quiet') && !flags.has('log')) output.write(text);
  };
  const programs = await programsOf(flags);
  const path = flags.first('ledger') ?? 'test-ledger';
  const folder = openValidatorFolder(path, flags.has('reset'), messages);
  const mint = await mintOf(flags);
  if (folder.isContinued) {
    for (const name of IGNORED) if (flags.has(name)) print(`--${name} argument ignored, ledger already exists\n`);
  } else if (mint === undefined && !flags.has('quiet')) output.write(NO_WALLET);
  print(`Ledger location: ${path}\nLog: ${path}/validator.log\nInitializing...\n`);
  const signals = await nextEnd(serving);
  const opened = await Promise.race([
    optionsOf(flags, serving, { version, mint, programs, env, state: folder.state, isNew: !folder.isContinued }).then(
      (options) => openNode(options, messages),
    ),
    signals.first,
  ]).catch((error: unknown) => {
    signals.forget();
    throw error;
  });
  // loading cannot be canceled
  if (opened === undefined) process.exit(0);
  print(`Waiting for first slot 1...\nConnecting...\n${startedText(opened)}`);
  if (!flags.has('quiet') && !flags.has('log')) showStatus(opened);
  await signals.first;
  await Promise.race([opened.listener.close(), sleep(LAST_REQUESTS_MS)]);
  process.exit((await keepLedger(opened)) ? 0 : 1);
}

interface Start {
  readonly version: NodeVersionName;
  readonly mint: Awaited<ReturnType<typeof mintOf>>;
  readonly programs: Awaited<ReturnType<typeof programsOf>>;
  readonly env: NodeJS.ProcessEnv;
  /** the folder that keeps the ledger; undefined: it is not kept */
  readonly state: string | undefined;
  /** whether the ledger is made now, so that flags about its content count */
  readonly isNew: boolean;
}

async function optionsOf(
  flags: GivenFlags,
  serving: ServeOptions,
  { env, isNew, mint, programs, state, version }: Start,
): Promise<ServeOptions> {
  const warpSlot = await warpSlotOf(flags);
  const { slot, accounts: clones } = isNew ? await clone(flags, warpSlot === 'of the other node') : NOTHING;
  const accounts = isNew
    ? [
        ...(await accountsOfFiles(flags.groups('account'))),
        ...(await accountsOfFolders(flags.list('account-dir'))),
        ...clones,
      ]
    : [];
  const port = flags.first('rpc-port');
  const host = flags.first('bind-address');
  const execute = serving.options.execute ?? ((await hasLiteSvm()) ? 'litesvm' : 'none');
  const { log } = readServeOptions(
    [],
    { env, values: flags.has('log') ? { log: env.STILLNODE_LOG || 'text' } : {} },
    { port: DEFAULT_PORT, logs: false },
  );
  return {
    paths: [],
    options: {
      dialect: 'agave',
      clock: 'machine',
      ledger: scriptOf(flags, version, mint, warpSlot === 'of the other node' ? slot : warpSlot),
      ...serving.options,
      execute,
      ...(isNew && { programs: { ...serving.options.programs, ...programs } }),
      ...(flags.has('alpenglow') && { consensus: 'alpenglow' as const }),
      ...(port !== undefined && { port: Number(port) }),
      ...(host !== undefined && { host }),
    },
    fallbackPreset: 'localnet',
    passesTime: true,
    watch: false,
    log,
    hints: flags.has('quiet') ? 'off' : log === 'off' ? 'text' : log,
    takesVotes: flags.has('rpc-pubsub-enable-vote-subscription'),
    ...(serving.readyFile !== undefined && { readyFile: serving.readyFile }),
    ...(state !== undefined && { state }),
    ...(isNew && { adjust: (loaded) => adjusted(loaded, flags, accounts) }),
  };
}

const NOTHING = { accounts: [], slot: undefined } as const;

/** The slot of `--warp-slot`; undefined: the genesis. @throws StartError */
async function warpSlotOf(flags: GivenFlags): Promise<bigint | 'of the other node' | undefined> {
  if (!flags.has('warp-slot')) return undefined;
  const slot = flags.first('warp-slot');
  if (slot !== undefined) return BigInt(slot);
  if (flags.has('url')) return 'of the other node';
  throw new StartError('The --url argument must be provided if --warp-slot/-w is used without an explicit slot');
}

/** Prints the status again and again, for as long as the process runs. */
function showStatus({ node }: Opened): void {
  const { stdout } = process;
  const startedAt = performance.now();
  const show = () => {
    const line = statusLine(node.state, performance.now() - startedAt);
    writeLog(stdout.isTTY ? `\r\x1b[K${line}` : `${line}\n`, stdout);
  };
  show();
  setInterval(show, stdout.isTTY ? STATUS_MS.terminal : STATUS_MS.lines).unref();
}

function helpText(version: NodeVersionName): string {
  const width = Math.max(...VALIDATOR_FLAGS.map((flag) => leftText(flag).length));
  const rows = VALIDATOR_FLAGS.map((flag) => `    ${leftText(flag).padEnd(width)}  ${flag.fate}: ${flag.meaning}`);
  return [
    versionOf(version),
    'A node of stillnode in place of solana-test-validator',
    '',
    'USAGE:',
    '    solana-test-validator [FLAGS] [OPTIONS] --ledger <DIR>',
    '',
    'FLAGS AND OPTIONS:',
    ...rows,
  ].join('\n');
}

function leftText(flag: (typeof VALIDATOR_FLAGS)[number]): string {
  return `${flag.short === undefined ? '    ' : `-${flag.short}, `}${shownFlag(flag)}`;
}
