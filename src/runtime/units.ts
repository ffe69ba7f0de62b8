import { type Address, COMPUTE_BUDGET_PROGRAM, PRECOMPILES, SYSTEM_PROGRAM } from '../model/address.ts';

/** Source   agave 4.1 DEFAULT_COMPUTE_UNITS of the builtin programs */
const BUILTIN_UNITS = 150n;

/** What other programs consume is known only by executing them: this stands for it. */
const DEFAULT_UNITS = 1_000n;

const BUILTINS: ReadonlySet<Address> = new Set([SYSTEM_PROGRAM, COMPUTE_BUDGET_PROGRAM]);

const PRECOMPILED: ReadonlySet<Address> = new Set(Object.values(PRECOMPILES));

/** Programs whose units are the node's own. */
export const isBuiltin = (program: Address): boolean => BUILTINS.has(program);

/** Compute units that one call of a program consumes. */
export function unitsOf(program: Address): bigint {
  if (PRECOMPILED.has(program)) return 0n;
  return BUILTINS.has(program) ? BUILTIN_UNITS : DEFAULT_UNITS;
}
