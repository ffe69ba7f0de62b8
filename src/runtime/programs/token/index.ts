import { DISCRIMINATOR_BYTES, INTERFACE_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { loadAccounts, storeAccounts } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import type { Invocation } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority, setAuthority, setFrozen } from './authorities.ts';
import { addExtension, editExtension } from './extensionEntries.ts';
import {
  createNativeMint,
  getAccountDataSize,
  initializeAccount,
  initializeImmutableOwner,
  initializeMint,
  initializeMultisig,
} from './initialize.ts';
import { notOwner } from './sentences.ts';
import { approve, closeAccount, revoke, transfer, transferFee } from './spending.ts';
import { burn, mintTo, syncNative } from './supply.ts';
import {
  invalidData,
  invalidInstruction,
  readAddressArgument,
  readAmount,
  readCheckedAmount,
  TokenCall,
} from './tokenCall.ts';
import { errorLine, tokenError } from './tokenErrors.ts';
import { readTokenState } from './tokenState.ts';

type Table = { readonly [tag: number]: readonly [name: string | null, run: (call: TokenCall) => void] | undefined };

/** Instructions of both programs by tag, with the name that Token-2022 logs. */
const INSTRUCTIONS: Table = {
  0: ['InitializeMint', (call) => initializeMint(call, true)],
  1: ['InitializeAccount', (call) => initializeAccount(call, undefined, true)],
  2: ['InitializeMultisig', (call) => initializeMultisig(call, true)],
  3: ['Transfer', (call) => transfer(call, readAmount(call))],
  4: ['Approve', (call) => approve(call, readAmount(call))],
  5: ['Revoke', revoke],
  6: ['SetAuthority', setAuthority],
  7: ['MintTo', (call) => mintTo(call, readAmount(call))],
  8: ['Burn', (call) => burn(call, readAmount(call))],
  9: ['CloseAccount', closeAccount],
  10: ['FreezeAccount', (call) => setFrozen(call, true)],
  11: ['ThawAccount', (call) => setFrozen(call, false)],
  12: ['TransferChecked', (call) => transfer(call, readCheckedAmount(call))],
  13: ['ApproveChecked', (call) => approve(call, readCheckedAmount(call))],
  14: ['MintToChecked', (call) => mintTo(call, readCheckedAmount(call))],
  15: ['BurnChecked', (call) => burn(call, readCheckedAmount(call))],
  16: ['InitializeAccount2', (call) => initializeAccount(call, readAddressArgument(call), true)],
  17: ['SyncNative', syncNative],
  18: ['InitializeAccount3', (call) => initializeAccount(call, readAddressArgument(call), false)],
  19: ['InitializeMultisig2', (call) => initializeMultisig(call, false)],
  20: ['InitializeMint2', (call) => initializeMint(call, false)],
  21: ['GetAccountDataSize', getAccountDataSize],
  22: ['InitializeImmutableOwner', initializeImmutableOwner],
};

/** Instructions that only Token-2022 has; some log no name of their own. */
const EXTENSION_INSTRUCTIONS: Table = {
  26: [null, transferFee],
  30: [null, (call) => switchFlag(call, EXTENSION.memoTransfer, 'RequiredMemoTransfersInstruction')],
  31: ['CreateNativeMint', createNativeMint],
  34: [null, (call) => switchFlag(call, EXTENSION.cpiGuard, 'CpiGuardInstruction')],
};

/**
 * What owners ask of what is done with their accounts.
 *
 * Source   spl-token-2022 10.0 `extension/memo_transfer/processor.rs`, `extension/cpi_guard/processor.rs`
 */
function switchFlag(call: TokenCall, extension: number, name: string): void {
  const sub = call.data[1];
  if (sub === undefined) throw invalidData();
  if (sub > 1) throw invalidInstruction();
  call.log(`${name}::${sub === 0 ? 'Enable' : 'Disable'}`);
  const account = call.next();
  const authority = call.next();
  call.requireOwned(account);
  const state = readTokenState(call, account);
  requireAuthority(call, state.owner, authority, notOwner(call, state, authority));
  if (extension === EXTENSION.cpiGuard && call.isCalled)
    throw tokenError('CpiGuardSettingsLocked', `${call.show(account)} is not guarded against programs by a program`);
  const value = editExtension(account, extension) ?? addExtension(call, account, extension);
  value[0] = sub === 0 ? 1 : 0;
}

/** Of both programs: amounts as text and back, lamports that are taken out, batches. */
const NOT_MODELLED: ReadonlySet<number> = new Set([23, 24, 38, 45, 255]);
/** Reallocation, and what sets up and changes the extensions of mints. */
const NOT_MODELLED_2022: ReadonlySet<number> = new Set([
  25, 27, 28, 29, 32, 33, 35, 36, 37, 39, 40, 41, 42, 43, 44, 46,
]);

/** Whether it is an instruction of the program that is not modelled, as those of metadata and groups are not. */
function isNotModelled({ data, isExtended }: TokenCall): boolean {
  const tag = data[0] ?? -1;
  if (NOT_MODELLED.has(tag) || !isExtended) return NOT_MODELLED.has(tag);
  const discriminator = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  return NOT_MODELLED_2022.has(tag) || INTERFACE_ROWS.has(discriminator);
}

/** An aborted program logs nothing. */
const STOPPED = 'ProgramFailedToComplete';

/**
 * The token program and Token-2022.
 *
 * Source   p-token 1.0, which mainnet-beta runs as the token program; spl-token-2022 10.0 `processor.rs`
 */
export function tokenProgram(invocation: Invocation): void {
  const { instruction, accounts } = invocation;
  const loaded = loadAccounts(invocation);
  const call = new TokenCall(invocation, loaded);
  // the older program stops before it would log
  if (instruction.data.length === 0 && !call.isExtended) throw invalidInstruction();
  try {
    run(call);
  } catch (error) {
    if (error instanceof ProgramError && error.err !== STOPPED && !call.hasCalled) invocation.log(errorLine(error.err));
    throw error;
  }
  storeAccounts(loaded, accounts, instruction.program);
}

function run(call: TokenCall): void {
  const tag = call.data[0] ?? -1;
  const found = INSTRUCTIONS[tag] ?? (call.isExtended ? EXTENSION_INSTRUCTIONS[tag] : undefined);
  if (found !== undefined) {
    const [name, carryOut] = found;
    if (call.isExtended && name !== null) call.log(`Instruction: ${name}`);
    carryOut(call);
  } else throw isNotModelled(call) ? new NotModelledError(call.instruction) : invalidInstruction();
}
