import { BytesError } from '../codec/bytes.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import { type AddressTableLookup, countLookups, type Message, type Transaction } from './transaction.ts';

const MAX_ACCOUNTS = 256;
const V1_MAX_SIGNATURES = 12;
const V1_MAX_ADDRESSES = 64;
const V1_MAX_INSTRUCTIONS = 64;
/** what the counts of a v1 instruction header hold */
const V1_MAX_INSTRUCTION_ACCOUNTS = 255;
const V1_MAX_INSTRUCTION_DATA = 65535;
const HEAP_SIZE_STEP = 1024;
const MIN_HEAP_BYTES = 32 * 1024;
const MAX_HEAP_BYTES = 256 * 1024;

/**
 * The rules that a node checks before it lets a transaction into a block.
 *
 * Source   solana message 4.1 `sanitize` of legacy, v0 and v1
 * @throws BytesError (offset 0: the rule is about the whole) naming the rule that is broken
 */
export function validateTransaction({ version, signatures, message }: Transaction): void {
  const { header, accountKeys } = message;
  const required = header.numRequiredSignatures;
  if (signatures.length !== required) refuse(`${signatures.length} signatures where the header requires ${required}`);
  if (required > accountKeys.length) refuse(`${required} signatures required of ${accountKeys.length} account keys`);
  if (header.numReadonlySignedAccounts >= required) refuse('the fee payer must be a writable signer');
  if (required + header.numReadonlyUnsignedAccounts > accountKeys.length)
    refuse('more readonly unsigned accounts than account keys');
  const loaded = countLoaded(message);
  if (accountKeys.length + loaded > MAX_ACCOUNTS) refuse(`more than ${MAX_ACCOUNTS} accounts`);
  validateInstructions(message, accountKeys.length + loaded);
  if (version === 1) validateV1(message);
}

function refuse(rule: string): never {
  throw new BytesError(rule, 0);
}

function countLoaded(message: Message): number {
  let loaded = 0;
  for (const { writableIndexes, readonlyIndexes } of message.addressTableLookups ?? []) {
    const count = writableIndexes.length + readonlyIndexes.length;
    if (count === 0) refuse('an address table lookup that loads nothing');
    loaded += count;
  }
  return loaded;
}

function validateInstructions({ instructions, accountKeys }: Message, numAccounts: number): void {
  instructions.forEach(({ programIdIndex, accounts }, i) => {
    if (programIdIndex === 0) refuse(`instruction ${i}: the fee payer cannot be the program`);
    if (programIdIndex >= accountKeys.length)
      refuse(`instruction ${i}: program index ${programIdIndex} of ${accountKeys.length} static account keys`);
    for (const index of accounts) {
      if (index >= numAccounts) refuse(`instruction ${i}: account index ${index} of ${numAccounts} accounts`);
    }
  });
}

function validateV1({ header, accountKeys, instructions, transactionConfig }: Message): void {
  if (header.numRequiredSignatures > V1_MAX_SIGNATURES) refuse(`more than ${V1_MAX_SIGNATURES} signatures`);
  if (accountKeys.length > V1_MAX_ADDRESSES) refuse(`more than ${V1_MAX_ADDRESSES} addresses`);
  if (instructions.length > V1_MAX_INSTRUCTIONS) refuse(`more than ${V1_MAX_INSTRUCTIONS} instructions`);
  instructions.forEach(({ accounts, data }, i) => {
    if (accounts.length > V1_MAX_INSTRUCTION_ACCOUNTS)
      refuse(`instruction ${i}: ${accounts.length} accounts, at most ${V1_MAX_INSTRUCTION_ACCOUNTS} allowed`);
    if (data.length > V1_MAX_INSTRUCTION_DATA)
      refuse(`instruction ${i}: ${data.length} bytes of data, at most ${V1_MAX_INSTRUCTION_DATA} allowed`);
  });
  if (new Set(accountKeys).size !== accountKeys.length) refuse('a duplicate address');
  const heapSize = transactionConfig?.heapSize ?? 0;
  if (heapSize % HEAP_SIZE_STEP !== 0) refuse(`heap size ${heapSize} is not a multiple of ${HEAP_SIZE_STEP}`);
}

/** What is wrong with a message that decodes, as the node's error text. */
export type MessageFault = 'index out of bounds' | 'invalid value';

/**
 * The first rule that a message breaks; undefined where it breaks none. Every version has its own order.
 *
 * Source   solana message 4.1 `sanitize` of legacy, v0 and v1; sanitize 3.0
 */
export function faultOf(message: Message, version: Pick<NodeVersion, 'readsV1Strictly'>): MessageFault | undefined {
  const { header, accountKeys, addressTableLookups, transactionConfig } = message;
  const isLegacy = addressTableLookups === undefined && transactionConfig === undefined;
  const numSigners = header.numRequiredSignatures;
  if (transactionConfig !== undefined && exceedsV1(message)) return 'index out of bounds';
  if (numSigners + header.numReadonlyUnsignedAccounts > accountKeys.length) return 'index out of bounds';
  if (header.numReadonlySignedAccounts >= numSigners) return isLegacy ? 'index out of bounds' : 'invalid value';
  if (addressTableLookups?.some(loadsNothing)) return 'invalid value';
  if (transactionConfig !== undefined && hasInvalidV1Value(message, version)) return 'invalid value';
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

function hasInvalidV1Value(
  { accountKeys, transactionConfig }: Message,
  { readsV1Strictly }: Pick<NodeVersion, 'readsV1Strictly'>,
): boolean {
  const heap = transactionConfig?.heapSize;
  const isWrongHeap =
    heap != null &&
    (heap % HEAP_SIZE_STEP !== 0 || (readsV1Strictly && (heap < MIN_HEAP_BYTES || heap > MAX_HEAP_BYTES)));
  return new Set(accountKeys).size !== accountKeys.length || isWrongHeap;
}

/** Programs must be static keys, and the fee payer is none. */
function pointsOutside({ accountKeys, instructions }: Message, numAccounts: number): boolean {
  return instructions.some(
    ({ programIdIndex, accounts }) =>
      programIdIndex === 0 || programIdIndex >= accountKeys.length || accounts.some((index) => index >= numAccounts),
  );
}
