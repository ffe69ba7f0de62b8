import { type LoadedAccount, loadAccounts, storeAccounts } from '../../accounts/loadedAccounts.ts';
import type { Invocation } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { freezeAccount, setAuthority, thawAccount } from './authorities.ts';
import {
  getAccountDataSize,
  initializeAccount,
  initializeAccount2,
  initializeAccount3,
  initializeImmutableOwner,
  initializeMint,
  initializeMint2,
  initializeMultisig,
  initializeMultisig2,
} from './initialize.ts';
import { EXTENSION_INSTRUCTIONS, isNotModelled } from './otherInstructions.ts';
import { approve, approveChecked, closeAccount, revoke, transfer, transferChecked } from './spending.ts';
import {
  amountToUiAmount,
  burn,
  burnChecked,
  mintTo,
  mintToChecked,
  syncNative,
  uiAmountToAmount,
  unwrapLamports,
  withdrawExcessLamports,
} from './supply.ts';
import { invalidInstruction, TokenCall, type TokenInstruction } from './tokenCall.ts';
import { errorLine } from './tokenErrors.ts';

const BATCH = 255;
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
function batch(call: TokenCall, run: TokenInstruction): void {
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

/** Instructions of both programs by tag, with the name that Token-2022 logs. */
const INSTRUCTIONS: { readonly [tag: number]: readonly [name: string, run: TokenInstruction] | undefined } = {
  0: ['InitializeMint', initializeMint],
  1: ['InitializeAccount', initializeAccount],
  2: ['InitializeMultisig', initializeMultisig],
  3: ['Transfer', transfer],
  4: ['Approve', approve],
  5: ['Revoke', revoke],
  6: ['SetAuthority', setAuthority],
  7: ['MintTo', mintTo],
  8: ['Burn', burn],
  9: ['CloseAccount', closeAccount],
  10: ['FreezeAccount', freezeAccount],
  11: ['ThawAccount', thawAccount],
  12: ['TransferChecked', transferChecked],
  13: ['ApproveChecked', approveChecked],
  14: ['MintToChecked', mintToChecked],
  15: ['BurnChecked', burnChecked],
  16: ['InitializeAccount2', initializeAccount2],
  17: ['SyncNative', syncNative],
  18: ['InitializeAccount3', initializeAccount3],
  19: ['InitializeMultisig2', initializeMultisig2],
  20: ['InitializeMint2', initializeMint2],
  21: ['GetAccountDataSize', getAccountDataSize],
  22: ['InitializeImmutableOwner', initializeImmutableOwner],
  23: ['AmountToUiAmount', amountToUiAmount],
  24: ['UiAmountToAmount', uiAmountToAmount],
  38: ['WithdrawExcessLamports', withdrawExcessLamports],
  45: ['UnwrapLamports', unwrapLamports],
};

/** A program that stops has no time to log. */
const STOPPED = 'ProgramFailedToComplete';

/**
 * The token program and Token-2022.
 *
 * Source   p-token 1.0, which mainnet-beta runs as the token program; spl-token-2022 10.0 `processor.rs`
 */
export function tokenProgram(invocation: Invocation): void {
  const { instruction, accounts } = invocation;
  const loaded = loadAccounts(invocation);
  const call = new TokenCall(invocation, loaded, instruction.data);
  // the older program stops before it would log
  if (instruction.data.length === 0 && !call.isExtended) throw invalidInstruction();
  try {
    if (instruction.data[0] === BATCH) runBatch(call);
    else run(call);
  } catch (error) {
    if (error instanceof ProgramError && error.err !== STOPPED && !call.hasCalled) invocation.log(errorLine(error.err));
    throw error;
  }
  storeAccounts(loaded, accounts, instruction.program);
}

function runBatch(call: TokenCall): void {
  if (call.isExtended) call.log('Instruction: Batch');
  batch(call, run);
}

function run(call: TokenCall): void {
  const tag = call.data[0] ?? -1;
  const found = INSTRUCTIONS[tag] ?? (call.isExtended ? EXTENSION_INSTRUCTIONS[tag] : undefined);
  if (found !== undefined) {
    const [name, carryOut] = found;
    if (call.isExtended && name !== null) call.log(`Instruction: ${name}`);
    carryOut(call);
  } else throw call.isExtended && isNotModelled(call) ? new NotModelledError(call.instruction) : invalidInstruction();
}
