import { describe, expect, it } from 'vitest';
import type { TransactionError } from '../../src/solana/meta.ts';
import {
  INSTRUCTION_ERRORS,
  instructionErrorText,
  TRANSACTION_ERRORS,
  transactionErrorText,
} from '../../src/solana/transactionErrors.ts';

describe('transactionErrorText', () => {
  it.each<[err: TransactionError, text: string]>([
    ['AccountInUse', 'Account in use'],
    ['AccountLoadedTwice', 'Account loaded twice'],
    ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
    ['ProgramAccountNotFound', 'Attempt to load a program that does not exist'],
    ['InsufficientFundsForFee', 'Insufficient funds for fee'],
    ['InvalidAccountForFee', 'This account may not be used to pay transaction fees'],
    ['AlreadyProcessed', 'This transaction has already been processed'],
    ['BlockhashNotFound', 'Blockhash not found'],
    ['CallChainTooDeep', 'Loader call chain is too deep'],
    ['MissingSignatureForFee', 'Transaction requires a fee but has no signature present'],
    ['InvalidAccountIndex', 'Transaction contains an invalid account reference'],
    ['SignatureFailure', 'Transaction did not pass signature verification'],
    ['InvalidProgramForExecution', 'This program may not be used for executing instructions'],
    ['SanitizeFailure', 'Transaction failed to sanitize accounts offsets correctly'],
    ['ClusterMaintenance', 'Transactions are currently disabled due to cluster maintenance'],
    ['AccountBorrowOutstanding', 'Transaction processing left an account with an outstanding borrowed reference'],
    ['WouldExceedMaxBlockCostLimit', 'Transaction would exceed max Block Cost Limit'],
    ['UnsupportedVersion', 'Transaction version is unsupported'],
    ['InvalidWritableAccount', 'Transaction loads a writable account that cannot be written'],
    ['WouldExceedMaxAccountCostLimit', 'Transaction would exceed max account limit within the block'],
    ['WouldExceedAccountDataBlockLimit', 'Transaction would exceed account data limit within the block'],
    ['TooManyAccountLocks', 'Transaction locked too many accounts'],
    ['AddressLookupTableNotFound', "Transaction loads an address table account that doesn't exist"],
    ['InvalidAddressLookupTableOwner', 'Transaction loads an address table account with an invalid owner'],
    ['InvalidAddressLookupTableData', 'Transaction loads an address table account with invalid data'],
    ['InvalidAddressLookupTableIndex', 'Transaction address table lookup uses an invalid index'],
    ['InvalidRentPayingAccount', 'Transaction leaves an account with a lower balance than rent-exempt minimum'],
    ['WouldExceedMaxVoteCostLimit', 'Transaction would exceed max Vote Cost Limit'],
    ['WouldExceedAccountDataTotalLimit', 'Transaction would exceed total account data limit'],
    ['MaxLoadedAccountsDataSizeExceeded', 'Transaction exceeded max loaded accounts data size cap'],
    ['InvalidLoadedAccountsDataSizeLimit', 'LoadedAccountsDataSizeLimit set for transaction must be greater than 0.'],
    ['ResanitizationNeeded', 'ResanitizationNeeded'],
    ['UnbalancedTransaction', 'Sum of account balances before and after transaction do not match'],
    ['ProgramCacheHitMaxLimit', 'Program cache hit max limit'],
    ['CommitCancelled', 'CommitCancelled'],
    ['BailOut', 'BailOut'],
    [{ InstructionError: [0, 'BailOut'] }, 'Error processing Instruction 0: Block production bailed out'],
    [{ DuplicateInstruction: 3 }, 'Transaction contains a duplicate instruction (3) that is not allowed'],
    [
      { InsufficientFundsForRent: { account_index: 2 } },
      'Transaction results in an account (2) with insufficient funds for rent',
    ],
    [
      { ProgramExecutionTemporarilyRestricted: { account_index: 4 } },
      'Execution of the program referenced by account at index 4 is temporarily restricted.',
    ],
    [{ InstructionError: [0, { Custom: 1 }] }, 'Error processing Instruction 0: custom program error: 0x1'],
    [{ InstructionError: [7, { Custom: 6001 }] }, 'Error processing Instruction 7: custom program error: 0x1771'],
    [
      { InstructionError: [1, { Custom: 4294967295 }] },
      'Error processing Instruction 1: custom program error: 0xffffffff',
    ],
    [
      { InstructionError: [0, 'InvalidSeeds'] },
      'Error processing Instruction 0: Provided seeds do not result in a valid address',
    ],
    [{ InstructionError: [0, 'InvalidRealloc'] }, 'Error processing Instruction 0: Failed to reallocate account data'],
    // of nodes to come
    ['NotKnownYet', 'NotKnownYet'],
    [{ InstructionError: [5, 'NotKnownYet'] }, 'Error processing Instruction 5: NotKnownYet'],
    [{ NotKnownYet: { account_index: 1 } }, 'NotKnownYet'],
  ])('%j', (err, text) => {
    expect(transactionErrorText(err)).toBe(text);
  });

  it('every name has a text of its own', () => {
    expect(new Set(TRANSACTION_ERRORS.map(transactionErrorText)).size).toBe(36);
    expect(new Set(INSTRUCTION_ERRORS.map(instructionErrorText)).size).toBe(54);
  });
});
