import type { IdlPartKind, UnreadPart } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';

/**
 * Parts of an IDL that cannot be read. What needs one is left out with a warning: others may be all that a ledger needs.
 * @module
 */

export class UnreadableError extends Error {
  readonly at: Cursor;

  constructor(at: Cursor, message: string) {
    super(message);
    this.at = at;
  }
}

/** @throws UnreadableError */
export function unreadable(at: Cursor, reason: string): never {
  throw new UnreadableError(at, reason);
}

/** Undefined: a part cannot be read, which `orElse` takes. */
export function unlessUnreadable<T>(read: () => T, orElse?: (error: UnreadableError) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    orElse?.(error);
    return undefined;
  }
}

/** Reads the parts of an IDL one by one, and keeps which were left out. */
export class PartReader {
  readonly leftOut = new Map<IdlPartKind, UnreadPart[]>();
  readonly #nameOf: (at: Cursor) => string | undefined;

  constructor(nameOf: (at: Cursor) => string | undefined) {
    this.#nameOf = nameOf;
  }

  /** @param read undefined: there is a mistake, which was reported */
  readAll<T>(kind: IdlPartKind, all: readonly Cursor[], read: (at: Cursor) => T | undefined): readonly T[] {
    return all.flatMap(
      (at) =>
        unlessUnreadable(
          () => read(at),
          (error) => this.#leaveOut(kind, at, error),
        ) ?? [],
    );
  }

  #leaveOut(kind: IdlPartKind, part: Cursor, { at, message }: UnreadableError): void {
    const name = this.#nameOf(part) ?? '';
    const parts = this.leftOut.get(kind) ?? [];
    this.leftOut.set(kind, parts);
    parts.push({ name, reason: message });
    at.warn(`${message}, so that ${kind} ${name} cannot be given by ${kind === 'account' ? 'fields' : 'name'}`);
  }
}
