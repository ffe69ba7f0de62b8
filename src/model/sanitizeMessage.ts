import { type AddressTableLookup, countLookups, type Message } from './transaction.ts';
import {
  HEAP_SIZE_STEP,
  MAX_ACCOUNTS,
  V1_MAX_ADDRESSES,
  V1_MAX_INSTRUCTIONS,
  V1_MAX_SIGNATURES,
} from './validateTransaction.ts';

/** What is wrong with a message that decodes, as the node's error text. */
export type MessageFault = 'index out of bounds' | 'invalid value';

/**
 * The first rule that a message breaks; undefined where it breaks none. Every version has its own order.
 *
 * Source   solana message 4.1 `sanitize` of legacy, v0 and v1; sanitize 3.0
 */
export function faultOf(message: Message): MessageFault | undefined {
  const { header, accountKeys, addressTableLookups, transactionConfig } = message;
  const isLegacy = addressTableLookups === undefined && transactionConfig === undefined;
  const numSigners = header.numRequiredSignatures;
  if (transactionConfig !== undefined && exceedsV1(message)) return 'index out of bounds';
  if (numSigners + header.numReadonlyUnsignedAccounts > accountKeys.length) return 'index out of bounds';
  if (header.numReadonlySignedAccounts >= numSigners) return isLegacy ? 'index out of bounds' : 'invalid value';
  if (addressTableLookups?.some(loadsNothing)) return 'invalid value';
  if (transactionConfig !== undefined && hasInvalidV1Value(message)) return 'invalid value';
  const { writable, readonly } = countLookups(message);
  const numAccounts = accountKeys.length + writable + readonly;
  if (!isLegacy && numAccounts > MAX_ACCOUNTS) return 'index out of bounds';
  return pointsOutside(message, numAccounts) ? 'index out of bounds' : undefined;
}

function loadsNothing({ writableIndexes, readonlyIndexes }: AddressTableLookup): boolean {
  return writableIndexes.length + readonlyIndexes.length === 0;
}

function exceedsV1({ header, accountKeys, instructions }: Message): boolean {
  return (
    header.numRequiredSignatures > V1_MAX_SIGNATURES ||
    instructions.length > V1_MAX_INSTRUCTIONS ||
    accountKeys.length > V1_MAX_ADDRESSES
  );
}

function hasInvalidV1Value({ accountKeys, transactionConfig }: Message): boolean {
  return new Set(accountKeys).size !== accountKeys.length || (transactionConfig?.heapSize ?? 0) % HEAP_SIZE_STEP !== 0;
}

/** Programs must be static keys, and the fee payer is none. */
function pointsOutside({ accountKeys, instructions }: Message, numAccounts: number): boolean {
  return instructions.some(
    ({ programIdIndex, accounts }) =>
      programIdIndex === 0 || programIdIndex >= accountKeys.length || accounts.some((index) => index >= numAccounts),
  );
}
