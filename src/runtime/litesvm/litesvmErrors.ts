import type { JsonValue } from '../../codec/jsonText.ts';
import type { TransactionError } from '../../solana/meta.ts';
import type { InstructionErrorName, TransactionErrorName } from '../../solana/transactionErrors.ts';

/** By the number that LiteSVM has for them. Source litesvm 1.5 TransactionErrorFieldless */
const TRANSACTION_ERRORS: readonly TransactionErrorName[] = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
];

/** Likewise. Source litesvm 1.5 InstructionErrorFieldless */
const INSTRUCTION_ERRORS: readonly InstructionErrorName[] = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
];

/** An error of LiteSVM: a number, or an object whose class is its name. */
export type LiteSvmError = number | object;

interface Fields {
  readonly index?: number;
  readonly accountIndex?: number;
  readonly code?: number;
  err?(): LiteSvmError;
}

/** The same error as the wire has it. */
export function transactionErrorOf(error: LiteSvmError): TransactionError {
  if (typeof error === 'number') return known(TRANSACTION_ERRORS[error], error);
  const { accountIndex, err, index } = error as Fields;
  switch (error.constructor.name) {
    case 'TransactionErrorInstructionError':
      return { InstructionError: [index!, instructionErrorOf(err!.call(error))] };
    case 'TransactionErrorInsufficientFundsForRent':
      return { InsufficientFundsForRent: { account_index: accountIndex! } };
    case 'TransactionErrorDuplicateInstruction':
      return { DuplicateInstruction: index! };
    case 'TransactionErrorProgramExecutionTemporarilyRestricted':
      return { ProgramExecutionTemporarilyRestricted: { account_index: accountIndex! } };
    default:
      return known(undefined, error);
  }
}

function instructionErrorOf(error: LiteSvmError): JsonValue {
  if (typeof error === 'number') return known(INSTRUCTION_ERRORS[error], error);
  const { code } = error as Fields;
  return code === undefined ? 'BorshIoError' : { Custom: code };
}

function known(name: string | undefined, error: LiteSvmError): string {
  if (name === undefined) throw new TypeError(`litesvm has an error that this version does not know: ${String(error)}`);
  return name;
}
