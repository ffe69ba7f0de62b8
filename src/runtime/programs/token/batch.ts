import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { TokenCall, type TokenInstruction } from './call.ts';
import { invalidInstruction } from './instructionData.ts';

export const BATCH = 255;
const HEADER_BYTES = 2;
/** By tag: which accounts the older program looks at beforehand, because they are only judged after the whole batch. */
const OWNED: readonly (readonly [tags: readonly number[], accounts: readonly number[], least: number])[] = [
  [[3, 7, 8, 14, 15], [0, 1], 2],
  [[12], [0, 2], 3],
  [[4, 5, 6, 9, 10, 11, 13, 22, 38, 45], [0], 1],
];

/**
 * Instructions one after another: of each a count of accounts, a length, and its data.
 *
 * Source   p-token 1.0 `processor/batch.rs`, spl-token-2022 10.0 `process_batch`
 */
export function batch(call: TokenCall, run: TokenInstruction): void {
  const { data, invocation } = call;
  let accounts = call.rest();
  let at = 1;
  do {
    const [count, length] = [data[at], data[at + 1]];
    if (count === undefined || length === undefined) throw invalidInstruction();
    const end = at + HEADER_BYTES + length;
    // Token-2022 counts the accounts first
    if (call.isExtended) requireAccounts(accounts, count);
    if (end > data.length || (length === 0 && !call.isExtended)) throw invalidInstruction();
    requireAccounts(accounts, count);
    const own = accounts.slice(0, count);
    const instruction = data.subarray(at + HEADER_BYTES, end);
    if (!call.isExtended) checkOwners(call, own, instruction[0]!);
    run(new TokenCall(invocation, own, instruction));
    accounts = accounts.slice(count);
    at = end;
  } while (at < data.length);
}

function requireAccounts(accounts: readonly LoadedAccount[], count: number): void {
  if (accounts.length < count) throw new ProgramError('NotEnoughAccountKeys', 'the instruction has too few accounts');
}

function checkOwners(call: TokenCall, accounts: readonly LoadedAccount[], tag: number): void {
  const [, owned, least] = OWNED.find(([tags]) => tags.includes(tag)) ?? [[], [], 0];
  requireAccounts(accounts, least);
  for (const index of owned) call.requireOwned(accounts[index]!);
}
