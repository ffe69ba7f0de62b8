import { isJsonArray, isJsonObject, type JsonValue } from '../codec/jsonText.ts';
import type { TransactionError } from './meta.ts';

/**
 * Texts of the node for failed transactions: errors with a name alone, in the order of their tags, and errors with data.
 *
 * Source   solana transaction-error 3.2, instruction-error 2.3
 * @module
 */

export const TRANSACTION_ERROR_TEXTS = {
  AccountInUse: 'Account in use',
  AccountLoadedTwice: 'Account loaded twice',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  CallChainTooDeep: 'Loader call chain is too deep',
  MissingSignatureForFee: 'Transaction requires a fee but has no signature present',
  InvalidAccountIndex: 'Transaction contains an invalid account reference',
  SignatureFailure: 'Transaction did not pass signature verification',
  InvalidProgramForExecution: 'This program may not be used for executing instructions',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  ClusterMaintenance: 'Transactions are currently disabled due to cluster maintenance',
  AccountBorrowOutstanding: 'Transaction processing left an account with an outstanding borrowed reference',
  WouldExceedMaxBlockCostLimit: 'Transaction would exceed max Block Cost Limit',
  UnsupportedVersion: 'Transaction version is unsupported',
  InvalidWritableAccount: 'Transaction loads a writable account that cannot be written',
  WouldExceedMaxAccountCostLimit: 'Transaction would exceed max account limit within the block',
  WouldExceedAccountDataBlockLimit: 'Transaction would exceed account data limit within the block',
  TooManyAccountLocks: 'Transaction locked too many accounts',
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
  InvalidAddressLookupTableOwner: 'Transaction loads an address table account with an invalid owner',
  InvalidAddressLookupTableData: 'Transaction loads an address table account with invalid data',
  InvalidAddressLookupTableIndex: 'Transaction address table lookup uses an invalid index',
  InvalidRentPayingAccount: 'Transaction leaves an account with a lower balance than rent-exempt minimum',
  WouldExceedMaxVoteCostLimit: 'Transaction would exceed max Vote Cost Limit',
  WouldExceedAccountDataTotalLimit: 'Transaction would exceed total account data limit',
  MaxLoadedAccountsDataSizeExceeded: 'Transaction exceeded max loaded accounts data size cap',
  InvalidLoadedAccountsDataSizeLimit: 'LoadedAccountsDataSizeLimit set for transaction must be greater than 0.',
  ResanitizationNeeded: 'ResanitizationNeeded',
  UnbalancedTransaction: 'Sum of account balances before and after transaction do not match',
  ProgramCacheHitMaxLimit: 'Program cache hit max limit',
  CommitCancelled: 'CommitCancelled',
  BailOut: 'BailOut',
};

export type TransactionErrorName = keyof typeof TRANSACTION_ERROR_TEXTS;

export const TRANSACTION_ERRORS: readonly string[] = Object.keys(TRANSACTION_ERROR_TEXTS);

/** The texts and logs of the node for a failed instruction, by the name of its error. */
export const INSTRUCTION_ERROR_TEXTS = {
  GenericError: 'generic instruction error',
  InvalidArgument: 'invalid program argument',
  InvalidInstructionData: 'invalid instruction data',
  InvalidAccountData: 'invalid account data for instruction',
  AccountDataTooSmall: 'account data too small for instruction',
  InsufficientFunds: 'insufficient funds for instruction',
  IncorrectProgramId: 'incorrect program id for instruction',
  MissingRequiredSignature: 'missing required signature for instruction',
  AccountAlreadyInitialized: 'instruction requires an uninitialized account',
  UninitializedAccount: 'instruction requires an initialized account',
  UnbalancedInstruction: 'sum of account balances before and after instruction do not match',
  ModifiedProgramId: 'instruction illegally modified the program id of an account',
  ExternalAccountLamportSpend: 'instruction spent from the balance of an account it does not own',
  ExternalAccountDataModified: 'instruction modified data of an account it does not own',
  ReadonlyLamportChange: 'instruction changed the balance of a read-only account',
  ReadonlyDataModified: 'instruction modified data of a read-only account',
  DuplicateAccountIndex: 'instruction contains duplicate accounts',
  ExecutableModified: 'instruction changed executable bit of an account',
  RentEpochModified: 'instruction modified rent epoch of an account',
  NotEnoughAccountKeys: 'insufficient account keys for instruction',
  AccountDataSizeChanged: "program other than the account's owner changed the size of the account data",
  AccountNotExecutable: 'instruction expected an executable account',
  AccountBorrowFailed: 'instruction tries to borrow reference for an account which is already borrowed',
  AccountBorrowOutstanding: 'instruction left account with an outstanding borrowed reference',
  DuplicateAccountOutOfSync: 'instruction modifications of multiply-passed account differ',
  InvalidError: 'program returned invalid error code',
  ExecutableDataModified: 'instruction changed executable accounts data',
  ExecutableLamportChange: 'instruction changed the balance of an executable account',
  ExecutableAccountNotRentExempt: 'executable accounts must be rent exempt',
  UnsupportedProgramId: 'Unsupported program id',
  CallDepth: 'Cross-program invocation call depth too deep',
  MissingAccount: 'An account required by the instruction is missing',
  ReentrancyNotAllowed: 'Cross-program invocation reentrancy not allowed for this instruction',
  MaxSeedLengthExceeded: 'Length of the seed is too long for address generation',
  InvalidSeeds: 'Provided seeds do not result in a valid address',
  InvalidRealloc: 'Failed to reallocate account data',
  ComputationalBudgetExceeded: 'Computational budget exceeded',
  PrivilegeEscalation: 'Cross-program invocation with unauthorized signer or writable account',
  ProgramEnvironmentSetupFailure: 'Failed to create program execution environment',
  ProgramFailedToComplete: 'Program failed to complete',
  ProgramFailedToCompile: 'Program failed to compile',
  Immutable: 'Account is immutable',
  IncorrectAuthority: 'Incorrect authority provided',
  BorshIoError: 'Failed to serialize or deserialize account data',
  AccountNotRentExempt: 'An account does not have enough lamports to be rent-exempt',
  InvalidAccountOwner: 'Invalid account owner',
  ArithmeticOverflow: 'Program arithmetic overflowed',
  UnsupportedSysvar: 'Unsupported sysvar',
  IllegalOwner: 'Provided owner is not allowed',
  MaxAccountsDataAllocationsExceeded: 'Accounts data allocations exceeded the maximum allowed per transaction',
  MaxAccountsExceeded: 'Max accounts exceeded',
  MaxInstructionTraceLengthExceeded: 'Max instruction trace length exceeded',
  BuiltinProgramsMustConsumeComputeUnits: 'Builtin programs must consume compute units',
  BailOut: 'Block production bailed out',
};

export type InstructionErrorName = keyof typeof INSTRUCTION_ERROR_TEXTS;

export const INSTRUCTION_ERRORS: readonly string[] = Object.keys(INSTRUCTION_ERROR_TEXTS);

const TEXTS: ReadonlyMap<string, string> = new Map(Object.entries(TRANSACTION_ERROR_TEXTS));
const INSTRUCTION_TEXTS: ReadonlyMap<string, string> = new Map(Object.entries(INSTRUCTION_ERROR_TEXTS));

/** The error that has a text: that of an instruction, or one that is a name alone; undefined: no such error has the text. */
export function errorOfText(text: string): TransactionError | undefined {
  const [, index, instructionText] = /^Error processing Instruction (\d{1,3}): (.*)$/s.exec(text) ?? [];
  if (instructionText === undefined) return nameOfText(TEXTS, text);
  const custom = /^custom program error: 0x([0-9a-f]{1,8})$/.exec(instructionText)?.[1];
  const error =
    custom === undefined ? nameOfText(INSTRUCTION_TEXTS, instructionText) : { Custom: Number.parseInt(custom, 16) };
  return error === undefined ? undefined : { InstructionError: [Number(index), error] };
}

function nameOfText(texts: ReadonlyMap<string, string>, text: string): string | undefined {
  for (const [name, known] of texts) if (known === text) return name;
  return undefined;
}

/** The text of an error; for an error of a newer node, which is not in the table, its name. */
export function transactionErrorText(err: TransactionError): string {
  if (typeof err === 'string') return TEXTS.get(err) ?? err;
  const [name = '', content] = isJsonObject(err) ? (Object.entries(err)[0] ?? []) : [];
  if (name === 'InstructionError' && isJsonArray(content))
    return `Error processing Instruction ${content[0]}: ${instructionErrorText(content[1])}`;
  if (name === 'DuplicateInstruction')
    return `Transaction contains a duplicate instruction (${content}) that is not allowed`;
  const index = isJsonObject(content) ? content.account_index : undefined;
  if (name === 'InsufficientFundsForRent')
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  if (name === 'ProgramExecutionTemporarilyRestricted')
    return `Execution of the program referenced by account at index ${index} is temporarily restricted.`;
  return name;
}

/** The text of the error of an instruction, which is a name or `{"Custom": code}`. */
export function instructionErrorText(reason: JsonValue | undefined): string {
  if (typeof reason === 'string') return INSTRUCTION_TEXTS.get(reason) ?? reason;
  const code = isJsonObject(reason) ? reason.Custom : undefined;
  return typeof code === 'number' ? `custom program error: 0x${code.toString(16)}` : '';
}
