import { isJsonArray, isJsonObject, JsonFloat, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { AddressTable } from './addressTable.ts';
import { Problems } from './problems.ts';
import type { Path, Source, SourcePlace } from './sourcePlace.ts';

/** State that all cursors of one load share. */
export interface Reading {
  readonly errors: Problems;
  readonly warnings: Problems;
  readonly addresses: AddressTable;
  /** paths that scripts include, in the order of reading */
  readonly included: string[];
}

export function newReading(): Reading {
  const problems = { errors: new Problems(), warnings: new Problems() };
  return { ...problems, addresses: new AddressTable(), included: [] };
}

const SHOWN_CHARACTERS = 44;

/**
 * A value with its place. A reader takes a cursor and returns a typed value, or reports a problem and returns
 * undefined, so that the other members are still read.
 */
export class Cursor implements SourcePlace {
  readonly source: Source;
  readonly reading: Reading;
  /** the object or the array that contains this value */
  readonly parent: Cursor | undefined;
  /** undefined: its parent does not have it */
  readonly value: JsonValue | undefined;
  readonly #key: string | number;

  constructor(
    value: JsonValue | undefined,
    source: Source,
    reading: Reading,
    parent?: Cursor,
    key: string | number = '',
  ) {
    this.value = value;
    this.source = source;
    this.reading = reading;
    this.parent = parent;
    this.#key = key;
  }

  /** Whether the member is absent or null: old nodes write one, new nodes the other. */
  get isNothing(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** This place with another value, which the value of the file stands for, such as the JSON in a text. */
  withValue(value: JsonValue): Cursor {
    return new Cursor(value, this.source, this.reading, this.parent, this.#key);
  }

  member(key: string): Cursor {
    const value = isJsonObject(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return new Cursor(value, this.source, this.reading, this, key);
  }

  /** Every member, in the order of the file. */
  members(): Cursor[] {
    return isJsonObject(this.value) ? Object.keys(this.value).map((key) => this.member(key)) : [];
  }

  item(index: number): Cursor {
    const value = isJsonArray(this.value) ? this.value[index] : undefined;
    return new Cursor(value, this.source, this.reading, this, index);
  }

  items(): Cursor[] {
    return isJsonArray(this.value) ? this.value.map((_, index) => this.item(index)) : [];
  }

  /** Name of this member, or index of this item. */
  get key(): string {
    return String(this.#key);
  }

  /** Index of this item. */
  get index(): number {
    return Number(this.#key);
  }

  get path(): Path {
    return this.parent === undefined ? [] : [...this.parent.path, this.key];
  }

  /** Reports that the value is not what was expected. */
  expected(expectation: string, hint?: string): undefined {
    return this.refuse(`expected ${expectation}, found ${describeValue(this.value)}`, hint);
  }

  /** Reports an error; `message` is the reason. */
  refuse(message: string, hint?: string, other?: SourcePlace): undefined {
    this.reading.errors.add(this, message, hint, other);
  }

  /** Reports an error that makes all others doubtful: only such errors are shown. */
  refuseFile(message: string): undefined {
    this.reading.errors.addDecisive(this, message);
  }

  /** Reports a warning: this value holds nothing to load. */
  warnEmpty(message: string): undefined {
    this.reading.warnings.addEmpty(this, message);
  }

  /** Reports a warning: the fixture is still loaded. */
  warn(message: string, hint?: string): undefined {
    this.reading.warnings.add(this, message, hint);
  }
}

function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'no such member';
  if (isJsonArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'string' && value.length > SHOWN_CHARACTERS)
    return `${JSON.stringify(`${value.slice(0, SHOWN_CHARACTERS)}…`)} (${value.length} characters)`;
  if (value instanceof JsonFloat) return `the number ${stringifyJson(value)}`;
  return isJsonObject(value) ? objectText(Object.keys(value)) : stringifyJson(value);
}

const SHOWN_KEYS = 4;

function objectText(keys: readonly string[]): string {
  if (keys.length === 0) return 'an empty object';
  const firstKeys = keys.slice(0, SHOWN_KEYS).map((key) => key.slice(0, SHOWN_CHARACTERS));
  return `an object with ${firstKeys.join(', ')}${keys.length > SHOWN_KEYS ? ', …' : ''}`;
}
