import { setImmediate } from 'node:timers/promises';
import { isJsonObject, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import { type MemberTexts, parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';

/** A reply, and the text of the member that was looked for. */
export interface ReadReply {
  readonly reply: JsonValue;
  readonly member?: JsonText;
}

/** Undefined: the text is not JSON. */
export function readMember(text: JsonText, key: string): ReadReply | undefined {
  const texts: MemberTexts = { key, byObject: new Map() };
  const reply = unlessThrown([SyntaxError], () => parseJson(text, { texts }));
  if (reply === undefined) return undefined;
  const member = isJsonObject(reply) ? texts.byObject.get(reply)?.trimStart() : undefined;
  return { reply, ...(member !== undefined && { member }) };
}

/** Replies from this length on are long: reading them in one piece would keep other clients waiting. */
const LONG_REPLY = 2 ** 16;
/** The most characters before and behind the list of a long reply. */
const MAX_AROUND = 400;
/** The characters of a list that are checked in one piece: some milliseconds of work. */
const PIECE = 2 ** 20;

/** A text in place of the list. It has an escape, and so it is not in a reply without escapes; between the quotes of a text it is not JSON. */
const LIST_PLACEHOLDER = '"\\u005b"';

/**
 * Reads a long reply whose result is a list, or an object with one: what is around the list is read, and the list is only checked, piece by
 * piece. Undefined: it is short, has another form, is not JSON, or may have half a surrogate pair, which JSON.parse accepts.
 */
export async function readLongList(text: JsonText): Promise<ReadReply | undefined> {
  const [first, last] = [text.indexOf('['), text.lastIndexOf(']')];
  const isLong = text.length >= LONG_REPLY && first >= 0 && first < MAX_AROUND && last > text.length - MAX_AROUND;
  if (!isLong || text.includes('\\u')) return undefined;
  const behind = text.slice(last + 1);
  const around = readMember(text.slice(0, first) + LIST_PLACEHOLDER + behind, 'result');
  const place = around?.member?.indexOf(LIST_PLACEHOLDER) ?? -1;
  const isName = behind.trimStart().startsWith(':');
  if (around?.member === undefined || place < 0 || isName) return undefined;
  if (!(await isListContent(text.slice(first + 1, last)))) return undefined;
  const start = first - place;
  const listLength = last + 1 - first;
  return {
    reply: around.reply,
    member: text.slice(start, start + around.member.length - LIST_PLACEHOLDER.length + listLength),
  };
}

/** Whether a text is the content of a list. It is if each piece of it is: a comma joins two of them. */
async function isListContent(text: string): Promise<boolean> {
  const between = `},${text.slice(0, text.indexOf(':') + 1)}`;
  for (let start = 0; start < text.length; ) {
    const brace = text.indexOf(between, start + PIECE);
    const end = brace < 0 ? text.length : brace + 1;
    if (!isJson(`[${text.slice(start, end)}]`)) return false;
    start = end + 1;
    await setImmediate();
  }
  return true;
}

function isJson(text: string): boolean {
  return unlessThrown([SyntaxError], () => JSON.parse(text)) !== undefined;
}
