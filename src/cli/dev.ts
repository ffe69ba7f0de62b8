import { formatSol } from '../codec/decimalUnits.ts';
import type { LedgerState } from '../ledger/state.ts';
import { accountsAt } from '../ledger/state.ts';
import type { ScriptedLedger } from '../node/nodeOptions.ts';
import { loadLiteSvm } from '../runtime/litesvm/litesvmExecutor.ts';
import { LiteSvmMissingError } from '../runtime/litesvm/litesvmPackage.ts';
import { keyPairIn } from '../runtime/names/ledgerNames.ts';
import { WALLET_COUNT, WALLET_NAMES } from './devWallets.ts';
import type { Opened } from './openNode.ts';
import type { LogStream } from './output.ts';
import { serve } from './serve.ts';
import type { ServeOptions } from './serveOptions.ts';

/** `stillnode dev`: a node for a person at a terminal. @module */

const WALLET_SOL = 1000;

/** The ledger of `dev` without a path. */
const WALLETS: ScriptedLedger = {
  cluster: 'localnet',
  accounts: Object.fromEntries(WALLET_NAMES.map((name) => [name, { sol: WALLET_SOL }])),
};

/** Serves with the settings of a real node where none are given, until a signal. */
export async function runDev(serving: ServeOptions, messages: LogStream): Promise<never> {
  const execute = serving.options.execute ?? ((await hasLiteSvm()) ? 'litesvm' : 'none');
  const options = { dialect: 'agave', ledger: WALLETS, clock: 'machine', ...serving.options, execute } as const;
  return serve({ ...serving, options, fallbackPreset: 'localnet', passesTime: true }, messages, (opened) =>
    bannerOf(opened, serving, execute === 'litesvm'),
  );
}

/** Whether LiteSVM is installed. */
export async function hasLiteSvm(): Promise<boolean> {
  try {
    await loadLiteSvm();
    return true;
  } catch (error) {
    if (error instanceof LiteSvmMissingError) return false;
    throw error;
  }
}

function bannerOf({ listener, node }: Opened, { paths }: ServeOptions, hasPrograms: boolean): string {
  const { url, wsUrl } = listener;
  const wallets = walletsOf(node.state);
  const [first] = wallets;
  const width = Math.max(...wallets.map(({ name }) => name.length));
  const rows = wallets.map(
    ({ address, lamports, name }) => `  ${name.padEnd(width)}  ${address}  ${formatSol(lamports)} SOL\n`,
  );
  const command = first && `npx stillnode keys ${[first.name, ...paths].join(' ')} --out ${first.name}.json`;
  return [
    '\n',
    ...(command === undefined ? [] : [...rows, `\nKey file:   ${command}\n`]),
    `Solana CLI: solana config set --url ${url} --ws ${wsUrl}\n`,
    `Inspector:  ${url}\n`,
    `Explorer:   https://explorer.solana.com/?cluster=custom&customUrl=${encodeURIComponent(url)}\n`,
    `Programs:   ${hasPrograms ? 'run by LiteSVM' : 'only known effects; npm install litesvm runs them'}\n\n`,
  ].join('');
}

interface Wallet {
  /** the name, without its dollar */
  readonly name: string;
  readonly address: string;
  readonly lamports: bigint;
}

/** The first wallets that have SOL and whose key pair is known. A ledger that is continued has lost its names: those of WALLETS are tried. */
function walletsOf(state: LedgerState): readonly Wallet[] {
  const accounts = accountsAt(state, state.chains.processed);
  const names = new Set([...WALLET_NAMES, ...state.names.addresses.keys()]);
  return [...names]
    .flatMap((name): Wallet[] => {
      const address = keyPairIn(state.names, name)?.address;
      const lamports = (address && accounts.get(address)?.lamports) ?? 0n;
      return address === undefined || lamports === 0n ? [] : [{ name: name.slice(1), address, lamports }];
    })
    .slice(0, WALLET_COUNT);
}
