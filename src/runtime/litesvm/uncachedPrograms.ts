import type { Account } from '../../solana/account.ts';
import { type Address, address, UPGRADEABLE_LOADER } from '../../solana/address.ts';
import { CALL_BEGINS } from '../../solana/idl/describe.ts';
import { codeAddressOf, PROGRAM_DATA_HEADER, PROGRAM_DATA_TAG } from '../../solana/programs/loaders.ts';
import type { Bank } from '../bank.ts';
import { OLD_LOADERS, startsElf } from './programCode.ts';

/**
 * The lines of calls of programs without code. A node leaves out some of these programs before it looks for their code, and has another line for
 * them; LiteSVM has one line for all.
 *
 * Source   agave 4.3.0-beta.2, 4.3.2, 4.4.0 svm program_loader.rs, filter_executable_program_accounts
 * @module
 */

const NOT_DEPLOYED = 'Program is not deployed';
const NOT_CACHED = 'Program is not cached';

/** Logs of LiteSVM with the lines of the node's version. */
export function withUncachedLines(logs: readonly string[], bank: Bank): readonly string[] {
  if (bank.protocol.version.uncachedPrograms === 'none' || !logs.includes(NOT_DEPLOYED)) return logs;
  return logs.map((line, index) => {
    if (line !== NOT_DEPLOYED) return line;
    const called = CALL_BEGINS.exec(logs[index - 1] ?? '')?.groups?.program;
    return called !== undefined && isUncached(address(called), bank) ? NOT_CACHED : line;
  });
}

function isUncached(program: Address, bank: Bank): boolean {
  const account = bank.accounts.get(program);
  if (account === undefined) return false;
  if (account.owner === UPGRADEABLE_LOADER) return !hasCodeAccount(account, bank);
  if (!OLD_LOADERS.includes(account.owner)) return false;
  return bank.protocol.version.uncachedPrograms === 'withoutData'
    ? account.data.length === 0
    : !startsElf(account.data, 0);
}

function hasCodeAccount(program: Account, { accounts }: Bank): boolean {
  const codeAddress = codeAddressOf(program);
  const code = codeAddress && accounts.get(codeAddress);
  if (code?.owner !== UPGRADEABLE_LOADER) return false;
  return PROGRAM_DATA_HEADER.tryDecode(code.data)?.tag === PROGRAM_DATA_TAG;
}
