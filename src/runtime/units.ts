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
} from '../model/address.ts';

/** By the builtin programs, whatever they do. Source agave 4.1 DEFAULT_COMPUTE_UNITS of each, bpf_loader COMPUTE_UNITS */
const BUILTIN_UNITS: ReadonlyMap<Address, bigint> = new Map([
  [SYSTEM_PROGRAM, 150n],
  [COMPUTE_BUDGET_PROGRAM, 150n],
  [VOTE_PROGRAM, 2_100n],
  [LOADER_V2, 570n],
  [DEPRECATED_LOADER, 1_140n],
  [LOADER_V4, 2_000n],
  [UPGRADEABLE_LOADER, 2_370n],
]);

/** What other programs consume is known only by executing them: this stands for it. */
const DEFAULT_UNITS = 1_000n;

const PRECOMPILED: ReadonlySet<Address> = new Set(Object.values(PRECOMPILES));

/** Programs whose units are the node's own. */
export function isBuiltin(program: Address): boolean {
  return BUILTIN_UNITS.has(program);
}

/** Compute units that one call of a program consumes. */
export function unitsOf(program: Address): bigint {
  if (PRECOMPILED.has(program)) return 0n;
  return BUILTIN_UNITS.get(program) ?? DEFAULT_UNITS;
}
