import { isJsonInteger, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { syntax } from '../../syntax/syntax.ts';

/**
 * The member `format` of the files that stillnode writes, and of those that people write: docs/formats.md has what each format contains.
 * @module
 */

/** The format that is written, and the newest that is read. */
export const FORMAT = 1;

/** A newer one is refused before the other members are read: `refuseNewerFormat`. */
export const format = syntax(readFormat, { type: 'integer', minimum: 1, maximum: FORMAT });

function readFormat(at: Cursor): number | undefined {
  const { value } = at;
  return isFormat(value) ? Number(value) : at.expected('an integer from 1');
}

function isFormat(value: JsonValue | undefined): value is number | bigint {
  return isJsonInteger(value) && value >= 1;
}

/**
 * Reports a file whose format this version cannot read. The meaning of its other members is not known, so they are not read.
 *
 * @returns whether it was reported
 */
export function refuseNewerFormat(file: Cursor): boolean {
  const reason = newerFormatReason(file.value);
  if (reason !== undefined) file.member('format').refuseFile(reason);
  return reason !== undefined;
}

/** The reason why the value of a file cannot be read; undefined: its format is known, or left out. */
export function newerFormatReason(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'format')) return undefined;
  const { format: number } = value;
  if (!isFormat(number) || number <= FORMAT) return undefined;
  return `written by a newer stillnode (format ${number}): this one reads ${FORMAT}`;
}
