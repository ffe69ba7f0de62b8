import { DEFAULT_VERSION } from '../../../nodeVersion.ts';
import type { InstructionRow } from '../../../solana/programs/instructionRow.ts';
import { TOKEN_2022_ROWS, TOKEN_ROWS } from '../../../solana/programs/splToken/baseInstructions.ts';
import { interfaceRow, SMALL_EXTENSION_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { permissionedBurnRows } from '../../../solana/programs/splToken/permissionedBurnRows.ts';
import { loadAccounts, storeAccounts } from '../../accounts/loadedAccounts.ts';
import type { Invocation } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { type Effects, effectOf, logName } from '../effects.ts';
import { CPI_GUARD, MEMO_TRANSFER } from './accountExtensions.ts';
import { amountToText, textToAmount } from './amountTexts.ts';
import { setAuthority } from './authorities.ts';
import { closeAccount } from './closing.ts';
import { approve, revoke } from './delegates.ts';
import { type ExtensionRun, runBySubTag } from './extensionEffects.ts';
import { setFrozen } from './freezing.ts';
import {
  createNativeMint,
  getAccountDataSize,
  initializeAccount,
  initializeImmutableOwner,
  initializeMint,
  initializeMultisig,
} from './initialize.ts';
import { type InterfaceEffects, runInterfaceRow } from './interfaceInstruction.ts';
import {
  changeDefaultState,
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
import { transfer } from './spending.ts';
import { burn, mintTo, syncNative } from './supply.ts';
import { invalidInstruction, readArguments } from './tokenArguments.ts';
import { TokenCall } from './tokenCall.ts';
import { errorLine } from './tokenErrors.ts';
import { GROUP_EFFECTS } from './tokenGroups.ts';
import { METADATA_EFFECTS } from './tokenMetadata.ts';
import { transferFees } from './transferFees.ts';

type PlainRow = (typeof TOKEN_ROWS)[keyof typeof TOKEN_ROWS];
type ExtendedRow = (typeof TOKEN_2022_ROWS)[keyof typeof TOKEN_2022_ROWS];

/** Instructions of both programs. */
const EFFECTS: Effects<PlainRow, TokenCall> = {
  initializeMint: (call, args) => initializeMint(call, args, true),
  initializeAccount: (call) => initializeAccount(call, undefined, true),
  initializeMultisig: (call, { m }) => initializeMultisig(call, m, true),
  transfer,
  approve,
  revoke,
  setAuthority,
  mintTo,
  burn,
  closeAccount,
  freezeAccount: (call) => setFrozen(call, true),
  thawAccount: (call) => setFrozen(call, false),
  transferChecked: transfer,
  approveChecked: approve,
  mintToChecked: mintTo,
  burnChecked: burn,
  initializeAccount2: (call, { owner }) => initializeAccount(call, owner, true),
  syncNative,
  initializeAccount3: (call, { owner }) => initializeAccount(call, owner, false),
  initializeMultisig2: (call, { m }) => initializeMultisig(call, m, false),
  initializeMint2: (call, args) => initializeMint(call, args, false),
  getAccountDataSize,
  initializeImmutableOwner,
  amountToUiAmount: amountToText,
  uiAmountToAmount: textToAmount,
};

/** Instructions that only Token-2022 has. Reallocation is not modelled. */
const EFFECTS_2022: Effects<ExtendedRow, TokenCall> = {
  initializeMintCloseAuthority: initializeCloseAuthority,
  createNativeMint,
  initializeNonTransferableMint: initializeNonTransferable,
  initializePermanentDelegate,
};

/** Instructions of the extensions of Token-2022 by tag; some log the name of the extension before their own line. */
const EXTENSIONS: Readonly<Record<number, readonly [name: string | null, run: ExtensionRun] | undefined>> = {
  26: [null, transferFees],
  28: [null, changeDefaultState],
  30: [null, runBySubTag(SMALL_EXTENSION_ROWS[30], MEMO_TRANSFER)],
  33: [null, runBySubTag(SMALL_EXTENSION_ROWS[33], INTEREST_BEARING)],
  34: [null, runBySubTag(SMALL_EXTENSION_ROWS[34], CPI_GUARD)],
  39: [null, runBySubTag(SMALL_EXTENSION_ROWS[39], METADATA_POINTER)],
  40: [null, runBySubTag(SMALL_EXTENSION_ROWS[40], GROUP_POINTER)],
  41: [null, runBySubTag(SMALL_EXTENSION_ROWS[41], GROUP_MEMBER_POINTER)],
  43: ['ScaledUiAmountExtension', runBySubTag(SMALL_EXTENSION_ROWS[43], SCALED_UI_AMOUNT)],
  44: ['PausableExtension', runBySubTag(SMALL_EXTENSION_ROWS[44], PAUSABLE)],
  46: ['PermissionedBurnExtension', runBySubTag(permissionedBurnRows(DEFAULT_VERSION), PERMISSIONED_BURN)],
};

/** tags of instructions of both programs that are not modelled: withdrawExcessLamports, unwrapLamports, batch */
const NOT_MODELLED: ReadonlySet<number> = new Set([38, 45, 255]);
/** tags of extensions of Token-2022 that are not modelled: transfer hooks, confidential transfers with their fees and mints */
const NOT_MODELLED_2022: ReadonlySet<number> = new Set([27, 36, 37, 42]);

function isNotModelled({ data, isToken2022 }: TokenCall): boolean {
  const tag = data[0] ?? -1;
  return NOT_MODELLED.has(tag) || (isToken2022 && NOT_MODELLED_2022.has(tag));
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
  // the Token program fails before it logs anything
  if (instruction.data.length === 0 && !call.isToken2022) throw invalidInstruction();
  try {
    run(call);
  } catch (error) {
    const line = error instanceof ProgramError && !call.hasCalled ? errorLine(error) : undefined;
    if (line !== undefined) invocation.log(line);
    throw error;
  }
  storeAccounts(loaded, accounts, instruction.program);
}

const ROWS: Readonly<Record<number, PlainRow>> = TOKEN_ROWS;
const ROWS_2022: Readonly<Record<number, ExtendedRow>> = TOKEN_2022_ROWS;

function run(call: TokenCall): void {
  const tag = call.data[0] ?? -1;
  const row = ROWS[tag];
  const extendedRow = call.isToken2022 ? ROWS_2022[tag] : undefined;
  if (row !== undefined) runRow(call, EFFECTS, row);
  else if (extendedRow !== undefined) runRow(call, EFFECTS_2022, extendedRow);
  else if (isNotModelled(call)) throw new NotModelledError(call.instruction);
  else if (call.isToken2022) runExtension(call, tag);
  else throw invalidInstruction();
}

function runRow<R extends InstructionRow>(call: TokenCall, effects: Effects<R, TokenCall>, row: R): void {
  const carryOut = effectOf(effects, row);
  if (carryOut === undefined) throw new NotModelledError(call.instruction);
  if (call.isToken2022) call.log(`Instruction: ${logName(row)}`);
  carryOut(call, readArguments(call, row) as never);
}

function runExtension(call: TokenCall, tag: number): void {
  const extension = EXTENSIONS[tag];
  if (extension === undefined) {
    runInterface(call);
    return;
  }
  const [name, carryOut] = extension;
  if (name !== null) call.log(`Instruction: ${name}`);
  carryOut(call);
}

const INTERFACE_EFFECTS: InterfaceEffects = { ...METADATA_EFFECTS, ...GROUP_EFFECTS };

function runInterface(call: TokenCall): void {
  const row = interfaceRow(call.data);
  if (row === undefined) throw invalidInstruction();
  runInterfaceRow(call, INTERFACE_EFFECTS, row);
}
