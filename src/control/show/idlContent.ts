import type { Address } from '../../solana/address.ts';
import { programAt } from '../../solana/idl/describe.ts';
import type { ShowContext } from './context.ts';

export type IdlEntry = {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly instructions: readonly string[];
  readonly events: readonly string[];
  /** errors of the program, without those of its framework */
  readonly errors: readonly string[];
};

export function idlEntry(address: Address, { programs }: ShowContext): IdlEntry | null {
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
