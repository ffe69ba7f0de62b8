import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { memberAt } from '../../codec/foreignJson.ts';
import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { JsonSyntaxError, parseJson } from '../../codec/parseJson.ts';
import { FixtureError } from '../../files/fixtureError.ts';
import { accountOfNode } from '../../fixtures/accountOfNode.ts';
import { fileErrorReason } from '../../fixtures/input/fileErrors.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, address, isAddressText } from '../../solana/address.ts';
import { StartError } from './startError.ts';

/**
 * Accounts in files, as `solana account --output json` writes them.
 *
 * Source   agave 4.3.2 test-validator lib.rs add_accounts_from_json_files, add_accounts_from_directories
 * @module
 */

/** The folders that files of accounts are looked for in. */
const FOLDERS = ['.', 'tests/fixtures'] as const;

/** @param pairs an address or `-`, and a file, for each account. @throws StartError */
export async function accountsOfFiles(pairs: readonly (readonly string[])[]): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (const [key = '', file = ''] of pairs) {
    if (key !== '-' && !isAddressText(key)) throw new StartError(`invalid address ${key}: it is not an address`);
    const path = FOLDERS.map((folder) => (file.startsWith('/') ? file : join(folder, file))).find(isFile);
    if (path === undefined) throw new StartError(`add_accounts_from_json_files failed: Unable to locate ${file}`);
    accounts.push(await accountIn(path, key === '-' ? undefined : address(key), 'add_accounts_from_json_files'));
  }
  return accounts;
}

/** The accounts of all files in these folders, not in folders of theirs, whose names end in `.json`. @throws StartError */
export async function accountsOfFolders(folders: readonly string[]): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (const folder of new Set(folders))
    for (const name of readdirSync(folder).toSorted()) {
      const path = join(folder, name);
      if (name.endsWith('.json') && isFile(path))
        accounts.push(await accountIn(path, undefined, 'add_accounts_from_directories'));
    }
  return accounts;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** @param key default: that of the file. @throws StartError */
async function accountIn(path: string, key: Address | undefined, step: string): Promise<Account> {
  const refuse = (reason: string) => new StartError(`${step} failed: Unable to deserialize ${path}: ${reason}`);
  let value: JsonValue;
  try {
    value = parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    throw refuse(error instanceof JsonSyntaxError ? error.message : fileErrorReason(error));
  }
  const pubkey = memberAt(value, 'pubkey');
  if (!isJsonObject(value) || typeof pubkey !== 'string' || !isAddressText(pubkey))
    throw refuse('expected an address as `pubkey`, and an `account`, as `solana account --output json` writes them');
  try {
    return await accountOfNode(value.account, key ?? address(pubkey), path);
  } catch (error) {
    throw error instanceof FixtureError ? refuse(error.problems[0]!.message) : error;
  }
}
