import type { Cursor } from '../../syntax/cursor.ts';
import { anyOf, type Syntax, text } from '../../syntax/syntax.ts';

/** An object that may be written as a text. */
export function textOr<T>(value: Syntax<T>, fromText: (input: string, at: Cursor) => T): Syntax<T> {
  return anyOf((at) => (typeof at.value === 'string' ? fromText(at.value, at) : value(at)), text, value);
}
