import type { Changes } from '../../runtime/accounts/changes.ts';
import type { CallSite } from '../../runtime/invocation.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Address } from '../../solana/address.ts';
import type { Instruction } from '../../solana/instruction.ts';
import type { Syntax } from '../../syntax/syntax.ts';
import type { AddressNode } from '../../syntax/values.ts';

/**
 * An instruction of scripts. The reader, the types, the JSON Schema, the row of docs/fixtures.md and the method of the builder follow
 * from `arguments`; its effect follows from the bytes, in `runtime/programs`.
 */
export interface ScriptInstruction<A> {
  /** the syntax under the name of the instruction */
  readonly arguments: Syntax<A>;
  /**
   * One instruction or several. Undefined: an argument is wrong, which was reported; a ScriptError is reported at the instruction.
   */
  readonly build: (args: A, context: BuildContext) => BuiltInstruction | readonly BuiltInstruction[] | undefined;
}

/** One row in the table of a program's instructions. */
export function scriptInstruction<A>(args: Syntax<A>, build: ScriptInstruction<A>['build']): ScriptInstruction<A> {
  return { arguments: args, build };
}

export interface BuiltInstruction extends Instruction {
  /** whether accounts stay unchanged, whatever the program would do */
  readonly hasNoEffect?: boolean;
  /** lines that its program writes when it begins */
  readonly lines?: readonly string[];
}

/** The context of `build` besides the arguments. */
export interface BuildContext {
  readonly names: Names;
  /** accounts before this instruction */
  readonly accounts: Changes;
  /** payer of the transaction, if the script names one */
  readonly payer: Address | undefined;
  /** whether it is an inner instruction, and what comes before it */
  readonly site: CallSite;
}

/** Addresses under the names of their nodes. */
export type AddressesOf<W> = { readonly [K in keyof W]: Address | Extract<W[K], undefined> };

/** The address of each node; one that is left out stays undefined. Undefined: a node is wrong, which was reported. */
export function resolveEach<W extends Readonly<Record<string, AddressNode | undefined>>>(
  { names }: Pick<BuildContext, 'names'>,
  nodes: W,
): AddressesOf<W> | undefined {
  const addresses = Object.entries(nodes).map(([name, node]) => [name, node, names.resolve(node)] as const);
  if (addresses.some(([, node, address]) => node !== undefined && address === undefined)) return undefined;
  // the names are those of W, which Object.entries forgets
  return Object.fromEntries(addresses.map(([name, , address]) => [name, address])) as AddressesOf<W>;
}
