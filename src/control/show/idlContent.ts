import type { Address } from '../../solana/address.ts';
import { programAt } from '../../solana/idl/describe.ts';
import type { Scene } from './scene.ts';

/** What the IDL of a program names. */
export type IdlEntry = {
  /** its name in the ledger */
  readonly program: string;
  readonly accounts: readonly string[];
  readonly instructions: readonly string[];
  readonly events: readonly string[];
  /** without those of its framework */
  readonly errors: readonly string[];
};

/** Null: the address is not that of a program with an IDL. */
export function idlEntry(address: Address, { programs }: Scene): IdlEntry | null {
  const program = programAt(address, programs);
  if (program === undefined) return null;
  const { accounts, errors, events, instructions } = program.idl;
  return {
    program: program.name,
    accounts: namesOf(accounts),
    instructions: namesOf(instructions),
    events: namesOf(events),
    errors: namesOf(errors),
  };
}

function namesOf(items: readonly { readonly name: string }[]): readonly string[] {
  return items.map(({ name }) => name);
}
