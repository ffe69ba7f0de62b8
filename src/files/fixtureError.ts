import { inspect } from 'node:util';
import { onOneLine } from '../codec/text.ts';
import type { Reading } from '../syntax/cursor.ts';
import type { Problems } from '../syntax/problems.ts';
import { pointerOf, type SourcePlace } from '../syntax/sourcePlace.ts';
import { type CodePlace, fileOf, isFileText, type Position, positionIn } from './fileText.ts';
import { positionsOfPlaces } from './positions.ts';

type ErrorDetails = Pick<FixtureError, 'omitted' | 'warnings' | 'included'>;

/**
 * Fixtures that cannot be loaded: `problems` are the reasons; `message` has one per line.
 *
 * @example
 * const { problems } = await createNode({ ledger: ['fixtures'] }).catch((error: FixtureError) => error);
 */
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

/** @throws FixtureError if an error was reported */
export function throwProblems({ errors, included, warnings }: Reading): void {
  if (errors.isEmpty) return;
  throw new FixtureError(withPositions(errors), {
    omitted: errors.omitted,
    warnings: errors.isDecided ? [] : withPositions(warnings),
    included,
  });
}

/** A mistake in a fixture and its place. Lines and columns count from 1, columns in UTF-16 units. */
interface FixtureProblemFields {
  readonly file: string;
  /** absent for a file that could not be read at all, and for a value that was not in a file */
  readonly position?: Position;
  /** RFC 6901, from the JSON value of the file (in `.jsonl`: of the line); empty for the whole value */
  readonly pointer?: string;
  /** the expected value and the value there */
  readonly message: string;
  readonly hint?: string;
  /** a second place that the problem is about */
  readonly other?: ProblemPlace;
}

/** Lines and columns count from 1; a built script, which is not a file, has a pointer instead. Only `file`: where in it is not known. */
interface ProblemPlace {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}

/** A mistake in a fixture, with its place: `String(problem)` is a line of `stillnode check`. */
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

function placeText({ file, line, column, pointer = '' }: ProblemPlace): string {
  if (line !== undefined) return `${file}:${line}:${column}`;
  return pointer === '' ? file : `${file} ${pointer}`;
}

/** Problems with the lines and columns of their places. */
export function withPositions(problems: Problems): FixtureProblem[] {
  const settled = problems.settle();
  const positions = positionsOfPlaces(settled.flatMap(({ at, other }) => (other === undefined ? [at] : [at, other])));
  return settled.map(({ at, hint, message, other }) => {
    const call = callOf(at);
    const position = call ?? positions.get(at) ?? positionIn(at);
    return new FixtureProblem({
      file: call?.file ?? fileOf(at),
      ...(position !== undefined && { position }),
      ...(isFileText(at.source) && { pointer: pointerOf(at.path) }),
      message,
      ...(hint !== undefined && { hint }),
      ...(other !== undefined && { other: shownPlace(other, positions.get(other)) }),
    });
  });
}

function shownPlace(place: SourcePlace, position: Position | undefined): ProblemPlace {
  const { path, source } = place;
  const inFile = position ?? (isFileText(source) ? { pointer: pointerOf(path) } : {});
  return callOf(place) ?? { file: fileOf(place), ...inFile };
}

function callOf({ path, source }: SourcePlace): CodePlace | undefined {
  return isFileText(source) ? source.callOf?.(path) : undefined;
}
