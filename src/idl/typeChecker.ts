import { Budget, TooMuchError } from '../solana/idl/budget.ts';
import type { Cursor } from '../syntax/cursor.ts';
import type { FieldType } from './types/fieldType.ts';
import { LinkType, ParameterType } from './types/links.ts';
import { OptionType } from './types/options.ts';
import { sizeOf } from './types/sizes.ts';
import { UnreadableError } from './unreadable.ts';

/** Checks the types of one IDL. A named type that is sound is looked at once. */
export class TypeChecker {
  readonly #sound = new Set<string>();
  readonly #budget = new Budget();

  /** Checks that values of a type can be written and read. @throws UnreadableError */
  assertReadable(at: Cursor, type: FieldType): void {
    const visited = new Set<string>();
    try {
      this.#check(type, visited);
    } catch (error) {
      const isProblem = error instanceof RangeError || error instanceof TooMuchError;
      throw isProblem ? new UnreadableError(at, error.message) : error;
    }
    for (const name of visited) this.#sound.add(name);
  }

  /** @throws RangeError: there is a type without an end, or an option of fixed size whose item has no size */
  #check(type: FieldType, visited: Set<string>): void {
    this.#budget.spend();
    if (type instanceof ParameterType) return;
    if (type instanceof LinkType) {
      if (visited.has(type.name) || this.#sound.has(type.name)) return;
      visited.add(type.name);
    }
    const resolved = type.resolved();
    for (const part of resolved.parts) this.#check(part, visited);
    if (resolved instanceof OptionType && resolved.isFixedSize) sizeOf(resolved.inner, this.#budget);
  }
}
