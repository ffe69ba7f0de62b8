import { inspect } from 'node:util';
import type { JsonValue } from '../codec/jsonText.ts';
import { JsonSyntaxError, parseJson, type RepeatedKeys } from '../codec/parseJson.ts';
import { type HintPlace, rewordHints } from './hintWords.ts';
import { locate, type Position, positionsOf } from './locate.ts';

/** A mistake in a fixture and its place. Lines and columns count from 1, columns in UTF-16 units. */
export interface FixtureProblemFields {
  readonly file: string;
  /** absent for a file that could not be read at all, and for a value that was not in a file */
  readonly position?: { readonly line: number; readonly column: number };
  /** RFC 6901, from the JSON value of the file (in `.jsonl`: of the line); empty for the whole value */
  readonly pointer?: string;
  /** the expected value and the value there */
  readonly message: string;
  readonly hint?: string;
  /** a second place that the problem is about */
  readonly other?: ProblemPlace;
}

/** Lines and columns count from 1; a built script, which is not a file, has a pointer instead. Only `file`: where in it is not known. */
export interface ProblemPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}

export class FixtureProblem {
  readonly file: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly pointer: string | undefined;
  readonly message: string;
  readonly hint: string | undefined;
  readonly other: ProblemPlace | undefined;

  constructor({ file, position, pointer, message, hint, other }: FixtureProblemFields) {
    this.file = file;
    this.line = position?.line;
    this.column = position?.column;
    this.pointer = pointer;
    this.message = message;
    this.hint = hint;
    this.other = other;
  }

  /** `file:line:column: /json/pointer: message; the other is at file:line:column (hint)` */
  toString(): string {
    const position = this.line === undefined ? '' : `:${this.line}:${this.column}`;
    const pointer = this.pointer === undefined || this.pointer === '' ? '' : ` ${this.pointer}:`;
    const other = this.other === undefined ? '' : `; the other is at ${placeText(this.other)}`;
    const hint = this.hint === undefined ? '' : ` (${this.hint})`;
    return onOneLine(`${this.file}${position}:${pointer} ${this.message}${other}${hint}`);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAKS_LINES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Escapes control characters as in JSON, because names of files and members may contain line breaks or terminal commands. */
export function onOneLine(text: string): string {
  return text.replace(BREAKS_LINES, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}

function placeText({ file, line, column, pointer = '' }: ProblemPlace): string {
  if (line !== undefined) return `${file}:${line}:${column}`;
  return pointer === '' ? file : `${file} ${pointer}`;
}

type ErrorDetails = Pick<FixtureError, 'omitted' | 'warnings' | 'included'>;

/** Fixtures that cannot be loaded: `problems` are the reasons; `message` has one per line. */
export class FixtureError extends Error {
  readonly problems: readonly FixtureProblem[];
  /** number of problems that are not in `problems` */
  readonly omitted: number;
  /** the warnings of the same load */
  readonly warnings: readonly FixtureProblem[];
  /** paths that scripts among the fixtures include */
  readonly included: readonly string[];

  constructor(problems: readonly FixtureProblem[], { omitted, warnings, included }: ErrorDetails) {
    super([...problems.map(String), ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('\n'));
    this.name = 'FixtureError';
    this.problems = problems;
    this.omitted = omitted;
    this.warnings = warnings;
    this.included = included;
    // the message has the problems already: the list of thousands of them would follow it
    Object.defineProperty(this, inspect.custom, { value: () => this.stack });
  }
}

/** A syntax error in a text; `offset` counts UTF-16 units from its start. */
export interface SyntaxMistake {
  readonly message: string;
  readonly offset: number;
}

/** A way to write JSON values as text. */
export interface Notation {
  readonly name: 'JSON' | 'YAML';
  /** @param repeated filled with the duplicate keys of objects */
  parse(
    text: string,
    repeated: RepeatedKeys,
  ): { readonly value: JsonValue } | { readonly mistakes: readonly SyntaxMistake[] };
  /** Offsets of the values that RFC 6901 `pointers` name, in their order; for a missing value, that of its nearest ancestor. */
  locate(text: string, pointers: readonly string[]): number[];
}

export const JSON_NOTATION: Notation = {
  name: 'JSON',
  parse(text, repeated) {
    try {
      return { value: parseJson(text, { repeated }) };
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return { mistakes: [mistakeOf(text, error)] };
    }
  },
  locate,
};

/** Names what is a habit of other notations, in place of what the parser expected there. */
function mistakeOf(text: string, { message, offset }: JsonSyntaxError): SyntaxMistake {
  const next = text.slice(offset, offset + 2);
  if (/^(?:\/[/*]|#)/.test(next)) return { message: 'comments are not allowed', offset };
  const before = text.slice(0, offset).trimEnd();
  if (/,$/.test(before) && /^[}\]]/.test(next))
    return { message: `a comma before "${next[0]}" is not allowed`, offset: before.length - 1 };
  if (/^\d,\d/.test(text.slice(Math.max(0, offset - 2), offset + 1)))
    return { message: 'decimals come after a point, as in 1.5', offset };
  return { message, offset };
}

/** One text of a fixture file: a whole file, or a line of a `.jsonl`. */
export interface FixtureText {
  readonly file: string;
  readonly text: string;
  /** line of the file that the text starts on */
  readonly firstLine: number;
  /** default: JSON */
  readonly notation?: Notation;
  /** false for a text that the user has not written, so that lines mean nothing; default: true */
  readonly hasLines?: boolean;
  /** gives the call that created the value of a pointer, in a built script */
  readonly callOf?: (pointer: string) => CodePlace | undefined;
  /** the place the user wrote in; default: a file */
  readonly hintPlace?: HintPlace;
}

/** A line of the code that built a script. */
export interface CodePlace extends Position {
  readonly file: string;
}

/** The place of a value; line and column are computed only when it is shown. */
export interface Place {
  readonly source: FixtureText;
  readonly pointer: string;
}

/** A second place of a problem; a function: it is known only when all problems are shown. */
export type OtherPlace = Place | ProblemPlace | (() => Place | ProblemPlace);

interface Draft {
  readonly at: Place | Position | undefined;
  readonly file: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** a second place of the problem, shown at the end of the message */
  readonly other: OtherPlace | undefined;
}

/** One mistake can make every line wrong, so the list has a limit; the rest is only counted. */
const MAX_PROBLEMS = 1000;

/** Collects problems while fixtures are read; `settle` finds the lines and columns. */
export class Problems {
  readonly #drafts: Draft[] = [];
  #omitted = 0;

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  get count(): number {
    return this.#drafts.length + this.#omitted;
  }

  get omitted(): number {
    return this.#omitted;
  }

  /** Adds a problem of a value. */
  add(at: Place, message: string, hint?: string, other?: OtherPlace): void {
    this.#add({ at, file: at.source.file, message, hint, other });
  }

  /** Adds a problem of a whole file, or a syntax error in it. */
  addToFile(file: string, message: string, hint?: string, at?: Position): void {
    this.#add({ at, file, message, hint, other: undefined });
  }

  #add(draft: Draft): void {
    if (this.#drafts.length < MAX_PROBLEMS) this.#drafts.push(draft);
    else this.#omitted++;
  }

  settle(): FixtureProblem[] {
    const drafts = this.#drafts.map((draft) => ({ ...draft, other: settledPlace(draft.other) }));
    const positions = positionOfPlaces(drafts.flatMap(({ at, other }) => [at, other].filter(isPlace)));
    return drafts.map(({ at, file, message, hint, other }) => {
      const call = callOf(at);
      const position = call ?? (isPlace(at) ? positions.get(at) : at);
      return new FixtureProblem({
        file: call?.file ?? file,
        ...(position !== undefined && { position }),
        ...(isPlace(at) && { pointer: at.pointer }),
        message,
        ...(hint !== undefined && {
          hint: isPlace(at) ? rewordHints(hint, 'file', at.source.hintPlace ?? 'file') : hint,
        }),
        ...(other !== undefined && { other: isPlace(other) ? shownPlace(other, positions.get(other)) : other }),
      });
    });
  }
}

function settledPlace(other: OtherPlace | undefined): Place | ProblemPlace | undefined {
  return typeof other === 'function' ? other() : other;
}

function shownPlace(place: Place, position: Position | undefined): ProblemPlace {
  return callOf(place) ?? { file: place.source.file, ...(position ?? { pointer: place.pointer }) };
}

function callOf(at: Place | Position | undefined): CodePlace | undefined {
  return isPlace(at) ? at.source.callOf?.(at.pointer) : undefined;
}

function isPlace(at: Place | Position | ProblemPlace | undefined): at is Place {
  return at !== undefined && 'source' in at;
}

/** Scans every text only once. */
function positionOfPlaces(places: readonly Place[]): ReadonlyMap<Place, Position> {
  const groups = new Map<FixtureText, Place[]>();
  for (const place of places) {
    if (place.source.hasLines === false) continue;
    const group = groups.get(place.source) ?? [];
    groups.set(place.source, group);
    group.push(place);
  }
  const positions = new Map<Place, Position>();
  for (const [{ text, firstLine, notation = JSON_NOTATION }, group] of groups) {
    const pointers = group.map(({ pointer }) => pointer);
    const found = positionsOf(text, notation.locate(text, pointers), firstLine);
    group.forEach((place, i) => {
      positions.set(place, found[i]!);
    });
  }
  return positions;
}

/** The member of a built script that says how its problems are shown. */
export const BUILT: unique symbol = Symbol.for('stillnode.built');

export type Built = Required<Pick<FixtureText, 'callOf' | 'hintPlace'>>;

export function isBuilt(script: object | null): script is { readonly [BUILT]: Built } {
  return script !== null && BUILT in script;
}
