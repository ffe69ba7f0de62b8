import { isJsonObject } from '../codec/jsonText.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { unreadable } from './unreadable.ts';

/**
 * Nodes of Codama: objects whose member `kind` says what they are.
 *
 * Source   @codama/node-types 1.11
 * @module
 */

export function kindOf(at: Cursor): string {
  const { value } = at.member('kind');
  return isJsonObject(at.value) && typeof value === 'string' ? value : unreadable(at, 'this is not a node of Codama');
}

export function nameOf(at: Cursor): string {
  return textIn(at.member('name'));
}

export function textIn(at: Cursor): string {
  return typeof at.value === 'string' ? at.value : unreadable(at, 'a text is expected here');
}

/** A size, a count or an offset. */
export function countIn(at: Cursor): number {
  const { value } = at;
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0;
  return isCount ? value : unreadable(at, 'a whole number from 0 is expected here');
}
