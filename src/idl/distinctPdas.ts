import type { IdlPda } from '../solana/idl/idl.ts';
import { camelCase } from '../solana/idl/idlNames.ts';

/** Derived addresses, each derivation once. */
export function distinctPdas(pdas: readonly IdlPda[]): readonly IdlPda[] {
  const distinct = new Map<string, IdlPda>();
  for (const pda of pdas) {
    const key = JSON.stringify([camelCase(pda.name), pda.program, pda.seeds.map(seedKey)]);
    if (!distinct.has(key)) distinct.set(key, pda);
  }
  return [...distinct.values()];
}

function seedKey(seed: IdlPda['seeds'][number]): unknown {
  return seed.kind === 'constant' ? [...seed.bytes] : [seed.name, `${seed.type}`];
}
