import { loadAccounts, storeAccounts } from '../../accounts/loadedAccounts.ts';
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
import { burn, burnChecked, mintTo, mintToChecked, syncNative } from './supply.ts';
import { invalidInstruction, TokenCall, type TokenInstruction } from './tokenCall.ts';
import { errorLine } from './tokenErrors.ts';

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
