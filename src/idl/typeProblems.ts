import { Budget, TooMuchError } from '../solana/idl/budget.ts';
import { type Idl, type IdlType, type ResolvedType, resolved } from '../solana/idl/idl.ts';
import { sizeOf } from '../solana/idl/sizes.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { UnreadableError } from './unreadable.ts';

/** Checks the types of one IDL. A named type that is sound is looked at once. */
export class TypeChecker {
  readonly #types: Idl['types'];
  readonly #errors: ReadonlyMap<string, UnreadableError>;
  readonly #sound = new Set<string>();
  readonly #budget = new Budget();

  /** @param errors of types that could not be read themselves, by name */
  constructor(types: Idl['types'], errors: ReadonlyMap<string, UnreadableError> = new Map()) {
    this.#types = types;
    this.#errors = errors;
  }

  /** Checks that values of a type can be written and read. @throws UnreadableError */
  assertReadable(at: Cursor, type: IdlType): void {
    const visited = new Set<string>();
    const missing = this.#reporting(at, () => this.#missingIn(type, visited));
    if (missing !== undefined)
      throw this.#errors.get(missing) ?? new UnreadableError(at, `the IDL has no type ${missing}`);
    for (const name of visited) this.#sound.add(name);
  }

  #reporting<T>(at: Cursor, run: () => T): T {
    try {
      return run();
    } catch (error) {
      const isProblem = error instanceof RangeError || error instanceof TooMuchError;
      throw isProblem ? new UnreadableError(at, error.message) : error;
    }
  }

  /** A type that is named and not there. @throws RangeError: there is a type without an end, or a room without a size */
  #missingIn(type: IdlType, visited: Set<string>): string | undefined {
    this.#budget.spend();
    if (type.kind === 'generic') return undefined;
    if (type.kind === 'defined') {
      if (visited.has(type.name) || this.#sound.has(type.name)) return undefined;
      visited.add(type.name);
      if (!this.#types.has(type.name)) return type.name;
    }
    const resolvedType = resolved(type, this.#types);
    for (const part of partsOf(resolvedType)) {
      const missing = this.#missingIn(part, visited);
      if (missing !== undefined) return missing;
    }
    if (hasRoom(resolvedType)) sizeOf(resolvedType.of, this.#types, this.#budget);
    return undefined;
  }
}

/** Whether an option has zeros instead of its item. */
function hasRoom(type: ResolvedType): type is Extract<IdlType, { kind: 'option' }> {
  if (type.kind !== 'option') return false;
  return type.none?.kind === 'prefix' ? type.none.keepsRoom : type.none?.kind === 'value' && !type.none.bytes;
}

function partsOf(type: ResolvedType): readonly IdlType[] {
  switch (type.kind) {
    case 'option':
    case 'list':
    case 'array':
    case 'framed':
      return [type.of];
    case 'struct':
      return type.fields.map((field) => field.type);
    case 'tuple':
      return type.items;
    case 'enum':
      return type.variants.flatMap(({ content }) => content ?? []);
    default:
      return [];
  }
}
