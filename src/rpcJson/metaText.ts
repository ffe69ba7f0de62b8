/**
 * Metadata as text: the JSON that getTransaction of a node answers with encoding json, with every member that was recorded.
 * Most answers show it as it stands, so it is what a ledger keeps; the rest is read back from it when it is asked for.
 * @module
 */
import type { JsonText } from '../codec/json.ts';
import { packedUtf8 } from '../codec/utf8.ts';
import type { RecordedMeta, TransactionMeta } from '../model/meta.ts';
import { META_MEMBERS, type MetaName } from './metaMembers.ts';
import { META_SHAPES } from './metaShapes.ts';

/** What a ledger keeps of metadata. */
export function recordMeta(meta: TransactionMeta): RecordedMeta {
  return { text: packedUtf8(metaText(meta)), err: meta.err, loadedAddresses: meta.loadedAddresses };
}

function metaText(meta: TransactionMeta): JsonText {
  const values: { readonly [N in MetaName]?: unknown } = meta;
  let text = '';
  for (const { key, name, repeats, shape } of META_MEMBERS) {
    const value = values[repeats ?? name];
    if (value !== undefined) text += `${text === '' ? '' : ','}${key}${META_SHAPES[shape].write(value as never)}`;
  }
  return `{${text}}`;
}

/** The text of metadata, and where its members are in it. */
export class SplitMeta {
  readonly text: JsonText;
  /** where each member of the table begins, and after them the end of the text; one that is absent ends where it begins */
  readonly starts: readonly number[];

  constructor({ text }: RecordedMeta) {
    this.text = text.toString();
    this.starts = findMembers(this.text);
  }

  /** The value of a member; undefined: it was not recorded. */
  value(index: number): JsonText | undefined {
    const start = this.starts[index]!;
    const end = this.starts[index + 1]!;
    // a comma or the last bracket follows it
    return start === end ? undefined : this.text.slice(start + META_MEMBERS[index]!.key.length, end - 1);
  }
}

/** A quote inside a string is escaped, so a comma and the name of a member are found nowhere but where that member begins. */
function findMembers(text: JsonText): number[] {
  const starts: number[] = [];
  let from = 1;
  for (const { isOptional, key } of META_MEMBERS) {
    if (isOptional === undefined) from = text.startsWith(key, from) ? from : text.indexOf(`,${key}`, from) + 1;
    starts.push(from);
  }
  starts.push(text.length);
  // an optional member may be between the ones around it
  for (let i = META_MEMBERS.length - 1; i >= 0; i--) {
    const { isOptional, key } = META_MEMBERS[i]!;
    if (isOptional === undefined) continue;
    const part = text.slice(starts[i], starts[i + 1]);
    const at = part.startsWith(key) ? 0 : part.indexOf(`,${key}`) + 1 || part.length;
    starts[i]! += at;
  }
  return starts;
}

/** Everything that is in the text, as values. */
export function decodeMeta(recorded: RecordedMeta): TransactionMeta {
  const split = new SplitMeta(recorded);
  const members = META_MEMBERS.flatMap(({ name, repeats, shape }, i) => {
    const text = repeats === undefined ? split.value(i) : undefined;
    return text === undefined ? [] : [[name, META_SHAPES[shape].decode(text)]];
  });
  return Object.fromEntries(members) as TransactionMeta;
}
