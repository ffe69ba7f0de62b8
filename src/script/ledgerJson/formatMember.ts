import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { syntax } from '../../syntax/syntax.ts';

/**
 * The member `format` of the files that stillnode writes, and of those that people write: docs/formats.md has what each format contains.
 * @module
 */

/** The format that is written, and the newest that is read. */
export const FORMAT = 1;

/** A newer one is refused before the other members are read: `isOfNewerFormat`. */
export const format = syntax(readFormat, { type: 'integer', minimum: 1, maximum: FORMAT });

function readFormat(at: Cursor): number | undefined {
  const { value } = at;
  return isFormat(value) ? Number(value) : at.expected('an integer from 1');
}

function isFormat(value: JsonValue | undefined): value is number | bigint {
  return (typeof value === 'number' || typeof value === 'bigint') && value >= 1;
}

/** Whether a file has a format that this version cannot read. Its other members mean something that is not known: only this is reported. */
export function isOfNewerFormat(file: Cursor): boolean {
  const reason = newerFormatReason(file.value);
  if (reason !== undefined) file.member('format').refuseFile(reason);
  return reason !== undefined;
}

/** Why the value of a file cannot be read; undefined: its format is known, or left out. */
export function newerFormatReason(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'format')) return undefined;
  const { format: found } = value;
  if (!isFormat(found) || found <= FORMAT) return undefined;
  return `written by a newer stillnode (format ${found}): this one reads ${FORMAT}`;
}
