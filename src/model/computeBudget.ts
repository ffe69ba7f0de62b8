/**
 * What a message asks of the compute budget program, and what it pays for it.
 *
 * Source   agave 4.1 compute-budget-instruction, compute-budget, builtins-default-costs
 * @module
 */
import { ByteReader } from '../codec/byteReader.ts';
import { saturateU64, U64_MAX } from '../codec/u64.ts';
import {
  type Address,
  address,
  COMPUTE_BUDGET_PROGRAM,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from './address.ts';
import type { Message } from './transaction.ts';

export interface ComputeBudget {
  /** compute units, u32 */
  readonly unitLimit: bigint;
  /** micro-lamports a unit, u64 */
  readonly unitPrice: bigint;
}

/** Programs whose instructions are cheap; the vote program leaves them with a feature that is not active yet. */
const BUILTIN_PROGRAMS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
  address('LoaderV411111111111111111111111111111111111'),
  address('KeccakSecp256k11111111111111111111111111111'),
  address('Ed25519SigVerify111111111111111111111111111'),
]);
const BUILTIN_UNITS = 3_000n;
const DEFAULT_UNITS = 200_000n;
const MAX_UNITS = 1_400_000n;

const MIN_HEAP_BYTES = 32n * 1024n;
const MAX_HEAP_BYTES = 256n * 1024n;
const HEAP_STEP = 1024n;

const MICRO = 1_000_000n;

type RequestName = 'heapSize' | 'unitLimit' | 'unitPrice' | 'loadedDataSize';
type Requests = ReadonlyMap<RequestName, bigint>;

/** By the tag that the instruction data starts with; bytes after the value do not matter. */
const REQUESTS: readonly ({ readonly name: RequestName; readonly bytes: 4 | 8 } | undefined)[] = [
  undefined,
  { name: 'heapSize', bytes: 4 },
  { name: 'unitLimit', bytes: 4 },
  { name: 'unitPrice', bytes: 8 },
  { name: 'loadedDataSize', bytes: 4 },
];

/** Undefined where an instruction to the compute budget program is invalid or a duplicate. */
export function computeBudgetOf(message: Message): ComputeBudget | undefined {
  const requests = readRequests(message);
  if (requests === undefined || !areInRange(requests)) return undefined;
  const unitLimit = requests.get('unitLimit') ?? defaultUnitLimit(message);
  return { unitLimit: unitLimit < MAX_UNITS ? unitLimit : MAX_UNITS, unitPrice: requests.get('unitPrice') ?? 0n };
}

/** Lamports, rounded up. */
export function prioritizationFee({ unitLimit, unitPrice }: ComputeBudget): bigint {
  return saturateU64((unitLimit * unitPrice + MICRO - 1n) / MICRO);
}

/** Micro-lamports a unit that are paid in the end: rounding up makes it more than was offered. Needs a limit above zero. */
export function paidUnitPrice(budget: ComputeBudget): bigint {
  const price = (prioritizationFee(budget) * MICRO) / budget.unitLimit;
  return price <= U64_MAX ? price : 0n;
}

function readRequests({ accountKeys, instructions }: Message): Requests | undefined {
  const requests = new Map<RequestName, bigint>();
  for (const { programIdIndex, data } of instructions) {
    if (accountKeys[programIdIndex] !== COMPUTE_BUDGET_PROGRAM) continue;
    const kind = REQUESTS[data[0] ?? 0];
    if (kind === undefined || data.length <= kind.bytes || requests.has(kind.name)) return undefined;
    const value = new ByteReader(data, 1);
    requests.set(kind.name, kind.bytes === 8 ? value.u64() : BigInt(value.u32()));
  }
  return requests;
}

function areInRange(requests: Requests): boolean {
  const heap = requests.get('heapSize') ?? MIN_HEAP_BYTES;
  return (
    heap >= MIN_HEAP_BYTES && heap <= MAX_HEAP_BYTES && heap % HEAP_STEP === 0n && requests.get('loadedDataSize') !== 0n
  );
}

function defaultUnitLimit({ accountKeys, instructions }: Message): bigint {
  let units = 0n;
  for (const { programIdIndex } of instructions)
    units += BUILTIN_PROGRAMS.has(accountKeys[programIdIndex]!) ? BUILTIN_UNITS : DEFAULT_UNITS;
  return units;
}
