import { BytesError } from '../codec/bytes.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import { HEAP_STEP, isHeapSize } from './messageBudget.ts';
import { countLoadedAddresses, type Message, type Transaction } from './transaction.ts';

/**
 * The rules that a node checks before it lets a message into a block.
 *
 * Source   solana message 4.1 `sanitize` of legacy, v0 and v1; sanitize 3.0
 * @module
 */

/** The node's text for a message that decodes and breaks a rule. */
export type MessageErrorText = 'index out of bounds' | 'invalid value';

type Strictness = Pick<NodeVersion, 'readsV1Strictly'>;

interface CheckedMessage extends Message, Strictness {
  /** static and loaded accounts */
  readonly numAccounts: number;
}

interface MessageRule {
  /** Describes how a message breaks the rule; undefined: it does not. */
  readonly check: (message: CheckedMessage) => string | undefined;
  readonly error: MessageErrorText;
  /** the error for a legacy message, where it is another one; null: the node does not check the rule there */
  readonly legacyError?: MessageErrorText | null;
}

/** Limits of all new messages. The rules here check them in v1 only, because legacy and v0 messages of old blocks may exceed them. */
export const MAX_INSTRUCTIONS = 64;
export const MAX_INSTRUCTION_ACCOUNTS = 255;

const MAX_ACCOUNTS = 256;
const V1_MAX_SIGNATURES = 12;
const V1_MAX_ADDRESSES = 64;
/** the largest number that a v1 instruction header can hold */
const V1_MAX_INSTRUCTION_DATA = 65535;

/** Rules in the order of the node. */
const RULES: readonly MessageRule[] = [
  { check: checkV1Counts, error: 'index out of bounds' },
  { check: checkHeader, error: 'index out of bounds' },
  { check: checkPayer, error: 'invalid value', legacyError: 'index out of bounds' },
  { check: checkLookups, error: 'invalid value' },
  { check: checkV1Values, error: 'invalid value' },
  { check: checkAccounts, error: 'index out of bounds', legacyError: null },
  { check: checkInstructions, error: 'index out of bounds' },
];

/** The node's error for a sent message; undefined: it breaks no rule. */
export function messageError(message: Message, strictness: Strictness): MessageErrorText | undefined {
  const checked = checkedMessage(message, strictness);
  const isLegacy = message.addressTableLookups === undefined && message.transactionConfig === undefined;
  for (const { check, error, legacyError = error } of RULES) {
    const errorText = isLegacy ? legacyError : error;
    if (errorText !== null && check(checked) !== undefined) return errorText;
  }
  return undefined;
}

/** @throws BytesError with a description of the broken rule; its offset is 0 */
export function validateTransaction({ signatures, message }: Transaction): void {
  const required = message.header.numRequiredSignatures;
  if (signatures.length !== required)
    throw new BytesError(`${signatures.length} signatures where the header requires ${required}`, 0);
  const checked = checkedMessage(message, { readsV1Strictly: false });
  for (const { check } of RULES) {
    const description = check(checked);
    if (description !== undefined) throw new BytesError(description, 0);
  }
}

function checkedMessage(message: Message, { readsV1Strictly }: Strictness): CheckedMessage {
  const { writable, readonly } = countLoadedAddresses(message);
  return { ...message, readsV1Strictly, numAccounts: message.accountKeys.length + writable + readonly };
}

function checkV1Counts({ header, accountKeys, instructions, transactionConfig }: Message): string | undefined {
  if (transactionConfig === undefined) return undefined;
  if (header.numRequiredSignatures > V1_MAX_SIGNATURES) return `more than ${V1_MAX_SIGNATURES} signatures`;
  if (accountKeys.length > V1_MAX_ADDRESSES) return `more than ${V1_MAX_ADDRESSES} addresses`;
  if (instructions.length > MAX_INSTRUCTIONS) return `more than ${MAX_INSTRUCTIONS} instructions`;
  for (const [i, { accounts, data }] of instructions.entries()) {
    if (accounts.length > MAX_INSTRUCTION_ACCOUNTS)
      return `instruction ${i}: ${accounts.length} accounts, at most ${MAX_INSTRUCTION_ACCOUNTS} allowed`;
    if (data.length > V1_MAX_INSTRUCTION_DATA)
      return `instruction ${i}: ${data.length} bytes of data, at most ${V1_MAX_INSTRUCTION_DATA} allowed`;
  }
  return undefined;
}

function checkHeader({ header, accountKeys }: Message): string | undefined {
  const { numReadonlyUnsignedAccounts, numRequiredSignatures: required } = header;
  if (required > accountKeys.length) return `${required} signatures required of ${accountKeys.length} account keys`;
  if (required + numReadonlyUnsignedAccounts > accountKeys.length)
    return 'more readonly unsigned accounts than account keys';
  return undefined;
}

function checkPayer({ header }: Message): string | undefined {
  if (header.numReadonlySignedAccounts < header.numRequiredSignatures) return undefined;
  return 'the fee payer must be a writable signer';
}

function checkLookups({ addressTableLookups = [] }: Message): string | undefined {
  const isEmpty = addressTableLookups.some(
    ({ writableIndexes, readonlyIndexes }) => writableIndexes.length + readonlyIndexes.length === 0,
  );
  return isEmpty ? 'an address table lookup that loads nothing' : undefined;
}

function checkV1Values({ accountKeys, transactionConfig, readsV1Strictly }: CheckedMessage): string | undefined {
  if (transactionConfig === undefined) return undefined;
  if (new Set(accountKeys).size !== accountKeys.length) return 'a duplicate address';
  const { heapSize } = transactionConfig;
  if (heapSize === null) return undefined;
  if (heapSize % HEAP_STEP !== 0) return `heap size ${heapSize} is not a multiple of ${HEAP_STEP}`;
  return readsV1Strictly && !isHeapSize(heapSize) ? `a heap of ${heapSize} bytes` : undefined;
}

function checkAccounts({ numAccounts }: CheckedMessage): string | undefined {
  return numAccounts > MAX_ACCOUNTS ? `more than ${MAX_ACCOUNTS} accounts` : undefined;
}

/** Programs must be static keys, and not the fee payer. */
function checkInstructions({ accountKeys, instructions, numAccounts }: CheckedMessage): string | undefined {
  for (const [i, { accounts, programIdIndex }] of instructions.entries()) {
    if (programIdIndex === 0) return `instruction ${i}: the fee payer cannot be the program`;
    if (programIdIndex >= accountKeys.length)
      return `instruction ${i}: program index ${programIdIndex} of ${accountKeys.length} static account keys`;
    for (const index of accounts)
      if (index >= numAccounts) return `instruction ${i}: account index ${index} of ${numAccounts} accounts`;
  }
  return undefined;
}
