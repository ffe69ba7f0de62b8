import type { LoadedLedger } from '../fixtures/loadLedger.ts';
import { addressIn, namedLedger } from '../fixtures/script/compiling/names/ledgerNames.ts';
import { type KeyPair, keysOf } from '../fixtures/script/compiling/names/namedKeys.ts';
import { Names } from '../fixtures/script/compiling/names/names.ts';
import { NO_REPORTS } from '../fixtures/script/compiling/scriptError.ts';
import { type LedgerNames, NO_NAMES } from '../ledger/state.ts';
import { writeKeyFile } from './keyFile.ts';
import { type LoadingOptions, loadOrFail } from './loadFixtures.ts';
import { CliError, writeOutput } from './output.ts';

export interface KeysOptions extends LoadingOptions {
  /** with or without its dollar */
  readonly name: string;
  /** file to write; undefined: only the address is printed */
  readonly out: string | undefined;
  readonly force: boolean;
}

/** `stillnode keys`: prints the address of a named wallet, and writes its key pair. */
export async function runKeys({ force, name, out, ...loading }: KeysOptions): Promise<number> {
  const word = name.startsWith('$') ? name : `$${name}`;
  // without a ledger no name has a key of its own
  const names = loading.paths.length === 0 ? NO_NAMES : await namesOf(word, loading);
  const pair = keyPairIn(names, word);
  if (pair === undefined)
    throw new CliError(
      `there is no key pair of \`${name}\`: it must be the name of a wallet, and no address or derivation`,
    );
  if (out !== undefined) writeKeyFile(out, pair, force);
  writeOutput(`${pair.address}\n`);
  return 0;
}

/** Undefined: it is not a name, or only its address is known. */
export function keyPairIn(names: LedgerNames, word: string): KeyPair | undefined {
  const known = new Names(keysOf(names), undefined, names.addresses);
  const address = known.resolve({ value: word, at: NO_REPORTS });
  return address && known.signer(address);
}

/** @throws CliError for a name that resembles one of the ledger */
async function namesOf(word: string, loading: LoadingOptions): Promise<LedgerNames> {
  const { state }: LoadedLedger = await loadOrFail(loading, 'no key was written');
  try {
    addressIn(namedLedger(state), word);
  } catch (error) {
    throw error instanceof TypeError ? new CliError(error.message) : error;
  }
  return state.names;
}
