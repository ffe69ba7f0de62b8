import type { JsonObject, JsonText } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { packedUtf8 } from '../../codec/text.ts';
import type { RecordedMeta, TransactionMeta } from '../meta.ts';
import { META_MEMBERS, type MetaName } from './metaMembers.ts';
import { META_SHAPES, type MetaShape } from './metaShapes.ts';

/**
 * Metadata as text: the JSON that getTransaction of a node answers with encoding json, with every member that was recorded.
 * Most answers show it unchanged, so a ledger keeps this text; everything else is read from it on demand.
 * @module
 */

/** The part of metadata that a ledger keeps. */
export function recordMeta(meta: TransactionMeta): RecordedMeta {
  return { text: packedUtf8(metaText(meta)), err: meta.err, loadedAddresses: meta.loadedAddresses };
}

function metaText(meta: TransactionMeta): JsonText {
  const values: { readonly [N in MetaName]?: unknown } = meta;
  let text = '';
  for (const { key, name, duplicateOf, shape } of META_MEMBERS) {
    const value = values[duplicateOf ?? name];
    if (value !== undefined) text += `${text === '' ? '' : ','}${key}${META_SHAPES[shape].write(value as never)}`;
  }
  return `{${text}}`;
}

/** Reads all members of the text. */
export function decodeMeta({ text }: RecordedMeta): TransactionMeta {
  const values = parseJson(text.toString()) as JsonObject;
  const members = META_MEMBERS.flatMap(({ name, duplicateOf, shape }) => {
    const value = values[name];
    if (value === undefined || duplicateOf !== undefined) return [];
    const { decode } = META_SHAPES[shape] as MetaShape<unknown>;
    return [[name, decode === undefined ? value : decode(value as never)]];
  });
  return Object.fromEntries(members) as TransactionMeta;
}

/** The text of metadata, with the offsets of its members. */
export interface SplitMeta {
  readonly text: JsonText;
  /** offset of each member of the table, and the end of the text; an absent member ends where it begins */
  readonly starts: readonly number[];
}

const MEMBER_STARTS = META_MEMBERS.map(({ key }) => `,${key}`);

/**
 * Finds the members in the text of metadata. Quotes inside strings are escaped, so a comma and the key of a member are only found where it begins.
 */
export function splitMeta(recorded: RecordedMeta): SplitMeta {
  const text = recorded.text.toString();
  const starts: number[] = [];
  let from = 1;
  META_MEMBERS.forEach(({ isOptional, key }, i) => {
    if (isOptional === undefined && !text.startsWith(key, from)) from = text.indexOf(MEMBER_STARTS[i]!, from) + 1;
    starts.push(from);
  });
  starts.push(text.length);
  // an optional member may be between its two neighbors
  for (let i = META_MEMBERS.length - 1; i >= 0; i--) {
    if (META_MEMBERS[i]!.isOptional === undefined) continue;
    const between = text.slice(starts[i], starts[i + 1]);
    if (!between.startsWith(META_MEMBERS[i]!.key))
      starts[i]! += between.indexOf(MEMBER_STARTS[i]!) + 1 || between.length;
  }
  return { text, starts };
}

/** The text of the value of the member at a position of the table; undefined: it was not recorded. */
export function metaMemberText({ starts, text }: SplitMeta, position: number): JsonText | undefined {
  const start = starts[position]!;
  const end = starts[position + 1]!;
  // a comma or the last bracket follows it
  return start === end ? undefined : text.slice(start + MEMBER_STARTS[position]!.length - 1, end - 1);
}
