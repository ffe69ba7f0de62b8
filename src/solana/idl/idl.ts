import type { JsonValue } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import type { Budget } from './budget.ts';

/**
 * A program as its IDL describes it, whatever form the IDL has.
 * @module
 */

/** A type of values, as an IDL describes it. `src/idl` makes it, and has all kinds and the code that writes values. */
export interface ValueType {
  readonly kind: string;
  /**
   * Reads a value. Integers beyond 32 bits are text, and bytes are in base64.
   *
   * @throws IdlDataError: the data is not of this type
   * @throws TooMuchError
   */
  read(data: Uint8Array, offset: number, budget?: Budget): ReadValue;
  /** The bytes of a seed; undefined: a value of another type. */
  seedBytes(seed: SeedValue): Uint8Array | undefined;
  /** text of a seed of this type, as `$pda(…)` takes it */
  readonly seedText: string;
}

export interface ReadValue {
  readonly value: JsonValue;
  /** offset of what follows */
  readonly end: number;
}

/** A seed as `$pda(…)` has it. */
export type SeedValue =
  /** bytes of a quoted text, or of hex digits */
  | { readonly kind: 'seed'; readonly seed: Uint8Array }
  | { readonly kind: 'number'; readonly digits: string }
  /** a word without `$` */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'address'; readonly bytes: () => Uint8Array };

export interface IdlAccount {
  readonly name: string;
  /** the first bytes of its data */
  readonly discriminator: Uint8Array;
  /** type of the data after the discriminator */
  readonly type: ValueType;
  /** further bytes that its data has, by their place in all of it */
  readonly marks?: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** size of all its data, if no other account of the program has it */
  readonly size?: number;
}

export type IdlEvent = IdlAccount;

export interface IdlInstruction {
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly args: ValueType;
  /** values of arguments that are left out, by name */
  readonly presets?: ReadonlyMap<string, Uint8Array>;
  /** accounts, those of nested groups included */
  readonly accounts: readonly IdlInstructionAccount[];
  /** the value in place of a missing optional account; default: the address of the program */
  readonly optionalAccounts?: 'programId' | 'omitted';
}

export interface IdlInstructionAccount {
  /** names of the groups around it, then its name */
  readonly path: readonly string[];
  readonly isSigner: boolean;
  /** a signer that may also be an account that does not sign, such as a multisig */
  readonly isEitherSigner?: boolean;
  readonly isWritable: boolean;
  readonly isOptional: boolean;
  /** undefined: it has to be given */
  readonly source: AccountSource | undefined;
}

/** The source of an account that the caller leaves out. */
export type AccountSource =
  | { readonly kind: 'address'; readonly address: Address }
  /** the program of the instruction */
  | { readonly kind: 'program' }
  | { readonly kind: 'pda'; readonly pda: IdlPda }
  /** another account of the instruction */
  | { readonly kind: 'account'; readonly path: readonly string[] }
  /** a key among the arguments */
  | { readonly kind: 'argument'; readonly path: readonly string[] }
  /** a key in the data of another account of the instruction */
  | { readonly kind: 'field'; readonly account: readonly string[]; readonly field: readonly string[] };

/** An address that a program derives. */
export interface IdlPda {
  readonly name: string;
  readonly seeds: readonly IdlSeed[];
  /** undefined: the program itself */
  readonly program: AccountSource | undefined;
}

export type IdlSeed =
  | { readonly kind: 'constant'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'value';
      /** name in `$pda(program.name, seed=…)` */
      readonly name: string;
      readonly type: ValueType;
      /** source in an instruction; undefined: not known */
      readonly source: AccountSource | undefined;
    };

export interface IdlError {
  readonly code: number;
  readonly name: string;
  /** undefined: the IDL has none */
  readonly message: string | undefined;
}

export type IdlPartKind = 'account' | 'instruction' | 'event' | 'error' | 'pda';

/** A part of an IDL that could not be read. */
export interface UnreadPart {
  readonly name: string;
  readonly reason: string;
}

export interface Idl {
  readonly address: Address | undefined;
  readonly accounts: readonly IdlAccount[];
  readonly instructions: readonly IdlInstruction[];
  readonly events: readonly IdlEvent[];
  readonly errors: readonly IdlError[];
  /** several of one name differ in their seeds */
  readonly pdas: readonly IdlPda[];
  /** framework of the program: it decides about logs and further errors */
  readonly framework: 'anchor' | undefined;
  /** parts that could not be read */
  readonly leftOut: ReadonlyMap<IdlPartKind, readonly UnreadPart[]>;
}

/** A program of a ledger that has an IDL. */
export interface IdlProgram {
  readonly name: string;
  readonly address: Address;
  readonly idl: Idl;
  /** the IDL as JSON */
  readonly source: JsonValue;
}

/** Largest depth of nested types, in an IDL and in values. */
export const MAX_DEPTH = 64;
