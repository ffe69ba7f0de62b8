import { minOf, saturateU64, U64_MAX } from '../codec/bigints.ts';
import { ByteReader } from '../codec/bytes.ts';
import { tryDecode, u8 } from '../codec/struct.ts';
import {
  type Address,
  COMPUTE_BUDGET_PROGRAM,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
  PRECOMPILES,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from './address.ts';
import type { TransactionError } from './meta.ts';
import { COMPUTE_BUDGET_ROWS } from './programs/computeBudget.ts';
import type { Message, TransactionConfig } from './transaction.ts';

/**
 * The compute budget of a message and its price: set by instructions, or in v1 by settings of the message.
 *
 * Source   agave 4.1 compute-budget-instruction, compute-budget, builtins-default-costs
 * @module
 */

export interface ComputeBudget {
  /** compute units, u32 */
  readonly unitLimit: bigint;
  /** lamports beside those for signatures, u64 */
  readonly priorityFee: bigint;
}

/** A budget with its requests for heap and loaded data, which cost nothing; `budgetError` checks them later. */
export interface RequestedBudget extends ComputeBudget {
  /** bytes; undefined: not requested */
  readonly heap: Request | undefined;
  /** bytes of account data that may be loaded, at most 64 MiB */
  readonly loadedDataLimit: bigint;
}

interface Request {
  /** u64 */
  readonly value: bigint;
  /** index of the instruction with the request */
  readonly instruction: number;
}

/** The error of an instruction to the compute budget program that every node refuses. */
export class ComputeBudgetError extends Error {
  readonly err: TransactionError;
  constructor(err: TransactionError) {
    super('an invalid request to the compute budget');
    this.name = 'ComputeBudgetError';
    this.err = err;
  }
}

/** Programs whose instructions count few units by default; a feature that is not active yet removes the vote program. */
const BUILTIN_PROGRAMS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
  PRECOMPILES.secp256k1,
  PRECOMPILES.ed25519,
]);
const BUILTIN_UNITS = 3_000n;
export const DEFAULT_UNITS = 200_000n;
export const MAX_UNITS = 1_400_000n;

export const HEAP_STEP = 1024;
export const MIN_HEAP_BYTES: number = 32 * HEAP_STEP;
export const MAX_HEAP_BYTES: number = 256 * HEAP_STEP;
export const MAX_LOADED_DATA_BYTES = 64n * 1024n * 1024n;

const MICRO = 1_000_000n;

type RequestRow = (typeof COMPUTE_BUDGET_ROWS)[keyof typeof COMPUTE_BUDGET_ROWS];
type Requests = ReadonlyMap<RequestRow['type'], Request>;

const ROWS: Readonly<Record<number, RequestRow>> = COMPUTE_BUDGET_ROWS;

/** The compute budget of a message; undefined: an instruction to the compute budget program is invalid or a duplicate. */
export function computeBudgetOf(message: Message): ComputeBudget | undefined {
  try {
    const budget = readComputeBudget(message);
    return budgetError(budget, message) === undefined ? budget : undefined;
  } catch (error) {
    if (error instanceof ComputeBudgetError) return undefined;
    throw error;
  }
}

/** @throws ComputeBudgetError */
export function readComputeBudget(message: Message): RequestedBudget {
  if (message.transactionConfig !== undefined) return budgetOfV1(message.transactionConfig);
  const requests = readRequests(message);
  const unitLimit = requests.get('setComputeUnitLimit')?.value ?? defaultUnitLimit(message);
  const loadedDataLimit = requests.get('setLoadedAccountsDataSizeLimit')?.value ?? MAX_LOADED_DATA_BYTES;
  return {
    unitLimit: minOf(unitLimit, MAX_UNITS),
    priorityFee: prioritizationFee(minOf(unitLimit, MAX_UNITS), requests.get('setComputeUnitPrice')?.value ?? 0n),
    heap: requests.get('requestHeapFrame'),
    loadedDataLimit: minOf(loadedDataLimit, MAX_LOADED_DATA_BYTES),
  };
}

/** Members that are left out count as 0; the size of the heap is a rule for messages. Source agave 4.2 runtime-transaction */
function budgetOfV1({
  computeUnitLimit,
  loadedAccountsDataSizeLimit,
  priorityFee,
}: TransactionConfig): RequestedBudget {
  return {
    unitLimit: minOf(BigInt(computeUnitLimit ?? 0), MAX_UNITS),
    priorityFee: priorityFee ?? 0n,
    heap: undefined,
    loadedDataLimit: minOf(BigInt(loadedAccountsDataSizeLimit ?? 0), MAX_LOADED_DATA_BYTES),
  };
}

/** The error of an impossible request: that of the heap comes first. */
export function budgetError(
  { heap, loadedDataLimit }: RequestedBudget,
  { transactionConfig }: Message,
): TransactionError | undefined {
  if (transactionConfig !== undefined) return undefined;
  if (heap !== undefined && !isHeapSize(Number(heap.value))) return invalidData(heap.instruction);
  return loadedDataLimit === 0n ? 'InvalidLoadedAccountsDataSizeLimit' : undefined;
}

export function isHeapSize(bytes: number): boolean {
  return bytes >= MIN_HEAP_BYTES && bytes <= MAX_HEAP_BYTES && bytes % HEAP_STEP === 0;
}

function invalidData(instruction: number): TransactionError {
  return { InstructionError: [instruction, 'InvalidInstructionData'] };
}

/** Lamports, rounded up; the price is in micro-lamports a unit. */
export function prioritizationFee(unitLimit: bigint, unitPrice: bigint): bigint {
  return saturateU64((unitLimit * unitPrice + MICRO - 1n) / MICRO);
}

/**
 * The price that is paid, in micro-lamports a unit: more than the price that was offered, because the fee is rounded up. Needs a limit above zero.
 */
export function paidUnitPrice(budget: ComputeBudget): bigint {
  const price = (budget.priorityFee * MICRO) / budget.unitLimit;
  return price <= U64_MAX ? price : 0n;
}

function readRequests({ accountKeys, instructions }: Message): Requests {
  const requests = new Map<RequestRow['type'], Request>();
  instructions.forEach(({ programIdIndex, data }, instruction) => {
    if (accountKeys[programIdIndex] !== COMPUTE_BUDGET_PROGRAM) return;
    const row = ROWS[data[0] ?? -1];
    const args = row && tryDecode(() => row.args.read(new ByteReader(data, u8.size)));
    if (args === undefined) throw new ComputeBudgetError(invalidData(instruction));
    if (requests.has(row!.type)) throw new ComputeBudgetError({ DuplicateInstruction: instruction });
    requests.set(row!.type, { value: BigInt(args.value), instruction });
  });
  return requests;
}

function defaultUnitLimit({ accountKeys, instructions }: Message): bigint {
  let units = 0n;
  for (const { programIdIndex } of instructions)
    units += BUILTIN_PROGRAMS.has(accountKeys[programIdIndex]!) ? BUILTIN_UNITS : DEFAULT_UNITS;
  return units;
}
