import { isJsonObject } from '../../../codec/jsonText.ts';
import { custom, type InstructionError, ProgramError } from '../../programError.ts';

/**
 * The errors that the token programs number, in the order of their numbers, with what they log of them.
 *
 * Source   spl-token-interface 3.0, spl-token-2022-interface 3.0 `error.rs`
 * @module
 */

const TEXTS = {
  NotRentExempt: 'Error: Lamport balance below rent-exempt threshold',
  InsufficientFunds: 'Error: insufficient funds',
  InvalidMint: 'Error: Invalid Mint',
  MintMismatch: 'Error: Account not associated with this Mint',
  OwnerMismatch: 'Error: owner does not match',
  FixedSupply: 'Error: the total supply of this token is fixed',
  AlreadyInUse: 'Error: account or token already in use',
  InvalidNumberOfProvidedSigners: 'Error: Invalid number of provided signers',
  InvalidNumberOfRequiredSigners: 'Error: Invalid number of required signers',
  UninitializedState: 'Error: State is uninitialized',
  NativeNotSupported: 'Error: Instruction does not support native tokens',
  NonNativeHasBalance: 'Error: Non-native account can only be closed if its balance is zero',
  InvalidInstruction: 'Error: Invalid instruction',
  InvalidState: 'Error: Invalid account state for operation',
  Overflow: 'Error: Operation overflowed',
  AuthorityTypeNotSupported: 'Error: Account does not support specified authority type',
  MintCannotFreeze: 'Error: This token mint cannot freeze accounts',
  AccountFrozen: 'Error: Account is frozen',
  MintDecimalsMismatch: 'Error: decimals different from the Mint decimals',
  NonNativeNotSupported: 'Error: Instruction does not support non-native tokens',
  ExtensionTypeMismatch: 'Error: New extension type does not match already existing extensions',
  ExtensionBaseMismatch: 'Error: Extension does not match the base type provided',
  ExtensionAlreadyInitialized: 'Error: Extension already initialized on this account',
  ConfidentialTransferAccountHasBalance: 'Error: An account can only be closed if its confidential balance is zero',
  ConfidentialTransferAccountNotApproved: 'Error: Account not approved for confidential transfers',
  ConfidentialTransferDepositsAndTransfersDisabled: 'Error: Account not accepting deposits or transfers',
  ConfidentialTransferElGamalPubkeyMismatch: 'Error: ElGamal public key mismatch',
  ConfidentialTransferBalanceMismatch: 'Error: Balance mismatch',
  MintHasSupply: 'Error: Mint has non-zero supply. Burn all tokens before closing the mint',
  NoAuthorityExists: 'Error: No authority exists to perform the desired operation',
  TransferFeeExceedsMaximum: 'Error: Transfer fee exceeds maximum of 10,000 basis points',
  MintRequiredForTransfer:
    'Mint required for this account to transfer tokens, use `transfer_checked` or `transfer_checked_with_fee`',
  FeeMismatch: 'Calculated fee does not match expected fee',
  FeeParametersMismatch: 'Fee parameters associated with zero-knowledge proofs do not match fee parameters in mint',
  ImmutableOwner: 'The owner authority cannot be changed',
  AccountHasWithheldTransferFees:
    'Error: An account can only be closed if its withheld fee balance is zero, harvest fees to the mint and try again',
  NoMemo: 'Error: No memo in previous instruction required for recipient to receive a transfer',
  NonTransferable: 'Transfer is disabled for this mint',
  NonTransferableNeedsImmutableOwnership:
    "Non-transferable tokens can't be minted to an account without immutable ownership",
  MaximumPendingBalanceCreditCounterExceeded:
    'The total number of `Deposit` and `Transfer` instructions to an account cannot exceed the associated `maximum_pending_balance_credit_counter`',
  MaximumDepositAmountExceeded: 'Deposit amount exceeds maximum limit',
  CpiGuardSettingsLocked: 'CPI Guard status cannot be changed in CPI',
  CpiGuardTransferBlocked:
    'CPI Guard is enabled, and a program attempted to transfer user funds without using a delegate',
  CpiGuardBurnBlocked: 'CPI Guard is enabled, and a program attempted to burn user funds without using a delegate',
  CpiGuardCloseAccountBlocked:
    'CPI Guard is enabled, and a program attempted to close an account without returning lamports to owner',
  CpiGuardApproveBlocked: 'CPI Guard is enabled, and a program attempted to approve a delegate',
  CpiGuardSetAuthorityBlocked: 'CPI Guard is enabled, and a program attempted to add or change an authority',
  CpiGuardOwnerChangeBlocked: 'Account ownership cannot be changed while CPI Guard is enabled',
  ExtensionNotFound: 'Extension not found in account data',
  NonConfidentialTransfersDisabled: 'Non-confidential transfers disabled',
  ConfidentialTransferFeeAccountHasWithheldFee: 'Account has non-zero confidential withheld fee',
  InvalidExtensionCombination: 'Mint or account is initialized to an invalid combination of extensions',
  InvalidLengthForAlloc: 'Extension allocation with overwrite must use the same length',
} as const;

/** Errors with numbers beyond the table. Modelled instructions do not give the errors in between. */
const LATER_ERRORS = {
  IllegalMintBurnConversion: [
    65,
    'Conversions from normal to confidential token balance and vice versa are illegal if the confidential-mint-burn extension is enabled',
  ],
  InvalidScale: [66, 'Invalid scale for scaled ui amount'],
  MintPaused: [67, 'Transferring, minting, and burning is paused on this mint'],
} as const;

export type TokenErrorName = keyof typeof TEXTS | keyof typeof LATER_ERRORS;

const CODES: ReadonlyMap<string, number> = new Map([
  ...Object.keys(TEXTS).map((name, code) => [name, code] as const),
  ...Object.entries(LATER_ERRORS).map(([name, [code]]) => [name, code] as const),
]);
const TEXT_OF: ReadonlyMap<number, string> = new Map([
  ...Object.values(TEXTS).map((text, code) => [code, text] as const),
  ...Object.values(LATER_ERRORS).map(([code, text]) => [code, text] as const),
]);

export const OVERFLOW: InstructionError = custom(CODES.get('Overflow')!);

export function tokenErrorName(code: number): string | undefined {
  return [...CODES].find(([, known]) => known === code)?.[0];
}

/** An error that the token programs number. */
export function tokenError(name: TokenErrorName, message: string, hint?: string): ProgramError {
  return new ProgramError(custom(CODES.get(name)!), message, hint);
}

/** text of the errors of interfaces, whose numbers the program does not look up */
const UNKNOWN = 'Error: Unknown';

/** the failure of an aborted program in the log */
const PANICKED = 'SBF program panicked';

/** @param bytes that the program wanted */
export function outOfMemory(bytes: number): ProgramError {
  const message = `the program has no memory for a text of ${bytes} bytes`;
  return new ProgramError(STOPPED, message, undefined, PANICKED);
}

/** The error of an aborted program, which logs nothing about it, unless its memory ran out. */
const STOPPED = 'ProgramFailedToComplete';

/** The line that the token programs log of an error; undefined: none. */
export function errorLine({ err, logged }: ProgramError): string | undefined {
  if (err === STOPPED)
    return logged === PANICKED ? 'Program log: Error: memory allocation failed, out of memory' : undefined;
  const code = isJsonObject(err) ? err.Custom : undefined;
  return `Program log: ${typeof code === 'number' ? (TEXT_OF.get(code) ?? UNKNOWN) : `Error: ${err}`}`;
}
