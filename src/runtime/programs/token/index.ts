import { DISCRIMINATOR_BYTES, INTERFACE_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { loadAccounts, storeAccounts } from '../../accounts/loadedAccounts.ts';
import type { Invocation } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { CPI_GUARD, MEMO_TRANSFER } from './accountExtensions.ts';
import { amountToText, textToAmount } from './amountTexts.ts';
import { setAuthority, setFrozen } from './authorities.ts';
import {
  createNativeMint,
  getAccountDataSize,
  initializeAccount,
  initializeImmutableOwner,
  initializeMint,
  initializeMultisig,
} from './initialize.ts';
import type { InterfaceInstructions } from './interfaceInstruction.ts';
import {
  changeDefaultState,
  type ExtensionInstruction,
  GROUP_MEMBER_POINTER,
  GROUP_POINTER,
  INTEREST_BEARING,
  initializeCloseAuthority,
  initializeNonTransferable,
  initializePermanentDelegate,
  METADATA_POINTER,
  PAUSABLE,
  SCALED_UI_AMOUNT,
} from './mintExtensions.ts';
import { PERMISSIONED_BURN } from './permissionedBurns.ts';
import { approve, closeAccount, revoke, transfer } from './spending.ts';
import { burn, mintTo, syncNative } from './supply.ts';
import {
  invalidData,
  invalidInstruction,
  readAddressArgument,
  readAmount,
  readCheckedAmount,
  readOptionalAddressArgument,
  readText,
} from './tokenArguments.ts';
import { TokenCall } from './tokenCall.ts';
import { errorLine } from './tokenErrors.ts';
import { GROUP_INSTRUCTIONS } from './tokenGroups.ts';
import { METADATA_INSTRUCTIONS } from './tokenMetadata.ts';
import { transferFees } from './transferFees.ts';

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
  23: ['AmountToUiAmount', (call) => amountToText(call, readAmount(call).amount)],
  24: ['UiAmountToAmount', (call) => textToAmount(call, readText(call))],
};

/** Instructions that only Token-2022 has; some log no name of their own. */
const EXTENSION_INSTRUCTIONS: Table = {
  25: ['InitializeMintCloseAuthority', (call) => initializeCloseAuthority(call, readOptionalAddressArgument(call, 1))],
  26: [null, transferFees],
  28: [null, changeDefaultState],
  30: [null, bySubTag(MEMO_TRANSFER)],
  31: ['CreateNativeMint', createNativeMint],
  32: ['InitializeNonTransferableMint', initializeNonTransferable],
  33: [null, bySubTag(INTEREST_BEARING)],
  34: [null, bySubTag(CPI_GUARD)],
  35: ['InitializePermanentDelegate', (call) => initializePermanentDelegate(call, readAddressArgument(call))],
  39: [null, bySubTag(METADATA_POINTER)],
  40: [null, bySubTag(GROUP_POINTER)],
  41: [null, bySubTag(GROUP_MEMBER_POINTER)],
  43: ['ScaledUiAmountExtension', bySubTag(SCALED_UI_AMOUNT)],
  44: ['PausableExtension', bySubTag(PAUSABLE)],
  46: ['PermissionedBurnExtension', bySubTag(PERMISSIONED_BURN)],
};

function bySubTag(instructions: readonly ExtensionInstruction[]): (call: TokenCall) => void {
  return (call) => {
    const sub = call.data[1];
    if (sub === undefined) throw invalidData();
    const instruction = instructions[sub];
    if (instruction === undefined) throw invalidInstruction();
    call.log(instruction.line);
    instruction.carryOut(call);
  };
}

/** Instructions of both programs: lamports that are taken out, batches. */
const NOT_MODELLED: ReadonlySet<number> = new Set([38, 45, 255]);
/** Reallocation, transfer hooks, confidential transfers with their fees and mints. */
const NOT_MODELLED_2022: ReadonlySet<number> = new Set([27, 29, 36, 37, 42]);

function isNotModelled({ data, isExtended }: TokenCall): boolean {
  const tag = data[0] ?? -1;
  return NOT_MODELLED.has(tag) || (isExtended && NOT_MODELLED_2022.has(tag));
}

const INTERFACE_INSTRUCTIONS: InterfaceInstructions = { ...METADATA_INSTRUCTIONS, ...GROUP_INSTRUCTIONS };

function interfaceInstructionOf({ data, isExtended }: TokenCall): ((call: TokenCall) => void) | undefined {
  const discriminator = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  const row = isExtended ? INTERFACE_ROWS.get(discriminator) : undefined;
  return row && INTERFACE_INSTRUCTIONS[row.type];
}

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
    const line = error instanceof ProgramError && !call.hasCalled ? errorLine(error) : undefined;
    if (line !== undefined) invocation.log(line);
    throw error;
  }
  storeAccounts(loaded, accounts, instruction.program);
}

function run(call: TokenCall): void {
  const tag = call.data[0] ?? -1;
  const instruction = INSTRUCTIONS[tag] ?? (call.isExtended ? EXTENSION_INSTRUCTIONS[tag] : undefined);
  if (instruction !== undefined) {
    const [name, carryOut] = instruction;
    if (call.isExtended && name !== null) call.log(`Instruction: ${name}`);
    carryOut(call);
    return;
  }
  if (isNotModelled(call)) throw new NotModelledError(call.instruction);
  const ofInterface = interfaceInstructionOf(call);
  if (ofInterface === undefined) throw invalidInstruction();
  ofInterface(call);
}
