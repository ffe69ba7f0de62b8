import { didYouMean } from '../codec/suggest.ts';
import { RpcError } from '../errors.ts';
import type { LoadedLedger } from '../fixtures/loadLedger.ts';
import { type LedgerNames, NO_NAMES } from '../ledger/state.ts';
import { keyPairIn, namedLedger } from '../runtime/names/ledgerNames.ts';
import { similarName } from '../runtime/names/nameUses.ts';
import { addressIn } from '../script/building/keysInLedger.ts';
import { WALLET_NAMES } from './devWallets.ts';
import { keyFileText, writeKeyFile } from './keyFile.ts';
import { type LoadingOptions, loadOrFail } from './loadFixtures.ts';
import { CliError, type Output } from './output.ts';

export interface KeysOptions extends LoadingOptions {
  /** the name, with or without its dollar */
  readonly name: string;
  /** file to write, or `-` for stdout; undefined: only the address is printed */
  readonly out: string | undefined;
  readonly force: boolean;
}

/** The name of a file that stands for stdout; the address then goes to stderr. */
const STDOUT = '-';

/** `stillnode keys`: prints the address of a named wallet, and writes its key pair. */
export async function runKeys(
  { force, name: givenName, out, ...loading }: KeysOptions,
  output: Output,
): Promise<number> {
  const name = givenName.startsWith('$') ? givenName : `$${givenName}`;
  const hasLedger = loading.paths.length > 0;
  // without a ledger, the key of each name follows from the name
  const names = hasLedger ? await namesOf(name, loading, output) : NO_NAMES;
  const pair = keyPairIn(names, name);
  if (pair === undefined)
    throw new CliError(
      `\`${givenName}\` has no key pair: it must be the name of a wallet, not an address or a derivation`,
    );
  if (!hasLedger) warnIfNearWallet(name, output);
  if (out === STDOUT) {
    output.messages.write(`${pair.address}\n`);
    output.write(keyFileText(pair));
    return 0;
  }
  if (out !== undefined) writeKeyFile(out, pair, force);
  output.write(`${pair.address}\n`);
  return 0;
}

/** Warns of a name that is nearly that of a wallet of `stillnode dev`. */
function warnIfNearWallet(name: string, { messages }: Output): void {
  const similar = WALLET_NAMES.includes(name) ? undefined : similarName(name, WALLET_NAMES);
  if (similar !== undefined) messages.write(`warning: \`${name}\` is a new key (${didYouMean(similar)})\n`);
}

/** The names of a ledger. For a name that the ledger does not know there is only a warning: it has a key too. */
async function namesOf(name: string, loading: LoadingOptions, { messages }: Output): Promise<LedgerNames> {
  const { state }: LoadedLedger = await loadOrFail(loading, 'no key was written', messages);
  try {
    addressIn(namedLedger(state), name);
  } catch (error) {
    if (error instanceof RpcError) messages.write(`warning: ${error.message}\n`);
    // a text that is not a name has no key pair, which the caller reports
    else if (!(error instanceof TypeError)) throw error;
  }
  return state.names;
}
