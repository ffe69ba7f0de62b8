import {
  type Address,
  COMPUTE_BUDGET_PROGRAM,
  DEPRECATED_LOADER,
  isPrecompile,
  LOADER_V2,
  LOADER_V4,
  SYSTEM_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '../solana/address.ts';

/**
 * Units of the builtin programs, the same for all instructions.
 * Source agave 4.1 DEFAULT_COMPUTE_UNITS of each, bpf_loader COMPUTE_UNITS
 */
const BUILTIN_UNITS: ReadonlyMap<Address, bigint> = new Map([
  [SYSTEM_PROGRAM, 150n],
  [COMPUTE_BUDGET_PROGRAM, 150n],
  [VOTE_PROGRAM, 2_100n],
  [LOADER_V2, 570n],
  [DEPRECATED_LOADER, 1_140n],
  [LOADER_V4, 2_000n],
  [UPGRADEABLE_LOADER, 2_370n],
]);

/** Compute units of a call of a program whose real consumption is not known: an assumption. */
const DEFAULT_UNITS = 1_000n;

/** Whether the units of a program are known from the node, and are not an assumption. */
export function areUnitsKnown(program: Address): boolean {
  return BUILTIN_UNITS.has(program);
}

/** Compute units that one call of a program consumes. */
export function unitsOf(program: Address): bigint {
  if (isPrecompile(program)) return 0n;
  return BUILTIN_UNITS.get(program) ?? DEFAULT_UNITS;
}
