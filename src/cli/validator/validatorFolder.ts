import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onOneLine } from '../../codec/text.ts';
import { fileErrorReason } from '../../fixtures/input/fileErrors.ts';
import { namedKeyPair } from '../../runtime/names/namedKeys.ts';
import { keyFileText } from '../keyFile.ts';
import type { Messages } from '../output.ts';
import { StartError } from './startError.ts';

/** The ledger folder of a test validator: what stillnode keeps in it. @module */

/** The files of key pairs, with the names of the keys: they are those of every localnet. */
const KEY_FILES: Readonly<Record<string, string>> = {
  'validator-keypair.json': 'validator',
  'vote-account-keypair.json': 'validatorVote',
  'stake-account-keypair.json': 'validatorStake',
  'faucet-keypair.json': 'faucet',
};
const LOG_FILE = 'validator.log';
const LEDGER_FOLDER = 'stillnode';

/** readable by the owner only */
const PRIVATE = 0o600;

export interface ValidatorFolder {
  /** the folder that keeps the ledger; undefined: it is not kept */
  readonly state: string | undefined;
  /** whether there is a ledger, which is continued */
  readonly isContinued: boolean;
}

/**
 * Opens the folder: it is created, and has an empty log and four key pairs. A folder that cannot be written is noted, and nothing is kept.
 *
 * @param isReset what stillnode has written there is deleted first
 * @throws StartError if the path is that of a file
 */
export function openValidatorFolder(path: string, isReset: boolean, messages: Messages): ValidatorFolder {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    throw new StartError(`Unable to create directory ${path}: it is a file`);
  const state = join(path, LEDGER_FOLDER);
  try {
    mkdirSync(path, { recursive: true });
    if (isReset)
      for (const name of [LEDGER_FOLDER, LOG_FILE, ...Object.keys(KEY_FILES)])
        rmSync(join(path, name), { recursive: true, force: true });
    writeFileSync(join(path, LOG_FILE), '');
    for (const [file, key] of Object.entries(KEY_FILES)) writeKey(join(path, file), key, messages);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const reason = onOneLine(`warning: cannot write to --ledger ${path}: ${fileErrorReason(error)}`);
    messages.write(`${reason}; the ledger is not kept\n`);
    return { state: undefined, isContinued: false };
  }
  return { state, isContinued: existsSync(state) && readdirSync(state).length > 0 };
}

/** Writes a key pair, unless another program has a file there: only `--reset` replaces that. */
function writeKey(path: string, name: string, messages: Messages): void {
  const text = keyFileText(namedKeyPair(name));
  if (!existsSync(path)) writeFileSync(path, text, { flag: 'wx', mode: PRIVATE });
  else if (readFileSync(path, 'utf8') !== text)
    messages.write(`warning: ${onOneLine(path)} has another key than this node and was not replaced: use --reset\n`);
}
