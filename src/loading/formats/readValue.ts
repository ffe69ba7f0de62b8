import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { isEnvelope, unwrap } from './envelope.ts';
import type { FixtureFormat, Origin, Sink } from './format.ts';
import { FORMATS } from './index.ts';
import { looksScripted, SCRIPT_HINT } from './scriptHint.ts';
import { readWholly } from './wholly.ts';

const NOTHING_IN_IT = 'an answer that holds no blocks, transactions or accounts: nothing to load';
const UNKNOWN_HINT = 'docs/fixtures.md shows every format';

/** Reads one JSON value: takes it out of its envelope and finds its format by its shape; lists are read item by item. */
export function readValue(wrapped: Cursor, wrappedOrigin: Origin, sink: Sink): void {
  const named = namedFormat(wrappedOrigin);
  if (named === undefined) readWholly(wrapped.reading, sink, (held) => readByShape(wrapped, wrappedOrigin, held));
  else named.read(wrapped, wrappedOrigin, sink);
}

/** The format that is recognised by the name of the file alone. */
export function namedFormat(origin: Origin): FixtureFormat | undefined {
  return FORMATS.find(({ isNamed, matches }) => isNamed === true && matches(null, origin));
}

function readByShape(wrapped: Cursor, wrappedOrigin: Origin, sink: Sink): void {
  const inner = unwrap(wrapped, wrappedOrigin, sink);
  if (inner === undefined) return;
  const { at, origin } = inner;
  const value = at.value ?? null;
  const format = formatOf(value, origin);
  if (format !== undefined) format.read(at, origin, sink);
  else if (wrappedOrigin.isAnswer !== true && isAnswerOfAnother(value, origin)) at.warn(NOTHING_IN_IT);
  else if (isJsonArray(value)) readItems(at, value, origin, sink);
  else if (!readCollection(at, origin, sink))
    at.expected('a fixture of a known format', looksScripted(value) ? SCRIPT_HINT : UNKNOWN_HINT);
}

/** Objects of tools and tests that hold fixtures among their members, such as recordings by name. False: it holds none. */
function readCollection(at: Cursor, { isAnswer }: Origin, sink: Sink): boolean {
  const members = isAnswer === true ? [] : at.members();
  const fixtures = members.filter((member) => isFixture(member.value ?? null));
  if (fixtures.length === 0) return false;
  const others = members.filter((member) => !fixtures.includes(member));
  if (others.length > 0) at.warn(`no fixture itself: ${namesOf(fixtures)} read, ${namesOf(others)} left out`);
  for (const member of fixtures) readValue(member, {}, sink);
  return true;
}

/** What `null`, numbers and answers of other methods are is no reason to take the object around them for a collection. */
function isFixture(value: JsonValue): boolean {
  if (isJsonArray(value)) return value.length > 0 && isJsonObject(value[0]) && isFixture(value[0]);
  return isJsonObject(value) && (isEnvelope(value) || formatOf(value, {}) !== undefined);
}

const SHOWN_NAMES = 4;

function namesOf(members: readonly Cursor[]): string {
  const shown = members.slice(0, SHOWN_NAMES).map(({ key }) => JSON.stringify(key.slice(0, 44)));
  const more = members.length - shown.length;
  return `${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')} ${members.length === 1 ? 'is' : 'are'}`;
}

function formatOf(value: JsonValue, origin: Origin): FixtureFormat | undefined {
  return FORMATS.find(({ matches }) => matches(value, origin));
}

/** An answer without its request is recognised by its content: if it has nothing to load, its method is one that loads nothing. */
function isAnswerOfAnother(value: JsonValue, { stem: _, ...origin }: Origin): boolean {
  if (origin.isAnswer !== true || origin.method !== undefined) return false;
  if (!isJsonArray(value)) return true;
  return value.length > 0 && !value.some((item) => item !== null && formatOf(item, origin) !== undefined);
}

/** An item null is an account that did not exist. */
function readItems(at: Cursor, items: readonly JsonValue[], { stem: _, ...origin }: Origin, sink: Sink): void {
  const addresses = origin.method === 'getMultipleAccounts' ? origin.params?.item(0) : undefined;
  if (isJsonArray(addresses?.value) && addresses.value.length !== items.length)
    at.expected(`an account, or null, for each of the ${addresses.value.length} addresses of the request`);
  items.forEach((item, i) => {
    const address = addresses === undefined || addresses.isNothing ? undefined : addresses.item(i);
    if (item === null && (address === undefined || origin.slot === undefined)) return;
    readValue(at.item(i), { ...origin, ...(address && { address }) }, sink);
  });
}
