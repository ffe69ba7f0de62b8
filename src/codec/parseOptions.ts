import type { JsonFloat, JsonFragment, JsonObject } from './json.ts';

/** Which keys an object repeats; the last value of a repeated key is the one kept. */
export type RepeatedKeys = Map<JsonObject, Set<string>>;

/** Knows the text of a value when it sees it, so that it need not be taken apart. */
export interface Shortcut {
  /** of the members whose values it is tried on */
  readonly key: string;
  /** how deep they nest, at most: no text that it knows may pass the limit of levels */
  readonly levels: number;
  /** The JSON value that begins at `start`; undefined: it is not known, and read as any other. */
  readonly read: (text: string, start: number) => JsonFragment | undefined;
}

/** The texts of the values of the members of one name, as they were written, by the objects that have them. */
export interface MemberTexts {
  readonly key: string;
  readonly of: Map<JsonObject, string>;
}

export interface ParseOptions {
  /** filled with the keys that an object holds more than once */
  readonly repeated?: RepeatedKeys | undefined;
  /** gives fragments in the place of values that it knows */
  readonly shortcut?: Shortcut | undefined;
  /** filled with the texts of the members of its name */
  readonly texts?: MemberTexts | undefined;
  /** of what has a point or an exponent, or is no integer of 64 bits; default: the nearest one */
  readonly floatOf?: FloatReader | undefined;
}

export type FloatReader = (literal: string) => JsonFloat;
